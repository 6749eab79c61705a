import type * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { queryOf, queryUri, shownQuery } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import type { Selected } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import type { SearchQuestion } from '../../ui/prompts/prompts';
import { resolveTarget, resolveTargets } from '../../ui/resolveTarget';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import { describeTrigger } from './describeTrigger';
import type { ActionDeps } from './actionDeps';
import { scheduledQueryOf } from './scheduledQueryItem';
import { stateLabel, stateOf } from './scheduledQueryRow';
import { isSameGuid } from '../../shared/wire/guid';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';

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
  const platform = platforms.serviceOf(address.connection)?.address ?? address.connection;
  throw new ExplainedError(
    t('There is no longer a connection to {0}, where {1} comes from. Add one to continue.', platform, name),
  );
}

/** The URI of a query's editor, which another feature owns. */
export function uriOf({ name: connection }: Connection, { guid, name }: BulkTarget): vscode.Uri {
  return queryUri({ address: { connection, guid }, name });
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
