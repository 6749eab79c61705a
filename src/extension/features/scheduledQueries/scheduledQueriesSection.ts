import { compareNames } from '../../../core/base/compareNames';
import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Page } from '../../../core/interface/listPage';
import { askKeywords, keywordsOf } from '../../ui/explorer/explorerSection';
import type { ExplorerSection, Row, RowPage, SectionChange } from '../../ui/explorer/explorerSection';
import type { ScheduledQueriesAccess, ScheduledQueriesChanged } from '../../ui/access';
import { malformedRows } from '../../ui/explorer/malformedRow';
import { scheduledQueryOf } from './scheduledQueryItem';
import { UnreachableError } from '../../../core/api/errors';
import { QueryRecords } from '../../ui/connections/queryRecords';
import type { Reading, VisibleRecords } from '../../ui/connections/recordPages';
import type { Polling, Polled } from '../../ui/panels/polling';
import { isCancellation } from '../../ui/prompts/canceled';

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
  const applyReading = async ({ connection, changed, removed, page, ...range }: ConnectionReading) => {
    const rows = await rowsOn(connection, watched);
    changes.fire({ kind: 'page', connection, ...range, page: () => rows(page) });
    if (changed.length + removed.length > 0) records.fire({ connection, changed, removed });
  };
  const readings = watched.onDidRead((reading) => void applyReading(reading));
  return {
    id: 'scheduledQueries',
    label: t('Scheduled Queries'),
    icon: 'watch',
    source: (connection) => ({
      load: async ({ offset, limit, filter }, signal) => {
        const query = { offset, limit, keywords: keywordsOf(filter) };
        const page = await watched.of(connection).pages.read(query, signal);
        return (await rowsOn(connection, watched))(page);
      },
    }),
    onDidChange: changes.event,
    onDidChangeRecords: records.event,
    watched,
    watch: (connection, seen) => watched.watch(connection, seen),
    askFilter: async (_connection, current, prompts) =>
      askKeywords(t('Filter Scheduled Queries'), current, prompts),
    sortings: [
      { id: 'platform', label: t('Platform order') },
      { id: 'name', label: t('Name'), compare: (one, other) => compareNames(one.label, other.label) },
      { id: 'lastRun', label: t('Last run, newest first'), compare: byLastRun },
    ],
    update: async (connection, { changed = [], added = [], removed = [], recreated = [] }) => {
      watched.of(connection).pages.edit([...changed, ...added], removed);
      const row = await rowOn(connection, watched);
      changes.fire({
        kind: 'rows',
        connection,
        changed: changed.map(row),
        added: added.map(row),
        removed: removed.map((guid) => guid.toLowerCase()),
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

async function rowsOn(
  connection: Connection,
  watched: WatchedRecords,
): Promise<(page: Page<ScheduledQuery>) => RowPage> {
  const row = await rowOn(connection, watched);
  return ({ items, malformed, total }) => ({ total, rows: [...items.map(row), ...malformedRows(malformed)] });
}

async function rowOn(
  connection: Connection,
  watched: WatchedRecords,
): Promise<(query: ScheduledQuery) => Row> {
  const { scheduledQueryRow } = await import('./scheduledQueryRow');
  const { clock } = watched.of(connection);
  return (query) => scheduledQueryRow(query, connection, clock);
}

function byLastRun(one: Row, other: Row): number {
  return lastRun(other) - lastRun(one);
}

function lastRun({ value }: Row): number {
  const timestamp = Date.parse(scheduledQueryOf(value)?.lastRunTime?.replace(' ', 'T') ?? '');
  return Number.isNaN(timestamp) ? 0 : timestamp;
}

interface ConnectionReading extends Reading<ScheduledQuery> {
  readonly connection: Connection;
}

type Watch = () => VisibleRecords | undefined;

/** The scheduled queries of all connections, read while some of them are visible. */
export class WatchedRecords implements vscode.Disposable {
  readonly #read = new vscode.EventEmitter<ConnectionReading>();
  readonly #records = new Map<string, { readonly connection: Connection; readonly records: QueryRecords }>();
  /** By connection name: an edited connection keeps its views. */
  readonly #watches = new Map<string, { readonly polled: Polled; readonly watches: Set<Watch> }>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidRead = this.#read.event;

  constructor(
    private readonly platforms: Pick<Platforms, 'all' | 'current' | 'clientFor' | 'onDidChange'>,
    private readonly polling: Pick<Polling, 'schedulerOf' | 'canSee' | 'onDidChangeAway'>,
  ) {
    this.#subscriptions = vscode.Disposable.from(
      this.#read,
      // With another key or address, rejected requests may succeed.
      platforms.onDidChange((change) => {
        if (change !== 'connections') return;
        this.#forgetOthers(platforms.all());
        this.#resume();
      }),
      polling.onDidChangeAway(() => this.#resume()),
    );
  }

  of(shown: Connection): QueryRecords {
    // A view may have been opened before the connection was edited.
    const connection = this.platforms.current(shown) ?? shown;
    const known = this.#records.get(connection.name);
    if (known !== undefined && isSame(known.connection, connection)) return known.records;
    const records = new QueryRecords(
      async (query, signal) => {
        const client = await this.platforms.clientFor(connection);
        const { listScheduledQueries } = await import('../../../core/api/operations/scheduledQueries');
        return client.send(listScheduledQueries(query), signal);
      },
      (reading) => {
        // A late response from the platform that the connection had before.
        if (this.#records.get(connection.name)?.records === records) {
          this.#read.fire({ ...reading, connection });
        }
      },
    );
    this.#records.set(connection.name, { connection, records });
    return records;
  }

  /** Keeps records up to date while `seen` returns something. */
  watch({ name }: Connection, seen: Watch): vscode.Disposable {
    const known = this.#watches.get(name) ?? {
      polled: { poll: async (signal: AbortSignal) => this.#poll(name, signal) },
      watches: new Set(),
    };
    this.#watches.set(name, known);
    known.watches.add(seen);
    this.polling.schedulerOf({ name }).add(known.polled);
    return new vscode.Disposable(() => {
      known.watches.delete(seen);
      if (known.watches.size === 0) this.polling.schedulerOf({ name }).remove(known.polled);
    });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const [name, { polled }] of this.#watches) this.polling.schedulerOf({ name }).remove(polled);
  }

  #forgetOthers(connections: readonly Connection[]): void {
    for (const [name, { connection }] of this.#records) {
      if (!connections.some((current) => isSame(current, connection))) this.#records.delete(name);
    }
  }

  #resume(): void {
    for (const [name, { polled, watches }] of this.#watches) {
      if (watches.size > 0) this.polling.schedulerOf({ name }).add(polled);
    }
  }

  async #poll(name: string, signal: AbortSignal): ReturnType<Polled['poll']> {
    const connection = this.platforms.all().find((other) => other.name === name);
    const seen = [...(this.#watches.get(name)?.watches ?? [])].flatMap((watch) => watch() ?? []);
    if (connection === undefined || !this.polling.canSee({ visible: true })) return 'rest';
    try {
      return (await this.of(connection).pages.readNext(seen, signal)) ? 'continue' : 'rest';
    } catch (error) {
      if (error instanceof UnreachableError || isCancellation(error)) throw error;
      // A rejected request is not repeated until a view or a connection changes.
      return 'stop';
    }
  }
}

function isSame(one: Connection, other: Connection): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
