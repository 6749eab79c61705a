import * as vscode from 'vscode';
import type { Platforms } from '../../ui/connections/connection';

/**
 * Maintains the context keys that complete the first step of the walkthrough and show the welcome view if there is no
 * connection. The welcome view needs its key, so that it does not flash while connections are loading.
 */
export function registerFirstSteps(platforms: Pick<Platforms, 'all' | 'onDidChange'>): vscode.Disposable {
  const update = (): void => {
    const connected = platforms.all().length > 0;
    void vscode.commands.executeCommand('setContext', 'logbench.connected', connected);
    void vscode.commands.executeCommand('setContext', 'logbench.unconnected', !connected);
  };
  update();
  return platforms.onDidChange(update);
}
