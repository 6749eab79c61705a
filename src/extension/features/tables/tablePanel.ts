import * as vscode from 'vscode';
import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { toCell } from '../../../core/results/resultTable';
import { searchForValue } from '../../../core/results/searchForValue';
import { hidingMasker, shownText } from '../../../core/privacy/hiddenValues';
import type { Cell } from '../../../core/pages/queryResults';
import { tablePage } from '../../../core/pages/tableMessages';
import type { FromTablePage, TableView } from '../../../core/pages/tableMessages';
import type { SectionChange } from '../../ui/explorer/explorerSection';
import { openQueryText } from '../../ui/documents/openQueryText';
import { scheduledQueryUri } from '../../ui/documents/queryUri';
import { wireTimeOffset } from '../../../core/interface/time';
import type { Connection } from '../../ui/connections/connection';
import type { QueryRecords } from '../../ui/connections/queryRecords';
import { ExplainedError, rejectHiddenValue } from '../../ui/failures/failureText';
import { recordCompletion } from '../../ui/commandRegistry';
import { saveImage } from '../../ui/files/saveContent';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import type { TableDeps, TableRecord } from './tableReader';
import { sampleOf, statisticsText } from '../../../core/results/sampleRows';
import { nothingRead, readTableParts, missingTableText, readRecord, pickTable } from './tableReader';
import { tableFacts, tableDocument } from './tableText';
import { TableUsers } from './tableUsers';
import { newestDay, queryTime } from './tableDays';
import type { OpenTable } from '../../ui/access';
import { OpenPanels } from '../../ui/panels/openPanels';
import { withProgress } from '../../ui/prompts/progress';

type QueryValue = Extract<FromTablePage, { kind: 'queryValue' }>;

/** One table in one panel. It is read when it is opened or refreshed. */
class TablePanel {
  /** Whether the user has interacted with it, so that it is not replaced by another table. */
  #used = false;
  #known = nothingRead;
  #reading = new AbortController();

  constructor(
    readonly panel: WebviewPanel<typeof tablePage>,
    private readonly connection: Connection,
    private table: string,
    private view: TableView,
    private readonly deps: TableDeps,
    private readonly usersOf: (connection: Connection) => TableUsers,
  ) {
    panel.onDidReceive(({ kind }) => {
      if (kind !== 'ready') this.#used = true;
    });
    panel.handle(this.#handlers(), deps.ui.failures, () => connection);
    const locks = deps.platforms.onDidChange(() => this.#post());
    const changes = deps.section.onDidChange((change) => {
      if (change.connection.name !== this.connection.name) return;
      if (change.kind === 'rows' && change.removed?.includes(this.table) === true) panel.dispose();
      else if (this.#isChanged(change)) void this.#read();
    });
    panel.onDidDispose(() => {
      locks.dispose();
      changes.dispose();
      this.#reading.abort();
    });
    void this.#read();
  }

  get location(): OpenTable {
    return { connection: this.connection, table: this.table };
  }

  shows(connection: Connection, table: string): boolean {
    return this.connection.name === connection.name && this.table === table;
  }

  /** Whether another table of the connection may replace it. */
  closesWith(connection: Connection): boolean {
    return !this.#used && this.connection.name === connection.name;
  }

  show(table: string): void {
    this.table = table;
    this.#known = nothingRead;
    this.panel.title = tablePage.titleOf({ connection: this.connection.name, table, view: this.view });
    this.reveal();
  }

  /** Shows and reloads it. */
  reveal(): void {
    this.panel.reveal();
    void this.#read();
  }

  /** Whether this window has changed the table, or added rows to some table. */
  #isChanged(change: SectionChange): boolean {
    if (change.kind === 'reload') return true;
    return change.kind === 'rows' && change.changed?.some(({ id }) => id === this.table) === true;
  }

  /** The previous data stays visible until responses arrive. */
  async #read(): Promise<void> {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const location = { table: this.table, connection: this.connection };
    const onUpdate = (change: Partial<typeof nothingRead>): void => {
      if (signal.aborted) return;
      this.#known = { ...this.#known, ...change };
      if (change.newest) this.deps.environment.seen.addRows(this.connection, this.table, change.newest);
      if (change.record !== undefined) recordCompletion('logbench.table.show');
      this.#post();
    };
    const open = async (): Promise<PlatformClient> => this.deps.platforms.clientFor(this.connection);
    await readTableParts(open, location, this.usersOf(this.connection), onUpdate, signal);
  }

  #handlers(): MessageHandlers<typeof tablePage> {
    return {
      ready: () => this.#post(),
      refresh: async () => {
        this.usersOf(this.connection).expire();
        await this.#read();
      },
      viewChanged: ({ view }) => (this.view = view),
      copyText: async () => this.#copyText(),
      saveImage: async (image) => saveImage(this.deps.ui.prompts, image),
      query: async () =>
        openQueryText(this.deps.documents, this.connection, `table duration=1d ${this.table}`),
      queryTime: async ({ from, to }) => this.#queryTime(from, to),
      queryValue: async (asked) => this.#queryValue(asked),
      pivot: async ({ column, value }) => {
        const target = { connection: this.connection.name, column, value: this.#valueOf(column, value) };
        await this.deps.ui.commands.run('logbench.notebook.pivot', [target]);
      },
      run: async ({ command }) =>
        vscode.commands.executeCommand(`logbench.${command}`, this.connection.name, this.table),
      openQuery: async (query) =>
        vscode.commands.executeCommand(
          'logbench.scheduledQuery.open',
          scheduledQueryUri(this.connection, query),
        ),
    };
  }

  async #copyText(): Promise<void> {
    if (this.#known.record === undefined) return;
    await copyTable(this.#known.record, this.connection);
    vscode.window.setStatusBarMessage(
      plainText(t('The details of {0} were copied to the clipboard.', this.table)),
      4000,
    );
  }

  async #queryTime(from: number, to: number): Promise<void> {
    const { volume } = this.#known;
    if (volume === null) return;
    const time = `from=${queryTime(from, volume)} to=${queryTime(to, volume)}`;
    await openQueryText(this.deps.documents, this.connection, `table ${time} ${this.table}`);
  }

  async #queryValue({ field, value, exclude }: QueryValue): Promise<void> {
    rejectHiddenValue(value);
    const { record } = this.#known;
    const search = searchForValue(field, this.#valueOf(field, value), false, exclude);
    if (search === undefined) throw new ExplainedError(t('This value cannot be used in a condition.'));
    const period = record === undefined ? 'duration=1d' : newestDay(record);
    await openQueryText(this.deps.documents, this.connection, `table ${period} ${this.table} | ${search}`);
  }

  /** The page has only the text of a value. */
  #valueOf(field: string, text: string): Cell {
    const { newest = [] } = this.#known;
    const found = newest.find((row) => Object.hasOwn(row, field) && statisticsText(row[field]) === text);
    return toCell(found?.[field] ?? text);
  }

