import * as z from 'zod/mini';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { dependentsOf } from '../../interface/dependents';
import { GuidSet, isGuid, isSameGuid } from '../../interface/guid';
import type { Page } from '../../interface/listPage';
import type { ScheduledQuery } from '../../interface/scheduledQuery';
import type { Masker } from '../../privacy/masker';
import { described, keywordField, limitField, offsetField, platformField, textField } from '../inputs';
import { dataNotice, shortened, shortenedQuery } from '../logData';
import { defineTool, ToolRejection } from '../tool';
import type { OpenPlatform, ToolResult, ToolCall } from '../tool';
import { checkedQuery, checkFacts } from '../checkedQuery';
import { missingTables } from './tableTools';
import { TooLargeResponseError } from '../../api/errors';
import type { ReadingClient } from '../assistantHost';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';
import type { ListQuery } from '../../api/operations/scheduledQueries';

const defaultQueries = 50;
const maxTextLength = 20_000;

export const scheduledQueriesTool = defineTool({
  name: 'logbench_scheduled_queries',
  title: 'List Scheduled Queries',
  description:
    'Lists the scheduled queries of a platform by keyword (name, description, text): trigger, whether enabled, state and last failure. failed=true lists those whose last run failed. logbench_scheduled_query returns one with its text and chain.',
  input: z.strictObject({
    platform: platformField,
    keyword: keywordField,
    failed: z.optional(described(z.boolean(), 'true: only those whose last run failed.')),
    limit: limitField(200, defaultQueries),
    offset: offsetField,
  }),
  subject: ({ keyword = '' }) => `scheduled queries ${keyword}`,
  async run({ platform: name, keyword, failed, limit = defaultQueries, offset = 0 }, call) {
    const { facts, client } = await call.open(name, 'metadata');
    const range = failed === true ? {} : { limit, offset };
    const page = await listQueries(client, { keywords: keyword, ...range }, call.signal);
    const wanted = failed === true ? page.items.filter(isFailed).slice(offset, offset + limit) : page.items;
    return {
      ...facts,
      total: failed === true ? page.items.filter(isFailed).length : page.total,
      notice: dataNotice,
      scheduled_queries: wanted.map((query) => summaryOf(query, call.host.masker)),
    };
  },
});

export const scheduledQueryTool = defineTool({
  name: 'logbench_scheduled_query',
  title: 'Read Scheduled Query',
  description:
    'Returns one scheduled query by GUID or exact name: its text, trigger, state, last failure, what precedes and follows it, problems of its text and tables in it that do not exist. Use it to explain a query or why it fails, and before logbench_propose_change.',
  input: z.strictObject({
    platform: platformField,
    query: textField('GUID or exact name.', 300, 1),
  }),
  subject: ({ query }) => `scheduled query ${query}`,
  async run({ platform: name, query: sought }, call) {
    const open = await call.open(name, 'metadata');
    const query = await scheduledQueryAt(open, sought, call);
    const { masker } = call.host;
    const { items: all } = await listQueries(open.client, {}, call.signal);
    return {
      ...open.facts,
      notice: dataNotice,
      ...summaryOf(query, masker),
      description: masker.text(query.description ?? ''),
      query: shortenedQuery(masker.text(query.query), maxTextLength),
      ...(query.query.length > maxTextLength && {
        cut: `The first ${maxTextLength} of ${query.query.length} characters of the query are shown.`,
      }),
      node_types: query.nodeTypes,
      output_parameter: query.outputParameter,
      elapsed_milliseconds: query.elapsedTime,
      created: query.created,
      updated: query.updated,
      chain: chainOf(query, all, masker),
      check: checkFacts(checkedQuery(query.query), masker),
      missing_tables: await missingTables(open, query.query, call.signal),
    };
  },
});

