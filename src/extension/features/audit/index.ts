import * as vscode from 'vscode';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { resolveConnection } from '../../ui/resolveTarget';
import { t } from '../../../core/base/localize';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { AuditPanelDeps } from './auditPanel';

export interface Audit extends vscode.Disposable {
  /** Opens a link to a search after the user agrees. */
  readonly openLink: (link: vscode.Uri) => Promise<void>;
}

/** Audit log search. The panels are loaded when the first one is opened. */
export function registerAudit(
  deps: AuditPanelDeps,
  /** The name of the object of a row, whose entries are searched. */
  nameOfRow: (value: unknown) => string | undefined,
): Audit {
  const { platforms } = deps;
  const { prompts, failures, commands } = deps.ui;
  const panels = new LazyPanels(
    'auditLogs',
    deps.environment,
    async () => new (await import('./auditPanel')).AuditPanels(deps),
  );
  const registration = commands.registerAll({
    'logbench.audit.search': async (...args) => {
      const connection = await resolveConnection(platforms, args, t('Search Audit Logs'));
      const [row] = selectedRows(args.slice(0, 1), nameOfRow);
      const name = row?.value ?? args[1];
      const { searchFor } = await import('./auditQuery');
      const search = typeof name === 'string' ? searchFor(name, vscode.env.language) : undefined;
      (await panels.get()).open(connection, search);
    },
    'logbench.audit.verifyExport': async (arg) => {
      const { showVerification } = await import('./showVerification');
      await showVerification(prompts, arg);
    },
  });
  return Object.assign(vscode.Disposable.from(registration, panels), {
    openLink: async (link: vscode.Uri) => {
      try {
        const { confirmLink } = await import('./searchLink');
        const linked = await confirmLink(link, prompts, platforms);
        if (linked) (await panels.get()).open(linked.connection, linked.search);
      } catch (error) {
        await failures.report(error);
      }
    },
  });
}
