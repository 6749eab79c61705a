import * as vscode from 'vscode';
import { lockFileName, projectFileName, queryFileExtension } from '../../code/fileNames';
import { findProjects } from '../../code/findProjects';

export interface ProjectEvents {
  /** The folders that hold a project now. */
  readonly found: (roots: readonly string[]) => Promise<void>;
  /** A file that may belong to a project came, went or changed. */
  readonly changed: (file: vscode.Uri) => void;
}

export interface ProjectWatch extends vscode.Disposable {
  /** Checks now, because the change event may arrive later. */
  readonly look: () => Promise<void>;
}

/** Tells which folders of the workspace hold a project, now and whenever that changes. */
export function watchProjects({ found, changed }: ProjectEvents): ProjectWatch {
  const { workspace } = vscode;
  const look = async (): Promise<void> => {
    const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const roots = await Promise.all(folders.map(async ({ uri }) => findProjects(uri.fsPath)));
    await found([...new Set(roots.flat())]);
  };
  const projectFiles = workspace.createFileSystemWatcher(`**/${projectFileName}`, false, true);
  const allFiles = workspace.createFileSystemWatcher(
    `**/{${projectFileName},${lockFileName},*${queryFileExtension}}`,
  );
  void look();
  const watching = vscode.Disposable.from(
    projectFiles,
    allFiles,
    projectFiles.onDidCreate(look),
    projectFiles.onDidDelete(look),
    workspace.onDidChangeWorkspaceFolders(look),
    allFiles.onDidCreate(changed),
    allFiles.onDidChange(changed),
    allFiles.onDidDelete(changed),
  );
  return { look, dispose: () => void watching.dispose() };
}
