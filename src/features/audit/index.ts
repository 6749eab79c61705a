import type * as vscode from 'vscode';
import { connectionOf } from '../../ui/explorer/explorerNode';
import { t } from '../../shared/localize';
import type { Platforms } from '../../ui/connections/platforms';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { AuditPanels } from './auditPanels';

export interface Audit extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
  /** Follows a link to a search, once the person agrees. */
  readonly openLink: (link: vscode.Uri) => Promise<void>;
}

/** Audit log search. The panels, and all that they need, are loaded when the first one is opened. */
export function registerAudit(
  ui: Ui,
  platforms: Platforms,
  environment: PanelEnvironment,
  memory: vscode.Memento,
): Audit {
  const { prompts, failures, commands } = ui;
  let loaded: Promise<AuditPanels> | undefined;
  const panels = async (): Promise<AuditPanels> => {
    loaded ??= import('./auditPanels').then(
      ({ AuditPanels: Panels }) => new Panels(ui, platforms, environment, memory),
    );
    return loaded;
  };
  const registration = commands.registerAll({
    'logbench.audit.search': async (...given) => {
      const [name] = given;
      const named = typeof name === 'string' ? platforms.find(name) : connectionOf(given);
      (await panels()).open(named ?? (await platforms.pick(t('Search Audit Logs'))));
    },
    'logbench.audit.verifyExport': async (given) => {
      const { showVerification } = await import('./showVerification');
      await showVerification(prompts, given);
    },
  });
  return {
    panels: {
      deserializeWebviewPanel: async (panel, remains) => {
        (await panels()).restore(panel, remains);
      },
    },
    openLink: async (link) => {
      try {
        const { openLink } = await import('./openLink');
        const all = await panels();
        await openLink(link, prompts, platforms, ({ connection, search }) => {
          const found = platforms.find(connection);
          if (found) all.open(found, search);
        });
      } catch (error) {
        await failures.report(error);
      }
    },
    dispose: () => {
      registration.dispose();
      void loaded?.then((all) => {
        all.dispose();
      });
    },
  };
}
