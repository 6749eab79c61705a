import { chunksOf } from './logLines';

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
  if (await isSimpleCsv(file, delimiter, signal)) return true;
  const scan = new CsvScan(delimiter.charCodeAt(0), width);
  for await (const chunk of chunksOf(file, signal)) {
    if (!scan.push(chunk)) return false;
  }
  return scan.end();
}

/**
 * Whether a file has none of what the engine may read in another way: then it rejects lines of another length than the
 * header by itself. Searching for bytes takes a tenth of the time of reading values.
 */
async function isSimpleCsv(file: string, delimiter: string, signal?: AbortSignal): Promise<boolean> {
  const unusual = ['"', '\r', '\0', '\n\n', `${delimiter}\n`].map((text) => Buffer.from(text));
  let last: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(file, signal)) {
    const seam = Buffer.concat([last, chunk.subarray(0, 1)]);
    if (unusual.some((text) => chunk.includes(text) || seam.includes(text))) return false;
    last = chunk.subarray(-1);
  }
  return !last.equals(Buffer.from(delimiter));
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

  /** 1 for bytes that may end a value. */
  readonly #isSpecial = new Uint8Array(256);

  constructor(
    private readonly delimiter: number,
    private readonly width: number,
  ) {
    for (const byte of [delimiter, quote, lineFeed, carriageReturn, 0]) this.#isSpecial[byte] = 1;
  }

  /** False if the file is not plain. */
  push(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#position === 'plain' || this.#position === 'quoted') at = this.#nextSpecial(chunk, at);
      const byte = chunk[at];
      if (byte === undefined) return true;
      const isPlain = this.#position === 'quoted' ? this.#readQuoted(byte) : this.#read(byte);
      if (!isPlain) return false;
    }
    return true;
  }

  /** A plain loop, because every byte of a value passes through it. */
  #nextSpecial(chunk: Buffer, from: number): number {
    const isSpecial = this.#isSpecial;
    let at = from;
    while (at < chunk.length && isSpecial[chunk[at] ?? 0] === 0) at += 1;
    return at;
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
