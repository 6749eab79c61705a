import * as vscode from 'vscode';

const longest = 20_000;

/**
 * What the team tells assistants, beside the `logbench.yaml` of an open folder. Not from a folder that nobody trusts:
 * assistants follow it.
 */
export async function readGuidance(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const found = await vscode.workspace.findFiles('**/logbench.yaml', '**/node_modules/**', 20);
  const texts = await Promise.all(found.map(async (project) => textBeside(project)));
  const text = texts.filter((one) => one !== undefined).join('\n\n');
  return text === '' ? undefined : text.slice(0, longest);
}

async function textBeside(project: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(project, '..', 'assistant.md'));
    return Buffer.from(bytes).toString('utf8');
  } catch {
    return undefined;
  }
}
