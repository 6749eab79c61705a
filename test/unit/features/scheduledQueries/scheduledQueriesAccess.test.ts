import assert from 'node:assert/strict';
import { scheduledQueriesAccess } from '../../../../src/features/scheduledQueries/scheduledQueriesAccess';
import type { ScheduledQueriesSection } from '../../../../src/features/scheduledQueries/scheduledQueriesSection';
import { scheduledQueryRecord } from '../../../support/scheduledQueryRecord';

describe('What other features may ask of scheduled queries', () => {
  const access = scheduledQueriesAccess({} as ScheduledQueriesSection);

  it('tells the next run by the clock of the service, not by that of this computer', async () => {
    const query = scheduledQueryRecord({
      enabled: true,
      cronSchedule: '30 3 * * *',
      updated: '2026-01-01 00:00:00+0900',
    });

    assert.match((await access.describe(query)).nextRun?.toISOString() ?? '', /T18:30:00/);
    assert.equal((await access.describe({ ...query, enabled: false })).nextRun, undefined);
  });
});