/** Finds a query by GUID or exact name; rejects if there is none. */
export async function scheduledQueryAt(
  { client }: OpenPlatform,
  sought: string,
  { signal, host: { masker } }: ToolCall,
): Promise<ScheduledQuery> {
  // The assistant knows the masked name.
  const wanted = masker.reveal(sought);
  const byGuid = isGuid(wanted);
  const { items } = byGuid ? { items: [] } : await listQueries(client, { keywords: wanted }, signal);
  const found = byGuid
    ? await findScheduledQuery(client, wanted, signal)
    : items.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const [near] = items;
  const hint =
    near === undefined
      ? 'logbench_scheduled_queries lists the scheduled queries.'
      : `Did you mean "${masker.text(near.name)}"?`;
  throw new ToolRejection(`There is no scheduled query "${sought}". ${hint}`);
}

function isFailed({ resultState, lastFailureTime, lastRunTime }: ScheduledQuery): boolean {
  if (resultState !== undefined) return /fail|error/i.test(resultState);
  return lastFailureTime !== undefined && lastFailureTime === lastRunTime;
}

function summaryOf(query: ScheduledQuery, masker: Masker): ToolResult {
  return {
    guid: query.guid,
    name: masker.text(query.name),
    enabled: query.enabled,
    trigger:
      query.triggerType === 'workflow'
        ? `after ${masker.text(query.precedingName ?? query.precedingGuid ?? '?')} ${query.precedingAction ?? ''}`.trim()
        : query.cronSchedule,
    running_state: query.runningState,
    result_state: query.resultState,
    last_run: query.lastRunTime,
    last_failure: query.lastFailureTime,
    ...(query.lastFailureReason !== undefined && {
      last_failure_reason: shortened(masker.text(query.lastFailureReason)),
    }),
  };
}

/** Everything that runs before and after it. A cycle, which a platform may contain, is followed once. */
export function chainOf(
  query: ScheduledQuery,
  all: readonly ScheduledQuery[],
  masker: Masker,
): Record<'before' | 'after', readonly Readonly<Record<string, unknown>>[]> {
  const link = (record: ScheduledQuery): Readonly<Record<string, unknown>> => ({
    guid: record.guid,
    name: masker.text(record.name),
    on: record.precedingAction ?? null,
    enabled: record.enabled,
    result_state: record.resultState ?? null,
  });
  // With a cron schedule, what it once ran after no longer counts.
  const precedingOf = ({ triggerType, precedingGuid }: ScheduledQuery): string | undefined =>
    triggerType === 'workflow' ? precedingGuid : undefined;
  const seen = new GuidSet([query.guid]);
  const before: ReturnType<typeof link>[] = [];
  for (let next = precedingOf(query); next !== undefined && !seen.has(next);) {
    seen.add(next);
    const found = all.find(({ guid }) => isSameGuid(guid, next));
    if (found === undefined) break;
    before.unshift(link(found));
    next = precedingOf(found);
  }
  const after = dependentsOf([query.guid], all).filter(({ guid }) => !seen.has(guid));
  return { before, after: after.map(link) };
}

const maxPage = 500;

/** At most `limit` scheduled queries from `offset` on, in pages within the size limit. */
export async function listQueries(
  client: ReadingClient,
  { keywords, offset = 0, limit = Infinity }: QueryRange,
  signal: AbortSignal,
): Promise<Pick<Page<ScheduledQuery>, 'items' | 'total'>> {
  const items: ScheduledQuery[] = [];
  let size = maxPage;
  for (let start = offset; ;) {
    const wanted = Math.min(size, offset + limit - start);
    const page = await pageOf(client, { keywords, offset: start, limit: wanted }, signal);
    if (page === undefined) {
      size = Math.ceil(wanted / 4);
      continue;
    }
    items.push(...page.items);
    start += page.items.length + page.malformed.length;
    const isLast = page.items.length + page.malformed.length === 0 || start >= page.total;
    if (isLast || start >= offset + limit) return { items, total: page.total };
  }
}

type QueryRange = Omit<ListQuery, 'precedingGuid'>;

/** Undefined if it exceeds the size limit. */
async function pageOf(
  client: ReadingClient,
  range: Required<QueryRange>,
  signal: AbortSignal,
): Promise<Page<ScheduledQuery> | undefined> {
  try {
    return await client.send(listScheduledQueries(range), signal);
  } catch (error) {
    if (error instanceof TooLargeResponseError && range.limit > 1) return undefined;
    throw error;
  }
}
