import type { PlatformClient } from '../../../../../src/core/api/client';
import { createCursor, getQueryStatus } from '../../../../../src/core/api/operations/queries';
import { QueryRun } from '../../../../../src/extension/features/queryResults/queryRun';
import type { QueryRunDeps } from '../../../../../src/extension/features/queryResults/queryRun';
import { eventually } from '../../../../support/eventually';

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
  now?: () => number,
): QueryRun {
  const ignore = (): void => undefined;
  const scheduler = { add: ignore, remove: ignore };
  const end: QueryRunDeps['end'] = async (_queryId, drop) => drop();
  const deps = { client, end, scheduler, watched: () => true, changed: ignore, tailed: ignore };
  return new QueryRun(text, { ...deps, ...changes }, now);
}
