import { t } from '../base/localize';
import { readTimeSpan, secondsPerUnit } from '../language/values';
import { columnCommands, CorrelationEvents, joinCommand, printIdentity } from './correlationEvents';
import type { Column, NeededColumns, RuleEvents } from './correlationEvents';
import type { CorrelationDocument, CorrelationType } from './sigmaDocument';
import { reject } from './sigmaRejection';

/** The matches of a correlation as commands: a row for each, with its group, `_time` and what was measured. */
interface Matches {
  readonly commands: readonly string[];
  /** The first and the last time of the events of a match, as expressions. */
  readonly from: string;
  readonly to: string;
}

/**
 * The commands for a correlation. `_time` is the time of the event that completes a match. With a period, only
 * matches that are complete within it, so that another period has others.
 */
export function convertCorrelation(
  correlation: CorrelationDocument,
  rules: readonly RuleEvents[],
  period?: { readonly from: string; readonly to: string },
): readonly string[] {
  const { commands, to } = matchesOf(correlation, new CorrelationEvents(correlation, rules, []));
  return period === undefined
    ? commands
    : [...commands, `search ${to} >= ${period.from} and ${to} < ${period.to}`];
}

/** How long before the completion of a match its events begin, and those that could make it false, in seconds. */
export function lookBackOf(correlation: CorrelationDocument): number {
  const isDensest = correlation.type !== 'temporal_ordered' && needsDensest(correlation);
  return secondsOf(correlation) * (isDensest ? 2 : 1);
}

/** The matches of a correlation, for another one that refers to it. */
export function eventsOfCorrelation(
  name: string,
  correlation: CorrelationDocument,
  rules: readonly RuleEvents[],
): RuleEvents {
  const { groupBy } = correlation;
  const isKey = (field: string): boolean => groupBy.includes(field);
  return {
    name,
    hasOneValue: isKey,
    namesOf: (fields) => fields,
    commands: (columns, id) => {
      const names = columns.flatMap(({ column, field }) => [column, field]);
      const events = new CorrelationEvents(correlation, rules, [...names, id ?? '']);
      const own = columns.filter(({ field }) => isKey(field));
      const carried = columns.filter(({ field }) => !isKey(field));
      const identified = id === undefined ? undefined : { id, identity: printIdentity(name, groupBy) };
      const inner = carried.map(({ field }, index) => ({
        field,
        column: `${events.prefix}carried_${index + 1}`,
      }));
      const renamed = carried.map(({ column }, index) => ({ column, field: inner[index]?.column ?? column }));
      return [
        ...matchesOf(correlation, events).commands,
        ...carriedCommands(correlation, events, inner),
        ...columnCommands([...own, ...renamed], identified),
      ];
    },
  };
}

/** Adds the values that the events of a match have in other fields than those of the group. */
function carriedCommands(
  correlation: CorrelationDocument,
  events: CorrelationEvents,
  columns: readonly Column[],
): readonly string[] {
  if (columns.length === 0) return [];
  const { keys, prefix } = events;
  const { from, to } = matchesOf(correlation, events);
  const time = `${prefix}time`;
  const all = [...keys, '_time', ...columns.map(({ column }) => column)].join(', ');
  return [
    joinCommand(keys, [...events.all({ columns }), `rename _time as ${time}`]),
    `search ${time} >= ${from} and ${time} <= ${to}`,
    `stats count as ${prefix}count by ${all}`,
  ];
}

/** The length of a correlation's window, in seconds. */
function secondsOf({ timespan, line }: CorrelationDocument): number {
  const span = readTimeSpan(timespan);
  const seconds = typeof span === 'string' ? undefined : secondsPerUnit[span.unit];
  if (typeof span === 'object' && seconds !== undefined) return span.amount * seconds;
  reject(t('“{0}” is not a timespan such as 5m.', timespan), line);
}

function matchesOf(correlation: CorrelationDocument, events: CorrelationEvents): Matches {
  if (correlation.type === 'temporal_ordered') return orderedMatches(correlation, events);
  const measure = measureOf(correlation, events);
  const limits = limitsOf(correlation, measure.name, events.ruleCount);
  return needsDensest(correlation)
    ? densestMatches(correlation, events, measure, limits)
    : risingMatches(correlation, events, measure, limits);
}

/**
 * More events never make the condition false: a match for each event that completes one, with the events of the
 * timespan before it. No boundary of time separates events.
 */
function risingMatches(
  correlation: CorrelationDocument,
  events: CorrelationEvents,
  measure: Measure,
  limits: string,
): Matches {
  const { keys, prefix } = events;
  const window = [...keys, '_time'].join(', ');
  const [from, to, time] = [dateAdd('_time', -secondsOf(correlation)), '_time', `${prefix}time`];
  const commands = [
    ...events.all(measure.needs),
    `stats count as ${prefix}count by ${window}`,
    joinCommand(keys, [...events.all(measure.needs), `rename _time as ${time}`]),
    `search ${time} >= ${from} and ${time} <= ${to}`,
    `stats ${measure.call} as ${measure.name} by ${window}`,
    `search ${limits}`,
  ];
  return { commands, from, to };
}

/**
 * More events can make the condition false, and some part of every group has few of them: a group is measured in
 * its densest window.
 */
