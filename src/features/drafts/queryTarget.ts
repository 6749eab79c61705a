import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/environment';
import { selectedRows } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Platforms } from '../../ui/connections/platforms';
import type { Prompts } from '../../ui/prompts/prompts';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { parsePath, pathOf } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';

/** A scheduled query, with or without a connection. */
export interface ShownQuery {
  readonly address: QueryAddress;
  readonly name: string;
}

/** A scheduled query that a command applies to. */
export interface QueryTarget extends ShownQuery {
  readonly connection: Connection;
}

const searchedQueries = 50;

/** Finds the query of a command: a row, a URI, the active editor, or one that the user selects. */
export class QueryTargets {
  constructor(
    private readonly platforms: Platforms,
    private readonly prompts: Prompts,
    private readonly queryOfRow: ScheduledQueriesAccess['queryOfRow'],
  ) {}

  /** The clicked or selected rows. */
  ofRows(commandArguments: readonly unknown[]): readonly QueryTarget[] {
    const isQuery = (value: unknown): value is unknown => this.queryOfRow(value) !== undefined;
    return selectedRows(commandArguments, isQuery).flatMap(({ connection, value }) => {
      const query = this.queryOfRow(value);
      return query === undefined ? [] : [targetOf(connection, query)];
    });
  }

  /**
   * A row, a URI or the active editor; undefined if none is a scheduled query. Throws if its platform has no
   * connection any more.
   */
  ofArguments(commandArguments: readonly unknown[]): QueryTarget | undefined {
    const [row] = this.ofRows(commandArguments);
    if (row !== undefined) return row;
    const shown = shownBy(commandArguments);
    return shown && this.#reached(shown);
  }

  /** The query of a URI or the active editor whose platform has no connection any more. */
  lostOf(commandArguments: readonly unknown[]): ShownQuery | undefined {
    const shown = this.ofRows(commandArguments).length > 0 ? undefined : shownBy(commandArguments);
    return shown && this.platforms.find(shown.address.connection) === undefined ? shown : undefined;
  }

  async search(title: string): Promise<QueryTarget> {
    const connection = await this.platforms.pick(title);
    const client = await this.platforms.clientFor(connection);
    return this.prompts.search({
      title: `${title} · ${connectionLabel(connection)}`,
      placeholder: t('Type part of a name, description or query'),
      find: async (keywords, signal) => {
        const page = await client.scheduledQueries({ limit: searchedQueries, keywords }, signal);
        const choices = page.items.map((query) => ({
          label: query.name,
          description: query.enabled ? undefined : t('disabled'),
          detail: query.description,
          value: targetOf(connection, query),
        }));
        return { total: page.total, choices };
      },
    });
  }

  ofUri(value: unknown): QueryTarget | undefined {
    const shown = queryOf(value);
    return shown && this.#reached(shown);
  }

  #reached({ address, name }: ShownQuery): QueryTarget {
    const connection = this.platforms.find(address.connection);
    if (connection !== undefined) return { connection, address, name };
    const place = this.platforms.serviceOf(address.connection)?.address ?? address.connection;
    throw new ExplainedError(
      t('There is no longer a connection to {0}, where {1} comes from. Add one to continue.', place, name),
    );
  }
}

/** The URI comes first, because a command can apply to another query than that of the active editor. */
function shownBy([given]: readonly unknown[]): ShownQuery | undefined {
  return queryOf(given) ?? queryOf(vscode.window.activeTextEditor?.document.uri);
}

function queryOf(value: unknown): ShownQuery | undefined {
  if (!(value instanceof vscode.Uri) || value.scheme !== scheme) return undefined;
  const address = parsePath(value.path);
  const name = value.path.slice(value.path.lastIndexOf('/') + 1, -'.lq'.length);
  return address && { address, name };
}

export function uriOf({ address, name }: ShownQuery): vscode.Uri {
  return vscode.Uri.from({ scheme, path: pathOf(address, name) });
}

export function targetOf(connection: Connection, query: Pick<ScheduledQuery, 'guid' | 'name'>): QueryTarget {
  const address = { connection: connection.name, guid: query.guid.toLowerCase() };
  return { connection, address, name: query.name };
}
