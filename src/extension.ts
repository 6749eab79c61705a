import * as vscode from 'vscode';

/** Builds the parts and joins them. Makes no request: nothing here may fail or wait. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Logbench', { log: true });
  context.subscriptions.push(log);
}
