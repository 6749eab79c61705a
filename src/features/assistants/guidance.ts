import * as vscode from 'vscode';

const longest = 20_000;

/**
 * The instructions for assistants in the `assistant.md` of open projects. Ignored in untrusted workspaces,
 * because assistants follow them.
 */
export async function readGuidance(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const texts = await Promise.all(folders.map(async ({ uri }) => guidanceOf(uri)));
  const text = texts.filter((one) => one !== undefined).join('\n\n');
  return text === '' ? undefined : text.slice(0, longest);
}

async function guidanceOf(folder: vscode.Uri): Promise<string | undefined> {
  const project = await textOf(vscode.Uri.joinPath(folder, 'logbench.yaml'));
  return project === undefined ? undefined : textOf(vscode.Uri.joinPath(folder, 'assistant.md'));
}

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  } catch {
    return undefined;
  }
}
