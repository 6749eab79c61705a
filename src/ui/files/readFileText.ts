import * as vscode from 'vscode';

/** Undefined if the file cannot be read. */
export async function readFileText(file: vscode.Uri): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  return bytes && Buffer.from(bytes).toString('utf8');
}
