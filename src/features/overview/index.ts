import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { resolveConnection } from '../../ui/resolveTarget';
import type { Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { PanelFeature } from '../../ui/panels/lazyPanels';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { ScheduleDrafts } from './overviewPanel';

/** The overview of a platform. The panels are loaded when the first one is opened. */
export function registerOverview(
  ui: Ui,
  platforms: Platforms,
  environment: PanelEnvironment,
  access: ScheduledQueriesAccess,
  drafts: ScheduleDrafts,
): PanelFeature {
  const deps = { ui, platforms, environment, access, drafts };
  const panels = new LazyPanels(async () =>
    import('./overviewPanel').then(({ OverviewPanels }) => new OverviewPanels(deps)),
  );
  const registration = ui.commands.registerAll({
    'logbench.overview.open': async (...args) => {
      const connection = await resolveConnection(platforms, args, t('Open Overview'));
      (await panels.get()).open(connection);
    },
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { panels });
}
