import type { ScheduledQueriesAccess } from '../../ui/access';
import type { ActionDeps } from './actionDeps';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';
import { scheduledQueryOf } from './scheduledQueryItem';

export function scheduledQueriesAccess(
  section: ScheduledQueriesSection,
  deps: Pick<ActionDeps, 'ui' | 'platforms'>,
): ScheduledQueriesAccess {
  const { onDidChangeRecords: onDidChange, update, reload, watched } = section;
  return {
    queryOfRow: scheduledQueryOf,
    resolve: async (...question) => (await import('./bulkQueries')).pickQuery(deps, ...question),
    recordsOf: (connection) => watched.of(connection),
    watch: (connection, seen) => watched.watch(connection, seen),
    onDidChange,
    describe: async (connection, query) => {
      const { describeTrigger, nextRuns } = await import('./describeTrigger');
      const known = watched.of(connection).clock;
      known.note(query.lastRunTime, query.updated, query.created);
      const clock = known.clock();
      const [nextRun] = query.enabled ? nextRuns(query.cronSchedule ?? '', 1, new Date(), clock) : [];
      return { text: describeTrigger(query), nextRun, clock };
    },
    update,
    reload,
  };
}
