import { TooLargeAnswerError } from '../../api/errors';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { ReadingClient } from '../host';

const largestPage = 500;

export interface ListedQueries {
  readonly items: readonly ScheduledQuery[];
  readonly total: number | bigint;
}

/** At most `limit` scheduled queries from `offset` on, in pages within the size limit. */
export async function listQueries(
  client: ReadingClient,
  { keywords, offset = 0, limit = Infinity }: QueryRange,
  signal: AbortSignal,
): Promise<ListedQueries> {
  const items: ScheduledQuery[] = [];
  let size = largestPage;
  for (let at = offset; ;) {
    const wanted = Math.min(size, offset + limit - at);
    const page = await pageOf(client, { keywords, offset: at, limit: wanted }, signal);
    if (page === undefined) {
      size = Math.ceil(wanted / 4);
      continue;
    }
    items.push(...page.items);
    at += page.items.length + page.odd.length;
    const isLast = page.items.length + page.odd.length === 0 || at >= page.total;
    if (isLast || at >= offset + limit) return { items, total: page.total };
  }
}

interface QueryRange {
  readonly keywords?: string | undefined;
  readonly offset?: number;
  readonly limit?: number;
}

/** Undefined if it exceeds the size limit. */
async function pageOf(
  client: ReadingClient,
  range: Required<QueryRange>,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<ReadingClient['scheduledQueries']>> | undefined> {
  try {
    return await client.scheduledQueries(range, signal);
  } catch (error) {
    if (error instanceof TooLargeAnswerError && range.limit > 1) return undefined;
    throw error;
  }
}
