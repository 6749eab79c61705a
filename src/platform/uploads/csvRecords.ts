import { createReadStream } from 'node:fs';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';

/** The records of a CSV file, many at a time. The first is the header. */
export async function* csvRecords(
  file: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly CsvRecord[]> {
  const reader = new CsvReader(delimiter);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const input = createReadStream(file, { signal, highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      yield reader.push(decoder.decode(chunk, { stream: true }));
    }
    yield reader.push(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield [{ line: reader.line, cells: ['', ''], problem: 'not UTF-8 text' }];
    return;
  }
  yield reader.end();
}
