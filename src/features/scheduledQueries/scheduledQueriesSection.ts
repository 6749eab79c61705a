import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ExplorerSection, Row, RowSource, SectionChange } from '../../ui/explorer/explorerSection';
import type {
  ScheduledQueriesAccess,
  ScheduledQueriesChanged,
} from '../../ui/connections/scheduledQueriesAccess';
import { askKeywords, keywordsOf } from '../../ui/explorer/explorerSection';
import { malformedRow } from '../../ui/explorer/malformedRow';
import { scheduledQueryOf } from './scheduledQueryItem';

/** The section, with methods to report changes by the feature's actions. */
export interface ScheduledQueriesSection
  extends ExplorerSection, Pick<ScheduledQueriesAccess, 'update' | 'reload'>, vscode.Disposable {
  /** The arguments of `update` and `reload`, for other views of scheduled queries. */
  readonly onDidChangeRecords: vscode.Event<ScheduledQueriesChanged>;
}

export function scheduledQueriesSection(platforms: Platforms): ScheduledQueriesSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  const records = new vscode.EventEmitter<ScheduledQueriesChanged>();
  return {
    id: 'scheduledQueries',
    label: t('Scheduled Queries'),
    icon: 'watch',
    source: (connection) => scheduledQuerySource(connection, platforms),
    onDidChange: changes.event,
    onDidChangeRecords: records.event,
    rowsChanged: (connection, rows) => {
      const changed = rows.flatMap(({ value }) => scheduledQueryOf(value) ?? []);
      records.fire({ connection, changed });
    },
    askFilter: async (_connection, current, prompts) =>
      askKeywords(t('Filter Scheduled Queries'), current, prompts),
    sortings: [
      { id: 'service', label: t('Platform order') },
      { id: 'name', label: t('Name'), compare: (one, other) => one.label.localeCompare(other.label) },
      {
        id: 'lastRun',
        label: t('Last run, newest first'),
        compare: (one, other) => lastRun(other) - lastRun(one),
      },
    ],
    update: async (connection, { changed = [], added = [], removed = [], recreated = [] }) => {
      const { scheduledQueryRow } = await import('./scheduledQueryRow');
      const row = (query: ScheduledQuery): Row => scheduledQueryRow(query, connection);
      const removedRows = removed.map((guid) => guid.toLowerCase());
      changes.fire({
        kind: 'rows',
        connection,
        changed: changed.map(row),
        added: added.map(row),
        removed: removedRows,
      });
      records.fire({ connection, changed, removed, recreated });
    },
    reload: (connection) => {
      changes.fire({ kind: 'reload', connection });
      records.fire({ connection });
    },
    dispose: () => {
      changes.dispose();
      records.dispose();
    },
  };
}

function scheduledQuerySource(connection: Connection, platforms: Platforms): RowSource {
  return {
    load: async ({ offset, limit, filter }, signal) => {
      const client = await platforms.clientFor(connection);
      const page = await client.scheduledQueries({ offset, limit, keywords: keywordsOf(filter) }, signal);
      const { scheduledQueryRow } = await import('./scheduledQueryRow');
      const rows = page.items.map((query) => scheduledQueryRow(query, connection));
      return { total: page.total, rows: [...rows, ...page.malformed.map(malformedRow)] };
    },
  };
}

function lastRun({ value }: { readonly value: unknown }): number {
  const moment = Date.parse(scheduledQueryOf(value)?.lastRunTime?.replace(' ', 'T') ?? '');
  return Number.isNaN(moment) ? 0 : moment;
}
