import assert from 'node:assert/strict';
import { buildPipeline } from '../../../media/queryStatus/pipeline';
import type { Sample, WatchedCommand, WatchedStatus } from '../../../src/core/pages/queryStatusMessages';
import { watchedStatus } from '../../pages/support/states';

function status(...commands: readonly (readonly [string, number, string?])[]): WatchedStatus {
  return watchedStatus({ commands: commands.map((reported) => commandOf(...reported)), subQueries: [] });
}

function commandOf(command: string, pushCount: number, state = 'Running'): WatchedCommand {
  return { command, pushCount, status: state };
}

const samples = (...counts: readonly (readonly number[])[]): readonly Sample[] =>
  counts.map((pushCounts, index) => ({ at: index * 5000, rows: 0, pushCounts: [...pushCounts] }));

describe('The pipeline of a running query', () => {
  const marksOf = (input: WatchedStatus, seen: readonly Sample[]): readonly unknown[] =>
    buildPipeline(input, seen).steps.map(({ lag }) => lag);

  it('marks a command without output for ten seconds as stalled, and not as the slowest too', () => {
    const running = status(['table a', 300], ['search b', 100]);

    assert.deepEqual(marksOf(running, samples([100, 100], [200, 100], [300, 100])), ['slowest', 'stalled']);
    assert.deepEqual(marksOf(running, samples([200, 100], [300, 100])), [undefined, 'slowest']);
  });

  it('does not mark a command as stalled that returns nothing before all its input has arrived', () => {
    const running = status(['table a', 300], ['stats count', 0]);

    assert.deepEqual(marksOf(running, samples([100, 0], [200, 0], [300, 0])), ['slowest', undefined]);
    assert.deepEqual(marksOf(running, samples([300, 0], [300, 0], [300, 0])), ['stalled', 'stalled']);
  });

  it('marks no command as the slowest when only one is at work', () => {
    const running = status(['table a', 300], ['stats count', 0, 'Waiting']);

    assert.deepEqual(marksOf(running, samples([100, 0], [300, 0])), [undefined, undefined]);
  });

  it('puts a subquery below the innermost command that holds it, with counts of its own', () => {
    const inner = [commandOf('table c', 7)];
    const outer = [commandOf('table b', 5), commandOf('join k [ table c ]', 5)];
    const nested = watchedStatus({
      commands: [commandOf('union [ table b | join k [ table c ] ]', 10)],
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

  it('has rates of commands at work, and shares of those that have begun', () => {
    const running = status(
      ...([
        ['table a', 300],
        ['search b', 60, 'Finalizing'],
        ['sort c', 0, 'Waiting'],
        ['limit 5', 3, 'End'],
      ] as const),
    );
    const seen = samples([100, 80, 0, 0], [300, 60, 0, 3]);
    assert.deepEqual(
      buildPipeline(running, seen).steps.map(({ rate, passed }) => [rate, passed]),
      [
        [40, undefined],
        [0, 0.2],
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
    const over = buildPipeline({ ...running, isCanceled: true }, seen, true).steps;
    assert.deepEqual(
      over.map(({ rate, lag, command }) => [rate, lag, command.status]),
      ['Canceled', 'Canceled', 'Canceled', 'End'].map((state) => [undefined, undefined, state]),
    );
    assert.equal(buildPipeline({ ...running, isFinished: true }, seen).steps[0]?.command.status, 'Running');
  });

  it('marks the command as the slowest that is furthest behind, and the source when none is', () => {
    const running = status(['table a', 1000], ['search b', 500], ['search c', 250]);
    const slowest = (...last: readonly number[]): number =>
      marksOf(running, samples([0, 0, 0], last)).indexOf('slowest');

    assert.equal(slowest(1000, 100, 50), 1);
    assert.equal(slowest(1000, 400, 20), 2);
    assert.equal(slowest(1000, 450, 225), 0, 'a tenth less is not behind');
    assert.deepEqual(marksOf(running, samples([1000, 100, 50])), [undefined, undefined, undefined]);
  });
});
