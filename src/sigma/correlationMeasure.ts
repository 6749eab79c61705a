import { t } from '../shared/localize';
import type { CorrelationEvents, NeededColumns } from './correlationEvents';
import type { CorrelationDocument, CorrelationType } from './sigmaDocument';
import { SigmaRejection } from './sigmaRejection';

/** What a correlation compares with its limits. */
export interface Measure {
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

export function measureOf(correlation: CorrelationDocument, events: CorrelationEvents): Measure {
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
export function needsDensest({ type, limits }: CorrelationDocument): boolean {
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
      if (percentile !== undefined) return `percentile(${value}, ${percentile})`;
      throw new SigmaRejection(t('The correlation does not specify a percentile.'), line);
    default:
      return `${type.replace('value_', '')}(${value})`;
  }
}

/** The condition, or that all of the rules match. */
export function limitsOf(
  { type, limits, line }: CorrelationDocument,
  name: string,
  ruleCount: number,
): string {
  if (limits.length > 0)
    return limits.map(({ operator, value }) => `${name} ${operator} ${value}`).join(' and ');
  if (type === 'temporal') return `${name} >= ${ruleCount}`;
  throw new SigmaRejection(t('The correlation has no condition.'), line);
}
