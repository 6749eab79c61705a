import { findScheduledQueries } from '../../api/findScheduledQuery';
import type { ScheduledQueryReader } from '../../api/findScheduledQuery';
import { t } from '../../shared/localize';
import { GuidMap, GuidSet } from '../../shared/wire/guid';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import { runBulk } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import { guidsOf } from '../../ui/writes/bulkResults';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import type { ActionDeps } from './actionDeps';
import type { Records } from './bulkResponses';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';

/** The queries of one connection that an action applies to. */
export interface BulkSubject {
  readonly connection: Connection;
  readonly targets: readonly BulkTarget[];
  /** The current records of the targets, without deleted ones. */
  readonly queries: readonly ScheduledQuery[];
  /** All schedules, because an action may affect others. */
  readonly all: readonly ScheduledQuery[];
}

/** Applies an action to scheduled queries. */
export async function runOnQueries(
  deps: ActionDeps,
  connection: Connection,
  queries: readonly BulkTarget[],
  plan: (subject: BulkSubject, force: boolean) => BulkPlan,
  /** All schedules, if they are known; otherwise they are read, because states and chains change. */
  known?: readonly ScheduledQuery[],
): Promise<void> {
  const prepare = async (targets: readonly BulkTarget[]) => {
    const all = known ?? (await readAll(deps, connection));
    const subject = { connection, targets, queries: recordsOf(all, targets), all };
    return (force: boolean) => plan(subject, force);
  };
  await runBulk(deps, queries, { connection, kind: 'scheduled queries', prepare });
}

export async function readAll(
  { platforms }: ActionDeps,
  connection: Connection,
): Promise<readonly ScheduledQuery[]> {
  const client = await platforms.clientFor(connection);
  const { items } = await withProgress(
    t('Reading the scheduled queries of {0}', connection.name),
    async (signal) => client.send(listScheduledQueries({}), signal),
  );
  return items;
}

/** The records of these queries, without deleted ones. */
export function recordsOf(
  all: readonly ScheduledQuery[],
  targets: readonly BulkTarget[],
): readonly ScheduledQuery[] {
  const wanted = new GuidSet(guidsOf(targets));
  return all.filter(({ guid }) => wanted.has(guid));
}

/** Reads the current records. */
export async function readRecords(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<Records> {
  const records = await findScheduledQueries(client, guids, signal);
  return new GuidMap(records.map((record) => [record.guid, record]));
}
