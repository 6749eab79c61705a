import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Page } from '../../shared/wire/page';
import type {
  ExplorerSection,
  Row,
  RowPage,
  RowSorting,
  RowSource,
  SectionChange,
} from '../../ui/explorer/explorerSection';
import type {
  ScheduledQueriesAccess,
  ScheduledQueriesChanged,
} from '../../ui/connections/scheduledQueriesAccess';
import { askKeywords, keywordsOf } from '../../ui/explorer/explorerSection';
import { malformedRows } from '../../ui/explorer/malformedRow';
import { scheduledQueryOf } from './scheduledQueryItem';
import { WatchedRecords } from './watchedRecords';
import type { ConnectionReading } from './watchedRecords';

/** The section, with methods to report changes by the feature's actions. */
export interface ScheduledQueriesSection
  extends ExplorerSection, Pick<ScheduledQueriesAccess, 'update' | 'reload'>, vscode.Disposable {
  /** The arguments of `update` and `reload`, for other views of scheduled queries. */
  readonly onDidChangeRecords: vscode.Event<ScheduledQueriesChanged>;
  readonly watched: WatchedRecords;
}

export function scheduledQueriesSection(
  platforms: ConstructorParameters<typeof WatchedRecords>[0],
  polling: ConstructorParameters<typeof WatchedRecords>[1],
): ScheduledQueriesSection {
  const watched = new WatchedRecords(platforms, polling);
  const changes = new vscode.EventEmitter<SectionChange>();
  const records = new vscode.EventEmitter<ScheduledQueriesChanged>();
  const takeIn = async ({ connection, offset, keywords, page, changed, removed }: ConnectionReading) => {
    const rows = await rowsOn(connection, watched);
    changes.fire({ kind: 'page', connection, offset, keywords, page: () => rows(page) });
    if (changed.length + removed.length > 0) records.fire({ connection, changed, removed });
  };
  const readings = watched.onDidRead((reading) => void takeIn(reading));
  return {
    id: 'scheduledQueries',
    label: t('Scheduled Queries'),
    icon: 'watch',
    source: (connection) => scheduledQuerySource(connection, watched),
    onDidChange: changes.event,
    onDidChangeRecords: records.event,
    watched,
    watch: (connection, seen) => watched.watch(connection, seen),
    askFilter: async (_connection, current, prompts) =>
      askKeywords(t('Filter Scheduled Queries'), current, prompts),
    sortings: sortings(),
    update: async (connection, { changed = [], added = [], removed = [], recreated = [] }) => {
      watched.of(connection).pages.edit([...changed, ...added], removed);
      const { scheduledQueryRow } = await import('./scheduledQueryRow');
      const row = (query: ScheduledQuery): Row =>
        scheduledQueryRow(query, connection, watched.of(connection).clock);
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
      watched.of(connection).pages.expire();
      changes.fire({ kind: 'reload', connection });
      records.fire({ connection });
    },
    dispose: () => {
      readings.dispose();
      watched.dispose();
      changes.dispose();
      records.dispose();
    },
  };
}

function scheduledQuerySource(connection: Connection, watched: WatchedRecords): RowSource {
  return {
    load: async ({ offset, limit, filter }, signal) => {
      const query = { offset, limit, keywords: keywordsOf(filter) };
      const page = await watched.of(connection).pages.read(query, signal);
      return (await rowsOn(connection, watched))(page);
    },
  };
}

async function rowsOn(
  connection: Connection,
  watched: WatchedRecords,
): Promise<(page: Page<ScheduledQuery>) => RowPage> {
  const { clock } = watched.of(connection);
  const { scheduledQueryRow } = await import('./scheduledQueryRow');
  return ({ items, malformed, total }) => {
    const rows = items.map((query) => scheduledQueryRow(query, connection, clock));
    return { total, rows: [...rows, ...malformedRows(malformed)] };
  };
}

function sortings(): readonly RowSorting[] {
  return [
    { id: 'service', label: t('Platform order') },
    { id: 'name', label: t('Name'), compare: (one, other) => one.label.localeCompare(other.label) },
    {
      id: 'lastRun',
      label: t('Last run, newest first'),
      compare: (one, other) => lastRun(other) - lastRun(one),
    },
  ];
}

function lastRun({ value }: { readonly value: unknown }): number {
  const timestamp = Date.parse(scheduledQueryOf(value)?.lastRunTime?.replace(' ', 'T') ?? '');
  return Number.isNaN(timestamp) ? 0 : timestamp;
}
