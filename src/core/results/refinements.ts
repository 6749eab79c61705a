import type { Command, CommandOf } from '../language/ast';
import { printFieldName } from '../language/printExpression';
import type { Expression } from '../language/expression';
import { conjuncts, walkExpressions } from '../language/services/walk';
import type { QueryTime, Refinement, ResultColumn } from '../pages/queryResults';
import { parseForRun } from './rowShape';
import { searchForValue } from './searchForValue';

/** Minutes east of UTC in which the platform reads a time, given in epoch milliseconds. */
export type OffsetAt = (epoch: number) => number;

/** The query with the refinement; undefined for a value that cannot be written in a query. */
export function refined(
  text: string,
  refinement: Refinement,
  offsetAt: OffsetAt,
  columns: readonly ResultColumn[],
): string | undefined {
  if (refinement.action === 'narrowTime') return narrowed(text, refinement, offsetAt);
  if (refinement.action === 'setTime') return withTime(text, refinement, offsetAt);
  const isNumber = columns.some(({ name, type }) => name === refinement.column && type === 'number');
  const command = commandOf(refinement, isNumber);
  return command === undefined ? undefined : withCommand(text, command);
}

type CommandRefinement = Exclude<Refinement, { action: 'narrowTime' | 'setTime' }>;

function commandOf(refinement: CommandRefinement, isNumber: boolean): string | undefined {
  const field = printFieldName(refinement.column);
  switch (refinement.action) {
    case 'keepOnly':
    case 'exclude':
      return searchForValue(refinement.column, refinement.value, isNumber, refinement.action === 'exclude');
    case 'groupBy':
      return `stats count by ${field} | sort -count`;
    case 'sort':
      return `sort ${refinement.descending ? '-' : ''}${field}`;
  }
}

/** Appends a command, on its own line if the query has several lines. */
function withCommand(text: string, command: string): string {
  const body = text.trimEnd();
  const separator = body.includes('\n') ? '\n| ' : ' | ';
  return `${body}${separator}${command}${text.slice(body.length)}`;
}

const timeOptions = ['duration', 'from', 'to'];

/** Limits the time range of the source; without such a source, appends a condition. */
function narrowed(
  text: string,
  { from, to }: Extract<Refinement, { action: 'narrowTime' }>,
  offsetAt: OffsetAt,
): string {
  const timestamp = (epoch: number): string => `date("${compact(epoch, offsetAt)}", "yyyyMMddHHmmss")`;
  const [begin, end] = [startOf(from), endOf(to, offsetAt)];
  return (
    withTime(text, { duration: null, from, to }, offsetAt) ??
    withCommand(text, `search _time >= ${timestamp(begin)} and _time < ${timestamp(end)}`)
  );
}

/** Replaces the time range of the source; undefined if there is none. */
function withTime(
  text: string,
  { duration, from, to }: Pick<Extract<Refinement, { action: 'setTime' }>, 'duration' | 'from' | 'to'>,
  offsetAt: OffsetAt,
): string | undefined {
  const options = [
    ...(duration === null ? [] : [`duration=${duration}`]),
    ...(from === null ? [] : [`from=${compact(startOf(from), offsetAt)}`]),
    ...(to === null ? [] : [`to=${compact(endOf(to, offsetAt), offsetAt)}`]),
  ];
  return withOptions(text, timeOptions, options.join(' '));
}

/** The time range of the source, as it is written; null if there is no source. */
export function timeOf(text: string): QueryTime | null {
  const source = sourceOf(text);
  const written = (option: string): string | null => {
    const value = source?.options.find(({ name }) => name.text === option)?.value;
    return value ? text.slice(value.from, value.to) : null;
  };
  if (!source) return null;
  const time = { duration: written('duration'), from: written('from'), to: written('to') };
  return limitsTime(text, source) ? { ...time, limited: true } : time;
}

/** Whether a `search` right after the source has conditions on the time, as the queries of Sigma rules do. */
function limitsTime(text: string, source: Command): boolean {
  const { commands } = parseForRun(text).query;
  const [, ...following] = commands.slice(commands.findIndex(({ from }) => from === source.from));
  const end = following.findIndex(({ kind }) => kind !== 'search');
  const searches = following.slice(0, end < 0 ? undefined : end);
  return searches.some(
    (command) => command.kind === 'search' && conjuncts(command.condition).some(isAboutTime),
  );
}

function isAboutTime(condition: Expression): boolean {
  if (condition.kind === 'binary' && condition.operator === 'or') return false;
  let isAbout = false;
  walkExpressions(condition, (part) => (isAbout ||= part.kind === 'field' && part.name === '_time'));
  return isAbout;
}

/** The command that reads tables, not including subqueries. */
function sourceOf(text: string): CommandOf<'table'> | CommandOf<'fulltext'> | undefined {
  return parseForRun(text).query.commands.find(
    (command) => command.kind === 'table' || command.kind === 'fulltext',
  );
}

/** Replaces options of the command that reads tables. Undefined if there is no such command. */
export function withOptions(text: string, removed: readonly string[], added: string): string | undefined {
  const source = sourceOf(text);
  if (!source) return undefined;
  let rest = text;
  for (const { from, to } of source.options.filter(({ name }) => removed.includes(name.text)).toReversed()) {
    rest = rest.slice(0, from) + rest.slice(to).replace(/^[^\S\r\n]+/, '');
  }
  const at = source.name.to;
  return `${rest.slice(0, at)}${added && ' '}${added}${rest.slice(at)}`;
}

/** The platform reads whole seconds. */
function startOf(epoch: number): number {
  return Math.floor(epoch / 1000) * 1000;
}

/** A time that occurs twice, because clocks are set back, means the first of the two: the second is moved after both. */
function endOf(epoch: number, offsetAt: OffsetAt): number {
  const end = Math.ceil(epoch / 1000) * 1000;
  const overlap = offsetAt(end - maxOverlap) - offsetAt(end);
  const isSecond = overlap > 0 && offsetAt(end - overlap * 60_000) === offsetAt(end) + overlap;
  return isSecond ? end + overlap * 60_000 : end;
}

const maxOverlap = 2 * 3_600_000;

function compact(epoch: number, offsetAt: OffsetAt): string {
  return new Date(epoch + offsetAt(epoch) * 60_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
