import * as vscode from 'vscode';

const reached = new Set<string>();

/**
 * Tells VS Code that a command came to its end, neither cancelled nor failed: the walkthrough ticks its steps
 * off by that. Starting a command and dismissing its question is not the same as doing the thing.
 */
export function recordCompletion(commandId: string): void {
  const key = commandId.replace(/^logbench\./, 'logbench.did.');
  if (reached.has(key)) return;
  reached.add(key);
  void vscode.commands.executeCommand('setContext', key, true);
}
