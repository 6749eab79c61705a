import assert from 'node:assert/strict';
import type { ActionDeps } from '../../../../../src/extension/features/scheduledQueries/actionDeps';
import { scheduledQueriesAccess } from '../../../../../src/extension/features/scheduledQueries/scheduledQueriesAccess';
import type { ScheduledQueriesSection } from '../../../../../src/extension/features/scheduledQueries/scheduledQueriesSection';
import type { ScheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import { QueryRecords } from '../../../../../src/extension/ui/connections/queryRecords';
import { lab } from '../../../../support/labConnection';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';

describe('The description of a scheduled query for other features', () => {
  const records = new QueryRecords(() => Promise.reject(new Error('nothing is requested')));
  const watched = { of: () => records } as unknown as ScheduledQueriesSection['watched'];
  const access = scheduledQueriesAccess({ watched } as ScheduledQueriesSection, {} as ActionDeps);
  const query = scheduledQueryRecord({
    enabled: true,
    cronSchedule: '30 3 * * *',
    updated: '2026-01-01 00:00:00+0900',
  });
  const nextRun = async (record: ScheduledQuery): Promise<string> =>
    (await access.describe(lab, record)).nextRun?.toISOString().slice(10, 19) ?? 'never';

  it('has the next run by the clock of the platform', async () => {
    assert.equal(await nextRun(query), 'T18:30:00');
    assert.equal(await nextRun({ ...query, enabled: false }), 'never');
  });

  it('has the next run by the newest offset of the platform, not by that of the last change', async () => {
    records.clock.note('2026-11-15 12:00:00+0200');
    assert.equal(await nextRun(query), 'T01:30:00');
  });
});
