import assert from 'node:assert/strict';
import type { KnownRun } from '../../../../../src/core/api/readRuns';
import {
  commitsBefore,
  changesShown,
  runsShown,
} from '../../../../../src/extension/features/scheduledRuns/readRunsParts';
import { maskMessage } from '../../../../../src/core/privacy/maskMessage';
import { runsState as runsMessage } from '../../../../../src/core/pages/runs';
import { Masker } from '../../../../../src/core/privacy/masker';
import type { AuditLog } from '../../../../../src/core/interface/auditLog';
import { runsState } from '../../../../pages/support/runsStates';
import { each } from '../../../../support/each';
import { auditEntry } from '../../../../support/auditEntries';

const at = (minute: number): number => Date.UTC(2026, 10, 16, 3, minute);
const run = (minute: number, changes: Partial<KnownRun> = {}): KnownRun => {
  const time = `2026-11-16 12:0${minute}:00+0900`;
  const ended = { finished: time, elapsed: 1500, rows: 12, resultState: 'succeeded', failure: undefined };
  return { due: time, started: time, ...ended, ...changes };
};
const failed = { resultState: 'failed', rows: 0, elapsed: 300, failure: '(10605) table-not-found' };
const log = (minute: number, more: object = {}): AuditLog =>
  auditEntry({
    ...{ user: 'kim', user_name: 'kim', method: 'updateScheduledQuery' },
    ...{ created_at: at(minute), time: at(minute), ...more },
  });

describe('The runs of a scheduled query on their page', () => {
  it('have due time, start, duration, rows and outcome, the newest first', () => {
    const { runs } = runsShown({ source: 'runs', runs: [run(2, failed), run(1)] });
    assert.deepEqual(runs?.[1], {
      ...{ due: at(1), started: at(1), elapsed: 1500, rows: 12 },
      ...{ outcome: 'succeeded', text: 'succeeded' },
    });
    const [newest] = runs;
    assert.equal(newest?.outcome, 'failed');
    assert.match(newest.text, /^failed: The table does not exist\. \(10605\)$/);
  });

  it('name the first of a row of failures, its error and the last good run', () => {
    const { failures } = runsShown({
      source: 'runs',
      runs: [run(3, failed), run(2, { ...failed, failure: 'one\r\n  two\tthree' }), run(1)],
    });
    assert.deepEqual(failures, {
      ...{ since: at(2), count: 2, isCurrent: true },
      ...{ error: 'one two three', lastSuccess: at(1) },
    });
    assert.equal(
      runsShown({ source: 'runs', runs: [run(2), run(1, failed)] }).failures?.isCurrent,
      false,
      'failures that are over',
    );
    assert.equal(runsShown({ source: 'runs', runs: [run(2)] }).failures, null);
  });

  it('have no numbers if they come from the record only, and unknown states as the platform reports them', () => {
    const one = run(1, { elapsed: undefined, rows: undefined, resultState: 'Teilweise', due: 'soon' });
    const { runs, isFromRecord } = runsShown({ source: 'record', runs: [one] });
    assert.deepEqual(runs, [
      { due: null, started: at(1), elapsed: null, rows: null, outcome: 'other', text: 'Teilweise' },
    ]);
    assert.equal(isFromRecord, true);
    const running = run(2, { finished: undefined, resultState: 'running' });
    assert.equal(runsShown({ source: 'runs', runs: [running] }).runs?.[0]?.outcome, 'running');
  });
});

describe('What was changed before a failure', () => {
  const commit = (hash: string, minute: number) => ({
    ...{ hash, message: `Change ${hash}\n\nWhy`, parents: ['0'], authorName: 'lee' },
    commitDate: new Date(at(minute)),
  });

  it('comes from the audit log and from Git, the newest first', () => {
    const commits = [{ hash: 'a', parent: '0', time: at(2), author: 'lee', message: 'Other table\n\nWhy' }];
    const { items, gaps } = changesShown([log(1), log(3, { action: 'Changed\nquery' })], commits);
    assert.deepEqual(each(items, 'kind', 'user', 'text', 'hash'), [
      ['audit', 'kim', 'Changed query', null],
      ['commit', 'lee', 'Other table', 'a'],
      ['audit', 'kim', 'updateScheduledQuery', null],
    ]);
    assert.deepEqual(gaps, []);
  });

  it('is read from the last commits of the file up to the failure, and no more of them than fit', async () => {
    const asked: unknown[] = [];
    const commits = [5, 4, 3, 2, 1, 0].map((minute) => commit(String(minute), minute));
    const log = (options: unknown): Promise<typeof commits> => {
      asked.push(options);
      return Promise.resolve(commits);
    };
    const found = await commitsBefore({ log }, '/project/q.lq', at(4));
    assert.deepEqual(each(found, 'hash', 'parent', 'author'), [
      ['4', '0', 'lee'],
      ['3', '0', 'lee'],
      ['2', '0', 'lee'],
    ]);
    assert.deepEqual(asked, [{ path: '/project/q.lq', maxEntries: 100 }]);
  });
});

describe('Runs while sensitive values are hidden', () => {
  it('name neither people nor hosts, and keep times and figures', () => {
    const state = runsState({
      query: { guid: 'g', name: 'Logons on dc01.corp.local' },
      changes: {
        items: [
          { kind: 'audit', time: 1, user: 'kim.minsoo', text: 'Updated', hash: null },
          { kind: 'commit', time: 2, user: 'lee', text: 'Asked by kim.minsoo for 10.1.2.3', hash: 'abc' },
        ],
        gaps: [],
      },
    });
    const shown = maskMessage(runsMessage, state, new Masker());
    const text = JSON.stringify(shown);
    for (const name of ['kim.minsoo', '10.1.2.3', 'dc01.corp.local', '"lee"'])
      assert.ok(!text.includes(name), name);
    assert.deepEqual(each(shown.runs, 'rows'), each(state.runs, 'rows'));
  });
});
