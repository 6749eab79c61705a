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

/** Undefined if the file cannot be read. */
export async function readFileText(file: vscode.Uri): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  return bytes && Buffer.from(bytes).toString('utf8');
}
