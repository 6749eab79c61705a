import * as vscode from 'vscode';

/** The icon of a panel's tab. */
export function iconPath(extensionUri: vscode.Uri, name: string): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', 'icons', `${name}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
