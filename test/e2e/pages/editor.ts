import type { Locator, Page } from 'playwright-core';

/** The text editor that is open in front. */
export class Editor {
  constructor(private readonly page: Page) {}

  /** The visible lines, without the non-breaking spaces that the editor draws. */
  async text(): Promise<string> {
    const lines = await this.#instance
      .locator('.view-line')
      .evaluateAll((elements) =>
        (elements as unknown as Line[]).map(({ offsetTop, innerText }) => ({ offsetTop, innerText })),
      );
    return lines
      .sort((one, other) => one.offsetTop - other.offsetTop)
      .map(({ innerText }) => innerText.replaceAll('\u00a0', ' '))
      .join('\n');
  }

  /** Types at the end of the document. */
  async append(text: string): Promise<void> {
    await this.#instance.locator('.view-lines').click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.insertText(text);
  }

  /** Replaces the whole document, and closes the suggestions for it. */
  async replace(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('Escape');
  }

  /** Puts the cursor into the text. */
  async focus(): Promise<void> {
    await this.#instance.locator('.view-lines').click();
  }

  /** Brings the lenses above the first line into sight: Playwright may scroll the editor when it clicks into it. */
  async scrollToTop(): Promise<void> {
    for (let line = 0; line < 3; line++) await this.page.keyboard.press('Control+ArrowUp');
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
  }

  /** Something to do, offered above a line. */
  lens(title: string | RegExp): Locator {
    return this.#instance.locator('.codelens-decoration').getByText(title);
  }

  /** The editor of this document, once it has the focus. */
  focused(name: string | RegExp): Locator {
    return this.page.locator('.part.editor .monaco-editor.focused').getByRole('textbox', { name });
  }

  tab(name: string | RegExp): Locator {
    return this.page.locator('.part.editor').getByRole('tab', { name });
  }

  /** A preview tab, which the next document replaces; its name is in italics. */
  tabInPassing(name: string | RegExp): Locator {
    return this.tab(name).filter({ has: this.page.locator('.italic') });
  }

  get #instance(): Locator {
    return this.page.locator('.part.editor .editor-group-container.active .monaco-editor').first();
  }
}

/** What the page knows of a line. */
interface Line {
  readonly offsetTop: number;
  readonly innerText: string;
}
