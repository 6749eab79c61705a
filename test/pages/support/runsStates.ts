import type { RunRow, RunsState } from '../../../src/core/pages/runs';
import { noon } from './states';
import { tableState } from './tableStates';

const tenMinutes = 600_000;
const reason = 'failed: The table “fw_seoul_dmz” does not exist. (10605)';

/** A query that began to fail after a change: of 40 runs, the last three. */
export function runsState(change: Partial<RunsState> = {}): RunsState {
  const runs = Array.from({ length: 40 }, (_, index): RunRow => {
    const due = noon - index * tenMinutes;
    const times = { due, started: due + 2000 };
    if (index < 3) return { ...times, elapsed: 12, rows: 0, outcome: 'failed', text: reason };
    if (index === 20)
      return { ...times, elapsed: 0, rows: 0, outcome: 'skipped', text: 'skipped: still running' };
    return {
      ...times,
      elapsed: 1200 + index * 37,
      rows: 480 + index,
      outcome: 'succeeded',
      text: 'succeeded',
    };
  });
  return {
    kind: 'state',
    connection: tableState().connection,
    query: { guid: '0f7f6ae4-2f0e-4a57-9d3c-3f3f8d9d0001', name: 'Denied connections by source' },
    runs,
    isFromRecord: false,
    failures: {
      since: noon - 2 * tenMinutes + 2000,
      count: 3,
      isCurrent: true,
      error: 'The table “fw_seoul_dmz” does not exist. (10605)',
      lastSuccess: noon - 3 * tenMinutes + 2000,
    },
    changes: {
      items: [
        { kind: 'audit', time: noon - 25 * 60_000, user: 'kim', text: 'Update scheduled query', hash: null },
        {
          kind: 'commit',
          time: noon - 26 * 60_000,
          user: 'Kim Minsoo',
          text: 'Read the DMZ too',
          hash: '4be1c0ffee00',
        },
      ],
      gaps: [],
    },
    failure: null,
    view: { zone: 'local' },
    ...change,
  };
}
