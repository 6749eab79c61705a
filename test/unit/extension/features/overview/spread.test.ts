import assert from 'node:assert/strict';
import { proposeSpread } from '../../../../../src/extension/features/overview/weekLoad';

function spreadOf(...crons: readonly string[]): ReturnType<typeof proposeSpread> {
  return proposeSpread(crons.map((cron, index) => ({ guid: `g${index}`, name: `s${index}`, cron })));
}

describe('Spreading the load', () => {
  it('proposes minutes of the same hour until the busiest has as few starts as possible', () => {
    const { before, after, changes } = spreadOf(...Array.from({ length: 30 }, () => '0 2 * * *'));
    assert.deepEqual([before, after, changes.length], [30, 1, 29]);
    for (const { from, to } of changes) {
      assert.equal(from, '0 2 * * *');
      assert.match(to, /^\d{1,2} 2 \* \* \*$/);
    }
    assert.equal(new Set(changes.map(({ to }) => to)).size, 29);
  });

  it('moves a repeating schedule by less than its interval', () => {
    const { before, after, changes } = spreadOf('*/5 * * * *', '*/5 * * * *', '*/15 * * * *');
    assert.deepEqual([before, after], [3, 1]);
    for (const { to } of changes) assert.match(to, /^[1-9]\d?-59\/(5|15) \* \* \* \*$/);
  });

  it('keeps the seconds of an expression', () => {
    const [change] = spreadOf('30 0 2 * * *', '30 0 2 * * *').changes;
    assert.match(change?.to ?? '', /^30 [1-9]\d? 2 \* \* \*$/);
  });

  it('keeps schedules without a collision, and expressions with several minutes', () => {
    assert.deepEqual(spreadOf('0 2 * * *', '1 2 * * *').changes, []);
    assert.deepEqual(spreadOf('0,30 2 * * *', '0,30 2 * * *', '* * * * *').changes, []);
    assert.deepEqual(spreadOf('0 2 * * 1', '0 2 * * 2').changes, []);
    assert.deepEqual(spreadOf('*/7 * * * *', '*/7 * * * *').changes, [], 'its steps differ at the hour');
  });

  it('counts a draft at its time and does not propose it again', () => {
    const first = spreadOf('0 2 * * *', '0 2 * * *', '0 2 * * *');
    const drafts = new Map(first.changes.map(({ guid, to }) => [guid, to]));
    const schedules = ['g0', 'g1', 'g2', 'new'].map((guid) => ({ guid, name: guid, cron: '0 2 * * *' }));
    const { before, after, changes } = proposeSpread(schedules, (guid) => drafts.get(guid));

    assert.deepEqual([before, after], [2, 1]);
    assert.equal(changes.length, 1);
    for (const { guid, to } of changes) {
      assert.ok(!drafts.has(guid));
      assert.ok(![...drafts.values()].includes(to));
    }
  });

  it('proposes nothing when nothing is scheduled or readable', () => {
    assert.deepEqual(spreadOf('every night'), { before: 0, after: 0, changes: [] });
  });
});
