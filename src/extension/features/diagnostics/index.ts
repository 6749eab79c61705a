import type * as vscode from 'vscode';
import type { OpenUi } from '../../ui/openUi';
import type { DiagnosticsDeps } from './collectDiagnostics';

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
