import type { Operator, OperatorOf } from '../plan/operator';

/** Operators that start a pipeline. */
export type SourceOperator = OperatorOf<'scan' | 'rows' | 'system' | 'result'>;
export type FollowingOperator = Exclude<Operator, { operator: SourceOperator['operator'] | 'pass' }>;

const sourceNames: ReadonlySet<string> = new Set([
  'scan',
  'rows',
  'system',
  'result',
] satisfies SourceOperator['operator'][]);

export function isSource(operator: Operator): operator is SourceOperator {
  return sourceNames.has(operator.operator);
}

/** Operators that need all rows stored or grouped before they pass any on. */
export type BreakingOperator = OperatorOf<
  | 'aggregate'
  | 'sort'
  | 'join'
  | 'union'
  | 'parse'
  | 'previous'
  | 'repeat'
  | 'import'
  | 'pivot'
  | LookupOperator['operator']
>;

/** Operators that add values from elsewhere to each row. */
export type LookupOperator = OperatorOf<'lookup' | 'networks' | 'memlookup'>;
