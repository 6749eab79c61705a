import type * as vscode from 'vscode';
import { fromTablePage, tableResume, toTablePage } from '../../shared/protocol/table';
import type { FromTablePage, TableResume, TableView, ToTablePage } from '../../shared/protocol/table';
import type { Connection } from '../../ui/connections/connection';
import { adoptPanel, openPanel } from '../../ui/panels/webviewPanel';
import type { PanelEnvironment, PanelType, WebviewPanel } from '../../ui/panels/webviewPanel';
import { maskTable } from './maskTable';
import { TablePanel, titleOf } from './tablePanel';
import type { TablePanelDeps } from './tablePanel';

const tablePanelType: PanelType<ToTablePage, FromTablePage, TableResume> = {
  viewType: 'logbench.table',
  page: 'table',
  icon: 'table',
  toPage: toTablePage,
  fromPage: fromTablePage,
  resume: tableResume,
  resumeOf: ({ connection, table, view }) => ({ connection: connection.name, table, view }),
  mask: maskTable,
};

const firstView: TableView = { zone: 'local', openField: null };

/** The table pages in this window. An unused page is reused for the next table, like a preview editor. */
export class TablePanels implements vscode.Disposable {
  readonly #panels = new Set<TablePanel>();

  constructor(
    private readonly deps: TablePanelDeps,
    private readonly environment: PanelEnvironment,
  ) {}

  open(connection: Connection, table: string): void {
    const panels = [...this.#panels];
    const known = panels.find((panel) => panel.shows(connection, table));
    const passing = panels.find((panel) => panel.closesWith(connection));
    if (known !== undefined) known.reveal();
    else if (passing !== undefined) passing.show(table);
    else {
      const panel = openPanel(tablePanelType, titleOf(connection, table), this.environment);
      this.#add(panel, connection, table, firstView);
    }
  }

  /** Restores a panel after a reload, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const adopted = adoptPanel(tablePanelType, panel, remains, this.environment, (resume) =>
      titleOf({ name: resume.connection }, resume.table),
    );
    if (!adopted) return;
    const { connection: name, table, view } = adopted.resume;
    const connection = this.deps.platforms.find(name);
    if (connection) this.#add(adopted.panel, connection, table, view);
    else adopted.panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
  }

  #add(
    panel: WebviewPanel<ToTablePage, FromTablePage>,
    connection: Connection,
    table: string,
    view: TableView,
  ): void {
    panel.connection = connection.name;
    const page = new TablePanel(panel, { connection, table, view }, this.deps);
    this.#panels.add(page);
    panel.onDidDispose(() => this.#panels.delete(page));
  }
}
