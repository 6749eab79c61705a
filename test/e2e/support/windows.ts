import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { outputFolder } from '../../../scripts/project.mjs';

export type OpenWindow = () => Promise<{ browser: Browser; page: Page }>;

/** Crashes or failed starts. A machine with this many has another problem, which more windows would hide. */
const maxFailures = 3;
let failures = 0;

const opened = new Set<Windows>();

/** One window, and those that replace it after a crash. */
export class Windows {
  #current: { readonly browser: Browser; readonly page: Page } | undefined;
  #crashed = false;

  constructor(
    private readonly openWindow: OpenWindow,
    private readonly ready: (page: Page) => Promise<void>,
  ) {}

  get page(): Page {
    if (!this.#current) throw new Error('The window is not open.');
    return this.#current.page;
  }

  async open(): Promise<void> {
    opened.add(this);
    for (;;) {
      stopAfterTooMany();
      this.#crashed = false;
      this.#current = await this.openWindow();
      this.page.on('crash', () => {
        this.#crashed = true;
        failures++;
      });
      try {
        await this.ready(this.page);
        return;
      } catch (error) {
        failures++;
        if (failures >= maxFailures) throw error;
        await this.#current.browser.close();
      }
    }
  }

  async reopenIfCrashed(): Promise<void> {
    if (!this.#crashed) return;
    await this.#current?.browser.close();
    await this.open();
  }

  async close(): Promise<void> {
    opened.delete(this);
    await this.#current?.browser.close();
  }
}

function stopAfterTooMany(): void {
  if (failures < maxFailures) return;
  throw new Error(
    `${maxFailures} windows of VS Code crashed or never got ready, so this suite stops here. ` +
      'Run "node scripts/browser/probe.mjs", which tells whether the browser starts; free memory if it finds nothing.',
  );
}

/** Dialogs, menus, the palette and messages, which would be in the way of the next try. */
async function closeQuestions(page: Page): Promise<void> {
  const discard = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Discard Changes' });
  const question = page.locator('.monaco-dialog-box, .quick-input-widget, .monaco-menu');
  // The first closes what the locators do not know. A question about changes comes after the list of them.
  for (let left = 8; left > 0; left--) {
    if (await discard.isVisible()) await discard.click({ timeout: 5000 });
    else await page.keyboard.press('Escape');
    if ((await question.filter({ visible: true }).count()) === 0) break;
  }
  await page.keyboard.press('F1');
  await page
    .locator('.quick-input-box input')
    .fill('>Notifications: Clear All Notifications', { timeout: 5000 });
  await page.keyboard.press('Enter');
  // Keys of the next try would go to the palette.
  await question.filter({ visible: true }).waitFor({ state: 'hidden', timeout: 5000 });
}

/** Before each try of a test, so that a retry finds a window that works. */
export const mochaHooks = {
  async beforeEach(): Promise<void> {
    stopAfterTooMany();
    for (const windows of opened) await windows.reopenIfCrashed();
  },

  /** Saves screenshots of what was on the screen when a test failed, for each try, and closes what is in the way of the next. */
  async afterEach(this: Mocha.Context): Promise<void> {
    const { currentTest } = this;
    if (currentTest?.isPassed() !== false) return;
    const name = currentTest.fullTitle().replaceAll(/[^a-z0-9]+/gi, '-');
    for (const [index, windows] of [...opened].entries()) {
      const file = path.join(outputFolder, 'screenshots', `failed-${name}-${index}-${Date.now()}.png`);
      await windows.page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined);
      await closeQuestions(windows.page).catch(() => undefined);
    }
  },
};
