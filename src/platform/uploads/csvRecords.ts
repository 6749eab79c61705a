import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';

/** The records of a CSV file in batches. The first is the header. */
export async function* csvRecords(
  file: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly CsvRecord[]> {
  const reader = new CsvReader(delimiter);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const input = createReadStream(file, { signal, highWaterMark: 256 * 1024 });
  let linesBefore = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      // No part of a chunk with an invalid byte is decoded.
      linesBefore = isUtf8(chunk) ? 0 : validLinesOf(chunk);
      yield reader.push(decoder.decode(chunk, { stream: true }));
    }
    linesBefore = 0;
    // Throws if the file ends within a character.
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield [{ line: reader.line + linesBefore, cells: ['', ''], problem: 'not UTF-8 text' }];
    return;
  }
  yield reader.end();
}

/** The number of lines before the first one that is not UTF-8. */
function validLinesOf(chunk: Buffer): number {
  // A chunk can start within a character.
  let start = chunk.findIndex((byte) => byte < 0x80 || byte >= 0xc0);
  for (let lines = 0; ; lines++) {
    const end = chunk.indexOf('\n', start);
    if (end === -1 || !isUtf8(chunk.subarray(start, end))) return lines;
    start = end + 1;
  }
}
