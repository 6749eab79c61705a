import type * as vscode from 'vscode';
import { connectionOf } from '../../ui/explorerNode';
import { t } from '../../shared/localize';
import type { Platforms } from '../../ui/platforms';
import type { PanelEnvironment } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';
import type { AuditPanels } from './auditPanels';

export interface Audit extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
  /** Follows a link to a search, once the person agrees. */
  readonly openLink: (link: vscode.Uri) => Promise<void>;
}

/** Audit log search. The panels, and all that they need, are loaded when the first one is opened. */
export function registerAudit(
  workbench: Workbench,
  platforms: Platforms,
  environment: PanelEnvironment,
  memory: vscode.Memento,
): Audit {
  const { prompts, failures, commands } = workbench;
  let loaded: Promise<AuditPanels> | undefined;
  const panels = async (): Promise<AuditPanels> => {
    loaded ??= import('./auditPanels').then(
      ({ AuditPanels: Panels }) => new Panels(workbench, platforms, environment, memory),
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
      const { tellVerification } = await import('./tellVerification');
      await tellVerification(prompts, given);
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
