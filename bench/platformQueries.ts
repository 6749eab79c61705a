import { openParts } from '../test/support/startApp';
import type { Measurement } from './measurement';
import { compareQuery, fillTable } from './support/queryParts';

/** A query over five million rows, compared with the same work as one statement on the same files. */
export async function measure(): Promise<Measurement[]> {
  await using parts = await openParts({}, (message, error) => {
    throw new Error(message, { cause: error });
  });
  await fillTable(parts, 'web', 'range(5000000) AS numbers(n)', 'n * 2592000 // 5000000');
  return [
    await compareQuery(parts, {
      name: 'table | search | stats by over 5 million rows',
      query: 'table web | search status >= 500 | stats count, sum(bytes) as bytes, avg(bytes) by host',
      sql: (rows) =>
        `SELECT host, count(*), sum(bytes), avg(bytes) FROM ${rows} WHERE status >= 500 GROUP BY host ORDER BY host`,
    }),
  ];
}
