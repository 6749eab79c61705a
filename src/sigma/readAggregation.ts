import { t } from '../shared/localize';
import type { CorrelationDocument, CorrelationType, CountLimit, Information } from './sigmaDocument';
import { SigmaRejection } from './sigmaRejection';

/** An aggregation of Sigma version 1: `selection | count(field) by group > 5`. */
export interface Aggregated {
  /** The text before the pipe. */
  readonly condition: string;
  readonly aggregation: CorrelationDocument;
}

interface SourcePosition {
  readonly information: Information;
  readonly timeframe: string | undefined;
  readonly line: number;
}

const types: Readonly<Record<string, CorrelationType>> = { sum: 'value_sum', avg: 'value_avg' };
const operators: Readonly<Record<string, CountLimit['operator']>> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '==',
  '==': '==',
};

/** Parses such a condition as the equivalent correlation. Undefined without a pipe. */
export function readAggregation(text: string, position: SourcePosition): Aggregated | undefined {
  const pipe = text.indexOf('|');
  if (pipe === -1) return undefined;
  const label = text.slice(pipe + 1).trim();
  const counted = tokenize(label);
  if (!counted) {
    const message = t('“{0}” after the condition is not supported. Write a correlation rule instead.', label);
    throw new SigmaRejection(message, position.line);
  }
  const { information, timeframe, line } = position;
  if (timeframe === undefined)
    throw new SigmaRejection(t('A condition that counts requires a timeframe.'), line);
  const nothing = { rules: [], percentile: undefined, aliases: new Map(), generate: false };
  return {
    condition: text.slice(0, pipe).trim(),
    aggregation: { kind: 'correlation', information, ...counted, timespan: timeframe, ...nothing, line },
  };
}

const form = /^(\w+)\s*\(\s*([^)]*?)\s*\)\s*(?:by\s+(.+?)\s*)?(>=|<=|==|>|<|=)\s*(\d+(?:\.\d+)?)$/i;

function tokenize(
  text: string,
): Pick<CorrelationDocument, 'type' | 'fields' | 'groupBy' | 'limits'> | undefined {
  const [, name = '', field = '', groups = '', operator = '', value = ''] = form.exec(text) ?? [];
  const type = typeOf(name.toLowerCase(), field);
  const limit = operators[operator];
  if (!type || !limit) return undefined;
  return {
    type,
    fields: field === '' ? [] : [field],
    groupBy: [...new Set(groups.split(/[\s,]+/).filter((group) => group !== ''))],
    limits: [{ operator: limit, value }],
  };
}

/** A count of a field counts distinct values. */
function typeOf(name: string, field: string): CorrelationType | undefined {
  if (name === 'count') return field === '' ? 'event_count' : 'value_count';
  return field !== '' && Object.hasOwn(types, name) ? types[name] : undefined;
}
