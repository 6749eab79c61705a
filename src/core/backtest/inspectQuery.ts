import type { Command } from '../language/ast';
import { findCommand } from '../language/catalog/catalog';
import { changesOrSends } from '../language/catalog/entry';
import { effectOf, hasHiddenSubquery, isRowwise } from '../language/commandEffects';
import type { Expression, Located } from '../language/expression';
import { parseQuery } from '../language/parseQuery';
import type { ParsedQuery } from '../language/parseQuery';
import { parameterReferences, unresolvedParameters } from '../language/services/unresolvedParameters';
import { conjuncts, walkCommands, walkExpressions } from '../language/services/walk';
import { t } from '../base/localize';
import { isSource, optionOf, relativeCalls, relativeCallsIn, sourcesOf, spanOfAgo } from './shiftQuery';

/** How a query can run on the past. */
export type InspectedQuery =
  /** It only filters: a period can be searched in slices. `bounds` are conditions that `now()` is part of. */
  | {
      readonly kind: 'slices';
      readonly parsed: ParsedQuery;
      readonly bounds: readonly Located[];
      readonly cut: readonly string[];
    }
  /** What it returns depends on when it runs. */
  | { readonly kind: 'replay'; readonly parsed: ParsedQuery; readonly cut: readonly string[] }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Inspects a query. Commands at its end that write or send are left out, because a trial changes nothing. */
export function inspectQuery(text: string): InspectedQuery {
  const { text: reading, cut } = withoutWrites(text);
  const parsed = parseQuery(reading);
  const reason = impossibleReason(parsed);
  if (reason !== undefined) return { kind: 'impossible', reason };
  const bounds = parsed.query.commands.flatMap(boundsOf);
  return onlyFilters(parsed, bounds)
    ? { kind: 'slices', parsed, bounds, cut }
    : { kind: 'replay', parsed, cut };
}

function withoutWrites(text: string): { readonly text: string; readonly cut: readonly string[] } {
  const { commands } = parseQuery(text).query;
  const last = commands.findLastIndex((command) => command.kind !== 'comment' && !isWriting(command));
  const written = commands.slice(last + 1).filter(isWriting);
  const end = commands[last]?.to;
  if (end === undefined || written.length === 0) return { text, cut: [] };
  return { text: text.slice(0, end), cut: written.map(({ name }) => name.text) };
}

function isWriting(command: Command): boolean {
  return changesOrSends(effectOf(command));
}

function impossibleReason(parsed: ParsedQuery): string | undefined {
  if (parsed.text.trim() === '') return t('The query is empty.');
  const problem = parsed.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined) return t('The query has an error: {0}', problem.message);
  const commands = walkCommands(parsed.query);
  if (!commands.some(isSource)) return t('The query reads no table over a period of time.');
  const [parameter] = unresolvedParameters(parsed);
  if (parameter !== undefined) {
    return t(
      'The parameter “{0}” has no value: it comes from the preceding query. Give it a default.',
      parameter.name,
    );
  }
  return commands.map(whyNotInPast).find((reason) => reason !== undefined);
}

/** Why a command cannot run as if it were another time. */
function whyNotInPast(command: Command): string | undefined {
  const { name, kind } = command;
  if (kind === 'comment') return undefined;
  const effect = effectOf(command);
  if (changesOrSends(effect)) {
    return t(
      '“{0}” writes or sends data in the middle of the query, which a backtest must not do.',
      name.text,
    );
  }
  if (effect === 'unknown') {
    return t('Logbench does not know “{0}” and cannot tell whether it changes data.', name.text);
  }
  if (effect === 'waits' || readsCurrentData(command))
    return t('“{0}” reads current data, so it cannot be run for a past period.', name.text);
  return notShiftedReason(command);
}

/** Why the times of a command cannot be shifted. */
function notShiftedReason(command: Command): string | undefined {
  const { name, kind } = command;
  if (isSource(command) && optionOf(command, 'duration')?.value.kind === 'parameter') {
    return t('The duration of “{0}” is a parameter.', name.text);
  }
  const isHidden =
    kind === 'other' && (hasHiddenSubquery(command) || /\b(now|ago)\s*\(/.test(command.arguments));
  if (isHidden) return t('The arguments of “{0}” cannot be read, so its times cannot be shifted.', name.text);
  const isUnclear = relativeCalls(command).some((call) => call.function.text === 'ago' && !spanOfAgo(call));
  return isUnclear
    ? t('“ago” requires a literal time span such as "3d", so that its time can be shifted.')
    : undefined;
}

/** Sources other than logs over a period: the state of the platform, earlier results, other servers. */
function readsCurrentData(command: Command): boolean {
  const isConstant = command.kind === 'json' || command.kind === 'table' || command.kind === 'set';
  return !isSource(command) && !isConstant && findCommand(command.name.text)?.isSource === true;
}

function onlyFilters(parsed: ParsedQuery, bounds: readonly Located[]): boolean {
  const { commands } = parsed.query;
  const [source, ...others] = sourcesOf(parsed);
  if (source === undefined || others.length > 0) return false;
  return commands.every(
    (command) =>
      command.subqueries.length === 0 &&
      !command.options.some(({ name }) => name.text === 'limit' || name.text === 'offset') &&
      (command === source || command.kind === 'sort' || isRowwise(command)) &&
      !isRelative(command, bounds, commands),
  );
}

/** Whether the rows of a command depend on the time of the run, apart from its bounds and those of its source. */
function isRelative(command: Command, bounds: readonly Located[], all: readonly Command[]): boolean {
  const calls = relativeCalls(command).filter(
    ({ from }) => !bounds.some((bound) => bound.from <= from && from < bound.to),
  );
  if (calls.length === 0) return false;
  return command.kind !== 'set' || !isOnlyPeriod(command.parameter?.text ?? '', all);
}

/** Whether a parameter is used only for the period of the source. */
function isOnlyPeriod(parameter: string, commands: readonly Command[]): boolean {
  const references = parameterReferences(commands).filter(({ name }) => name === parameter);
  const periods = commands.filter(isSource).flatMap((source) => source.options);
  return references.every((reference) =>
    periods.some(({ name, value }) => ['from', 'to'].includes(name.text) && value.from === reference.from),
  );
}

/** The conditions of a `search` that compare the time of a row with the time of the run, such as `_time >= ago("1h")`. */
function boundsOf(command: Command): readonly Located[] {
  return command.kind === 'search' ? conjuncts(command.condition).filter(isBound) : [];
}

function isBound(expression: Expression): boolean {
  if (expression.kind !== 'binary' || !['>=', '<=', '>', '<'].includes(expression.operator)) return false;
  const { left, right } = expression;
  return [
    [left, right],
    [right, left],
  ].some(([time, bound]) => time !== undefined && bound !== undefined && isTime(time) && isTimeOfRun(bound));
}

function isTime(expression: Expression): boolean {
  return expression.kind === 'field' && expression.name === '_time';
}

function isTimeOfRun(expression: Expression): boolean {
  const kinds = new Set<Expression['kind']>();
  walkExpressions(expression, ({ kind }) => kinds.add(kind));
  return !kinds.has('field') && !kinds.has('parameter') && relativeCallsIn(expression).length > 0;
}
