export interface CsvRecord {
  /** The line on which the record starts, from 1; a quoted value may span lines. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem: string | undefined;
  /** Whether the line is empty. A quoted value makes it a record. */
  readonly isBlank: boolean;
}

/**
 * Parses CSV text chunk by chunk as in RFC 4180, in linear time. Lines may also end with a line feed alone, or all of
 * them with a carriage return alone.
 */
export class CsvReader {
  readonly #special: RegExp;
  #cells: string[] = [];
  #cell = '';
  /** Inside quotes, right after a closing quote, or neither. */
  #state: 'plain' | 'quoted' | 'closed' = 'plain';
  #problem: string | undefined;
  #hasQuotes = false;
  #recordLine = 1;
  #line = 1;
  /** Whether the last character was a carriage return, which a line feed may follow. */
  #returned = false;
  /** Whether the first line ended with a carriage return alone. */
  #returnsAlone: boolean | undefined;

  constructor(private readonly delimiter = ',') {
    this.#special = new RegExp(`["\\r\\n${delimiter}]`, 'g');
  }

  /** The line of the next character. */
  get line(): number {
    return this.#line;
  }

  /** Returns the records that end within this chunk. */
  push(text: string): readonly CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = 0;
    while (at < text.length) {
      at = this.#state === 'quoted' ? this.#readQuoted(text, at) : this.#readPlain(text, at, records);
    }
    return records;
  }

  /** Returns the last record if the text does not end with a line break. */
  end(): readonly CsvRecord[] {
    if (this.#state === 'quoted') this.#problem ??= 'a quotation mark is not closed';
    if (this.#returned) return [this.#endLine(true)];
    const isEmpty = this.#cells.length === 0 && this.#cell === '' && this.#state === 'plain';
    return isEmpty ? [] : [this.#finish()];
  }

  #readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    this.#cell += text.slice(from, end);
    for (let at = text.indexOf('\n', from); at !== -1 && at < end; at = text.indexOf('\n', at + 1))
      this.#line += 1;
    if (quote === -1) return end;
    this.#state = 'closed';
    return quote + 1;
  }

  #readPlain(text: string, from: number, records: CsvRecord[]): number {
    if (this.#returned && text[from] !== '\n') records.push(this.#endLine(true));
    this.#special.lastIndex = from;
    const end = this.#special.exec(text)?.index ?? text.length;
    if (end > from) {
      if (this.#state === 'closed') this.#problem ??= 'text after a closing quotation mark';
      this.#cell += text.slice(from, end);
    }
    this.#readSpecial(text[end], records);
    return end + 1;
  }

  #readSpecial(character: string | undefined, records: CsvRecord[]): void {
    if (character === '"') this.#openQuote();
    else if (character === this.delimiter) this.#endCell();
    else if (character === '\r') this.#returned = true;
    else if (character === '\n') records.push(this.#endLine(false));
  }

  #endLine(returnAlone: boolean): CsvRecord {
    this.#returnsAlone ??= returnAlone;
    if (returnAlone !== this.#returnsAlone) this.#problem ??= 'the line does not end like those before it';
    this.#returned = false;
    this.#line += 1;
    return this.#finish();
  }

  /** A doubled quote is an escaped quote. */
  #openQuote(): void {
    if (this.#state === 'closed') this.#cell += '"';
    else if (this.#cell !== '') this.#problem ??= 'a quotation mark inside a value';
    this.#state = 'quoted';
    this.#hasQuotes = true;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'plain';
  }

  #finish(): CsvRecord {
    this.#endCell();
    const isBlank = !this.#hasQuotes && this.#cells.length === 1 && this.#cells[0] === '';
    const record = { line: this.#recordLine, cells: this.#cells, problem: this.#problem, isBlank };
    this.#cells = [];
    this.#hasQuotes = false;
    this.#problem = undefined;
    this.#recordLine = this.#line;
    return record;
  }
}

/** The most frequent delimiter of the header line. */
export function delimiterOf(header: string): string {
  const line = header.split(/[\r\n]/, 1)[0] ?? '';
  const count = (candidate: string): number => line.split(candidate).length;
  return [',', '\t', ';', '|'].reduce((best, candidate) =>
    count(candidate) > count(best) ? candidate : best,
  );
}
