import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import type { ActionDeps } from './actionDeps';
import type { Target } from './bulkResults';

export interface CurrentQueries {
  /** The current targets, without deleted ones. */
  readonly queries: readonly ScheduledQuery[];
  readonly all: readonly ScheduledQuery[];
}

/** Reads all schedules, because states and chains may have changed since they were shown. */
export async function readCurrent(
  { platforms }: ActionDeps,
  connection: Connection,
  targets: readonly Target[],
): Promise<CurrentQueries> {
  const client = await platforms.clientFor(connection);
  const { items } = await withProgress(
    t('Reading the scheduled queries of {0}', connection.name),
    async (signal) => client.scheduledQueries({}, signal),
  );
  const wanted = new Set(targets.map(({ guid }) => guid));
  return { queries: items.filter(({ guid }) => wanted.has(guid)), all: items };
}
