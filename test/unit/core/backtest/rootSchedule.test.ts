import assert from 'node:assert/strict';
import { scheduleOfTrigger } from '../../../../src/core/backtest/rootSchedule';
import type { ScheduledQueryReader } from '../../../../src/core/api/findScheduledQuery';

describe('The schedule of a query that is not on the platform', () => {
  const platform = (record: object | Error): ScheduledQueryReader => ({
    send: () =>
      record instanceof Error ? Promise.reject(record) : Promise.resolve({ items: [record] } as never),
  });
  const trigger = { schedule: '0 9 * * *' };

  it('is evaluated in the time in which the platform writes its records', async () => {
    const records = platform({ updated: '2026-11-01 09:00:00+0900' });
    assert.deepEqual(await scheduleOfTrigger(records, trigger), { cron: '0 9 * * *', cronOffset: 540 });
  });

  it('is evaluated in UTC if no record can be read', async () => {
    const records = platform(new Error('requires ADMIN'));
    assert.deepEqual(await scheduleOfTrigger(records, trigger), { cron: '0 9 * * *', cronOffset: 0 });
    assert.deepEqual(await scheduleOfTrigger(records, undefined), { cron: undefined, cronOffset: 0 });
  });
});
