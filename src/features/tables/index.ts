import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';

/** The dependencies of table pages and actions. */
export interface TableDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly documents: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'recordsOf'>;
}

/** Table pages and other actions. The code is loaded on first use. */
export function registerTables(
  ui: Ui,
  platforms: Platforms,
  documents: DocumentConnections,
  environment: PanelEnvironment,
  access: TableDeps['access'],
): vscode.Disposable {
  const deps = { ui, platforms, documents, access };
  const panels = new LazyPanels(async () =>
    import('./tablePanel').then(({ TablePanels }) => new TablePanels(deps, environment)),
  );
  return vscode.Disposable.from(
    panels,
    vscode.window.registerWebviewPanelSerializer('logbench.table', panels),
    ui.commands.registerAll({
      'logbench.table.show': async (...given) => {
        const { chooseTable } = await import('./chooseTable');
        const { connection, value } = await chooseTable(deps, given, t('Show Table Details'));
        (await panels.get()).open(connection, value.name);
      },
      'logbench.table.copyText': async (...given) => (await import('./tableActions')).copyChosen(deps, given),
      'logbench.table.query': async (...given) => (await import('./tableActions')).queryTable(deps, given),
    }),
  );
}
