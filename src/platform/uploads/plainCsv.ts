import { createReadStream } from 'node:fs';

/**
 * Whether the engine reads a CSV file exactly as RFC 4180 says: every line has as many values as the header, lines end
 * alike, none is empty, and quotation marks enclose whole values without line breaks.
 */
export async function isPlainCsv(
  file: string,
  delimiter: string,
  width: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const scan = new CsvScan(delimiter.charCodeAt(0), width);
  for await (const chunk of createReadStream(file, {
    signal,
    highWaterMark: 1024 * 1024,
  }) as AsyncIterable<Buffer>) {
    if (!scan.push(chunk)) return false;
  }
  return scan.end();
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Where the last byte was: at the start of a value, in a plain or quoted one, or after a quotation mark in it. */
type Position = 'start' | 'plain' | 'quoted' | 'closed' | 'returned';

class CsvScan {
  #position: Position = 'start';
  #values = 1;
  #lineLength = 0;
  /** Whether the first line has a carriage return. */
  #returns: boolean | undefined;

  constructor(
    private readonly delimiter: number,
    private readonly width: number,
  ) {}

  /** False if the file is not plain. */
  push(chunk: Buffer): boolean {
    for (const byte of chunk) {
      const isPlain = this.#position === 'quoted' ? this.#readQuoted(byte) : this.#read(byte);
      if (!isPlain) return false;
    }
    return true;
  }

  end(): boolean {
    if (this.#position === 'quoted' || this.#position === 'returned') return false;
    return this.#lineLength === 0 || this.#values === this.width;
  }

  #readQuoted(byte: number): boolean {
    if (byte === lineFeed || byte === carriageReturn) return false;
    if (byte === quote) this.#position = 'closed';
    return true;
  }

  #read(byte: number): boolean {
    if (byte === lineFeed) return this.#endLine();
    if (this.#position === 'returned') return false;
    this.#lineLength += 1;
    if (byte === this.delimiter) {
      this.#values += 1;
      this.#position = 'start';
      return true;
    }
    if (byte === carriageReturn) {
      this.#lineLength -= 1;
      this.#position = 'returned';
      return true;
    }
    return this.#readValue(byte);
  }

  #readValue(byte: number): boolean {
    if (byte === quote) {
      if (this.#position === 'plain') return false;
      this.#position = 'quoted';
      return true;
    }
    if (byte === 0 || this.#position === 'closed') return false;
    this.#position = 'plain';
    return true;
  }

  #endLine(): boolean {
    const returned = this.#position === 'returned';
    this.#returns ??= returned;
    const isPlain = this.#lineLength > 0 && this.#values === this.width && returned === this.#returns;
    this.#position = 'start';
    this.#values = 1;
    this.#lineLength = 0;
    return isPlain;
  }
}
