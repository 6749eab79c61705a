import * as vscode from 'vscode';
import type { OpenProject } from './openProject';
import type { ProjectList } from './projectList';

/** The platform's version of project files, for diff editors and the dirty diff in the gutter. */
export const copyScheme = 'logbench-code';

export class PlatformCopies implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(private readonly projects: ProjectList) {
    this.#listening = projects.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        // A diff editor of another platform keeps what its title says.
        if (uri.scheme === copyScheme && this.#find(uri) !== undefined) this.#changed.fire(uri);
      }
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** Empty if the query does not exist on the platform, so that the whole file appears as added. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    const { project, path } = this.#find(uri) ?? {};
    return path === undefined ? '' : (project?.copyOf(path) ?? '');
  }

  /** Undefined if the project is compared with another platform. */
  #find(uri: vscode.Uri): { readonly project: OpenProject; readonly path: string | undefined } | undefined {
    const file = uri.with({ scheme: 'file', query: '' });
    const project = this.projects.projectOf(file);
    return project?.platform?.name === uri.query ? { project, path: project.pathOf(file) } : undefined;
  }
}

/** The query of the URI names the platform, because each has its own version. */
export function copyUri(project: OpenProject, path: string): vscode.Uri {
  return project.uriOf(path).with({ scheme: copyScheme, query: project.platform?.name ?? '' });
}
