import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { parsePath } from '../../shared/queryAddress';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { connectionOf, selectedRows } from '../../ui/explorer/explorerNode';
import type { Choice, SearchQuestion } from '../../ui/prompts/prompts';
import type { ActionDeps } from './actionDeps';
import type { Target } from './bulkResults';
import { isScheduledQueryItem } from './scheduledQueryItem';
import { stateLabel, stateOf } from './scheduledQueryRow';
import { describeTrigger } from './describeTrigger';

export interface ChosenQueries {
  readonly connection: Connection;
  readonly queries: readonly Target[];
}

/**
 * The queries on which a command was called, as rows or URI; from the Command Palette, those that the user
 * selects.
 */
export async function chooseQueries(
  deps: ActionDeps,
  given: readonly unknown[],
  title: string,
): Promise<ChosenQueries> {
  const selected = selectedQueries(given);
  const connections = new Set(selected.map(({ connection }) => connection.name));
  if (connections.size > 1) return refuseSeveral(deps);
  const [first] = selected;
  if (first !== undefined) {
    return { connection: first.connection, queries: selected.map(({ query }) => query) };
  }
  const named = ofAddress(deps, given[0]);
  if (named !== undefined) return { connection: named.connection, queries: [named.query] };
  const connection = await connectionFor(deps, given, title);
  return {
    connection,
    queries: await deps.ui.prompts.searchMany(searchFor(deps, connection, title)),
  };
}

export interface ChosenQuery {
  readonly connection: Connection;
  readonly query: Target;
}

/** The query on which a command was called, as a row or editor, or one that the user selects. */
export async function chooseQuery(
  deps: ActionDeps,
  given: readonly unknown[],
  title: string,
): Promise<ChosenQuery> {
  const [first] = selectedQueries(given.slice(0, 1));
  const named = given.length > 0 ? given[0] : vscode.window.activeTextEditor?.document.uri;
  const known = first ?? ofAddress(deps, named);
  if (known !== undefined) return known;
  const connection = await connectionFor(deps, given, title);
  return { connection, query: await deps.ui.prompts.search(searchFor(deps, connection, title)) };
}

/** The URI of an editor contains the connection and the GUID. */
function ofAddress({ platforms }: ActionDeps, value: unknown): ChosenQuery | undefined {
  if (!(value instanceof vscode.Uri) || value.scheme !== 'logbench') return undefined;
  const address = parsePath(value.path);
  const connection = address === undefined ? undefined : platforms.find(address.connection);
  if (address === undefined || connection === undefined) return undefined;
  const name = value.path.slice(value.path.lastIndexOf('/') + 1).replace(/\.lq$/, '');
  return { connection, query: { guid: address.guid, name } };
}

export async function connectionFor(
  { platforms }: ActionDeps,
  given: readonly unknown[],
  title: string,
): Promise<Connection> {
  return connectionOf(given) ?? platforms.pick(title);
}

function queryChoice(query: ScheduledQuery): Choice<ScheduledQuery> {
  return {
    label: query.name,
    description: `${stateLabel(stateOf(query))} · ${describeTrigger(query)}`,
    detail: query.description,
    value: query,
  };
}

const maxShown = 200;

/** A question for one or several queries, which the platform searches. */
export function searchFor(
  { platforms }: ActionDeps,
  connection: Connection,
  title: string,
): SearchQuestion<ScheduledQuery> {
  return {
    title: `${title}: ${connection.name}`,
    placeholder: t('Type to search the platform.'),
    find: async (keywords, signal) => {
      const client = await platforms.clientFor(connection);
      const page = await client.scheduledQueries({ offset: 0, limit: maxShown, keywords }, signal);
      return { total: page.total, choices: page.items.map(queryChoice) };
    },
  };
}

function selectedQueries(
  given: readonly unknown[],
): readonly { readonly connection: Connection; readonly query: ScheduledQuery }[] {
  return selectedRows(given, isScheduledQueryItem).map(({ connection, value }) => ({
    connection,
    query: value.query,
  }));
}

async function refuseSeveral({ ui }: ActionDeps): Promise<never> {
  await ui.prompts.notify({
    severity: 'warning',
    message: t('The selection spans several connections. Select scheduled queries of one connection only.'),
  });
  throw new Cancelled();
}
