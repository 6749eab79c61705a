import type { BacktestState } from '../../../src/core/pages/backtest';
import { noon } from './states';
import { tableState } from './tableStates';

const day = 86_400_000;

/** A draft that was compared with the published text over a week. */
export function backtestState(change: Partial<BacktestState> = {}): BacktestState {
  const { connection, sample } = tableState();
  const from = noon - 7 * day;
  const runs = Array.from({ length: 7 }, (_, index) => ({
    from: noon - (index + 1) * day,
    to: noon - index * day,
    due: null,
    rows: 100 + index,
    publishedRows: 90 + index,
    elapsed: 1234 + index,
  }));
  return {
    kind: 'state',
    connection,
    subject: {
      uri: 'file:///denied.lq',
      name: 'Denied connections by source',
      text: 'table duration=1h fw_* | search action == "deny"',
      published: 'table duration=1h fw_*',
      cron: '*/10 * * * *',
      cronOffset: 0,
    },
    phase: 'done',
    problem: null,
    failure: null,
    plan: { kind: 'slices', from, to: noon, runs: 7, due: null, cut: ['import'], isLimited: false },
    estimate: { tables: 3, rows: 1_234_567, bytes: 345_678_901 },
    runs,
    rows: 721,
    isTruncated: false,
    hits: {
      unit: 'day',
      from,
      to: noon,
      counts: [106, 105, 104, 103, 102, 101, 100],
      names: ['11-08', '11-09', '11-10', '11-11', '11-12', '11-13', '11-14'],
    },
    sample,
    comparison: { same: 640, more: 81, less: 11, moreSample: sample!, lessSample: sample! },
    view: { zone: 'local', openField: null, days: '7', from: '', to: '', compare: true },
    ...change,
  };
}
