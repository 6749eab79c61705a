import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { lockFileName, projectFileName, queryFileExtension } from '../../code/fileNames';
import { findProjects } from '../../code/findProjects';

export interface ProjectEvents {
  /** Called with the folders that contain a project. */
  readonly found: (roots: readonly string[]) => Promise<void>;
  /** A file or folder that may belong to a project was created, deleted or changed. */
  readonly changed: (file: vscode.Uri) => void;
}

export interface ProjectWatch extends vscode.Disposable {
  /** Checks now, because the change event may arrive later. */
  readonly look: () => Promise<void>;
}

/** Finds the workspace folders that contain a project, now and after each change. */
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
  // VS Code reports a folder that was moved or deleted once, without its files.
  const folders = workspace.createFileSystemWatcher('**/*', false, true);
  const mayBeFolder = ({ fsPath }: vscode.Uri): boolean => path.extname(fsPath) === '';
  void look();
  const watching = vscode.Disposable.from(
    projectFiles,
    allFiles,
    folders,
    projectFiles.onDidCreate(look),
    projectFiles.onDidDelete(look),
    workspace.onDidChangeWorkspaceFolders(look),
    allFiles.onDidCreate(changed),
    allFiles.onDidChange(changed),
    allFiles.onDidDelete(changed),
    folders.onDidCreate((uri) => {
      if (!mayBeFolder(uri)) return;
      changed(uri);
      if (existsSync(path.join(uri.fsPath, projectFileName))) void look();
    }),
    folders.onDidDelete((uri) => {
      if (mayBeFolder(uri)) changed(uri);
    }),
  );
  return { look, dispose: () => void watching.dispose() };
}
