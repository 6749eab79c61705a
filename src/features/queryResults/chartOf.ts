import type { Command } from '../../language/ast';
import { parseQuery } from '../../language/parseQuery';
import type { ResultChart, ResultColumn } from '../../shared/protocol/queryResults';

/** Commands after an aggregation that leave its columns as they are. */
const harmless: ReadonlySet<Command['kind']> = new Set(['sort', 'limit', 'search', 'comment', 'order']);

/** What a result can be drawn as: a `timechart` over time, `stats … by` over the first field of its groups. */
export function chartOf(text: string, columns: readonly ResultColumn[]): ResultChart | null {
  const command = parseQuery(text).query.commands.findLast(({ kind }) => !harmless.has(kind));
  const x = axisOf(command);
  if (x === undefined || !columns.some(({ name }) => name === x)) return null;
  const grouped = new Set(command?.kind === 'stats' ? command.by.map(({ name }) => name) : []);
  const series = columns.filter(({ name, type }) => type === 'number' && name !== x && !grouped.has(name));
  if (series.length === 0) return null;
  return { shape: command?.kind === 'timechart' ? 'line' : 'bar', x, series: series.map(({ name }) => name) };
}

function axisOf(command: Command | undefined): string | undefined {
  if (command?.kind === 'timechart') return '_time';
  return command?.kind === 'stats' ? command.by[0]?.name : undefined;
}
