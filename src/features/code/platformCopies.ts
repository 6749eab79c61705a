import * as vscode from 'vscode';
import type { OpenProject } from './openProject';
import type { ProjectList } from './projectList';

/** Files of projects as the platform has them, for one side of a comparison and for the marks in the margin. */
export const copyScheme = 'logbench-code';

export class PlatformCopies implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(private readonly projects: ProjectList) {
    this.#listening = projects.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === copyScheme) this.#changed.fire(uri);
      }
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** Nothing where the platform has nothing: all of the file is then new. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    const file = uri.with({ scheme: 'file', query: '' });
    const project = this.projects.projectOf(file);
    const path = project?.pathOf(file);
    return path === undefined ? '' : (project?.copyOf(path) ?? '');
  }
}

/** The platform is in the address: each has a copy of its own. */
export function copyUri(project: OpenProject, path: string): vscode.Uri {
  return project.uriOf(path).with({ scheme: copyScheme, query: project.platform?.name ?? '' });
}
