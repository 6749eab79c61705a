import type { PlatformClient } from '../../../../src/api/client';
import { createCursor, getQueryStatus } from '../../../../src/api/operations/queries';
import { QueryRun } from '../../../../src/features/queryResults/queryRun';
import type { QueryRunDeps } from '../../../../src/features/queryResults/queryRun';
import { eventually } from '../../../support/eventually';

/** Runs a query to its end; the caller drops its cursor. */
export async function finishedQuery(client: PlatformClient, text: string): Promise<number> {
  const cursor = await client.send(createCursor(text));
  await eventually(async () => (await client.send(getQueryStatus(cursor))).finished);
  return cursor;
}

/** A query that is watched, and not started. */
export function newRun(
  text: string,
  client: QueryRunDeps['client'],
  changes: Partial<QueryRunDeps> = {},
): QueryRun {
  const end: QueryRunDeps['end'] = async (_queryId, drop) => drop();
  return new QueryRun(text, { client, end, watched: () => true, changed: () => undefined, ...changes });
}
