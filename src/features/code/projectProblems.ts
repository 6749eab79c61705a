import * as vscode from 'vscode';
import type { FileProblem } from '../../code/fileProblem';
import { locate } from '../../code/fileProblem';
import { groupedBy } from '../../shared/groupedBy';
import type { OpenProject } from './openProject';
import type { ProjectList } from './projectList';
import { problemAt } from '../../ui/documents/textProblems';

/** Milliseconds; long enough to type a word. */
const pause = 120;

/** Shows problems of project files, including those across files, such as a circular chain. */
export class ProjectProblems implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('logbench-code');
  readonly #listening: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly projects: ProjectList) {
    this.#listening = vscode.Disposable.from(
      projects.onDidChange(() => this.#schedule()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (projects.projectOf(document.uri) !== undefined) this.#schedule();
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#problems.dispose();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), pause);
  }

  async #refresh(): Promise<void> {
    const { checkEdited } = await import('./checkEdited');
    const shown: [vscode.Uri, vscode.Diagnostic[]][] = [];
    for (const project of this.projects.all) {
      const texts = unsavedTexts(project);
      const found = checkEdited(project.content, texts);
      for (const [path, problems] of groupedBy(found, (problem) => problem.path)) {
        const source = texts.get(path) ?? project.folder.readPositions(path);
        shown.push([project.uriOf(path), problems.map((problem) => toDiagnostic(source, problem))]);
      }
    }
    this.#problems.clear();
    this.#problems.set(shown);
  }
}

/** The content of unsaved editors. */
function unsavedTexts(project: OpenProject): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const document of vscode.workspace.textDocuments) {
    const path = document.isDirty ? project.pathOf(document.uri) : undefined;
    if (path !== undefined) texts.set(path, document.getText());
  }
  return texts;
}

function toDiagnostic(source: string, { from, to, code, message }: FileProblem): vscode.Diagnostic {
  return problemAt(new vscode.Range(positionOf(source, from), positionOf(source, to)), message, code);
}

function positionOf(source: string, offset: number): vscode.Position {
  const { line, column } = locate(source, offset);
  return new vscode.Position(line - 1, column - 1);
}
