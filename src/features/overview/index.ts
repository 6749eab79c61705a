import type * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { connectionOf } from '../../ui/explorer/explorerNode';
import type { Platforms } from '../../ui/connections/platforms';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { MakeDraft } from './overviewPanel';
import type { OverviewPanels } from './overviewPanels';

export interface Overview extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
}

/** The overview of a service. The panels, and all that they need, are loaded when the first one is opened. */
export function registerOverview(
  ui: Ui,
  platforms: Platforms,
  environment: PanelEnvironment,
  access: ScheduledQueriesAccess,
  makeDraft: MakeDraft,
): Overview {
  let loaded: Promise<OverviewPanels> | undefined;
  const panels = async (): Promise<OverviewPanels> => {
    loaded ??= import('./overviewPanels').then(
      ({ OverviewPanels: Panels }) => new Panels(ui, platforms, environment, access, makeDraft),
    );
    return loaded;
  };
  const registration = ui.commands.registerAll({
    'logbench.overview.open': async (...given) => {
      const [name] = given;
      const named = typeof name === 'string' ? platforms.find(name) : connectionOf(given);
      const connection = named ?? (await platforms.pick(t('Open Overview')));
      (await panels()).open(connection);
    },
  });
  return {
    panels: {
      deserializeWebviewPanel: async (panel, remains) => {
        (await panels()).restore(panel, remains);
      },
    },
    dispose: () => {
      registration.dispose();
      void loaded?.then((all) => {
        all.dispose();
      });
    },
  };
}
