import type { Command, CommandOf, Option } from '../language/ast';
import type { CallExpression, Expression, Located } from '../language/expression';
import type { ParsedQuery } from '../language/parseQuery';
import { expressionsOf, walkCommands, walkExpressions } from '../language/services/walk';
import type { TextEdit } from '../language/textEdit';
import { applyEdits, insertion, replacement } from '../language/textEdit';
import { optionText, readTimeSpan, timeBefore } from '../language/values';
import type { SpanUnit, TimeSpan } from '../language/values';
import type { Period, ServerZone } from './serverZone';

/** A command that reads tables over a period. */
export type Source = CommandOf<'table'> | CommandOf<'fulltext'>;

/** The tables of a query and its subqueries that are read over a period; a lookup table has none. */
export function sourcesOf({ query }: ParsedQuery): readonly Source[] {
  return walkCommands(query).filter(isSource);
}

export function isSource(command: Command): command is Source {
  return command.kind === 'fulltext' || (command.kind === 'table' && command.name.text === 'table');
}

/** The calls of `now()` and `ago()` in a command. */
export function relativeCalls(command: Command): readonly CallExpression[] {
  return expressionsOf(command).flatMap(relativeCallsIn);
}

export function relativeCallsIn(expression: Expression): readonly CallExpression[] {
  const calls: CallExpression[] = [];
  walkExpressions(expression, (part) => {
    if (part.kind === 'call' && isRelative(part)) calls.push(part);
  });
  return calls;
}

function isRelative({ function: { text } }: CallExpression): boolean {
  return text === 'now' || text === 'ago';
}

/** The span of `ago("3d")`; undefined if it is not a literal. */
export function spanOfAgo({ arguments: [argument] }: CallExpression): TimeSpan | undefined {
  const span = argument?.kind === 'string' ? readTimeSpan(argument.value) : undefined;
  return typeof span === 'object' ? span : undefined;
}

export function optionOf({ options }: Pick<Source, 'options'>, name: string): Option | undefined {
  return options.find((option) => option.name.text === name);
}

/** The query as it would have run at a time: its periods end then, and `now()` is that time. */
export function queryAtTime(parsed: ParsedQuery, due: number, zone: ServerZone): string {
  const { text, query } = parsed;
  const edits: TextEdit[] = sourcesOf(parsed).flatMap((source) => periodEdits(text, source, due, zone));
  for (const command of walkCommands(query)) {
    for (const call of relativeCalls(command)) edits.push(replacement(call, timeOf(call, due)));
  }
  return applyEdits(text, edits);
}

/** The query over a period instead of its own, without conditions that compare the time with `now()`. */
export function queryOverPeriod(
  parsed: ParsedQuery,
  period: Period,
  bounds: readonly Located[],
  zone: ServerZone,
): string {
  const { text } = parsed;
  const edits = sourcesOf(parsed).flatMap((source) => replacePeriod(text, source, period, zone));
  return applyEdits(text, [...edits, ...bounds.map((bound) => replacement(bound, 'true'))]);
}

function periodEdits(text: string, source: Source, due: number, zone: ServerZone): readonly TextEdit[] {
  const span = readTimeSpan(optionText(source.options, 'duration') ?? '');
  if (typeof span === 'object')
    return replacePeriod(
      text,
      source,
      { from: timeBefore(due, span, (time) => zone.offsetAt(time)), to: due },
      zone,
    );
  const end = optionOf(source, 'to');
  // Later rows did not exist at that time.
  const isLater =
    wholeDigits(optionText(source.options, 'to') ?? '') > zone.digits(zone.repeatedHour(due)?.to ?? due);
  if (end !== undefined && !isLater) return [];
  return [...readPeriod(source, { to: due }, zone), ...(end ? [removal(text, end)] : [])];
}

function replacePeriod(text: string, source: Source, period: Period, zone: ServerZone): readonly TextEdit[] {
  const replaced = ['duration', 'from', 'to'].flatMap((name) => optionOf(source, name) ?? []);
  return [...readPeriod(source, period, zone), ...replaced.map((option) => removal(text, option))];
}

/**
 * The options for a period. Dates in an hour that occurs twice mean one of two times, so then the options cover both
 * and a condition after them is exact.
 */
function readPeriod(
  source: Source,
  { from, to }: Partial<Period> & Pick<Period, 'to'>,
  zone: ServerZone,
): readonly TextEdit[] {
  const start = from === undefined ? undefined : (zone.repeatedHour(from)?.from ?? from);
  const end = zone.repeatedHour(to)?.to ?? to;
  const first = start === undefined ? '' : ` from=${zone.digits(start)}`;
  const options = insertion(source.name.to, `${first} to=${zone.digits(end)}`);
  if (start === from && end === to) return [options];
  const after = from === undefined ? '' : `_time >= ${timestamp(from)} and `;
  return [options, insertion(source.to, ` | search ${after}_time < ${timestamp(to)}`)];
}

/** A prefix of `yyyyMMddHHmmss`, filled up. */
function wholeDigits(digits: string): string {
  return /^\d+$/.test(digits) ? digits + '00000101000000'.slice(digits.length) : '';
}

function removal(text: string, option: Option): TextEdit {
  return { from: option.from, to: text[option.to] === ' ' ? option.to + 1 : option.to, newText: '' };
}

/** A call of `now()` or `ago()` as a time that does not depend on a time zone. */
function timeOf(call: CallExpression, due: number): string {
  const now = timestamp(due);
  const span = call.function.text === 'ago' ? spanOfAgo(call) : undefined;
  if (span === undefined) return now;
  const [unit, times] = dateUnits[span.unit];
  return `dateadd(${now}, "${unit}", -${span.amount * times})`;
}

function timestamp(time: number): string {
  return `epoch(${Math.floor(time / 1000)})`;
}

/** Days and weeks of `ago()` have 24 hours each, also when the clock changes. */
const dateUnits: Readonly<Record<SpanUnit, readonly [unit: string, times: number]>> = {
  s: ['sec', 1],
  m: ['min', 1],
  h: ['hour', 1],
  d: ['hour', 24],
  w: ['hour', 168],
  mon: ['mon', 1],
  y: ['year', 1],
};