  #post(): void {
    const { record, newest, ...known } = this.#known;
    const masker = hidingMasker();
    masker?.learn(newest ?? []);
    const rows = masker ? newest?.map((row) => masker.row(row)) : newest;
    this.panel.post({
      kind: 'state',
      connection: shownConnectionOf(
        this.connection,
        this.deps.platforms,
        wireTimeOffset(record?.lastDay ?? '') ?? null,
      ),
      table: this.table,
      facts: record === undefined ? null : tableFacts(record),
      sample: rows === undefined ? null : sampleOf(rows),
      ...known,
      view: this.view,
    });
  }
}

const firstView: TableView = { zone: 'local', openField: null };

/** The table pages in this window. An unused page is reused for the next table, like a preview editor. */
export class TablePanels extends OpenPanels<typeof tablePage, TablePanel> {
  /** Who uses the tables of a connection. */
  readonly usersOf: (connection: Connection) => TableUsers;

  constructor(deps: TableDeps) {
    const known = new WeakMap<QueryRecords, TableUsers>();
    // An edited connection has other records.
    const usersOf = (connection: Connection): TableUsers => {
      const records = deps.access.recordsOf(connection);
      const users =
        known.get(records) ?? new TableUsers(records, async () => deps.platforms.clientFor(connection));
      known.set(records, users);
      return users;
    };
    super(
      tablePage,
      deps,
      (panel, connection, { table, view }) => new TablePanel(panel, connection, table, view, deps, usersOf),
    );
    this.usersOf = usersOf;
  }

  open(connection: Connection, table: string): void {
    const panels = this.all();
    const known = panels.find((panel) => panel.shows(connection, table));
    const passing = panels.find((panel) => panel.closesWith(connection));
    if (known !== undefined) known.reveal();
    else if (passing !== undefined) passing.show(table);
    else this.add(connection, { connection: connection.name, table, view: firstView });
  }
}

/** Opens an untitled query for the newest day of a table. */
export async function queryTable(deps: TableDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value } = await pickTable(deps, args, t('Query This Table'));
  await openQueryText(deps.documents, connection, `table ${newestDay(value)} ${value.name}`);
}

/** *Copy as Text*: the current properties of a table. */
export async function copySelected(deps: TableDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value } = await pickTable(deps, args, t('Copy as Text'));
  const { name } = value;
  const client = await deps.platforms.clientFor(connection);
  const record = await withProgress(t('Reading {0}…', name), async (signal) =>
    readRecord(client, name, signal),
  );
  if (record === undefined) throw new ExplainedError(missingTableText(name, connection));
  await copyTable(record, connection);
}

export async function copyTable(record: TableRecord, connection: Connection): Promise<void> {
  await vscode.env.clipboard.writeText(shownText(tableDocument(record, connection)));
}
