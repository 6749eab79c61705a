import path from 'node:path';
import * as vscode from 'vscode';
import { projectFileName } from '../../code/fileNames';
import { platformName, renderProject } from '../../code/newProject';
import { ProjectFolder } from '../../code/projectFolder';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { connectionOf } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Choice } from '../../ui/prompts/prompts';
import { placeOf, projectAt } from './chosenProject';
import type { CodeDeps } from './index';
import type { OpenProject } from './openProject';
import { connectionTo } from './platformConnection';

/** The project to pull into, created if the folder has none. */
export async function projectToPullInto(deps: CodeDeps, given: readonly unknown[]): Promise<OpenProject> {
  const connection = connectionOf(given);
  const place = placeOf(given);
  const folder = place === undefined ? await askFolder(deps) : await folderOf(place);
  const project = await projectAt(deps, vscode.Uri.file(folder));
  if (project === undefined) return makeProject(deps, folder, connection);
  if (connection !== undefined) await useConnection(deps, project, connection);
  return project;
}

async function folderOf(place: vscode.Uri): Promise<string> {
  const { type } = await vscode.workspace.fs.stat(place);
  return (type & vscode.FileType.Directory) === 0 ? path.dirname(place.fsPath) : place.fsPath;
}

async function askFolder({ projects, look, ui: { prompts } }: CodeDeps): Promise<string> {
  await look();
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
  const chosen = await prompts.pick({
    title,
    placeholder: t('Select a folder'),
    choices: [...choices, other],
  });
  return chosen ?? prompts.openFolder({ title });
}

async function makeProject(
  { platforms, projects, open }: CodeDeps,
  folder: string,
  given: Connection | undefined,
): Promise<OpenProject> {
  const connection = given ?? (await platforms.pick(t('Pull Scheduled Queries into Folder')));
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
  await project.choose(meant.name);
}
