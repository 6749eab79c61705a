import type { ScheduledQueriesAccess } from '../../ui/scheduledQueriesAccess';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';
import { scheduledQueryOf } from './scheduledQueryItem';

export function scheduledQueriesAccess(section: ScheduledQueriesSection): ScheduledQueriesAccess {
  return {
    queryOfRow: scheduledQueryOf,
    describe: async (query) => {
      const { triggerInWords } = await import('./triggerWords');
      const { nextRuns, serviceOffset } = await import('./nextRuns');
      const [nextRun] = query.enabled
        ? nextRuns(query.cronSchedule ?? '', 1, new Date(), serviceOffset(query))
        : [];
      return { words: triggerInWords(query), nextRun };
    },
    changed: async (connection, query) => section.update(connection, { changed: [query] }),
    reload: (connection) => {
      section.reload(connection);
    },
    added: async (connection, query) => section.update(connection, { added: [query] }),
  };
}
