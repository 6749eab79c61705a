import assert from 'node:assert/strict';
import { formatAgo, formatElapsed, formatShare, offsetAt } from '../../../media/app/format';
import { buildPipeline } from '../../../media/queryStatus/pipeline';
import type { Sample, WatchedCommand, WatchedStatus } from '../../../src/shared/protocol/queryStatus';
import { watchedStatus } from '../../pages/support/states';

function status(commands: readonly (readonly [string, number, string?])[]): WatchedStatus {
  return watchedStatus({ commands: commands.map(commandOf), subQueries: [] });
}

function commandOf([command, pushCount, state = 'Running']: readonly [
  string,
  number,
  string?,
]): WatchedCommand {
  return { command, pushCount, status: state };
}

const samples = (...counts: readonly (readonly number[])[]): readonly Sample[] =>
  counts.map((pushCounts, index) => ({ at: index * 5000, rows: 0, pushCounts: [...pushCounts] }));

describe('The pipeline of a running query', () => {
  const marksOf = (given: WatchedStatus, seen: readonly Sample[]): readonly unknown[] =>
    buildPipeline(given, seen).steps.map(({ mark }) => mark);

  it('marks a command without output for ten seconds as stalled, and not as the slowest too', () => {
    const running = status([
      ['table a', 300],
      ['search b', 100],
    ]);

    assert.deepEqual(marksOf(running, samples([100, 100], [200, 100], [300, 100])), ['slowest', 'stalled']);
    assert.deepEqual(marksOf(running, samples([200, 100], [300, 100])), [undefined, 'slowest']);
  });

  it('does not call a command stalled that returns nothing before all its input has arrived', () => {
    const running = status([
      ['table a', 300],
      ['stats count', 0],
    ]);

    assert.deepEqual(marksOf(running, samples([100, 0], [200, 0], [300, 0])), ['slowest', undefined]);
    assert.deepEqual(marksOf(running, samples([300, 0], [300, 0], [300, 0])), ['stalled', 'stalled']);
  });

  it('marks no command as the slowest where only one is at work', () => {
    const running = status([
      ['table a', 300],
      ['stats count', 0, 'Waiting'],
    ]);

    assert.deepEqual(marksOf(running, samples([100, 0], [300, 0])), [undefined, undefined]);
  });

  it('has no rate between two answers of the same moment', () => {
    const same = samples([100], [200]).map((sample) => ({ ...sample, at: 0 }));

    assert.equal(buildPipeline(status([['table a', 200]]), same).steps[0]?.rate, undefined);
  });

  it('puts a subquery below the innermost command that holds it, with counts of its own', () => {
    const inner = [commandOf(['table c', 7])];
    const outer = [commandOf(['table b', 5]), commandOf(['join k [ table c ]', 5])];
    const nested = watchedStatus({
      commands: [commandOf(['union [ table b | join k [ table c ] ]', 10])],
      subQueries: [
        { id: 1, commands: outer },
        { id: 2, commands: inner },
      ],
    });
    const { steps, loose } = buildPipeline(nested, samples([0, 0, 0, 0], [10, 5, 5, 20]));
    const [first] = steps[0]?.subQueries ?? [];
    const [second] = first?.steps[1]?.subQueries ?? [];

    assert.deepEqual([first?.id, second?.id, loose], [1, 2, []]);
    assert.equal(second?.steps[0]?.rate, 4);
  });

  it('is cancelled in what had not ended', () => {
    const ended = {
      ...status([
        ['table a', 5, 'End'],
        ['sort b', 0],
      ]),
      isFinished: true,
      isCancelled: true,
    };

    assert.deepEqual(
      buildPipeline(ended, []).steps.map(({ command }) => command.status),
      ['End', 'Cancelled'],
    );
  });
});

describe('Figures on a page', () => {
  it('change their unit where the next one begins', () => {
    assert.deepEqual([999, 59_900, 60_000, 3_599_000, 3_600_000].map(formatElapsed), [
      '999 ms',
      '59.9 s',
      '1 m 00 s',
      '59 m 59 s',
      '1 h 00 m',
    ]);
    assert.deepEqual([59_000, 60_000, 47 * 3_600_000, 48 * 3_600_000].map(formatAgo), [
      '59 s ago',
      '1 min ago',
      '47 h ago',
      '2 days ago',
    ]);
    assert.deepEqual([0, 0.0005, 0.001, 0.0994, 0.1, 9.99, 10].map(formatShare), [
      '0%',
      '<0.1%',
      '0.1%',
      '9.9%',
      '10%',
      '999%',
      '×10',
    ]);
  });

  it('are in UTC where nobody knows the zone of the service', () => {
    assert.deepEqual(
      [offsetAt(0, 'server', null), offsetAt(0, 'server', 540), offsetAt(0, 'utc', 540)],
      [0, 540, 0],
    );
  });
});
