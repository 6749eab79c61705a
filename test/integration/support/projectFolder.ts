import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Connected } from './connected';
import { untilLens } from './lenses';
import { runCommand } from './runCommand';

/** A folder of the workspace that keeps the scheduled queries of a platform as files. */
export class ProjectFolder implements AsyncDisposable {
  private constructor(readonly root: string) {}

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

  async read(file: string): Promise<string> {
    return readFile(this.uri(file).fsPath, 'utf8');
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(this.uri(file).fsPath), { recursive: true });
    await writeFile(this.uri(file).fsPath, text);
  }

  async edit(file: string, before: string, after: string): Promise<void> {
    const text = await this.read(file);
    if (!text.includes(before)) throw new Error(`${file} has no ${before}:\n${text}`);
    await this.write(file, text.replace(before, after));
  }

  /** Waits for a lens above a file. */
  async untilLens(file: string, shown: RegExp): Promise<void> {
    await untilLens(this.uri(file), shown);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
