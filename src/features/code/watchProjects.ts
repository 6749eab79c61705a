import path from 'node:path';
import * as vscode from 'vscode';
import { lockFileName, projectFileName, queryFileExtension } from '../../code/fileNames';

export interface ProjectEvents {
  /** The folders that hold a project now. */
  readonly found: (roots: readonly string[]) => void;
  /** A file that may belong to a project came, went or changed. */
  readonly changed: (file: vscode.Uri) => void;
}

/** Tells which folders of the workspace hold a project, now and whenever that changes. */
export function watchProjects({ found, changed }: ProjectEvents): vscode.Disposable {
  const { workspace } = vscode;
  const look = async (): Promise<void> => {
    const files = await workspace.findFiles(`**/${projectFileName}`, '**/{node_modules,.git}/**');
    const own = files.filter(({ scheme }) => scheme === 'file');
    found(own.map(({ fsPath }) => path.dirname(fsPath)).toSorted());
  };
  const projectFiles = workspace.createFileSystemWatcher(`**/${projectFileName}`, false, true);
  const allFiles = workspace.createFileSystemWatcher(
    `**/{${projectFileName},${lockFileName},*${queryFileExtension}}`,
  );
  void look();
  return vscode.Disposable.from(
    projectFiles,
    allFiles,
    projectFiles.onDidCreate(look),
    projectFiles.onDidDelete(look),
    workspace.onDidChangeWorkspaceFolders(look),
    allFiles.onDidCreate(changed),
    allFiles.onDidChange(changed),
    allFiles.onDidDelete(changed),
  );
}
