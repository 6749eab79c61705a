import { readTimeSpan } from '../../../language/values';
import type { SpanUnit } from '../../../language/values';
import { QueryRefusal } from '../plan/queryRefusal';

const unitNames: Readonly<Record<SpanUnit, string>> = {
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  mon: 'months',
  y: 'years',
};

/** Converts a time span such as `10m` to an interval of the engine. */
export function engineInterval(span: string): string {
  const read = readTimeSpan(span);
  if (typeof read === 'string') throw new QueryRefusal(read);
  return `INTERVAL '${read.amount} ${unitNames[read.unit]}'`;
}
