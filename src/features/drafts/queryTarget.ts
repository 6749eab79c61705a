import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connection';
import { environmentLabel } from '../../ui/environment';
import { selectedRows } from '../../ui/explorerNode';
import type { Platforms } from '../../ui/platforms';
import type { Prompts } from '../../ui/prompts';
import type { ScheduledQueriesAccess } from '../../ui/scheduledQueriesAccess';
import { parsePath, pathOf } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';

/** One scheduled query that a command is about. */
export interface QueryTarget {
  readonly connection: Connection;
  readonly address: QueryAddress;
  readonly name: string;
}

const searchedQueries = 50;

/** Finds out which query a command means: a row, an address, the active editor, or else the person says. */
export class QueryTargets {
  constructor(
    private readonly platforms: Platforms,
    private readonly prompts: Prompts,
    private readonly queryOfRow: ScheduledQueriesAccess['queryOfRow'],
  ) {}

  /** Rows that were clicked or selected. */
  ofRows(commandArguments: readonly unknown[]): readonly QueryTarget[] {
    const isQuery = (value: unknown): value is unknown => this.queryOfRow(value) !== undefined;
    return selectedRows(commandArguments, isQuery).flatMap(({ connection, value }) => {
      const query = this.queryOfRow(value);
      return query === undefined ? [] : [targetOf(connection, query)];
    });
  }

  /** A row, an address, or the active editor; undefined when none of these is a scheduled query. */
  ofArguments(commandArguments: readonly unknown[]): QueryTarget | undefined {
    const [row] = this.ofRows(commandArguments);
    return row ?? this.ofUri(commandArguments[0]) ?? this.ofUri(vscode.window.activeTextEditor?.document.uri);
  }

  async search(title: string): Promise<QueryTarget> {
    const connection = await this.platforms.pick(title);
    const client = await this.platforms.clientFor(connection);
    return this.prompts.search({
      title: `${title} · ${connection.name} (${environmentLabel(connection.environment)})`,
      placeholder: t('Type a part of a name, a description or a query'),
      find: async (text, signal) => {
        const keywords = text === '' ? undefined : text;
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
    if (!(value instanceof vscode.Uri) || value.scheme !== scheme) return undefined;
    const address = parsePath(value.path);
    const connection = address === undefined ? undefined : this.platforms.find(address.connection);
    if (address === undefined || connection === undefined) return undefined;
    const name = value.path.slice(value.path.lastIndexOf('/') + 1, -'.lq'.length);
    return { connection, address, name };
  }
}

export function uriOf({ address, name }: Pick<QueryTarget, 'address' | 'name'>): vscode.Uri {
  return vscode.Uri.from({ scheme, path: pathOf(address, name) });
}

export function targetOf(connection: Connection, query: Pick<ScheduledQuery, 'guid' | 'name'>): QueryTarget {
  const address = { connection: connection.name, guid: query.guid.toLowerCase() };
  return { connection, address, name: query.name };
}
