import * as vscode from 'vscode';

/** A path, or the URI of a file that is not on this machine. */
export function locationOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** The inverse of `locationOf`. A path may begin with a drive, as in `C:\a`. */
export function uriOfLocation(location: string): vscode.Uri {
  const isUri = /^[a-z][a-z0-9+.-]+:\//i.test(location);
  return isUri ? vscode.Uri.parse(location, true) : vscode.Uri.file(location);
}

/** The text of a file of a project. Undefined for a link, which could lead to another file of this machine. */
export async function readOwnFileText(file: vscode.Uri): Promise<string | undefined> {
  const stat = await vscode.workspace.fs.stat(file).then(undefined, () => undefined);
  const isLink = ((stat?.type ?? 0) & vscode.FileType.SymbolicLink) !== 0;
  return stat === undefined || isLink ? undefined : readFileText(file);
}

/** Undefined if the file cannot be read. */
export async function readFileText(file: vscode.Uri): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  return bytes && Buffer.from(bytes).toString('utf8');
}
