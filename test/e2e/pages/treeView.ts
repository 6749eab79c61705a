import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually';

/** A tree in the side bar. Only the visible rows exist. */
export class TreeView {
  constructor(private readonly tree: Locator) {}

  row(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  /** The tree, once keys go to it. */
  focused(): Locator {
    return this.tree.and(this.tree.page().locator(':focus'));
  }

  /** Clicks a row, with modifiers to select several. */
  async click(name: string | RegExp, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await this.#putMouseAway();
    await this.row(name).first().click(options);
  }

  async expand(name: string | RegExp): Promise<void> {
    const row = this.row(name).first();
    await row.waitFor();
    // VS Code 1.100 forgets the children of a row that is expanded while the row above it is drawn again. They are
    // back when the row is expanded again, or when the view is refreshed; on a busy machine, not at the first time.
    const remedies = ['ArrowLeft', 'F5', 'ArrowLeft', 'F5', 'ArrowLeft', 'F5'];
    for (;;) {
      if ((await row.getAttribute('aria-expanded')) === 'false') {
        await this.click(name);
        await row.press('ArrowRight');
      }
      const remedy = (await this.#showsChildren(row)) ? undefined : remedies.shift();
      if (remedy === undefined) return;
      await row.press(remedy);
    }
  }

  async #showsChildren(row: Locator): Promise<boolean> {
    const level = Number(await row.getAttribute('aria-level'));
    const index = Number(await row.getAttribute('data-index'));
    const next = this.tree.locator(`[role=treeitem][data-index="${index + 1}"]`);
    const isChild = async (): Promise<boolean> =>
      Number(await next.getAttribute('aria-level', { timeout: 1000 })) > level;
    return eventually(isChild, { within: 5_000 }).catch(() => false);
  }

  async collapse(name: string | RegExp): Promise<void> {
    const row = this.row(name).first();
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === 'true') await this.toggle(name);
  }

  /** Opens or closes a row whose own click does something else. */
  async toggle(name: string | RegExp): Promise<void> {
    await this.#putMouseAway();
    await this.row(name).first().locator('.monaco-tl-twistie').click();
  }

  /** Selects a row and all others below the same parent, without opening any. */
  async selectAllBeside(name: string | RegExp): Promise<void> {
    // The first click selects, the second takes that back; the focus stays, and tells where "all" begins.
    for (let time = 0; time < 2; time++) await this.click(name, { modifiers: ['Control'] });
    await this.tree.page().keyboard.press('Control+A');
  }

  /** Whether these rows and no others are selected: a click may hit a row that has moved there. */
  async areSelected(...names: readonly RegExp[]): Promise<boolean> {
    const selected = this.tree.locator('[role=treeitem][aria-selected=true]');
    const found = await Promise.all(names.map(async (name) => selected.and(this.row(name)).count()));
    return (await selected.count()) === names.length && found.every((count) => count === 1);
  }

  /** VS Code draws other rows into the same elements, so that a click may hit a row that has moved there. */
  async openMenu(name: string | RegExp): Promise<Locator> {
    const page = this.tree.page();
    const menu = page.getByRole('menu').last();
    const focused = this.tree.locator('[role=treeitem].focused');
    await eventually(async () => {
      await this.click(name, { button: 'right' });
      // A tree that is drawn again at this time closes its menu: then it is opened again, not waited for.
      await menu.waitFor({ timeout: 5_000 });
      if ((await focused.count()) === 0 || (await focused.and(this.row(name)).count()) > 0) return true;
      await page.keyboard.press('Escape');
      return false;
    });
    return menu;
  }

  /** Takes an entry of a row's context menu. */
  async pickFromMenu(row: string | RegExp, title: string): Promise<void> {
    const menu = await this.openMenu(row);
    const entry = menu.getByRole('menuitem', { name: title });
    // A menu that was just opened ignores the mouse, so that it does not receive a click that was not meant for
    // it.
    await entry.hover();
    await entry.focus();
    await entry.press('Enter');
    await menu.waitFor({ state: 'hidden' });
  }

  /** What the pointer shows when it rests on a row. */
  async tip(name: string | RegExp): Promise<Locator> {
    const page = this.tree.page();
    const tip = page.locator('.workbench-hover').filter({ visible: true });
    const label = this.row(name).first().locator('.label-name').first();
    await eventually(async () => {
      // A pointer that is there already has to move to be noticed.
      await this.#putMouseAway();
      await label.hover();
      await tip
        .first()
        .waitFor({ timeout: 3000 })
        .catch(() => undefined);
      // VS Code says "Loading..." until the extension has responded.
      return (await tip.filter({ hasNotText: 'Loading...' }).count()) > 0;
    });
    return tip.first();
  }

  /** The accessible names of the visible rows, top down. */
  async names(): Promise<string[]> {
    const rows = await this.tree.getByRole('treeitem').all();
    return Promise.all(rows.map(async (row) => (await row.getAttribute('aria-label')) ?? ''));
  }

  /** Where the mouse rests, the tip of its row opens over the rows below and takes their clicks. */
  async #putMouseAway(): Promise<void> {
    const page = this.tree.page();
    const tip = page.locator('.workbench-hover').filter({ visible: true });
    await eventually(async () => {
      await page.mouse.move(1, 1);
      if ((await tip.count()) === 0) return true;
      // A tooltip that opened after the mouse had left stays; any key closes it, also one without a command.
      await page.keyboard.press('ScrollLock');
      return false;
    });
  }
}
