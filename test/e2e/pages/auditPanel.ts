import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually';
import type { Workbench } from './workbench';

/** The panel of an audit log search, open in front. */
export class AuditPanel {
  static async open(workbench: Workbench): Promise<AuditPanel> {
    await workbench.runCommand('Logbench: Search Audit Logs');
    const panel = new AuditPanel(workbench);
    await panel.row(0).waitFor({ timeout: 60_000 });
    return panel;
  }

  constructor(private readonly workbench: Workbench) {}

  /** A row of the grid that has its content, counted from the newest. */
  row(index: number): Locator {
    return this.#page.locator(`[data-row="${index}"]:not([aria-busy])`);
  }

  count(text: string): Locator {
    return this.#page.locator('.status-line').getByText(text, { exact: true });
  }

  get histogram(): Locator {
    return this.#page.getByRole('slider', { name: /Entries over time/ });
  }

  async addKeyword(word: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'Keywords' });
    await field.fill(word);
    await field.press('Enter');
  }

  async removeKeyword(word: string): Promise<void> {
    await this.keyword(word).click();
  }

  /** A keyword in use. */
  keyword(word: string): Locator {
    return this.#page.getByRole('button', { name: `Remove keyword ${word}` });
  }

  /** Puts a link to the search into the clipboard. */
  async copyLink(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Copy Link to This Search' }).click();
  }

  /** Marks a part of the chart with the pointer, the ends as shares of its width. */
  async brush(from: number, to: number): Promise<void> {
    // The topmost line of the chart is as wide as its intervals. It has no position before it is drawn.
    const box = await eventually(
      async () =>
        (await this.#page.locator('.chart path[stroke*="editorWidget-border"]').last().boundingBox()) ??
        undefined,
    );
    const { mouse } = this.workbench.page;
    const height = box.y + box.height / 2;
    await mouse.move(box.x + box.width * from, height);
    await mouse.down();
    await mouse.move(box.x + box.width * to, height, { steps: 8 });
    await mouse.up();
  }

  /** What is typed for the start of the time. */
  get from(): Locator {
    return this.#page.getByRole('textbox', { name: /^From/ });
  }

  get #page(): ReturnType<Workbench['webview']> {
    return this.workbench.webview();
  }
}
