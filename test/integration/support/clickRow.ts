import * as vscode from 'vscode';
import { eventually } from '../../support/eventually';
import type { Line } from './tree';

/** Does what a click on a row of the explorer does. */
export async function clickRow({ item, node }: Line): Promise<void> {
  const { command = '', arguments: args = [node] } = item.command ?? {};
  await vscode.commands.executeCommand(command, ...(args as unknown[]));
}

/** The text of the editor in front, once it is like this. */
export async function shownText(expected: RegExp): Promise<string> {
  return eventually(() => {
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    return expected.test(text) ? text : undefined;
  });
}

/** Whether the tab in front gives way to the next one that is opened in passing. */
export function isPreviewTab(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview === true;
}
