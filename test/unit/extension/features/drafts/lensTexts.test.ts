import assert from 'node:assert/strict';
import { lensTexts } from '../../../../../src/extension/features/drafts/lensTexts';
import type { LensFacts } from '../../../../../src/extension/features/drafts/lensTexts';
import { scheduledQuery } from '../../../../../src/core/interface/scheduledQuery';

const failed = scheduledQuery.parse({
  ...{ guid: 'g', name: 'A', query: 'q', enabled: true, trigger_type: 'cron', cron_schedule: '0 3 * * *' },
  ...{ running_state: 'stopped', result_state: 'failed', last_failure_reason: '(10605) table-not-found' },
});

const facts: LensFacts = {
  file: undefined,
  hasDraft: false,
  hasQuery: true,
  isDeleted: false,
  lock: 'locked',
  proposedSchedule: undefined,
  record: failed,
  schedule: { text: 'at 03:00', nextRun: undefined, clock: undefined },
  change: undefined,
  dependents: [],
};

function titles(more: Partial<LensFacts> = {}): readonly string[] {
  return lensTexts({ ...facts, ...more }, () => undefined).map(({ title }) => title);
}

describe('The CodeLenses above a scheduled query', () => {
  it('show a failed last run before the schedule, which a narrow editor cuts', () => {
    assert.deepEqual(titles(), [
      'Run',
      'Published',
      'last run failed: The table does not exist. (10605)',
      'at 03:00',
    ]);
  });

  it('mention a lock when a draft waits for it, and while it is open', () => {
    const waiting = ['Run', 'Publish', 'Compare', 'Backtest…', 'locked: unlock to publish'];
    assert.deepEqual(titles({ hasDraft: true }).slice(0, 5), waiting);
    assert.equal(titles({ lock: { minutes: 5 } })[2], 'unlocked, 5 minutes left');
  });

  it('offer neither to run nor to try the conditions of a stream rule', () => {
    assert.deepEqual(titles({ hasDraft: true, hasQuery: false }).slice(0, 3), [
      'Publish',
      'Compare',
      'locked: unlock to publish',
    ]);
  });

  it('do not say published before the platform has responded or after the query was deleted', () => {
    assert.deepEqual(titles({ record: undefined }), ['Run']);
    const deleted = ['Run', 'Deleted on the platform', 'Re-create'];
    assert.deepEqual(titles({ record: undefined, isDeleted: true }), deleted);
    assert.deepEqual(titles({ record: undefined, isDeleted: true, hasDraft: true }).slice(0, 3), deleted);
  });

  it('run the commands that they name', () => {
    const lenses = lensTexts({ ...facts, hasDraft: true, proposedSchedule: '0 4 * * *' }, () => undefined);
    assert.deepEqual(
      lenses.map(({ title, command }) => [title, command?.replace('logbench.', '')]),
      [
        ['Run', 'query.run'],
        ['Publish', 'scheduledQuery.publish'],
        ['Compare', 'scheduledQuery.compare'],
        ['Backtest…', 'query.backtest'],
        ['draft of the schedule: 0 4 * * *', 'scheduledQuery.showRequest'],
        ['locked: unlock to publish', 'connection.unlockWrites'],
        ['last run failed: The table does not exist. (10605)', 'scheduledQuery.runs'],
        ['at 03:00', 'scheduledQuery.edit'],
      ],
    );
  });

  it('say when the query runs: next, after another one, or not at all', () => {
    const lensOf = (record: object, more: Partial<LensFacts> = {}): unknown =>
      lensTexts({ ...facts, ...more, record: { ...failed, ...record, resultState: '' } }, (guid, name) => [
        guid,
        name,
      ]).at(-1);
    const edit = { command: 'logbench.scheduledQuery.edit' };

    assert.match(
      (
        lensOf(
          {},
          {
            schedule: {
              text: 'at 03:00',
              nextRun: new Date('2026-11-15T03:00:00Z'),
              clock: { kind: 'offset', minutes: 120 },
            },
          },
        ) as { title: string }
      ).title,
      /^at 03:00 · next .+ \(assuming \+02:00\)$/,
    );
    assert.deepEqual(lensOf({ enabled: false }), { title: 'disabled (at 03:00)', ...edit });
    const workflow = { triggerType: 'workflow', precedingGuid: 'p', precedingName: 'First', enabled: false };
    const open = { title: 'runs after First', command: 'logbench.scheduledQuery.open' };
    assert.deepEqual(
      lensOf(workflow, { schedule: { text: 'after First', nextRun: undefined, clock: undefined } }),
      {
        ...open,
        commandArguments: [['p', 'First']],
      },
    );
  });

  it('say how the last run went, and who changed the query', () => {
    const record = (fields: object): Partial<LensFacts> => ({ record: { ...failed, ...fields } });
    assert.equal(titles(record({ runningState: 'running' }))[2], 'running');
    assert.equal(titles(record({ lastFailureReason: undefined }))[2], 'last run failed: no reason given');
    const ran = { resultState: 'succeeded', lastRunTime: 'yesterday' };
    assert.equal(titles(record(ran))[2], 'last run yesterday');
    assert.match(
      titles(record({ ...ran, lastRunTime: '2026-11-15 03:00:00+0000' }))[2] ?? '',
      /^last run (?!2026-11-15 03:00:00)/,
    );
    assert.match(titles({ change: { user: 'kim', time: 0 } }).at(-1) ?? '', /^changed by kim, ./);
  });
});
