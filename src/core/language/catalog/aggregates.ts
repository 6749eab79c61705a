import type { Descriptions } from './entry';

/** Functions for `stats` and `timechart`. */
export const aggregateFunctions = {
  count: ['[value]', 'The number of rows, or of values that are not null.', 'count'],
  sum: ['value', 'The sum.', 'sum(bytes)'],
  avg: ['value', 'The mean.', 'avg(duration)'],
  min: ['value', 'The smallest value.', 'min(_time)'],
  max: ['value', 'The largest value.', 'max(_time)'],
  first: ['value', 'The first value.', 'first(user)'],
  last: ['value', 'The last value.', 'last(user)'],
  dc: ['value', 'The number of distinct values.', 'dc(src_ip)'],
  estdc: ['value, [bits]', 'The estimated number of distinct values, using little memory.', 'estdc(src_ip)'],
  values: ['value', 'The distinct values as a list, at most 100.', 'values(user)'],
  array: ['value', 'All values as a list, at most 100.', 'array(user)'],
  median: ['value', 'The median.', 'median(duration)'],
  percentile: [
    'value, percent, [method:linear|midpoint|lower|higher|nearest]',
    'The value below which the given percentage of values lies.',
    'percentile(duration, 95)',
  ],
  stddev: ['value', 'The standard deviation.', 'stddev(duration)'],
  var: ['value', 'The variance.', 'var(duration)'],
  corr: ['x, y', 'The correlation of two values.', 'corr(bytes, duration)'],
  cov: ['x, y', 'The covariance of two values.', 'cov(bytes, duration)'],
  slope: ['x, y', 'The slope of the linear regression of two values.', 'slope(bytes, duration)'],
} as const satisfies Descriptions;

export type AggregateFunction = keyof typeof aggregateFunctions;
