/** The text of a JSON object and its one-based line. */
interface PlacedObject {
  readonly text: string;
  readonly line: number;
}

/**
 * The objects of a text, one per line, over several lines, or in an array. Anything else is passed on, so
 * that the parser reports it.
 */
export async function* readJsonObjects(lines: AsyncIterable<string>): AsyncGenerator<PlacedObject> {
  const reader = new ObjectReader();
  for await (const line of lines) yield* reader.read(line);
  yield* reader.finish();
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]|\s+|[^"{}[\],\s]+/g;

class ObjectReader {
  #line = 0;
  #begin = 0;
  #text = '';
  #depth = 0;
  #isList = false;

  *read(line: string): Generator<PlacedObject> {
    this.#line++;
    // Removes a byte order mark.
    const text = this.#line === 1 ? line.replace(/^\uFEFF/, '') : line;
    for (const [token] of text.matchAll(tokens)) {
      if (this.#depth > 0 || !this.#isBetween(token)) this.#add(token);
      if (this.#depth === 0) yield* this.finish();
    }
    if (this.#depth > 0) this.#text += '\n';
  }

  *finish(): Generator<PlacedObject> {
    if (this.#text !== '') yield { text: this.#text, line: this.#begin };
    this.#text = '';
  }

  /** Whitespace, and the punctuation of an array. */
  #isBetween(token: string): boolean {
    if (token.trim() === '') return true;
    if (token === '[' && !this.#isList) return (this.#isList = true);
    return this.#isList && (token === ',' || token === ']');
  }

  #add(token: string): void {
    if (this.#text === '') this.#begin = this.#line;
    this.#text += token;
    if (token === '{' || token === '[') this.#depth++;
    else if (this.#depth > 0 && (token === '}' || token === ']')) this.#depth--;
  }
}
