import * as vscode from 'vscode';
import { findProjectFolder, ProjectFolder } from '../../../core/project/projectFolder';
import { t } from '../../../core/base/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { localPath } from '../../ui/files/selectedFiles';
import { withProgress } from '../../ui/prompts/progress';
import { documentInFront } from '../../ui/documents/filesInTabs';
import { saveDocument } from '../../ui/documents/saveDocument';
import { FileState } from './projectControl';
import type { ComparedProject, OpenProject } from './openProject';
import { platformLabel, connectionTo } from './platformConnection';
import path from 'node:path';
import { projectFileName } from '../../../core/project/fileNames';
import { platformName, renderProject } from '../../../core/project/project';
import type { Connection } from '../../ui/connections/connection';
import { connectionOf } from '../../ui/explorer/explorerSection';
import type { Choice } from '../../ui/prompts/prompts';
import { askProject } from './moveDraft';
import type { CodeDeps } from './projectList';

/** Files of one project that a command applies to. */
interface SelectedFiles {
  readonly project: OpenProject;
  readonly paths: readonly string[];
}

/** The target of a command: a folder or file, rows or the title of Source Control, otherwise the active editor. */
function uriOf([first]: readonly unknown[]): vscode.Uri | undefined {
  if (first instanceof vscode.Uri) return first;
  const { rootUri } = Object(first) as { readonly rootUri?: unknown };
  if (rootUri instanceof vscode.Uri) return rootUri;
  return statesOf([first])[0]?.project.uri;
}

/** The project of a command; asks if it is ambiguous. */
export async function pickProject(
  deps: CodeDeps,
  args: readonly unknown[],
  title: string,
): Promise<OpenProject> {
  const { projects, ui } = deps;
  const uri = uriOf(args) ?? documentInFront(args)?.uri;
  const meant = uri && (await projectAt(deps, uri));
  if (meant !== undefined) return meant;
  if (projects.all.length === 0) await deps.refresh();
  const [only, ...others] = projects.all;
  if (only === undefined) {
    throw new ExplainedError(
      t('This workspace has no folder of scheduled queries. Pull scheduled queries into a folder first.'),
    );
  }
  if (others.length === 0) return only;
  const all = projects.all.map((project) => ({ project }));
  return (await askProject(ui.prompts, title, all)).project;
}

/** The files of a command: rows or a group of Source Control, a file, or the active editor. */
export async function pickFiles(deps: CodeDeps, args: readonly unknown[]): Promise<SelectedFiles> {
  const states = statesOf(args);
  const [first] = states;
  if (first !== undefined) {
    const { project } = first;
    return {
      project,
      paths: states.filter((state) => state.project === project).map(({ item }) => item.path),
    };
  }
  const uri = fileOf(args);
  const project = uri && (await projectAt(deps, uri));
  const path = uri && project?.pathOf(uri);
  if (project !== undefined && path !== undefined) return { project, paths: [path] };
  throw new ExplainedError(t('Open a file in a folder of scheduled queries first.'));
}

/** Rejects a row that disappeared while its menu was open: the active editor may show another file. */
function fileOf(args: readonly unknown[]): vscode.Uri | undefined {
  const [file] = args;
  if (file instanceof vscode.Uri) return file;
  if (args.length > 0) throw new ExplainedError(t('The list has changed. Select the item again.'));
  return documentInFront(args)?.uri;
}

/** The project of a file or folder, opened if necessary. */
async function projectAt({ projects, open }: CodeDeps, uri: vscode.Uri): Promise<OpenProject | undefined> {
  const known = projects.projectOf(uri);
  if (known !== undefined || uri.scheme !== 'file') return known;
  const folder = await findProjectFolder(uri.fsPath).catch(() => undefined);
  if (folder === undefined) return undefined;
  await open(folder.root);
  return projects.find(folder.root);
}

function statesOf(args: readonly unknown[]): readonly FileState[] {
  return args.flat().flatMap((value) => {
    if (value instanceof FileState) return [value];
    const { resourceStates } = Object(value) as { readonly resourceStates?: unknown };
    return Array.isArray(resourceStates) ? resourceStates.filter((state) => state instanceof FileState) : [];
  });
}

/** Saves open editors, then reads the folder and the platform. */
export async function compareNow(project: OpenProject): Promise<ComparedProject> {
  const own = vscode.workspace.textDocuments.filter(({ uri }) => project.pathOf(uri) !== undefined);
  for (const document of own) await saveDocument(document, vscode.workspace.asRelativePath(document.uri));
  const { platform, connection } = project;
  const label = platform === undefined ? project.name : platformLabel(platform, connection);
  return withProgress(t('Comparing {0} with {1}', project.name, label), async (signal) =>
    project.compare(signal),
  );
}

/** The project to pull into, created if the folder has none. */
export async function projectToPullInto(deps: CodeDeps, args: readonly unknown[]): Promise<OpenProject> {
  const connection = connectionOf(args);
  const uri = uriOf(args);
  const folder = uri === undefined ? await askFolder(deps) : await folderOf(uri);
  const project = await projectAt(deps, vscode.Uri.file(folder));
  if (project === undefined) return makeProject(deps, folder, connection);
  if (connection !== undefined) await useConnection(deps, project, connection);
  return project;
}

async function folderOf(uri: vscode.Uri): Promise<string> {
  const local = localPath(uri);
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.Directory) === 0 ? path.dirname(local) : local;
}

async function askFolder({ projects, refresh, ui: { prompts } }: CodeDeps): Promise<string> {
  await refresh();
  const roots = projects.all.map(({ root }) => root);
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file' && !roots.includes(uri.fsPath))
    .map(({ uri }) => uri.fsPath);
  const choices: Choice<string | undefined>[] = [...roots, ...folders].map((folder) => ({
    label: path.basename(folder),
    description: roots.includes(folder) ? t('has scheduled queries') : undefined,
    detail: folder,
    icon: roots.includes(folder) ? 'repo' : 'folder',
    value: folder,
  }));
  const other = { label: t('Other folder…'), icon: 'folder-opened', value: undefined };
  const title = t('Pull Scheduled Queries into Folder');
  const selected = await prompts.pick({
    title,
    placeholder: t('Select a folder'),
    choices: [...choices, other],
  });
  return selected ?? prompts.openFolder({ title });
}

async function makeProject(
  { platforms, projects, open }: CodeDeps,
  folder: string,
  requested: Connection | undefined,
): Promise<OpenProject> {
  const connection = requested ?? (await platforms.pick(t('Pull Scheduled Queries into Folder')));
  const { baseUrl, product, environment } = connection;
  const platform = { name: platformName(connection.name), baseUrl, product, environment, caFile: undefined };
  await new ProjectFolder(folder).write(projectFileName, renderProject(platform));
  await open(folder);
  const project = projects.find(folder);
  if (project === undefined) throw new ExplainedError(t('{0} could not be opened.', folder));
  return project;
}

/** If called on a connection, the command uses the project's platform of that connection. */
async function useConnection(
  { platforms }: CodeDeps,
  project: OpenProject,
  { name, baseUrl }: Connection,
): Promise<void> {
  const all = project.content?.project.platforms ?? [];
  const meant = all.find((platform) => connectionTo(platform, platforms.all())?.name === name);
  if (meant === undefined) {
    throw new ExplainedError(
      t(
        '{0} in {1} has no platform with the address {2}. Add it to the file.',
        projectFileName,
        project.name,
        baseUrl,
      ),
    );
  }
  await project.pick(meant.name);
}