function densestMatches(
  correlation: CorrelationDocument,
  events: CorrelationEvents,
  measure: Measure,
  limits: string,
): Matches {
  const { keys, prefix } = events;
  const [start, time] = [`${prefix}start`, `${prefix}time`];
  const window = [...keys, start].join(', ');
  const to = dateAdd(start, secondsOf(correlation));
  const by = keys.length === 0 ? '' : ` by ${keys.join(', ')}`;
  const measures = [
    `${measure.call} as ${measure.name}`,
    ...(measure.size ? [`count as ${measure.size}`] : []),
  ];
  const commands = [
    ...events.all(measure.needs),
    `stats count as ${prefix}count by ${[...keys, '_time'].join(', ')}`,
    `rename _time as ${start}`,
    joinCommand(keys, [...events.all(measure.needs), `rename _time as ${time}`]),
    `search ${time} >= ${start} and ${time} <= ${to}`,
    `stats ${[...measures, `max(${time}) as _time`].join(', ')} by ${window}`,
    `sort limit=1 -${measure.size ?? measure.name}, ${start}${by}`,
    `search ${limits}`,
  ];
  return { commands, from: start, to };
}

/** For each event of the last rule, the latest events of the others before it, in reverse order. */
function orderedMatches(correlation: CorrelationDocument, events: CorrelationEvents): Matches {
  checkOrderedLimits(correlation);
  const { keys, prefix } = events;
  const [start, time] = [`${prefix}start`, `${prefix}time`];
  const window = [...keys, '_time'].join(', ');
  const earliest = dateAdd('_time', -secondsOf(correlation));
  const [last = [], ...others] = events.each().reverse();
  const steps = others.flatMap((rule) => [
    joinCommand(keys, [...rule, `rename _time as ${time}`]),
    `search ${time} >= ${earliest} and ${time} <= ${start}`,
    `stats max(${time}) as ${start} by ${window}`,
  ]);
  const commands = [...last, `stats max(_time) as ${start} by ${window}`, ...steps];
  return { commands, from: start, to: '_time' };
}

/** All of the rules must match; a condition may say the same. */
function checkOrderedLimits({ limits, rules, line }: CorrelationDocument): void {
  const isMet = (count: number): boolean =>
    limits.every(({ operator, value }) => compare(count, operator, Number(value)));
  const fewer = rules.map((_rule, count) => count);
  if (limits.length === 0 || (isMet(rules.length) && !fewer.some(isMet))) return;
  reject(t('A correlation that counts ordered rules cannot be converted.'), line);
}

function compare(one: number, operator: string, other: number): boolean {
  if (operator === '==') return one === other;
  if (operator === '!=') return one !== other;
  if (operator.endsWith('=') && one === other) return true;
  return operator.startsWith('<') ? one < other : one > other;
}

function dateAdd(time: string, seconds: number): string {
  return `dateadd(${time}, "sec", ${seconds})`;
}

/** What a correlation compares with its limits. */
interface Measure {
  /** The aggregate function. */
  readonly call: string;
  /** The column of the result. */
  readonly name: string;
  /** The column with the number of events, if the densest window is not the one with the greatest measure. */
  readonly size: string | undefined;
  readonly needs: NeededColumns;
}

const names: Readonly<Partial<Record<CorrelationType, string>>> = {
  event_count: 'events',
  temporal: 'rules',
};

const distributions: ReadonlySet<CorrelationType> = new Set([
  'value_avg',
  'value_median',
  'value_percentile',
]);

function measureOf(correlation: CorrelationDocument, events: CorrelationEvents): Measure {
  const { type, groupBy } = correlation;
  const { prefix, mayRepeat } = events;
  const name = names[type] ?? 'value';
  return {
    call: callOf(correlation, prefix, mayRepeat),
    name: groupBy.includes(name) ? `${prefix}${name}` : name,
    size: distributions.has(type) ? `${prefix}size` : undefined,
    needs: needsOf(type, mayRepeat),
  };
}

/** Whether further events could make the condition false. */
function needsDensest({ type, limits }: CorrelationDocument): boolean {
  return distributions.has(type) || limits.some(({ operator }) => !operator.startsWith('>'));
}

function needsOf(type: CorrelationType, mayRepeat: boolean): NeededColumns {
  if (type === 'temporal') return { rule: true };
  if (type === 'event_count') return { id: mayRepeat };
  return type === 'value_count' ? { value: 'text' } : { value: 'number', id: mayRepeat };
}

function callOf({ type, percentile, line }: CorrelationDocument, prefix: string, mayRepeat: boolean): string {
  const value = `${prefix}value`;
  switch (type) {
    case 'event_count':
      return mayRepeat ? `dc(${prefix}id)` : 'count';
    case 'temporal':
      return `dc(${prefix}rule)`;
    case 'value_count':
      return `dc(${value})`;
    case 'value_percentile':
      if (percentile === undefined) reject(t('The correlation does not specify a percentile.'), line);
      return `percentile(${value}, ${percentile})`;
    default:
      return `${type.replace('value_', '')}(${value})`;
  }
}

/** The condition, or that all of the rules match. */
function limitsOf({ type, limits, line }: CorrelationDocument, name: string, ruleCount: number): string {
  if (limits.length > 0)
    return limits.map(({ operator, value }) => `${name} ${operator} ${value}`).join(' and ');
  if (type === 'temporal') return `${name} >= ${ruleCount}`;
  reject(t('The correlation has no condition.'), line);
}
