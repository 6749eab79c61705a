import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { outputFolder } from '../../../scripts/project.mjs';
import { eventually } from '../../support/eventually';
import { Windows } from '../support/windows';
import type { OpenWindow } from '../support/windows';
import { Editor } from './editor';
import { Notifications } from './notifications';
import { QuickInput } from './quickInput';
import { TreeView } from './treeView';

/** The four kinds of color theme that VS Code has, by the class on the workbench; one theme of each kind. */
export const themes = {
  'vs-dark': 'Dark Modern',
  vs: 'Light Modern',
  'hc-black': 'Dark High Contrast',
  'hc-light': 'Light High Contrast',
} as const;

export type Theme = keyof typeof themes;

const imagesWanted = process.env['LOGBENCH_SCREENSHOTS'] === '1';

/** One window of VS Code. After a crash it is another one with the same tabs: ask it for its parts each time. */
export class Workbench {
  /** Opens a window and waits until it takes input. */
  static async open(openWindow: OpenWindow): Promise<Workbench> {
    const workbench = new Workbench(new Windows(openWindow, ready));
    await workbench.windows.open();
    return workbench;
  }

  private constructor(private readonly windows: Windows) {}

  get page(): Page {
    return this.windows.page;
  }

  get quickInput(): QuickInput {
    return new QuickInput(this.page);
  }

  get notifications(): Notifications {
    return new Notifications(this.page);
  }

  /** Waits until the window takes input. */
  async ready(): Promise<void> {
    await ready(this.page);
  }

  /** Runs a command by its title, the way a user does: `Logbench: Refresh`. */
  async runCommand(title: string): Promise<void> {
    await this.#pickBy('F1', `>${title}`, title);
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.#pickBy('Control+P', name, name);
  }

  async #pickBy(key: string, text: string, title: string): Promise<void> {
    // A page that has just opened takes the focus, which closes the palette: then it is opened again.
    await eventually(async () => {
      await this.page.keyboard.press(key);
      await this.quickInput.type(text, 5_000);
      await this.quickInput.entry(title).first().waitFor({ timeout: 5_000 });
      // By key where it is the first: nothing can be in the way of a key.
      if (await this.quickInput.marked(title).isVisible()) await this.quickInput.accept();
      else await this.quickInput.pick(title, 5_000);
      return true;
    });
  }

  /** The extension's own commands that the palette offers for what is typed. */
  async offeredCommands(typed: string): Promise<readonly string[]> {
    const { quickInput } = this;
    // The palette shows the commands that were known when it was opened.
    return eventually(async () => {
      await this.page.keyboard.press('F1');
      await quickInput.type(`>${typed}`);
      const isListed = quickInput.entry(typed).first().waitFor({ timeout: 2_000 });
      const labels = await isListed.then(
        () => quickInput.labels(),
        () => [],
      );
      await quickInput.cancel();
      // VS Code itself adds a command for each view.
      const own = labels.filter((label) => label.startsWith('Logbench: ') && !label.includes('Focus on'));
      return own.length > 0 && own.sort((one, other) => one.localeCompare(other, 'en'));
    });
  }

  /** Opens a view container by its name in the activity bar. */
  async openContainer(name: string): Promise<void> {
    // A number beside its icon is part of the name of a tab.
    const tabName = new RegExp(`^${name}( - |$)`);
    const tab = this.page.locator('#workbench\\.parts\\.activitybar').getByRole('tab', { name: tabName });
    await tab.waitFor();
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    await this.sideBar.getByRole('heading', { name }).first().waitFor();
  }

  get sideBar(): Locator {
    return this.page.locator('#workbench\\.parts\\.sidebar');
  }

  /** What a view shows while it has no items, as text. */
  get welcome(): Locator {
    return this.sideBar.locator('.welcome-view-content');
  }

  /** A tree of the side bar, by the accessible name of the tree. */
  tree(name: string | RegExp): TreeView {
    return new TreeView(this.sideBar.getByRole('tree', { name }));
  }

  /** The editor that is open in front. */
  get editor(): Editor {
    return new Editor(this.page);
  }

  /** The document inside the webview that is open in front. */
  webview(): ReturnType<Page['frameLocator']> {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Has VS Code open the link in the clipboard as if it had been clicked in another program. */
  async openCopiedLink(): Promise<void> {
    await this.runCommand('Developer: Open URL');
    await this.quickInput.message.getByText('URL to open').waitFor();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Control+V');
    await this.quickInput.accept();
  }

  /** The same with an address that is typed, where VS Code asks whether the extension may open it. */
  async openLink(address: string): Promise<void> {
    await this.runCommand('Developer: Open URL');
    await this.quickInput.message.getByText('URL to open').waitFor();
    await this.quickInput.type(address);
    await this.quickInput.accept();
    await this.notifications.pressDialogButton('Open');
  }

  /** Reloads the window by the command, which lets VS Code keep the state of everything first. */
  /** Waits until VS Code has stored what an extension keeps: a reload does not wait for that. */
  async stored(text: RegExp): Promise<void> {
    const context = this.page.context();
    await eventually(async () => text.test(JSON.stringify(await context.storageState({ indexedDB: true }))));
  }

  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  async useTheme(theme: Theme): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.type(themes[theme]);
    await this.quickInput.pick(themes[theme]);
    // The theme is shown before it is selected; a menu opened meanwhile would lose the focus and close.
    await this.quickInput.closed();
    await this.page.locator(`.monaco-workbench.${theme}`).waitFor();
  }

  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** Closes all tabs, without what was never saved. */
  async closeEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
    const discard = this.notifications.dialog.getByRole('button', {
      name: /Don't Save|Close with Conflicts/,
    });
    await eventually(async () => {
      if (await discard.isVisible()) await discard.click();
      return (await this.editor.tab(/./).count()) === 0;
    });
  }

  /** Saves a screenshot of the window in `out/screenshots`, if that is enabled. */
  async screenshot(name: string): Promise<void> {
    if (!imagesWanted) return;
    const file = path.join(outputFolder, 'screenshots', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: 'disabled' });
  }

  /** The same in a theme of each kind. */
  async screenshotInThemes(name: string): Promise<void> {
    if (!imagesWanted) return;
    for (const theme of Object.keys(themes) as Theme[]) {
      await this.useTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
    await this.useTheme('vs-dark');
  }

  async close(): Promise<void> {
    await this.windows.close();
  }
}

/**
 * Its extensions are known, its status bar is there, and VS Code has restored its parts: a view that is opened
 * before that can be closed again by it.
 */
async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    () => performance.getEntriesByName('code/didStartWorkbench').length > 0,
    undefined,
    { timeout: 60_000 },
  );
  await page.locator('#workbench\\.parts\\.activitybar .action-item').first().waitFor();
}
