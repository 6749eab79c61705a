import * as vscode from 'vscode';
import type { Platforms } from '../../ui/platforms';

/** Keeps the context key by which the walkthrough's first step is ticked off: there is a connection. */
export function registerFirstSteps(platforms: Pick<Platforms, 'all' | 'onDidChange'>): vscode.Disposable {
  const tell = (): void => {
    void vscode.commands.executeCommand('setContext', 'logbench.connected', platforms.all().length > 0);
  };
  tell();
  return platforms.onDidChange(tell);
}
