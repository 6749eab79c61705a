import type { Services } from '../../src/platform/services';

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
    source: 'system',
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
