import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { Platforms } from '../../ui/platforms';
import type { PanelEnvironment } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';
import type { TablePanels } from './tablePanels';

/** Pages of tables, and what else can be done with them. All of it is loaded when it is first used. */
export function registerTables(
  workbench: Workbench,
  platforms: Platforms,
  documents: DocumentConnections,
  environment: PanelEnvironment,
): vscode.Disposable {
  let loaded: Promise<TablePanels> | undefined;
  const panels = async (): Promise<TablePanels> => {
    loaded ??= import('./tablePanels').then(
      ({ TablePanels: Panels }) => new Panels({ workbench, platforms, documents }, environment),
    );
    return loaded;
  };
  const registrations = vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer('logbench.table', {
      deserializeWebviewPanel: async (panel, remains) => {
        (await panels()).restore(panel, remains);
      },
    }),
    workbench.commands.registerAll({
      'logbench.table.show': async (...given) => {
        const { chooseTable } = await import('./tableActions');
        const title = t('Show Table Details');
        const { connection, value } = await chooseTable(title, platforms, workbench.prompts, given);
        (await panels()).open(connection, value.name);
      },
      'logbench.table.copyText': async (...given) =>
        (await import('./tableActions')).copyChosen(workbench.prompts, platforms, given),
      'logbench.table.query': async (...given) =>
        (await import('./tableActions')).queryTable(workbench.prompts, platforms, given, documents),
    }),
  );
  return {
    dispose: () => {
      registrations.dispose();
      void loaded?.then((all) => {
        all.dispose();
      });
    },
  };
}
