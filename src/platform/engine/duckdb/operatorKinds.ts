import type { Operator, OperatorOf } from '../plan/operator';

/** Begins a pipeline. */
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

/** Needs the rows stored or grouped before it can pass any on. */
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

/** Adds to each row what is known elsewhere. */
export type LookupOperator = OperatorOf<'lookup' | 'networks' | 'memlookup'>;
