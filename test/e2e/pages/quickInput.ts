import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually';

/** The box at the top of the window that asks: the command palette, quick picks and input boxes. */
export class QuickInput {
  readonly #widget: Locator;

  constructor(private readonly page: Page) {
    this.#widget = page.locator('.quick-input-widget').filter({ visible: true });
  }

  /** Replaces what is typed in the box. */
  async type(text: string, timeout = 30_000): Promise<void> {
    await this.#box.fill(text, { timeout });
  }

  /** Waits until keys go to the box. */
  async focused(): Promise<void> {
    await this.#box.and(this.page.locator(':focus')).waitFor();
  }

  async accept(): Promise<void> {
    await this.#box.press('Enter');
  }

  /** Responds to a file dialog, with a file that is there or one to be made. */
  async pickPath(file: string): Promise<void> {
    await this.#listed();
    // The dialog overwrites what is typed while it reads its first folder, ignores keys while it looks one up, and
    // after it has rejected a path it ignores Enter and all paths that begin with it until it shows another folder.
    await eventually(async () => {
      if (!(await this.typed()).startsWith('/')) return true;
      await this.type('/');
      await this.entry('dev').first().waitFor({ timeout: 3_000 });
      await this.type(file);
      await this.accept();
      return eventually(async () => !(await this.typed()).startsWith('/'), { within: 3_000 });
    });
  }

  /** Responds to a file dialog that asks for a folder. */
  async pickFolder(folder: string): Promise<void> {
    await this.#listed();
    await eventually(async () => {
      await this.type(folder);
      return (await this.typed()) === folder;
    });
    await this.page.getByRole('button', { name: 'OK', exact: true }).click();
  }

  /** Waits until a file dialog shows its first folder. */
  async #listed(): Promise<void> {
    await this.entry('..').first().waitFor();
    await eventually(async () => (await this.typed()).startsWith('/'));
  }

  async cancel(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.closed();
  }

  /** Waits until the box is closed, and has given the focus back to what had it before. */
  async closed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden' });
  }

  /** Takes the entry with this label. */
  async pick(label: string | RegExp, timeout = 30_000): Promise<void> {
    // The details of an entry under the mouse would cover the entries below it.
    await this.page.mouse.move(0, 0);
    await this.entry(label).first().click({ timeout });
  }

  entry(label: string | RegExp): Locator {
    return this.#widget.locator('.monaco-list-row').filter({
      has: this.page.locator('.label-name').filter({ hasText: label }),
    });
  }

  /** The entry with this label, where it is the one that Enter takes. */
  marked(label: string | RegExp): Locator {
    return this.entry(label).and(this.page.locator('.focused')).first();
  }

  async labels(): Promise<string[]> {
    await this.#widget.locator('.monaco-list-row').first().waitFor();
    return this.#widget.locator('.monaco-list-row .label-name').allInnerTexts();
  }

  /** What the box says about what was typed: a prompt, or why it is rejected. */
  get message(): Locator {
    return this.#widget.locator('.quick-input-message');
  }

  get title(): Locator {
    return this.#widget.locator('.quick-input-title');
  }

  /** What is in the box; nothing when it is closed. */
  async typed(): Promise<string> {
    return this.#box.inputValue({ timeout: 500 }).catch(() => '');
  }

  get #box(): Locator {
    return this.#widget.locator('.quick-input-box input');
  }
}
