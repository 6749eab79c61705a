import assert from 'node:assert/strict';
import {
  deletionEffects,
  loopThrough,
  predecessorsFirst,
  stopEffects,
} from '../../../../../src/extension/features/scheduledQueries/chainEffects';
import { dependentsOf } from '../../../../../src/core/interface/dependents';
import type { ChainLink } from '../../../../../src/core/interface/dependents';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';

function link(guid: string, precedingGuid?: string): ChainLink {
  return {
    guid,
    name: guid.toUpperCase(),
    triggerType: precedingGuid === undefined ? 'cron' : 'workflow',
    precedingGuid,
  };
}

const names = (links: readonly ChainLink[]): string => links.map(({ guid }) => guid).join(' ');

describe('Chains of scheduled queries', () => {
  const chain = [link('a'), link('b', 'a'), link('c', 'b')];
  const loop = [link('a', 'c'), link('b', 'a'), link('c', 'b')];

  for (const [what, from, all, dependents] of [
    [
      'list dependents, nearest first',
      ['a'],
      [link('d', 'c'), link('a'), link('b', 'a'), link('c', 'b'), link('x')],
      'b c d',
    ],
    ['leave out dependents that are deleted too', ['a', 'b'], chain, 'c'],
    ['end at a loop', ['a'], loop, 'b c'],
    [
      'leave out a query with a cron trigger that still names a predecessor',
      ['a'],
      [link('a'), { ...link('b', 'a'), triggerType: 'cron' }],
      '',
    ],
  ] as const) {
    it(what, () => assert.equal(names(dependentsOf(from, all)), dependents));
  }

  it('are re-created from their beginning, each query once, loops too', () => {
    const all = [link('d', 'c'), link('x', 'deleted'), link('a'), link('b', 'a'), link('c', 'b')];
    assert.equal(names(predecessorsFirst(all)), 'a b c d x');
    assert.equal(names(predecessorsFirst(loop)), 'b c a');
  });

  it('reject a query after its own dependent', () => {
    assert.deepEqual(loopThrough('a', 'c', chain), ['A', 'B', 'C', 'A']);
  });

  it('allow any other predecessor', () => {
    const all = [link('a'), link('b', 'a'), link('c')];
    assert.equal(loopThrough('c', 'b', all), undefined);
    assert.equal(loopThrough('c', 'b', [{ ...link('b', 'c'), triggerType: 'cron' }, link('c')]), undefined);
  });
});

describe('The effects of a deletion or a stop', () => {
  const [one, two] = ['One', 'Two'].map((name) => scheduledQueryRecord({ guid: name, name }));
  assert.ok(one && two);
  const running = { ...two, runningState: 'running' };
  const after = { ...one, guid: 'A', name: 'After', triggerType: 'workflow', precedingGuid: 'Two' };

  it('of a deletion name what runs, what never runs again, and whether it can be undone', () => {
    assert.equal(
      deletionEffects([one], [one, two], false),
      'Re-create Deleted Queries… re-creates it later, with a new GUID.',
    );
    const several = '“One”, “Two”\n\n';
    const orphans = '\n\nNever run again because they run after these: “After”\n\n';
    const later = 'Re-create Deleted Queries… re-creates them later, with new GUIDs.';
    assert.equal(
      deletionEffects([one, running], [one, running, after], false),
      `${several}Running, will be skipped: “Two”${orphans}${later}`,
    );
    assert.equal(
      deletionEffects([one, running], [one, running, after], true),
      `${several}Running, will be stopped before deletion: “Two”${orphans}${later}`,
    );
  });

  it('of a stop name what runs, whether it is forced, and that the schedule is kept', () => {
    const forced = 'Forced: the platform does not wait for slow work to finish.';
    const gently = 'Not forced: the platform ends each run gracefully.';
    const keptOne = 'The schedule is kept. The query runs again at its next scheduled time.';
    const kept = 'The schedules are kept. The queries run again at their next scheduled time.';
    assert.equal(
      stopEffects([one], false),
      ['It is not running at the moment.', gently, keptOne].join('\n\n'),
    );
    assert.equal(
      stopEffects([one, running], true),
      ['“One”, “Two”', 'Running, will be stopped now: “Two”', forced, kept].join('\n\n'),
    );
  });
});
