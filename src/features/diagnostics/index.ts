import type * as vscode from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { RecentRequests } from '../../ui/connections/recentRequests';
import type { OpenUi } from '../../ui/openUi';

export interface DiagnosticsDeps {
  readonly platforms: Platforms;
  readonly readKey: (connection: Connection) => Promise<string | undefined>;
  readonly requests: RecentRequests;
}

/** *Collect Diagnostics…*: one text for a bug report, shown before it is saved. */
export function registerDiagnostics(
  opened: OpenUi,
  deps: DiagnosticsDeps,
  extension: vscode.Extension<unknown>,
): vscode.Disposable {
  return opened.ui.commands.registerAll({
    'logbench.diagnostics.collect': async () => {
      const { collectDiagnostics } = await import('./collectDiagnostics');
      await collectDiagnostics(opened, deps, extension);
    },
  });
}
