import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Platforms } from '../../ui/connections/platforms';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';

/** Table pages and other actions. The code is loaded on first use. */
export function registerTables(
  ui: Ui,
  platforms: Platforms,
  documents: DocumentConnections,
  environment: PanelEnvironment,
): vscode.Disposable {
  const panels = new LazyPanels(async () =>
    import('./tablePanels').then(
      ({ TablePanels }) => new TablePanels({ ui, platforms, documents }, environment),
    ),
  );
  const registrations = vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer('logbench.table', panels),
    ui.commands.registerAll({
      'logbench.table.show': async (...given) => {
        const { chooseTable } = await import('./tableActions');
        const title = t('Show Table Details');
        const { connection, value } = await chooseTable(title, platforms, ui.prompts, given);
        (await panels.get()).open(connection, value.name);
      },
      'logbench.table.copyText': async (...given) =>
        (await import('./tableActions')).copyChosen(ui.prompts, platforms, given),
      'logbench.table.query': async (...given) =>
        (await import('./tableActions')).queryTable(ui.prompts, platforms, given, documents),
    }),
  );
  return {
    dispose: () => {
      registrations.dispose();
      panels.dispose();
    },
  };
}
