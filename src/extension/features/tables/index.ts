import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { OpenTable } from '../../ui/access';
import type { TableForm } from './newTable';
import type { TableDeps } from './tableReader';

export interface Tables extends vscode.Disposable {
  /** The table whose page is the active tab. */
  readonly active: () => Promise<OpenTable | undefined>;
}

/** Table pages and other actions. The code is loaded on first use. */
export function registerTables(deps: TableDeps): Tables {
  const panels = new LazyPanels(
    'table',
    deps.environment,
    async () => new (await import('./tablePanel')).TablePanels(deps),
  );
  const pending = new Map<string, TableForm>();
  const registration = deps.ui.commands.registerAll({
    'logbench.table.show': async (...args) => {
      const { pickTable } = await import('./tableReader');
      const { connection, value } = await pickTable(deps, args, t('Show Table Details'));
      (await panels.get()).open(connection, value.name);
    },
    'logbench.table.create': async (...args) => {
      const { newTable } = await import('./newTable');
      const { connection, name } = await newTable(deps, pending, args);
      (await panels.get()).open(connection, name);
    },
    'logbench.table.drop': async (...args) => {
      const { dropTables } = await import('./bulkTableActions');
      await dropTables(deps, (await panels.get()).usersOf, args);
    },
    'logbench.table.setRetention': async (...args) =>
      (await import('./bulkTableActions')).changeRetention(deps, args),
    'logbench.table.copyText': async (...args) => (await import('./tablePanel')).copySelected(deps, args),
    'logbench.table.query': async (...args) => (await import('./tablePanel')).queryTable(deps, args),
  });
  const active: Tables['active'] = async () =>
    (await panels.get()).all().find(({ panel }) => panel.active)?.location;
  return Object.assign(vscode.Disposable.from(registration, panels), { active });
}
