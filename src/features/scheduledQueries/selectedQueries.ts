import type * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { queryInFront, queryOf, queryUri } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { connectionOf, selectedRows } from '../../ui/explorer/explorerNode';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { SearchQuestion } from '../../ui/prompts/prompts';
import type { Target } from './bulkResults';
import { describeTrigger } from './describeTrigger';
import type { ActionDeps } from './actionDeps';
import { isScheduledQueryItem } from './scheduledQueryItem';
import { stateLabel, stateOf } from './scheduledQueryRow';
import { isSameGuid } from '../../shared/wire/guid';

interface SelectedQueries {
  readonly connection: Connection;
  readonly queries: readonly Target[];
}

/**
 * The queries on which a command was called, as rows or URI; from the Command Palette, those that the user
 * selects.
 */
export async function pickQueries(
  deps: ActionDeps,
  args: readonly unknown[],
  title: string,
): Promise<SelectedQueries> {
  const selected = selectedQueries(args);
  const [first = reached(deps, queryOf(args[0])), ...others] = selected;
  if (first === undefined) {
    const connection = await connectionFor(deps, args, title);
    return { connection, queries: await deps.ui.prompts.searchMany(searchFor(deps, connection, title)) };
  }
  const { connection } = first;
  if (others.every((other) => other.connection.name === connection.name)) {
    return { connection, queries: [first, ...others].map(({ query }) => query) };
  }
  await deps.ui.prompts.notify({
    severity: 'warning',
    message: t('The selection spans several connections. Select scheduled queries of one connection only.'),
  });
  throw new Cancelled();
}

interface SelectedQuery {
  readonly connection: Connection;
  readonly query: Target;
}

/** The query on which a command was called, as a row or editor, or one that the user selects. */
export async function pickQuery(
  deps: ActionDeps,
  args: readonly unknown[],
  title: string,
): Promise<SelectedQuery> {
  const [first] = selectedQueries(args.slice(0, 1));
  const known = first ?? reached(deps, args.length > 0 ? queryOf(args[0]) : queryInFront());
  if (known !== undefined) return known;
  const connection = await connectionFor(deps, args, title);
  return { connection, query: await deps.ui.prompts.search(searchFor(deps, connection, title)) };
}

function reached({ platforms }: ActionDeps, shown: ShownQuery | undefined): SelectedQuery | undefined {
  const connection = shown && platforms.find(shown.address.connection);
  return connection && { connection, query: { guid: shown.address.guid, name: shown.name } };
}

/** The URI of a query's editor, which another feature owns. */
export function uriOf({ name: connection }: Connection, { guid, name }: Target): vscode.Uri {
  return queryUri({ address: { connection, guid }, name });
}

function selectedQueries(args: readonly unknown[]): readonly SelectedQuery[] {
  const selected = selectedRows(args, isScheduledQueryItem);
  return selected.map(({ connection, value: { query } }) => ({ connection, query }));
}

export async function connectionFor(
  { platforms }: ActionDeps,
  args: readonly unknown[],
  title: string,
): Promise<Connection> {
  return connectionOf(args) ?? platforms.pick(title);
}

const maxShown = 200;

/** A question for one or several queries, which the platform searches. */
export function searchFor(
  { platforms }: ActionDeps,
  connection: Connection,
  title: string,
  /** A query that cannot be selected. */
  except?: string,
): SearchQuestion<ScheduledQuery> {
  return {
    title: `${title}: ${connection.name}`,
    placeholder: t('Type to search the platform.'),
    find: async (keywords, signal) => {
      const client = await platforms.clientFor(connection);
      const page = await client.scheduledQueries({ offset: 0, limit: maxShown, keywords }, signal);
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
