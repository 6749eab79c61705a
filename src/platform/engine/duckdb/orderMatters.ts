import type { Operator } from '../plan/operator';

const ordered: ReadonlySet<string> = new Set(['first', 'last', 'array']);

/** Whether the following operators depend on the order of rows; if not, sorting can be skipped. */
export function orderMatters(following: readonly Operator[]): boolean {
  for (const operator of following) {
    switch (operator.operator) {
      case 'aggregate':
      case 'pivot':
        return operator.aggregates.some((aggregate) => ordered.has(aggregate.function));
      case 'discard':
        return false;
      case 'limit':
      case 'previous':
        return true;
      default:
    }
  }
  return true;
}
