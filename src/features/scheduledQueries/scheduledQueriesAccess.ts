import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';
import { scheduledQueryOf } from './scheduledQueryItem';

export function scheduledQueriesAccess(section: ScheduledQueriesSection): ScheduledQueriesAccess {
  const { onDidChangeRecords: onDidChange, update, reload, watched } = section;
  return {
    queryOfRow: scheduledQueryOf,
    recordsOf: (connection) => watched.of(connection),
    watch: (connection, seen) => watched.watch(connection, seen),
    onDidChange,
    describe: async (query) => {
      const { describeTrigger, nextRuns, serviceOffset } = await import('./describeTrigger');
      const serverOffset = serviceOffset(query);
      const [nextRun] = query.enabled ? nextRuns(query.cronSchedule ?? '', 1, new Date(), serverOffset) : [];
      return { words: describeTrigger(query), nextRun, serverOffset };
    },
    update,
    reload,
  };
}
