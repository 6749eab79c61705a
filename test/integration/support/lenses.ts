import * as vscode from 'vscode';
import { eventually } from '../../support/eventually';

/** Waits for a lens, and for another one to disappear. */
export async function untilLens(uri: vscode.Uri, shown: RegExp, removed?: RegExp): Promise<void> {
  await vscode.workspace.openTextDocument(uri);
  let last: readonly string[] = [];
  await eventually(async () => {
    last = await lensesOf(uri);
    return last.some((title) => shown.test(title)) && !last.some((title) => removed?.test(title));
  }).catch(() => {
    throw new Error(
      `${String(shown)} is not above the text, or ${String(removed)} still is: ${last.join(' | ')}`,
    );
  });
}

/** What stands above the text of a document, without the icons. */
export async function lensesOf(uri: vscode.Uri): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<readonly vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.map(({ command }) => (command?.title ?? '').replaceAll(/\$\([\w-]+\) ?/g, ''));
}
