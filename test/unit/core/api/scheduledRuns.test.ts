import assert from 'node:assert/strict';
import { newestFailures, runsOfRecord } from '../../../../src/core/api/readRuns';
import type { KnownRun } from '../../../../src/core/api/readRuns';
import type { ScheduledQuery } from '../../../../src/core/interface/scheduledQuery';
import { scheduledQueryRecord } from '../../../support/scheduledQueryRecord';

/** Newest first: s succeeded, f failed, k skipped, r running. */
function runs(states: string): readonly KnownRun[] {
  const words: Readonly<Record<string, string>> = { s: 'succeeded', f: 'FAILED', k: 'skipped', r: 'running' };
  return Array.from(states, (state, index) => ({
    due: '',
    started: String(index),
    finished: state === 'r' ? undefined : '',
    elapsed: 1,
    rows: 0,
    resultState: words[state] ?? '',
    failure: undefined,
  }));
}

describe('A row of failures', () => {
  for (const [states, first, count, isCurrent, before] of [
    ['fffss', '2', 3, true, '3'],
    ['rfkfsf', '3', 2, true, '4'],
    ['ssfsff', '2', 1, false, '3'],
    ['ff', '1', 2, true, undefined],
  ] as const) {
    it(`begins with its oldest failure: ${states}`, () => {
      const found = newestFailures(runs(states));
      assert.deepEqual(
        [found?.first.started, found?.count, found?.isCurrent, found?.before?.started],
        [first, count, isCurrent, before],
      );
    });
  }

  it('ends at a run that somebody has stopped', () => {
    const [failed, stopped, ...others] = runs('ffff');
    assert.ok(failed && stopped);
    const found = newestFailures([failed, { ...stopped, failure: 'stopped by kim' }, ...others]);
    assert.deepEqual([found?.count, found?.before?.failure], [1, 'stopped by kim']);
  });

  it('does not exist if nothing failed', () => {
    assert.equal(newestFailures(runs('rsks')), undefined);
    assert.equal(newestFailures([]), undefined);
  });
});

describe('The runs in the record of a scheduled query', () => {
  const of = (fields: Partial<ScheduledQuery>): readonly (readonly unknown[])[] =>
    runsOfRecord(scheduledQueryRecord(fields)).map((run) => [
      run.started,
      run.resultState,
      run.elapsed,
      run.failure,
    ]);

  it('are none before the first run', () => {
    assert.deepEqual(of({}), []);
  });

  it('are the last run, and the last failure if it was an earlier one', () => {
    const failure = { lastFailureTime: '2026-01-01 00:00:05+0000', lastFailureReason: 'why' };
    const last = { lastRunTime: '2026-01-02 00:00:00+0000', elapsedTime: 7 };
    assert.deepEqual(of({ ...failure, ...last, resultState: 'succeeded' }), [
      ['2026-01-02 00:00:00+0000', 'succeeded', 7, undefined],
      ['2026-01-01 00:00:05+0000', 'failed', undefined, 'why'],
    ]);
    assert.deepEqual(of({ ...failure, ...last, resultState: 'failed' }), [
      ['2026-01-02 00:00:00+0000', 'failed', 7, 'why'],
    ]);
  });
});
