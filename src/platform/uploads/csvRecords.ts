import { createReadStream } from 'node:fs';

export interface CsvRecord {
  /** Where the record starts, from 1; a quoted value may span lines. */
  readonly line: number;
  readonly fields: readonly string[];
  readonly problem: string | undefined;
}

/** The records of a CSV file one by one, by the rules of RFC 4180. The first is the header. */
export async function* csvRecords(
  file: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<CsvRecord> {
  const parser = new CsvParser(delimiter);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const input = createReadStream(file, { signal, highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      yield* parser.take(decoder.decode(chunk, { stream: true }));
    }
    yield* parser.take(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield { line: parser.line, fields: ['', ''], problem: 'not UTF-8 text' };
    return;
  }
  yield* parser.end();
}

class CsvParser {
  readonly #delimiter: string;
  #fields: string[] = [];
  #field = '';
  /** Inside quotes, just after a closing quote, or neither. */
  #state: 'plain' | 'quoted' | 'closed' = 'plain';
  #problem: string | undefined;
  #recordLine = 1;
  line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  *take(text: string): Generator<CsvRecord> {
    for (const character of text) {
      if (character === '\n') this.line += 1;
      if (this.#state === 'quoted') this.#takeQuoted(character);
      else if (character === '\n') yield this.#finish();
      else this.#takePlain(character);
    }
  }

  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') this.#problem ??= 'a quotation mark is not closed';
    if (this.#fields.length > 0 || this.#field !== '' || this.#state !== 'plain') yield this.#finish();
  }

  #takeQuoted(character: string): void {
    if (character === '"') this.#state = 'closed';
    else this.#field += character;
  }

  #takePlain(character: string): void {
    if (character === this.#delimiter) {
      this.#push();
    } else if (character === '"') {
      this.#takeQuote();
    } else if (character !== '\r') {
      if (this.#state === 'closed') this.#problem ??= 'text after a closing quotation mark';
      this.#field += character;
    }
  }

  /** A second quote in a row is one that belongs to the value. */
  #takeQuote(): void {
    if (this.#state === 'closed') this.#field += '"';
    else if (this.#field !== '') this.#problem ??= 'a quotation mark inside a value';
    this.#state = 'quoted';
  }

  #push(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'plain';
  }

  #finish(): CsvRecord {
    this.#push();
    const record = { line: this.#recordLine, fields: this.#fields, problem: this.#problem };
    this.#fields = [];
    this.#problem = undefined;
    this.#recordLine = this.line;
    return record;
  }
}
