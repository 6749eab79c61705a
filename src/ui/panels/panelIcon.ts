import * as vscode from 'vscode';

/** The icon of a panel's tab, in a gray that is visible in light and dark themes. */
export function iconPath(extensionUri: vscode.Uri, name: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'media', 'icons', `${name}.svg`);
}
