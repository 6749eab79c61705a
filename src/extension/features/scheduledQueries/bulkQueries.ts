import { findScheduledQueries } from '../../../core/api/findScheduledQuery';
import type { ScheduledQueryReader } from '../../../core/api/findScheduledQuery';
import { t } from '../../../core/base/localize';
import { GuidMap, GuidSet, isSameGuid } from '../../../core/interface/guid';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import { runBulk } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import { guidsOf } from '../../ui/writes/bulkResults';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import type { ActionDeps } from './actionDeps';
import type { Records } from './bulkResponses';
import { listScheduledQueries } from '../../../core/api/operations/scheduledQueries';
import { queryOf, shownQuery } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import type { Selected } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { SearchQuestion } from '../../ui/prompts/prompts';
import { resolveTarget, resolveTargets } from '../../ui/resolveTarget';
import { describeTrigger } from './describeTrigger';
import { scheduledQueryOf } from './scheduledQueryItem';
import { stateLabel, stateOf } from './scheduledQueryRow';

/** The queries of one connection that an action applies to. */
export interface BulkSubject {
  readonly connection: Connection;
  readonly targets: readonly BulkTarget[];
  /** The current records of the targets, without deleted ones. */
  readonly queries: readonly ScheduledQuery[];
  /** All schedules, because an action may affect others. */
  readonly all: readonly ScheduledQuery[];
}

/** Applies an action to scheduled queries. */
export async function runOnQueries(
  deps: ActionDeps,
  connection: Connection,
  queries: readonly BulkTarget[],
  plan: (subject: BulkSubject, force: boolean) => BulkPlan,
  /** All schedules, if they are known; otherwise they are read, because states and chains change. */
  known?: readonly ScheduledQuery[],
): Promise<void> {
  const prepare = async (targets: readonly BulkTarget[]) => {
    const all = known ?? (await readAll(deps, connection));
    const subject = { connection, targets, queries: recordsOf(all, targets), all };
    return (force: boolean) => plan(subject, force);
  };
  await runBulk(deps, queries, { connection, kind: 'scheduled queries', prepare });
}

export async function readAll(
  { platforms }: ActionDeps,
  connection: Connection,
): Promise<readonly ScheduledQuery[]> {
  const client = await platforms.clientFor(connection);
  const { items } = await withProgress(
    t('Reading the scheduled queries of {0}', connection.name),
    async (signal) => client.send(listScheduledQueries({}), signal),
  );
  return items;
}

/** The records of these queries, without deleted ones. */
export function recordsOf(
  all: readonly ScheduledQuery[],
  targets: readonly BulkTarget[],
): readonly ScheduledQuery[] {
  const wanted = new GuidSet(guidsOf(targets));
  return all.filter(({ guid }) => wanted.has(guid));
}

/** Reads the current records. */
export async function readRecords(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<Records> {
  const records = await findScheduledQueries(client, guids, signal);
  return new GuidMap(records.map((record) => [record.guid, record]));
}

type Deps = Pick<ActionDeps, 'ui' | 'platforms'>;

/**
 * The queries on which a command was called, as rows or URI; from the Command Palette, those that the user
 * selects.
 */
export async function pickQueries(
  { ui, platforms }: Deps,
  args: readonly unknown[],
  title: string,
): Promise<Selected<readonly BulkTarget[]>> {
  return resolveTargets<BulkTarget>(platforms, ui.prompts, {
    args,
    title,
    ofRow: scheduledQueryOf,
    ofEditor: () => reached(platforms, queryOf(args[0])),
    ask: async (connection, question) =>
      ui.prompts.searchMany(searchFor({ platforms }, connection, question)),
  });
}

/** The query on which a command was called, as a row or editor, or one that the user selects. */
export async function pickQuery(
  { ui, platforms }: Deps,
  args: readonly unknown[],
  title: string,
  canBeActive = true,
): Promise<Selected<BulkTarget>> {
  return resolveTarget<BulkTarget>(platforms, {
    args,
    title,
    ofRow: scheduledQueryOf,
    ofEditor: () => reached(platforms, canBeActive ? shownQuery(args) : queryOf(args[0])),
    ask: async (connection, question) => ui.prompts.search(searchFor({ platforms }, connection, question)),
  });
}

/** Throws if the platform of a query has no connection any more: another one does not have it. */
function reached(
  platforms: ActionDeps['platforms'],
  shown: ShownQuery | undefined,
): Selected<BulkTarget> | undefined {
  if (shown === undefined || shown.address.rule !== undefined) return undefined;
  const { address, name } = shown;
  const connection = platforms.find(address.connection);
  if (connection !== undefined) return { connection, value: { guid: address.guid, name } };
  const platform = platforms.platformOf(address.connection)?.address ?? address.connection;
  throw new ExplainedError(
    t('There is no longer a connection to {0}, where {1} comes from. Add one to continue.', platform, name),
  );
}

const maxShown = 200;

/** A question for one or several queries, which the platform searches. */
export function searchFor(
  { platforms }: Pick<ActionDeps, 'platforms'>,
  connection: Connection,
  title: string,
  /** A query that cannot be selected. */
  except?: string,
): SearchQuestion<ScheduledQuery> {
  return {
    title,
    placeholder: t('Type to search the platform.'),
    find: async (keywords, signal) => {
      const client = await platforms.clientFor(connection);
      const page = await client.send(listScheduledQueries({ offset: 0, limit: maxShown, keywords }), signal);
      const items = page.items.filter(({ guid }) => !isSameGuid(guid, except));
      const choices = items.map((query) => ({
        label: query.name,
        description: `${stateLabel(stateOf(query))} · ${describeTrigger(query)}`,
        detail: query.description,
        value: query,
      }));
      return { total: Number(page.total) - (page.items.length - items.length), choices };
    },
  };
}
