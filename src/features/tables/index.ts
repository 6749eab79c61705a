import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { TableDeps } from './tableDeps';

export interface Tables extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
}

/** Table pages and other actions. The code is loaded on first use. */
export function registerTables(deps: TableDeps): Tables {
  const panels = new LazyPanels(async () =>
    import('./tablePanel').then(({ TablePanels }) => new TablePanels(deps)),
  );
  const registration = deps.ui.commands.registerAll({
    'logbench.table.show': async (...given) => {
      const { chooseTable } = await import('./chooseTable');
      const { connection, value } = await chooseTable(deps, given, t('Show Table Details'));
      (await panels.get()).open(connection, value.name);
    },
    'logbench.table.copyText': async (...given) => (await import('./tableActions')).copyChosen(deps, given),
    'logbench.table.query': async (...given) => (await import('./tableActions')).queryTable(deps, given),
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { panels });
}
