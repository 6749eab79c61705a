import type { ListedQuery } from '../../../core/interface/listedQuery';

/** The value of a row of *Running Queries*. */
export class QueryItem {
  constructor(readonly query: ListedQuery) {}
}

export function queryOf(value: unknown): ListedQuery | undefined {
  return value instanceof QueryItem ? value.query : undefined;
}
