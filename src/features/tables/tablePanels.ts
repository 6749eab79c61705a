import { fromTablePage, tableResume } from '../../shared/protocol/table';
import type { FromTablePage, TableResume, TableView, ToTablePage } from '../../shared/protocol/table';
import type { Connection } from '../../ui/connections/connection';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelEnvironment, PanelType } from '../../ui/panels/webviewPanel';
import { maskTable } from './maskTable';
import { TablePanel, titleOf } from './tablePanel';
import type { TablePanelDeps } from './tablePanel';

const tablePanelType: PanelType<ToTablePage, FromTablePage, TableResume> = {
  viewType: 'logbench.table',
  page: 'table',
  fromPage: fromTablePage,
  resume: tableResume,
  titleOf,
  resumeOf: ({ connection, table, view }) => ({ connection: connection.name, table, view }),
  mask: maskTable,
};

const firstView: TableView = { zone: 'local', openField: null };

/** The table pages in this window. An unused page is reused for the next table, like a preview editor. */
export class TablePanels extends OpenPanels<ToTablePage, FromTablePage, TableResume, TablePanel> {
  constructor(deps: TablePanelDeps, environment: PanelEnvironment) {
    super(
      tablePanelType,
      deps.platforms,
      environment,
      (panel, connection, { table, view }) => new TablePanel(panel, { connection, table, view }, deps),
    );
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
