import type { Services } from '../../src/platform/services';
import { addRows, addTable } from '../../test/support/tables';
import { compare } from '../measurement';
import type { Comparison, Measurement } from '../measurement';

/** A query of the table `web`, compared with one statement on the rows of its files. */
export async function compareQuery(
  parts: Services,
  { query, sql, ...rest }: ComparedQuery,
): Promise<Measurement> {
  using scan = parts.logTables.scan(['web']);
  const files = scan.segments.map(({ path }) => `'${path}'`).join(', ');
  return await compare({
    ...rest,
    against: 'one statement by hand on the same files',
    ours: () => runQuery(parts, query),
    theirs: async () => void (await parts.database.read(sql(`read_parquet([${files}])`))),
    bar: { atMost: 1.3 },
  });
}

interface ComparedQuery extends Pick<Comparison, 'name' | 'repetitions'> {
  readonly query: string;
  readonly sql: (rows: string) => string;
}

async function runQuery({ queries }: Services, text: string): Promise<void> {
  const account = { guid: 'bench', loginName: 'bench', role: 'MEMBER', companyGuid: '' } as const;
  const start = {
    text,
    source: 'rest-api',
    account,
    remoteAddress: '',
    constants: {},
    background: true,
  } as const;
  const run = queries.start(start);
  const outcome = await run.done;
  if (outcome.outcome !== 'succeeded') throw new Error(`${text}: ${outcome.reason}`);
  await queries.drop(run);
}

/** Appends rows of a web server for these numbers, each at its second. */
export async function fillTable(
  parts: Services,
  name: string,
  numbers: string,
  second: string,
): Promise<void> {
  if (!parts.logTables.find(name)) await addTable({ parts }, name);
  const select = `SELECT TIMESTAMP '2024-01-01' + to_seconds(${second}) AS _time,
      'host' || hash(n) % 40 AS host,
      [200, 200, 200, 301, 404, 500, 503][(1 + hash(n + 1) % 7)::INTEGER] AS status,
      (hash(n + 2) % 100000)::BIGINT AS bytes,
      ['/index', '/api/orders', '/api/users', '/static/logo'][(1 + hash(n + 3) % 4)::INTEGER] || '/' || hash(n + 4) % 1000 AS path
      FROM ${numbers}`;
  await addRows({ parts }, name, select);
}
