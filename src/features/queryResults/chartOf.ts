import type { Command } from '../../language/ast';
import type { ResultChart, ResultColumn } from '../../shared/protocol/queryResults';
import { parseForRun } from './parseForRun';

/** Commands after an aggregation that leave its columns as they are. */
const harmless: ReadonlySet<Command['kind']> = new Set(['sort', 'limit', 'search', 'comment', 'order']);

/** What a result can be drawn as: a `timechart` over time, `stats … by` over the first field of its groups. */
export function chartOf(text: string, columns: readonly ResultColumn[]): ResultChart | null {
  const command = shapingCommand(text);
  const x = axisOf(command);
  if (x === undefined || !columns.some(({ name }) => name === x)) return null;
  const grouped = new Set(command?.kind === 'stats' ? command.by.map(({ name }) => name) : []);
  const series = columns.filter(({ name, type }) => type === 'number' && name !== x && !grouped.has(name));
  if (series.length === 0) return null;
  return { shape: command?.kind === 'timechart' ? 'line' : 'bar', x, series: series.map(({ name }) => name) };
}

/** The last command that decides what columns there are. */
function shapingCommand(text: string): Command | undefined {
  const { stretches } = parseForRun(text);
  for (const { reading } of stretches.toReversed()) {
    const command = reading.commands.findLast(({ kind }) => !harmless.has(kind));
    if (command) return command;
  }
  return undefined;
}

function axisOf(command: Command | undefined): string | undefined {
  if (command?.kind === 'timechart') return '_time';
  return command?.kind === 'stats' ? command.by[0]?.name : undefined;
}
