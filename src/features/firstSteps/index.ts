import * as vscode from 'vscode';
import type { Platforms } from '../../ui/connections/platforms';

/**
 * Keeps the context keys by which the walkthrough's first step is ticked off and the view greets whoever has no
 * connection. The greeting waits to be told, lest it flashes while the view of somebody who has one fills.
 */
export function registerFirstSteps(platforms: Pick<Platforms, 'all' | 'onDidChange'>): vscode.Disposable {
  const tell = (): void => {
    const connected = platforms.all().length > 0;
    void vscode.commands.executeCommand('setContext', 'logbench.connected', connected);
    void vscode.commands.executeCommand('setContext', 'logbench.unconnected', !connected);
  };
  tell();
  return platforms.onDidChange(tell);
}
