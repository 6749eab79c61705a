import type * as vscode from 'vscode';

type Provide<Document> = (document: Document) => vscode.ProviderResult<vscode.CodeLens[]>;

/**
 * The lenses that VS Code has, so that it is notified only if they differ: it draws them again each time, and a click
 * during that is lost.
 */
export class ShownLenses<Document extends Pick<vscode.TextDocument, 'isClosed'>> {
  /** Without content while they are requested. */
  readonly #shown = new Map<Document, string | undefined>();

  constructor(
    private readonly provide: Provide<Document>,
    private readonly announce: () => void,
  ) {}

  async request(document: Document): Promise<vscode.CodeLens[]> {
    this.#shown.set(document, undefined);
    const lenses = (await this.provide(document)) ?? [];
    this.#shown.set(document, contentOf(lenses));
    return lenses;
  }

  /** Announces a change if the lenses of an open document are different now. */
  async compare(): Promise<void> {
    for (const document of [...this.#shown.keys()]) {
      if (document.isClosed) this.#shown.delete(document);
      else if (await this.#differs(document)) {
        this.announce();
        return;
      }
    }
  }

  async #differs(document: Document): Promise<boolean> {
    const now = contentOf((await this.provide(document)) ?? []);
    return this.#shown.get(document) !== now;
  }
}

function contentOf(lenses: readonly vscode.CodeLens[]): string {
  return JSON.stringify(lenses.map(({ range, command }) => [range, command]));
}
