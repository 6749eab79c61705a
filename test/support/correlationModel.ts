/**
 * Sigma correlations by the text of their specification: slow, short, and independent of the converter. Rules
 * are functions, times are seconds.
 */
export interface ModelEvent {
  readonly time: number;
  readonly fields: Readonly<Record<string, string | number | undefined>>;
}

export type CountType = 'event_count' | 'value_count' | 'value_sum' | 'value_avg' | 'value_median';

export interface ModelCorrelation {
  readonly name: string;
  readonly type: CountType | 'temporal' | 'temporal_ordered';
  /** Base rules by name, or other correlations. */
  readonly rules: readonly (string | ModelCorrelation)[];
  readonly groupBy: readonly string[];
  readonly aliases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly timespan: number;
  readonly fields: readonly string[];
  readonly condition: Readonly<Record<string, number>>;
}

export type BaseRules = Readonly<Record<string, (event: ModelEvent) => boolean>>;

/** A match of a rule: one event, or the events of a window, at the time of the deciding one. */
interface Match {
  readonly time: number;
  readonly value?: number;
  readonly key?: readonly (string | number)[];
  /** What each of its events is called and has in the fields, the group of an inner correlation included. */
  readonly readings: readonly ((field: string) => string | number | undefined)[];
  readonly of: unknown;
}

interface Item {
  readonly rule: string;
  readonly position: number;
  readonly match: Match;
  readonly values: readonly (string | number | undefined)[];
}

export interface ModelHit {
  readonly key: readonly (string | number)[];
  readonly time: number;
  readonly value: number | undefined;
}

export function hitsOf(
  correlation: ModelCorrelation,
  base: BaseRules,
  events: readonly ModelEvent[],
): readonly ModelHit[] {
  return matchesOf(correlation, base, events).map(({ key = [], time, value }) => ({ key, time, value }));
}

function matchesOf(
  rule: string | ModelCorrelation,
  base: BaseRules,
  events: readonly ModelEvent[],
): readonly Match[] {
  if (typeof rule === 'string') {
    return events
      .filter((event) => base[rule]?.(event))
      .map((event) => ({ time: event.time, readings: [(field) => event.fields[field]], of: event }));
  }
  const groups = new Map<string, { key: (string | number)[]; items: Item[] }>();
  for (const [position, part] of rule.rules.entries()) {
    const name = typeof part === 'string' ? part : part.name;
    const own = (field: string): string => {
      const alias = rule.aliases[field];
      return alias ? (alias[name] ?? '') : field;
    };
    for (const match of matchesOf(part, base, events)) {
      for (const reading of match.readings) {
        const key = rule.groupBy.map((field) => reading(own(field)));
        if (key.includes(undefined)) continue;
        const group = groups.get(JSON.stringify(key)) ?? { key: key as (string | number)[], items: [] };
        groups.set(JSON.stringify(key), group);
        const values = rule.fields.map((field) => reading(own(field)));
        group.items.push({ rule: name, position, match, values });
      }
    }
  }
  return [...groups.values()].flatMap(({ key, items }) =>
    windowsOf(rule, withValues(rule, items)).map(({ time, value, inside }) => ({
      time,
      ...(value !== undefined && { value }),
      key,
      readings: inside.flatMap(({ match }) =>
        match.readings.map((reading) => (field: string) => {
          const index = rule.groupBy.indexOf(field);
          return index < 0 ? reading(field) : key[index];
        }),
      ),
      of: Symbol('match'),
    })),
  );
}

/** Only an event with a number has something to sum or average. */
function withValues({ type }: ModelCorrelation, items: readonly Item[]): readonly Item[] {
  if (!['value_sum', 'value_avg', 'value_median'].includes(type)) return items;
  return items.filter(({ values: [value] }) => typeof value === 'number');
}

interface Window {
  readonly time: number;
  readonly value: number | undefined;
  readonly inside: readonly Item[];
}

function windowsOf(rule: ModelCorrelation, items: readonly Item[]): readonly Window[] {
  const times = [...new Set(items.map(({ match }) => match.time))].sort((one, other) => one - other);
  const between = (from: number, to: number): readonly Item[] =>
    items.filter(({ match }) => match.time >= from && match.time <= to);
  if (rule.type === 'temporal_ordered') return orderedWindows(rule, items, times, between);
  if (onlyFromBelow(rule)) {
    return times
      .map((time) => ({ time, inside: between(time - rule.timespan, time) }))
      .map(({ time, inside }) => ({ time, inside, value: measure(rule, inside) }))
      .filter(({ value }) => holds(rule, value));
  }
  const windows = times.map((time) => {
    const inside = between(time, time + rule.timespan);
    return { time: Math.max(...inside.map(({ match }) => match.time)), inside, value: measure(rule, inside) };
  });
  const density = ({ inside, value }: Window): number =>
    ['value_avg', 'value_median'].includes(rule.type)
      ? distinct(inside.map(({ match }) => match.of))
      : (value ?? 0);
  const densest = windows.reduce<Window | undefined>(
    (best, window) => (best === undefined || density(window) > density(best) ? window : best),
    undefined,
  );
  return densest && holds(rule, densest.value) ? [densest] : [];
}

/** More events never make such a condition false. */
function onlyFromBelow({ type, condition }: ModelCorrelation): boolean {
  return (
    !['value_avg', 'value_median'].includes(type) &&
    Object.keys(condition).every((operator) => operator === 'gt' || operator === 'gte')
  );
}

function orderedWindows(
  rule: ModelCorrelation,
  items: readonly Item[],
  times: readonly number[],
  between: (from: number, to: number) => readonly Item[],
): readonly Window[] {
  const last = rule.rules.length - 1;
  return times.flatMap((time): readonly Window[] => {
    if (!items.some(({ position, match }) => position === last && match.time === time)) return [];
    let before = time;
    for (let position = last - 1; position >= 0; position -= 1) {
      const earlier = between(time - rule.timespan, before).filter((item) => item.position === position);
      if (earlier.length === 0) return [];
      before = Math.max(...earlier.map(({ match }) => match.time));
    }
    return [{ time, value: undefined, inside: between(before, time) }];
  });
}

function measure({ type }: ModelCorrelation, items: readonly Item[]): number {
  if (type === 'event_count') return distinct(items.map(({ match }) => match.of));
  if (type === 'temporal') return distinct(items.map(({ rule }) => rule));
  if (type === 'value_count') {
    const whole = items.filter(({ values }) => !values.includes(undefined));
    return distinct(whole.map(({ values }) => JSON.stringify(values)));
  }
  const numbers = [
    ...new Map(items.map(({ match, values: [value] }) => [match.of, Number(value)])).values(),
  ].sort((one, other) => one - other);
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (type === 'value_sum') return sum;
  if (type === 'value_avg') return sum / numbers.length;
  const middle = numbers.length / 2;
  return ((numbers[Math.ceil(middle) - 1] ?? 0) + (numbers[Math.floor(middle)] ?? 0)) / 2;
}

function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

function holds({ type, condition, rules }: ModelCorrelation, value: number | undefined): boolean {
  const limits = Object.entries(condition);
  if (value === undefined) return false;
  if (limits.length === 0) return type === 'temporal' && value >= rules.length;
  return limits.every(([operator, limit]) => {
    switch (operator) {
      case 'gt':
        return value > limit;
      case 'gte':
        return value >= limit;
      case 'lt':
        return value < limit;
      case 'lte':
        return value <= limit;
      case 'eq':
        return value === limit;
      default:
        return value !== limit;
    }
  });
}
