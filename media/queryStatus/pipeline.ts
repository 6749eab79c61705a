import { groupedBy } from '../../src/core/base/groupedBy';
import type {
  Sample,
  WatchedCommand,
  WatchedStatus,
  WatchedSubQuery,
} from '../../src/core/pages/queryStatusMessages';

/** One command of the chart, with its rates. */
export interface PipelineStep {
  readonly command: WatchedCommand;
  /** Output rows per second since the previous response; undefined before the second response. */
  readonly rate: number | undefined;
  /** Output rows per input row; undefined for a source, or before there is input. */
  readonly passed: number | undefined;
  readonly lag: 'slowest' | 'stalled' | undefined;
  readonly subQueries: readonly PipelineBranch[];
}

export interface PipelineBranch {
  readonly id: number;
  readonly steps: readonly PipelineStep[];
}

export interface Pipeline {
  readonly steps: readonly PipelineStep[];
  /** Subqueries without a known command. */
  readonly loose: readonly PipelineBranch[];
}

/** A running command without output for this long is stalled. */
const stalledAfter = 10_000;
/** Counts are taken at different times; a tenth less is not a lag. */
const keepsPace = 0.9;

/** A finished query has no rates and lags, and its unfinished commands count as canceled. */
export function buildPipeline(
  status: WatchedStatus,
  samples: readonly Sample[],
  over = status.isFinished,
): Pipeline {
  const owners = ownersOf(status);
  const starts = countStarts(status);
  const branch = (subQuery: WatchedSubQuery): PipelineBranch => ({
    id: subQuery.id,
    steps: steps(subQuery.commands, starts.get(subQuery) ?? 0),
  });
  const steps = (commands: readonly WatchedCommand[], start: number): readonly PipelineStep[] => {
    const lags = over ? undefined : findLags(commands, start, samples);
    return commands.map((command, index) => ({
      command: over && status.isCanceled ? stopped(command) : command,
      rate: over || !isAtWork(command.status) ? undefined : rateOf(samples, start + index),
      passed: command.status === 'Waiting' ? undefined : shareOf(commands[index - 1], command),
      lag: lags?.get(index),
      subQueries: (owners.get(command) ?? []).map(branch),
    }));
  };
  return { steps: steps(status.commands, 0), loose: (owners.get(undefined) ?? []).map(branch) };
}

function stopped(command: WatchedCommand): WatchedCommand {
  return command.status === 'End' ? command : { ...command, status: 'Canceled' };
}

/** The start of the counts of each subquery in a sample. */
function countStarts(status: WatchedStatus): ReadonlyMap<WatchedSubQuery, number> {
  const starts = new Map<WatchedSubQuery, number>();
  let start = status.commands.length;
  for (const subQuery of status.subQueries) {
    starts.set(subQuery, start);
    start += subQuery.commands.length;
  }
  return starts;
}

/**
 * The response does not say which command has a subquery, but the text of the command contains the subquery
 * in brackets. The shortest such text is the innermost command.
 */
function ownersOf(
  status: WatchedStatus,
): ReadonlyMap<WatchedCommand | undefined, readonly WatchedSubQuery[]> {
  const everyCommand = [...status.commands, ...status.subQueries.flatMap((subQuery) => subQuery.commands)];
  return groupedBy(status.subQueries, ({ commands }) => {
    const text = collapseSpaces(commands.map(({ command }) => command).join('|'));
    const [owner] = everyCommand
      .filter(({ command }) => text !== '' && bracketed(command).includes(text))
      .sort((one, other) => one.command.length - other.command.length);
    return owner;
  });
}

function bracketed(command: string): string {
  const open = command.indexOf('[');
  return open < 0 ? '' : collapseSpaces(command.slice(open));
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

function rateOf(samples: readonly Sample[], index: number): number | undefined {
  const last = samples.at(-1);
  const before = samples.at(-2);
  const now = last?.pushCounts[index];
  const earlier = before?.pushCounts[index];
  if (!last || !before || now === undefined || earlier === undefined || last.at <= before.at)
    return undefined;
  return (Math.max(0, now - earlier) * 1000) / (last.at - before.at);
}

function shareOf(before: WatchedCommand | undefined, command: WatchedCommand): number | undefined {
  return before && before.pushCount > 0 ? command.pushCount / before.pushCount : undefined;
}

function findLags(
  commands: readonly WatchedCommand[],
  start: number,
  samples: readonly Sample[],
): ReadonlyMap<number, 'slowest' | 'stalled'> {
  const lags = new Map<number, 'slowest' | 'stalled'>();
  const running = [...commands.keys()].filter((index) => isAtWork(commands[index]?.status));
  for (const index of running) {
    // Commands such as stats return nothing before all their input has arrived.
    const collects = commands[index]?.pushCount === 0 && index > 0 && !!rateOf(samples, start + index - 1);
    if (!collects && isStalled(samples, start + index)) lags.set(index, 'stalled');
  }
  const slowest = findSlowest(
    commands,
    running.filter((index) => !lags.has(index)),
    start,
    samples,
  );
  if (running.length > 1 && slowest !== undefined) lags.set(slowest, 'slowest');
  return lags;
}

/**
 * The command that falls furthest behind its expected output, by its input and its ratio so far. If all keep
 * pace, they wait for the source.
 */
function findSlowest(
  commands: readonly WatchedCommand[],
  running: readonly number[],
  start: number,
  samples: readonly Sample[],
): number | undefined {
  const paces = running.map((index) => ({ index, pace: paceOf(commands, index, start, samples) }));
  const behind = paces.filter(({ pace }) => pace < keepsPace).sort((one, other) => one.pace - other.pace);
  return behind[0]?.index ?? (samples.length > 1 ? running.find((index) => index === 0) : undefined);
}

/** 1 if a command outputs as much as expected from its input, less if it falls behind. */
function paceOf(
  commands: readonly WatchedCommand[],
  index: number,
  start: number,
  samples: readonly Sample[],
): number {
  const before = commands[index - 1];
  const command = commands[index];
  const input = rateOf(samples, start + index - 1);
  const output = rateOf(samples, start + index);
  const share = command && shareOf(before, command);
  if (!input || output === undefined || !share) return 1;
  return output / (input * share);
}

function isAtWork(status: string | undefined): boolean {
  return status === 'Running' || status === 'Finalizing';
}

function isStalled(samples: readonly Sample[], index: number): boolean {
  const last = samples.at(-1);
  if (!last) return false;
  const since = samples.find((sample) => sample.pushCounts[index] === last.pushCounts[index]) ?? last;
  return last.at - since.at >= stalledAfter;
}
