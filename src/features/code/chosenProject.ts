import * as vscode from 'vscode';
import { ProjectError } from '../../code/fileProblem';
import { findProjectFolder } from '../../code/projectFolder';
import { t } from '../../shared/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import { saveDocument } from '../../ui/documents/saveDocument';
import { FileState } from './fileState';
import type { CodeDeps } from './index';
import type { ComparedProject, OpenProject } from './openProject';
import { platformLabel } from './platformConnection';

/** Files of one project that a command applies to. */
export interface ChosenFiles {
  readonly project: OpenProject;
  readonly paths: readonly string[];
}

/** The target of a command: a folder or file, rows or the title of Source Control, otherwise the active editor. */
export function placeOf([first]: readonly unknown[]): vscode.Uri | undefined {
  if (first instanceof vscode.Uri) return first;
  const { rootUri } = Object(first) as { readonly rootUri?: unknown };
  if (rootUri instanceof vscode.Uri) return rootUri;
  return statesOf([first])[0]?.project.uri;
}

/** The project of a command; asks if it is ambiguous. */
export async function chooseProject(
  deps: CodeDeps,
  given: readonly unknown[],
  title: string,
): Promise<OpenProject> {
  const { projects, ui } = deps;
  const place = placeOf(given) ?? vscode.window.activeTextEditor?.document.uri;
  const meant = place && (await projectAt(deps, place));
  if (meant !== undefined) return meant;
  if (projects.all.length === 0) await deps.look();
  const [only, ...others] = projects.all;
  if (only === undefined) {
    throw new ExplainedError(
      t('This workspace has no folder of scheduled queries. Pull scheduled queries into a folder first.'),
    );
  }
  if (others.length === 0) return only;
  return ui.prompts.pick({
    title,
    placeholder: t('Select a folder'),
    choices: projects.all.map((project) => ({
      label: project.name,
      description: project.root,
      value: project,
    })),
  });
}

/** The files of a command: rows or a group of Source Control, a file, or the active editor. */
export async function chooseFiles(deps: CodeDeps, given: readonly unknown[]): Promise<ChosenFiles> {
  const states = statesOf(given);
  const [first] = states;
  if (first !== undefined) {
    const { project } = first;
    return {
      project,
      paths: states.filter((state) => state.project === project).map(({ item }) => item.path),
    };
  }
  const uri = fileOf(given);
  const project = uri && (await projectAt(deps, uri));
  const path = uri && project?.pathOf(uri);
  if (project !== undefined && path !== undefined) return { project, paths: [path] };
  throw new ExplainedError(t('Open a file in a folder of scheduled queries first.'));
}

/** Rejects a row that disappeared while its menu was open: the active editor may show another file. */
function fileOf(given: readonly unknown[]): vscode.Uri | undefined {
  const [file] = given;
  if (file instanceof vscode.Uri) return file;
  if (given.length > 0) throw new ExplainedError(t('The list has changed. Select the file again.'));
  return vscode.window.activeTextEditor?.document.uri;
}

/** The project of a file or folder, opened if necessary. */
export async function projectAt(
  { projects, open }: CodeDeps,
  place: vscode.Uri,
): Promise<OpenProject | undefined> {
  const known = projects.projectOf(place);
  if (known !== undefined || place.scheme !== 'file') return known;
  const folder = await findProjectFolder(place.fsPath).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
  if (folder === undefined) return undefined;
  await open(folder.root);
  return projects.find(folder.root);
}

function statesOf(given: readonly unknown[]): readonly FileState[] {
  return given.flat().flatMap((value) => {
    if (value instanceof FileState) return [value];
    const { resourceStates } = Object(value) as { readonly resourceStates?: unknown };
    return Array.isArray(resourceStates) ? resourceStates.filter((state) => state instanceof FileState) : [];
  });
}

/** Saves open editors, then reads the folder and the platform. */
export async function compareNow(project: OpenProject): Promise<ComparedProject> {
  await saveDocuments(project);
  const { platform, connection } = project;
  const label = platform === undefined ? project.name : platformLabel(platform, connection);
  return withProgress(t('Comparing {0} with {1}', project.name, label), async (signal) =>
    project.compare(signal),
  );
}

async function saveDocuments(project: OpenProject): Promise<void> {
  const own = vscode.workspace.textDocuments.filter(({ uri }) => project.pathOf(uri) !== undefined);
  for (const document of own) {
    if (await saveDocument(document)) continue;
    throw new ExplainedError(
      t('{0} could not be saved. Save it, then try again.', vscode.workspace.asRelativePath(document.uri)),
    );
  }
}
