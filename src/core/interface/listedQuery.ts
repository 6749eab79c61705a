import { isOwnQuery } from './ownQueries';
import type { RawRecord } from './optional';

/** A query in the list of a platform. Columns that the platform lacks leave values empty. */
export type ListedQuery = Readonly<ReturnType<typeof toListedQuery>>;

/** The query that lists queries, and tells which account asks. */
export const listQueries = 'system queries | eval me = whoami()';

/** The rows of `system queries`, without those of this client itself. */
export function listedQueries(rows: readonly RawRecord[]): readonly ListedQuery[] {
  return rows.map(toListedQuery).filter(({ id, text }) => isQueryId(id) && !isOwnQuery(text));
}

function toListedQuery(row: RawRecord) {
  const user = asText(row['login_name']);
  const elapsed = Number(row['elapsed'] ?? 0);
  const count = Number(row['rows'] ?? Number.NaN);
  return {
    id: Number(row['id']),
    text: asText(row['query_string'] ?? row['query']),
    user,
    source: asText(row['source']),
    /** The number of results so far. */
    rows: Number.isFinite(count) ? count : undefined,
    /** Milliseconds. */
    elapsed: Number.isFinite(elapsed) ? elapsed : 0,
    /** As the platform formats it. */
    started: asText(row['last_started']) || undefined,
    isOver: row['is_finished'] === true || row['is_eof'] === true,
    isCanceled: row['is_cancelled'] === true,
    /** Whether the account of the key runs it; undefined if the platform does not tell. */
    isOwn: typeof row['me'] === 'string' ? row['me'] === user : undefined,
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isQueryId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}
