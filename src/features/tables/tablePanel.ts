import * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import { hidingMasker } from '../../shared/privacy/hiddenValues';
import type {
  FromTablePage,
  TableResume,
  TableState,
  TableView,
  ToTablePage,
} from '../../shared/protocol/table';
import { pathOf } from '../../shared/queryAddress';
import { wireTimeOffset } from '../../shared/wire/time';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { recordCompletion } from '../../ui/recordCompletion';
import type { Platforms } from '../../ui/connections/platforms';
import { savePicture } from '../../ui/panels/savePicture';
import { connectionMarkOf } from '../../ui/panels/webviewPanel';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { sampleOf } from './fieldStatistics';
import { copyTable, openText } from './tableActions';
import { nothingRead, readTableParts } from './tableReader';
import { tableFacts } from './tableText';
import { queryTime } from './volumeByDay';

export interface TablePanelDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly documents: DocumentConnections;
}

/** One table in one panel. It is read when it is opened or refreshed. */
export class TablePanel implements vscode.Disposable {
  readonly #connection: Connection;
  #table: string;
  /** Whether the user has interacted with it, so that it is not replaced by another table. */
  #used = false;
  #view: TableView;
  #known = nothingRead;
  #reading = new AbortController();

  constructor(
    private readonly panel: WebviewPanel<ToTablePage, FromTablePage>,
    shown: { readonly connection: Connection; readonly table: string; readonly view: TableView },
    private readonly deps: TablePanelDeps,
  ) {
    this.#connection = shown.connection;
    this.#table = shown.table;
    this.#view = shown.view;
    panel.onDidReceive(({ kind }) => {
      if (kind !== 'ready') this.#used = true;
    });
    panel.handle(this.#handlers(), deps.ui.failures, () => shown.connection);
    panel.onDidChangeVisibility(() => this.#post());
    const locks = deps.platforms.onDidChange(() => this.#post());
    panel.onDidDispose(() => {
      locks.dispose();
      this.#reading.abort();
    });
    void this.#read();
  }

  shows(connection: Connection, table: string): boolean {
    return this.#connection.name === connection.name && this.#table === table;
  }

  /** Whether another table of the connection may replace it. */
  closesWith(connection: Connection): boolean {
    return !this.#used && this.#connection.name === connection.name;
  }

  show(table: string): void {
    this.#table = table;
    this.#known = nothingRead;
    this.panel.title = titleOf({ connection: this.#connection.name, table });
    this.reveal();
  }

  /** Shows and reloads it. */
  reveal(): void {
    this.panel.reveal();
    void this.#read();
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** The previous data stays visible until responses arrive. */
  async #read(): Promise<void> {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const place = { table: this.#table, connection: this.#connection };
    const tell = (change: Partial<typeof nothingRead>): void => {
      if (signal.aborted) return;
      this.#known = { ...this.#known, ...change };
      if (change.record !== undefined) recordCompletion('logbench.table.show');
      this.#post();
    };
    await readTableParts(await this.#client(), place, tell, signal);
  }

  async #client(): Promise<PlatformClient> {
    return this.deps.platforms.clientFor(this.#connection);
  }

  #handlers(): MessageHandlers<FromTablePage> {
    const { documents, ui } = this.deps;
    return {
      ready: () => this.#post(),
      refresh: async () => this.#read(),
      viewChanged: ({ view }) => (this.#view = view),
      copyText: async () => this.#copyText(),
      savePicture: async (picture) => savePicture(ui.prompts, picture),
      query: async () => openText(this.#connection, `table duration=1d ${this.#table}`, documents),
      queryTime: async ({ from, to }) => this.#queryTime(from, to),
      openQuery: async ({ guid, name }) => {
        const path = pathOf({ connection: this.#connection.name, guid }, name);
        const uri = vscode.Uri.from({ scheme: 'logbench', path });
        await vscode.commands.executeCommand('logbench.scheduledQuery.open', uri);
      },
    };
  }

  async #copyText(): Promise<void> {
    if (this.#known.record === undefined) return;
    await copyTable(this.#known.record, this.#connection);
    vscode.window.setStatusBarMessage(
      plainText(t('The details of {0} were copied to the clipboard.', this.#table)),
      4000,
    );
  }

  async #queryTime(from: number, to: number): Promise<void> {
    const { volume } = this.#known;
    if (volume === null) return;
    const time = `from=${queryTime(from, volume)} to=${queryTime(to, volume)}`;
    await openText(this.#connection, `table ${time} ${this.#table}`, this.deps.documents);
  }

  #post(): void {
    this.panel.post(this.#state());
  }

  #state(): TableState {
    const { record, newest, ...known } = this.#known;
    const masker = hidingMasker();
    const rows = masker ? newest?.map((row) => masker.row(row)) : newest;
    return {
      kind: 'state',
      connection: connectionMarkOf(
        this.#connection,
        this.deps.platforms,
        wireTimeOffset(record?.lastDay ?? '') ?? null,
      ),
      table: this.#table,
      facts: record === undefined ? null : tableFacts(record),
      sample: rows === undefined ? null : sampleOf(rows),
      ...known,
      view: this.#view,
    };
  }
}

export function titleOf({ connection, table }: Pick<TableResume, 'connection' | 'table'>): string {
  return `${table} · ${connection}`;
}
