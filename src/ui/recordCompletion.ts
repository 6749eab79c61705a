import * as vscode from 'vscode';

const reached = new Set<string>();

/**
 * Records in VS Code that a command has completed, which checks off walkthrough steps. A canceled or failed
 * command does not count.
 */
export function recordCompletion(commandId: string): void {
  const key = commandId.replace(/^logbench\./, 'logbench.did.');
  if (reached.has(key)) return;
  reached.add(key);
  void vscode.commands.executeCommand('setContext', key, true);
}
