import type { Command, FulltextCondition } from '../language/ast';
import type { Expression } from '../language/expression';
import type { ResultColumn, ResultChart } from '../pages/queryResults';
import { parseQuery } from '../language/parseQuery';
import type { ParsedQuery } from '../language/parseQuery';

const minWordLength = 2;

/** The search terms of a query, to highlight in the results. */
export function highlightsOf(text: string): string[] {
  const found = commandsOf(text).flatMap((command) => {
    if (command.kind === 'fulltext') return command.condition ? termsOf(command.condition) : [];
    return command.kind === 'search' ? stringsOf(command.condition) : [];
  });
  const words = found.flatMap((word) => word.split('*')).map((word) => word.trim());
  return [...new Set(words.filter((word) => word.length >= minWordLength))];
}

/** Whether the rows are stored logs, whose fields have no defined order. */
export function isRawLogs(text: string, columns: readonly ResultColumn[]): boolean {
  const names = new Set(columns.map(({ name }) => name));
  const ordered = commandsOf(text).some(({ kind }) => kind === 'fields' || kind === 'order');
  return !ordered && ['_time', '_table', '_id'].every((name) => names.has(name));
}

function commandsOf(text: string): readonly Command[] {
  return parseForRun(text).sections.flatMap(({ reading }) => reading.commands);
}

function termsOf(condition: FulltextCondition): string[] {
  switch (condition.kind) {
    case 'term':
      return [condition.value];
    case 'comparison':
      return condition.operator === '!=' ? [] : stringsOf(condition.value);
    case 'and':
    case 'or':
      return [...termsOf(condition.left), ...termsOf(condition.right)];
    default:
      return [];
  }
}

/** Terms that are excluded are not highlighted: those inside `not()` and after `!=`. */
function stringsOf(expression: Expression): string[] {
  switch (expression.kind) {
    case 'string':
      return [expression.value];
    case 'binary':
      return expression.operator === '!='
        ? []
        : [...stringsOf(expression.left), ...stringsOf(expression.right)];
    case 'call':
      return expression.function.text === 'not' ? [] : expression.arguments.flatMap(stringsOf);
    default:
      return [];
  }
}

/** Commands that keep the columns of a preceding aggregation. */
const keepsColumns: ReadonlySet<Command['kind']> = new Set(['sort', 'limit', 'search', 'comment', 'order']);

/** The last command that determines the columns. */
function lastShaping(text: string): Command | undefined {
  return commandsOf(text).findLast(({ kind }) => !keepsColumns.has(kind));
}

/** Whether the result is meant to be seen as a chart. */
export function endsInTimechart(text: string): boolean {
  return lastShaping(text)?.kind === 'timechart';
}

/** The chart of a result: a `timechart` over time, `stats` over its groups, or single values. */
export function chartOf(text: string, columns: readonly ResultColumn[], ranAt?: number): ResultChart | null {
  const command = lastShaping(text);
  if (command?.kind === 'stats' && command.by.length === 0) return singleValues(columns);
  const x = axisOf(command);
  if (x.length === 0 || !x.every((name) => columns.some((column) => column.name === name))) return null;
  const series = columns
    .filter(({ name, type }) => type === 'number' && !x.includes(name))
    .map(({ name }) => name);
  if (series.length === 0) return null;
  if (command?.kind !== 'timechart') return { shape: 'bar', x, series };
  return { shape: 'line', x, series, ...intervalsOf(command, commandsOf(text), ranAt) };
}

function intervalsOf(
  command: Timechart,
  commands: readonly Command[],
  ranAt: number | undefined,
): Partial<ResultChart> {
  const span = lengthOf(command.options, 'span');
  const period = lengthOf(sourceOf(commands)?.options ?? [], 'duration');
  return {
    ...(isAdditive(command) && { additive: true }),
    ...(areCounts(command, commands) && { counts: true }),
    ...(span !== undefined && { span }),
    ...(ranAt !== undefined && period !== undefined && { from: ranAt - period }),
    ...(ranAt !== undefined && !hasEnd(commands) && { until: ranAt }),
  };
}

type Timechart = Extract<Command, { kind: 'timechart' }>;

/** Whether the values are counts, and no command after it has removed some. */
function areCounts(command: Timechart, commands: readonly Command[]): boolean {
  const after = commands.slice(commands.indexOf(command) + 1);
  const removes = after.some(({ kind }) => kind === 'search' || kind === 'limit');
  return !removes && command.aggregates.every((aggregate) => aggregate.function.text === 'count');
}

const milliseconds: Readonly<Record<string, number>> = {
  ...{ s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 },
};

/** Months and years have no fixed length. */
function lengthOf(options: Timechart['options'], wanted: string): number | undefined {
  const value = options.find(({ name }) => name.text === wanted)?.value;
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(value?.kind === 'word' ? value.text : '') ?? [];
  const length = milliseconds[unit];
  return length === undefined ? undefined : Number(count) * length;
}

/** Whether the query reads until a time that it names. */
function hasEnd(commands: readonly Command[]): boolean {
  const source = sourceOf(commands);
  return source === undefined || source.options.some(({ name }) => name.text === 'to');
}

function sourceOf(commands: readonly Command[]): Command | undefined {
  return commands.find(({ kind }) => kind === 'table' || kind === 'fulltext');
}

/** Whether the series are parts of one count or sum. */
function isAdditive({ aggregates: [only, ...more], by }: Timechart): boolean {
  return by.length > 0 && more.length === 0 && ['count', 'sum'].includes(only?.function.text ?? '');
}

/** An aggregation without groups is shown as single values. */
function singleValues(columns: readonly ResultColumn[]): ResultChart | null {
  const numbers = columns.filter(({ type }) => type === 'number').map(({ name }) => name);
  return numbers.length === 0 ? null : { shape: 'single', x: [], series: numbers };
}

function axisOf(command: Command | undefined): string[] {
  if (command?.kind === 'timechart') return ['_time'];
  return command?.kind === 'stats' ? command.by.map(({ name }) => name) : [];
}

let last: ParsedQuery | undefined;

/**
 * Parses a text to run. The last parse is reused, because a run parses the same text several times, or with
 * small changes.
 */
export function parseForRun(text: string): ParsedQuery {
  if (last?.text !== text) last = parseQuery(text, last);
  return last;
}
