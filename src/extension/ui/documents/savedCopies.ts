/** An untitled document, by its URI. */
export interface Untitled {
  readonly uri: string;
  readonly text: string;
}

interface Copy<File> {
  readonly file: File;
  readonly text: string;
  readonly at: number;
}

/** Milliseconds: VS Code closes the document right after it was saved, but may be busy. */
const closedWithin = 10_000;

/**
 * Finds out which file an untitled document was saved as: a file is saved with its text, and then the untitled document
 * is closed.
 */
export class SavedCopies<File> {
  /** By the URI of the untitled document. */
  #copies: ReadonlyMap<string, Copy<File>> = new Map();

  constructor(private readonly now: () => number = () => performance.now()) {}

  saved(file: File, text: string, untitled: readonly Untitled[]): void {
    const same = untitled.filter((other) => other.text === text);
    const copy = { file, text, at: this.now() };
    this.#copies = new Map([...this.#copies, ...same.map(({ uri }) => [uri, copy] as const)]);
  }

  /** Returns the file that the document was saved as; undefined if it was not saved. */
  closed({ uri, text }: Untitled): File | undefined {
    const copy = this.#copies.get(uri);
    const isSaved =
      copy !== undefined && [copy.text, ''].includes(text) && this.now() - copy.at <= closedWithin;
    // Others with the same text were not saved as this file.
    const isOver = (other: string, one: Copy<File>): boolean => other === uri || (isSaved && one === copy);
    this.#copies = new Map([...this.#copies].filter(([other, one]) => !isOver(other, one)));
    return isSaved ? copy.file : undefined;
  }
}
