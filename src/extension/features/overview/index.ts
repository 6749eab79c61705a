import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { resolveConnection } from '../../ui/resolveTarget';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { OverviewPanelDeps } from './overviewPanel';

/** The overview of a platform. The panels are loaded when the first one is opened. */
export function registerOverview(deps: OverviewPanelDeps): vscode.Disposable {
  const { ui, platforms } = deps;
  const panels = new LazyPanels(
    'overview',
    deps.environment,
    async () => new (await import('./overviewPanel')).OverviewPanels(deps),
  );
  const registration = ui.commands.registerAll({
    'logbench.overview.open': async (...args) => {
      const connection = await resolveConnection(platforms, args, t('Open Overview'));
      (await panels.get()).open(connection);
    },
  });
  return vscode.Disposable.from(registration, panels);
}
