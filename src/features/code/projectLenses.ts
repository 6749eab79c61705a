import * as vscode from 'vscode';
import { iconLabel } from '../../shared/plainText';
import { onDidChangeHiding } from '../../shared/privacy/hiddenValues';
import type { OpenProject } from './openProject';
import type { ProjectList } from './projectList';

/** Code lenses on a project file: its differences from the platform, and a link to the platform's version. */
export class ProjectLenses implements vscode.CodeLensProvider {
  constructor(private readonly projects: ProjectList) {}

  readonly onDidChangeCodeLenses: vscode.Event<void> = (listener) =>
    vscode.Disposable.from(
      this.projects.onDidChange(listener),
      new vscode.Disposable(onDidChangeHiding(listener)),
    );

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const project = this.projects.projectOf(uri);
    const isOfProject = this.projects.has(uri) || project?.itemOf(project.pathOf(uri) ?? '') !== undefined;
    return project === undefined || !isOfProject ? [] : lensesOf(project, uri);
  }
}

async function lensesOf(project: OpenProject, uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  const { projectLensTexts } = await import('./planGroups');
  const path = project.pathOf(uri);
  const item = path === undefined ? undefined : project.itemOf(path);
  const top = new vscode.Range(0, 0, 0, 0);
  return projectLensTexts(project, item).map(
    ({ icon, title, command }) =>
      new vscode.CodeLens(top, { title: iconLabel(icon, title), command, arguments: [uri] }),
  );
}
