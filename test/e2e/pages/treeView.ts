import type { Locator } from 'playwright-core';

/** A tree in the side bar. Only the rows in sight exist. */
export class TreeView {
  constructor(private readonly tree: Locator) {}

  row(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  async expand(name: string | RegExp): Promise<void> {
    const row = this.row(name).first();
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === 'false') {
      await row.click();
      await row.press('ArrowRight');
    }
  }

  /** Opens or closes a row whose own click does something else. */
  async toggle(name: string | RegExp): Promise<void> {
    await this.row(name).first().locator('.monaco-tl-twistie').click();
  }

  async openMenu(name: string | RegExp): Promise<Locator> {
    await this.row(name).first().click({ button: 'right' });
    return this.tree.page().getByRole('menu').last();
  }

  /** Takes an entry of a row's context menu. */
  async chooseFromMenu(row: string | RegExp, title: string): Promise<void> {
    const menu = await this.openMenu(row);
    const entry = menu.getByRole('menuitem', { name: title });
    // A menu that has only just opened ignores the mouse, lest it takes a click that was not meant for it.
    await entry.hover();
    await entry.focus();
    await entry.press('Enter');
    await menu.waitFor({ state: 'hidden' });
  }

  /** The accessible names of the rows in sight, top down. */
  async names(): Promise<string[]> {
    const rows = await this.tree.getByRole('treeitem').all();
    return Promise.all(rows.map(async (row) => (await row.getAttribute('aria-label')) ?? ''));
  }
}
