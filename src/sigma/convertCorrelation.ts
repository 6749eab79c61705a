import { t } from '../shared/localize';
import { printFieldName, printString } from '../language/printExpression';
import type { Conversion } from './convertRule';
import type { CorrelationDocument, CorrelationType } from './sigmaDocument';
import { SigmaRefusal } from './sigmaRefusal';

/** A converted rule that a correlation refers to, by the name in the correlation. */
export interface ReferredRule {
  readonly name: string;
  readonly conversion: Conversion;
}

/**
 * The commands for a correlation: one row for each time from which its events are within the timespan. Every
 * event starts a window, so that no window boundary hides matches.
 */
export function convertCorrelation(
  correlation: CorrelationDocument,
  rules: readonly ReferredRule[],
): Conversion {
  const end = `dateadd(_time, "sec", ${secondsOf(correlation)})`;
  const keys = correlation.groupBy.map(printFieldName);
  const commands =
    correlation.type === 'temporal_ordered'
      ? orderedCommands(correlation, rules, keys, end)
      : countCommands(correlation, rules, keys, end);
  return {
    commands,
    mapped: [...new Set(rules.flatMap(({ conversion }) => conversion.mapped))],
    warnings: [],
    sources: rules.flatMap(({ conversion }) => conversion.sources),
    fieldName: (field) => field,
  };
}

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** The length of a correlation's window, in seconds. */
export function secondsOf({ timespan, line }: CorrelationDocument): number {
  const [, amount = '', unit = ''] = /^(\d+)([smhdw])$/.exec(timespan) ?? [];
  const seconds = Number(amount) * (secondsPerUnit[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new SigmaRefusal(t('"{0}" is not a timespan such as 5m.', timespan), line);
}

function countCommands(
  correlation: CorrelationDocument,
  rules: readonly ReferredRule[],
  keys: readonly string[],
  end: string,
): readonly string[] {
  const events = unionOf(rules.map((rule) => eventsOf(correlation, rule)));
  const window = [...keys, '_time'].join(', ');
  return [
    ...events,
    `stats count by ${window}`,
    joinCommand(keys, [...events, 'rename _time as sigma_time']),
    `search sigma_time >= _time and sigma_time <= ${end}`,
    `stats ${measureOf(correlation)} as ${measureName(correlation)} by ${window}`,
    `search ${limitsOf(correlation, rules.length)}`,
  ];
}

/** For each event of the first rule, the events of the others that follow it in order. */
function orderedCommands(
  correlation: CorrelationDocument,
  rules: readonly ReferredRule[],
  keys: readonly string[],
  end: string,
): readonly string[] {
  if (correlation.limits.length > 0) {
    throw new SigmaRefusal(t('A count of ordered rules cannot be converted.'), correlation.line);
  }
  const [first, ...others] = rules.map((rule) => eventsOf(correlation, rule));
  const window = [...keys, '_time'].join(', ');
  const steps = others.flatMap((events, place) => {
    const [before, time] = [place === 0 ? '_time' : 'sigma_time', 'sigma_next'];
    const known = [...keys, '_time', ...(place === 0 ? [] : ['sigma_time'])].join(', ');
    return [
      joinCommand(keys, [...events, `rename _time as ${time}`]),
      `search ${time} >= ${before} and ${time} <= ${end}`,
      // The earliest next event leaves the most time for the others.
      `stats min(${time}) as sigma_next by ${known}`,
      ...(place === 0 ? [] : ['fields - sigma_time']),
      'rename sigma_next as sigma_time',
    ];
  });
  return [...(first ?? []), `stats count by ${window}`, ...steps];
}

/** The events of a rule with only the fields that the correlation uses. */
function eventsOf(correlation: CorrelationDocument, { name, conversion }: ReferredRule): readonly string[] {
  const nameOf = (field: string): string => {
    const aliased = correlation.aliases.get(field);
    const own = aliased ? aliased.get(name) : field;
    if (own !== undefined) return printFieldName(conversion.fieldName(own));
    throw new SigmaRefusal(
      t('The alias "{0}" has no field for the rule "{1}".', field, name),
      correlation.line,
    );
  };
  const keys = correlation.groupBy.map((field) => [printFieldName(field), nameOf(field)] as const);
  const assignments = [
    ...keys.filter(([key, field]) => key !== field).map(([key, field]) => `${key} = ${field}`),
    `sigma_rule = ${printString(name)}`,
    ...(correlation.field === undefined
      ? []
      : [`sigma_value = ${valueOf(correlation, nameOf(correlation.field))}`]),
  ];
  const kept = ['_time', ...keys.map(([key]) => key), 'sigma_rule'];
  if (correlation.field !== undefined) kept.push('sigma_value');
  return [...conversion.commands, `eval ${assignments.join(', ')}`, `fields ${kept.join(', ')}`];
}

function valueOf({ type }: CorrelationDocument, field: string): string {
  return type === 'value_count' ? field : `double(${field})`;
}

function unionOf(queries: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = queries;
  return [...first, ...others.map((query) => `union ${subquery(query)}`)];
}

function joinCommand(keys: readonly string[], query: readonly string[]): string {
  return `join ${keys.length === 0 ? 'type=cross' : keys.join(', ')} ${subquery(query)}`;
}

function subquery(commands: readonly string[]): string {
  const lines = commands.join('\n| ').replaceAll('\n', '\n    ');
  return `[\n    ${lines}\n  ]`;
}

function measureName({ type }: CorrelationDocument): string {
  if (type === 'event_count') return 'events';
  return type === 'temporal' ? 'rules' : 'value';
}

const measures: Readonly<Partial<Record<CorrelationType, string>>> = {
  event_count: 'count',
  temporal: 'dc(sigma_rule)',
  value_count: 'dc(sigma_value)',
  value_sum: 'sum(sigma_value)',
  value_avg: 'avg(sigma_value)',
  value_median: 'median(sigma_value)',
};

function measureOf({ type, percentile, line }: CorrelationDocument): string {
  if (type !== 'value_percentile') return measures[type] ?? '';
  if (percentile !== undefined) return `percentile(sigma_value, ${percentile})`;
  throw new SigmaRefusal(t('The correlation does not specify a percentile.'), line);
}

function limitsOf(correlation: CorrelationDocument, ruleCount: number): string {
  const { type, limits, line } = correlation;
  const name = measureName(correlation);
  if (limits.length > 0)
    return limits.map(({ operator, value }) => `${name} ${operator} ${value}`).join(' and ');
  if (type === 'temporal') return `${name} >= ${ruleCount}`;
  throw new SigmaRefusal(t('The correlation has no condition.'), line);
}
