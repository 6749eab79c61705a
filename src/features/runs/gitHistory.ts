import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import { commitsBefore } from './fileCommits';
import type { Commit, GitRepository } from './fileCommits';

/** What is used of VS Code's Git extension. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  getRepository(file: vscode.Uri): GitRepository | null;
  toGitUri(file: vscode.Uri, ref: string): vscode.Uri;
}

/** The last commits of a file before a time; undefined if it is not in a Git repository that VS Code has open. */
export async function readCommits(
  file: vscode.Uri | undefined,
  before: number,
): Promise<readonly Commit[] | undefined> {
  const repository = file && (await gitApi())?.getRepository(file);
  return repository ? commitsBefore(repository, file.fsPath, before) : undefined;
}

/** Compares a file with what it was before a commit. */
export async function openCommit(file: vscode.Uri, { hash, parent, message }: Commit): Promise<void> {
  const git = await gitApi();
  if (git === undefined) return;
  const after = git.toGitUri(file, hash);
  const title = plainText(t('{0} ({1})', message.trim().split('\n', 1)[0] ?? '', hash.slice(0, 8)));
  await (parent === undefined
    ? vscode.window.showTextDocument(after)
    : vscode.commands.executeCommand('vscode.diff', git.toGitUri(file, parent), after, title));
}

/** Undefined if the extension is disabled, or there is no Git on this machine. */
async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const git = await extension?.activate();
  if (git?.enabled !== true) return undefined;
  const api = git.getAPI(1);
  if (api.state === 'uninitialized') {
    await new Promise((resolve) => {
      api.onDidChangeState(resolve);
    });
  }
  return api;
}
