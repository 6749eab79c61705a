import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { PanelFeature } from '../../ui/panels/lazyPanels';
import type { TableForm } from './newTable';
import type { TableDeps } from './tableReader';

/** Table pages and other actions. The code is loaded on first use. */
export function registerTables(deps: TableDeps): PanelFeature {
  const panels = new LazyPanels(async () => new (await import('./tablePanel')).TablePanels(deps));
  const unsent = new Map<string, TableForm>();
  const registration = deps.ui.commands.registerAll({
    'logbench.table.show': async (...args) => {
      const { pickTable } = await import('./tableReader');
      const { connection, value } = await pickTable(deps, args, t('Show Table Details'));
      (await panels.get()).open(connection, value.name);
    },
    'logbench.table.create': async (...args) => {
      const { newTable } = await import('./newTable');
      const { connection, name } = await newTable(deps, unsent, args);
      (await panels.get()).open(connection, name);
    },
    'logbench.table.drop': async (...args) => {
      const { dropTables } = await import('./bulkActions');
      await dropTables(deps, (await panels.get()).usersOf, args);
    },
    'logbench.table.setRetention': async (...args) =>
      (await import('./bulkActions')).changeRetention(deps, args),
    'logbench.table.copyText': async (...args) => (await import('./tablePanel')).copySelected(deps, args),
    'logbench.table.query': async (...args) => (await import('./tablePanel')).queryTable(deps, args),
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { panels });
}
