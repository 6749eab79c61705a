import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Prompts } from '../../ui/prompts/prompts';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { QueryAddress } from '../../shared/queryAddress';
import { queryAddressOf, queryInFront, queryOf } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { saveDocument } from '../../ui/documents/saveDocument';
import type { WorkingCopies } from './workingCopies';

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
    return selectedRows(commandArguments, (value) => value !== undefined).flatMap(({ connection, value }) => {
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
    const platform = this.platforms.serviceOf(address.connection)?.address ?? address.connection;
    throw new ExplainedError(
      t('There is no longer a connection to {0}, where {1} comes from. Add one to continue.', platform, name),
    );
  }
}

/** The URI comes first, because a command can apply to another query than that of the active editor. */
function shownBy([arg]: readonly unknown[]): ShownQuery | undefined {
  return queryOf(arg) ?? queryInFront();
}

export function targetOf(connection: Connection, query: Pick<ScheduledQuery, 'guid' | 'name'>): QueryTarget {
  const address = { connection: connection.name, guid: query.guid.toLowerCase() };
  return { connection, address, name: query.name };
}

type Keys = Pick<WorkingCopies, 'keyOf'>;

/** The documents of a query: several if it or its connection was renamed while it was open. */
export function documentsOf(copies: Keys, address: QueryAddress): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => {
    const shown = queryAddressOf(uri);
    return shown !== undefined && copies.keyOf(shown) === copies.keyOf(address);
  });
}

/** Saves unsaved changes, so that a command uses the visible text. */
export async function saveDocumentsOf(copies: Keys, { address, name }: QueryTarget): Promise<void> {
  for (const document of documentsOf(copies, address)) await saveDocument(document, name);
}

/** Replaces unsaved changes with the text of the file. */
export async function revertDocumentsOf(copies: Keys, address: QueryAddress): Promise<void> {
  for (const document of documentsOf(copies, address)) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document, { preserveFocus: false, preview: false });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}
