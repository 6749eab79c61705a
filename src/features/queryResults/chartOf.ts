import type { Command } from '../../language/ast';
import type { ResultChart, ResultColumn } from '../../shared/protocol/queryResults';
import { parseForRun } from './parseForRun';

/** Commands that keep the columns of a preceding aggregation. */
const harmless: ReadonlySet<Command['kind']> = new Set(['sort', 'limit', 'search', 'comment', 'order']);

/** The chart of a result: a `timechart` over time, `stats` over its groups, or single values. */
export function chartOf(text: string, columns: readonly ResultColumn[]): ResultChart | null {
  const command = shapingCommand(text);
  if (command?.kind === 'stats' && command.by.length === 0) return singleValues(columns);
  const x = axisOf(command);
  if (x.length === 0 || !x.every((name) => columns.some((column) => column.name === name))) return null;
  const series = columns
    .filter(({ name, type }) => type === 'number' && !x.includes(name))
    .map(({ name }) => name);
  if (series.length === 0) return null;
  return { shape: command?.kind === 'timechart' ? 'line' : 'bar', x, series };
}

/** An aggregation without groups is shown as single values. */
function singleValues(columns: readonly ResultColumn[]): ResultChart | null {
  const numbers = columns.filter(({ type }) => type === 'number').map(({ name }) => name);
  return numbers.length === 0 ? null : { shape: 'single', x: [], series: numbers };
}

/** The last command that determines the columns. */
function shapingCommand(text: string): Command | undefined {
  const { stretches } = parseForRun(text);
  for (const { reading } of stretches.toReversed()) {
    const command = reading.commands.findLast(({ kind }) => !harmless.has(kind));
    if (command) return command;
  }
  return undefined;
}

function axisOf(command: Command | undefined): string[] {
  if (command?.kind === 'timechart') return ['_time'];
  return command?.kind === 'stats' ? command.by.map(({ name }) => name) : [];
}
