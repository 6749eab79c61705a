import type { Services } from '../src/platform/services';
import { fillTable, runQuery, runStatement, segmentFiles } from './support/queryParts';
import { compare, growthOf, timeOf } from './measurement';
import type { Measurement } from './measurement';
import { openMemoryParts } from './support/openMemoryParts';

const rowCount = 5_000_000;

/** Queries over five million rows, compared with the same work as one statement on the same files. */
export async function measure(): Promise<Measurement[]> {
  await using parts = await openMemoryParts();
  await fillTable(parts, 'web', rowCount);
  const files = segmentFiles(parts, 'web');
  const measurements: Measurement[] = [];
  for (const { name, query, sql } of comparisons) {
    measurements.push(
      await compare({
        name: `${name} over ${rowCount / 1_000_000} million rows`,
        against: 'one statement by hand on the same files',
        ours: () => runQuery(parts, query),
        theirs: () => runStatement(parts, sql(files)),
        bar: { atMost: 1.3 },
      }),
    );
  }
  return [...measurements, ...(await measureMixed(parts)), await growth(parts)];
}

/** The field `bytes` is a number in four of five rows, otherwise a text, mostly of a number. */
async function measureMixed(parts: Services): Promise<Measurement[]> {
  const textCount = rowCount / 5;
  await fillTable(parts, 'mixed', rowCount - textCount);
  const numberFiles = segmentFiles(parts, 'mixed');
  await fillTable(
    parts,
    'texts',
    textCount,
    `CASE WHEN n % 10 = 0 THEN '-' ELSE (hash(n + 2) % 100000)::VARCHAR END`,
  );
  const textFiles = segmentFiles(parts, 'texts');
  const both = `(SELECT host, bytes FROM read_parquet([${numberFiles}])
    UNION ALL SELECT host, TRY_CAST(bytes AS BIGINT) FROM read_parquet([${textFiles}]))`;
  const comparison = await compare({
    name: `table | search | stats by on a mixed field over ${rowCount / 1_000_000} million rows`,
    against: 'one statement by hand that knows the type of each file',
    ours: () =>
      runQuery(
        parts,
        'table mixed, texts | search bytes >= 50000 | stats count, sum(bytes) as bytes, avg(bytes) by host',
      ),
    theirs: () =>
      runStatement(
        parts,
        `SELECT host, count(*), sum(bytes), avg(bytes) FROM ${both} WHERE bytes >= 50000 GROUP BY host ORDER BY host`,
      ),
    bar: { atMost: 2 },
  });
  return [comparison];
}

async function growth(parts: Services): Promise<Measurement> {
  for (const times of [1, 10, 100]) await fillTable(parts, `web${times}`, times * 20_000);
  return await growthOf('table | search | stats by', (times) =>
    timeOf(() => runQuery(parts, `table web${times} | search status >= 500 | stats count by host`)),
  );
}

const comparisons = [
  {
    name: 'table | search | stats by',
    query: 'table web | search status >= 500 | stats count, sum(bytes) as bytes, avg(bytes) by host',
    sql: (files: string): string =>
      `SELECT host, count(*), sum(bytes), avg(bytes) FROM read_parquet([${files}]) WHERE status >= 500 GROUP BY host ORDER BY host`,
  },
  {
    name: 'table | search with a wildcard | stats by',
    query: 'table web | search path == "/api/*" and status != 200 | stats count by host, status',
    sql: (files: string): string =>
      `SELECT host, status, count(*) FROM read_parquet([${files}]) WHERE path LIKE '/api/%' AND status <> 200 GROUP BY host, status ORDER BY host, status`,
  },
  {
    name: 'table | stats dc by (not in parts)',
    query: 'table web | stats dc(path), median(bytes) by host',
    sql: (files: string): string =>
      `SELECT host, count(DISTINCT path), median(bytes) FROM read_parquet([${files}]) GROUP BY host ORDER BY host`,
  },
] as const;
