import type { Services } from '../../src/platform/services';
import { addRows, addTable } from '../../test/support/tables';

const days = 30;

/** The files of a table, as a list for `read_parquet`. */
export function segmentFiles({ logTables }: Services, table: string): string {
  using scan = logTables.scan([table]);
  return scan.segments.map(({ path }) => `'${path}'`).join(', ');
}

export async function runQuery({ queries, accounts }: Services, text: string): Promise<void> {
  const account = accounts.findByLoginName('bench') ?? {
    guid: 'bench',
    loginName: 'bench',
    role: 'MEMBER',
    companyGuid: '',
  };
  const run = queries.start({
    text,
    source: 'rest-api',
    account,
    remoteAddress: '',
    constants: {},
    background: true,
  });
  const outcome = await run.done;
  if (outcome.outcome !== 'succeeded') throw new Error(`${text}: ${outcome.reason}`);
  await queries.drop(run);
}

export async function runStatement({ database }: Services, sql: string): Promise<void> {
  const connection = await database.connect();
  try {
    await connection.runAndReadAll(sql);
  } finally {
    connection.closeSync();
  }
}

/** Rows of a web server, over a month. */
export async function fillTable(
  parts: Services,
  name: string,
  rows: number,
  bytes = '(hash(n + 2) % 100000)::BIGINT',
): Promise<void> {
  await addTable({ parts }, name);
  const select = `SELECT TIMESTAMP '2024-01-01' + to_seconds(n * ${days * 86_400} // ${rows}) AS _time,
      'host' || hash(n) % 40 AS host,
      [200, 200, 200, 301, 404, 500, 503][(1 + hash(n + 1) % 7)::INTEGER] AS status,
      ${bytes} AS bytes,
      ['/index', '/api/orders', '/api/users', '/static/logo'][(1 + hash(n + 3) % 4)::INTEGER] || '/' || hash(n + 4) % 1000 AS path
      FROM range(${rows}) AS numbers(n)`;
  await addRows({ parts }, name, select);
}
