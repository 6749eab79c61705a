import assert from 'node:assert/strict';
import { ArrivalIntervals } from '../../../../../src/extension/features/overview/readArrivalIntervals';
import { suiteServer } from '../../../../support/httpServer';
import { day, hour, now, table, written } from './support';

describe('The arrival intervals of tables', () => {
  let rows: readonly object[];
  const { signal } = new AbortController();

  const suite = suiteServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(rows.map((row) => JSON.stringify(row)).join('\n'));
  });

  it('are the hours with logs, oldest first, since the first log or the time that was read', async () => {
    const at = (hours: number): string => written(now - 1_800_000 - hours * hour, 540);
    rows = [
      { _table: 'young', hour: at(2), count: 1 },
      { _table: 'young', hour: at(5), count: 1 },
      { _table: 'old', hour: at(9), count: 1 },
      { _table: 'old', hour: 7, count: 1 },
      { _table: 3, hour: at(2), count: 1 },
      { _table: 'old', hour: 'then', count: 1 },
    ];
    const whole = now - 1_800_000;
    const last = now - 2 * hour;
    const tables = [
      table('young', { first: now - 6 * hour, last }),
      table('old', { first: now - 400 * day, last }),
      table('mute', { first: now - day, last }),
    ];

    const { byTable } = await new ArrivalIntervals().learn(suite.client, tables, now, signal);

    assert.deepEqual(Object.fromEntries(byTable), {
      young: { hours: [whole - 5 * hour, whole - 2 * hour], since: whole - 5 * hour },
      old: { hours: [whole - 9 * hour], since: whole + hour - 29 * day },
      mute: { hours: [], since: whole + hour - day },
    });
  });
});
