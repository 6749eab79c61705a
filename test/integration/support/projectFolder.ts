import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { FilesOfFolder } from '../../support/filesOfFolder';
import type { Connected } from './connected';
import { runCommand } from './runCommand';

/** A folder of the workspace that keeps the scheduled queries of a platform as files. */
export class ProjectFolder extends FilesOfFolder implements AsyncDisposable {
  /** With a `logbench.yaml` that names the platform by default. */
  static async make({ connection }: Connected, environment = 'development'): Promise<ProjectFolder> {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const project = new ProjectFolder(await mkdtemp(path.join(workspace, 'project-')));
    const { baseUrl } = connection;
    await project.write(
      'logbench.yaml',
      `platforms:\n  test:\n    base_url: ${baseUrl}\n    environment: ${environment}\n`,
    );
    return project;
  }

  /** The same with all queries of the platform in it. */
  static async pulled(connected: Connected, environment?: string): Promise<ProjectFolder> {
    const project = await ProjectFolder.make(connected, environment);
    await runCommand('logbench.code.pull', [{ confirm: 'Pull' }], project.uri());
    return project;
  }

  uri(file = ''): vscode.Uri {
    return vscode.Uri.file(path.join(this.root, file));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
