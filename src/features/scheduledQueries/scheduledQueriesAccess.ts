import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';
import { scheduledQueryOf } from './scheduledQueryItem';

export function scheduledQueriesAccess(section: ScheduledQueriesSection): ScheduledQueriesAccess {
  return {
    queryOfRow: scheduledQueryOf,
    onDidChange: section.onDidChangeRecords,
    describe: async (query) => {
      const { describeTrigger } = await import('./describeTrigger');
      const { nextRuns, serviceOffset } = await import('./nextRuns');
      const serverOffset = serviceOffset(query);
      const [nextRun] = query.enabled ? nextRuns(query.cronSchedule ?? '', 1, new Date(), serverOffset) : [];
      return { words: describeTrigger(query), nextRun, serverOffset };
    },
    changed: async (connection, query) => section.update(connection, { changed: [query] }),
    reload: (connection) => section.reload(connection),
    added: async (connection, query) => section.update(connection, { added: [query] }),
    recreated: async (connection, query) =>
      section.update(connection, { added: [query.record], recreated: [query] }),
  };
}
