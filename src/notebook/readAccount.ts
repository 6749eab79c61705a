import { runQuery } from '../api/runQuery';
import type { QueryRunner } from '../api/runQuery';

/** The account that runs the queries; undefined if the platform does not tell. */
export async function readAccount(client: QueryRunner): Promise<string | undefined> {
  const rows = await runQuery(client, `json "{}" | eval account = whoami() | fields account`).catch(() => []);
  const account = rows[0]?.['account'];
  return typeof account === 'string' ? account : undefined;
}
