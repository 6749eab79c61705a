import * as vscode from 'vscode';
import { connectionOf } from '../../ui/explorerNode';
import { t } from '../../shared/localize';
import type { Platforms } from '../../ui/platforms';
import type { PanelEnvironment } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';
import type { AuditPanels } from './auditPanels';

/** Audit log search. The panels, and all that they need, are loaded when the first one is opened. */
export function registerAudit(
  workbench: Workbench,
  platforms: Platforms,
  environment: PanelEnvironment,
  memory: vscode.Memento,
): vscode.Disposable {
  const { prompts, failures, commands } = workbench;
  let loaded: Promise<AuditPanels> | undefined;
  const panels = async (): Promise<AuditPanels> => {
    loaded ??= import('./auditPanels').then(
      ({ AuditPanels: Panels }) => new Panels(workbench, platforms, environment, memory),
    );
    return loaded;
  };
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer('logbench.auditLogs', {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, remains: unknown) => {
        (await panels()).restore(panel, remains);
      },
    }),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        try {
          const { openLink } = await import('./openLink');
          const all = await panels();
          await openLink(uri, prompts, platforms, ({ connection, search }) => {
            const found = platforms.find(connection);
            if (found) all.open(found, search);
          });
        } catch (error) {
          await failures.report(error);
        }
      },
    }),
    commands.registerAll({
      'logbench.audit.search': async (...given) => {
        const [name] = given;
        const named = typeof name === 'string' ? platforms.find(name) : connectionOf(given);
        (await panels()).open(named ?? (await platforms.pick(t('Search Audit Logs'))));
      },
      'logbench.audit.verifyExport': async (given) => {
        const { tellVerification } = await import('./tellVerification');
        await tellVerification(prompts, given);
      },
    }),
    new vscode.Disposable(() => {
      void loaded?.then((all) => {
        all.dispose();
      });
    }),
  );
}
