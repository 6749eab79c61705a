import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { lockFileName, projectFileName, queryFileExtension, ruleExtension } from '../../code/fileNames';
import type { Platforms } from '../../ui/connections/connection';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import type { Memory } from '../../ui/memory';
import type { Ui } from '../../ui/ui';
import type * as Apply from './applyToPlatform';
import type * as Actions from './codeActions';
import type * as Pull from './pullQueries';
import type { CodeDeps } from './codeDeps';
import { copyScheme, PlatformCopies } from './platformCopies';
import { ProjectLenses } from './projectLenses';
import { ProjectList } from './projectList';
import { ProjectProblems } from './projectProblems';
import { findProjects } from '../../code/findProjects';
import { registerLenses } from '../../ui/documents/registerLenses';

/** Older data is read again when the user returns to the window. */
const freshFor = 60_000;

/** Scheduled queries as files. The code is loaded with the first project folder. */
export function registerCode(
  ui: Ui,
  platforms: Platforms,
  memory: Memory,
  scheduledQueries: CodeDeps['scheduledQueries'],
): ProjectFiles & vscode.Disposable {
  const projects = new ProjectList(platforms);
  const open = async (root: string): Promise<void> => {
    const { OpenProject } = await import('./openProject');
    const { ProjectControl } = await import('./projectControl');
    if (projects.find(root) !== undefined) return;
    const inWords = (error: unknown): string => ui.failures.sentence(error);
    const project = new OpenProject(root, { platforms, memory, inWords });
    projects.add(project, new ProjectControl(project));
    await (vscode.workspace.isTrusted ? project.look() : project.readFiles());
  };
  const look = async (): Promise<void> => {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const roots = await Promise.all(folders.map(async ({ uri }) => findProjects(uri.fsPath)));
    removeGone(projects);
    await Promise.all([...new Set(roots.flat())].map(open));
  };
  const deps: CodeDeps = { ui, platforms, projects, open, look, scheduledQueries };
  const registrations = vscode.Disposable.from(
    projects,
    ...showProjects(projects),
    ...keepUpToDate(projects, platforms),
    watchProjects(projects, look),
    codeCommands(deps),
  );
  return {
    onDidChange: projects.onDidChange,
    onDidMoveFiles: projects.onDidMoveFiles,
    fileOf: (address) => projects.fileOf(address),
    selectFile: (address) => projects.selectFile(address),
    connectionOf: (file) => projects.connectionOf(file),
    has: (file) => projects.has(file),
    namesBeside: (file) => projects.namesBeside(file),
    moveDraft: async (draft) => (await import('./moveDraft')).moveDraft(deps, draft),
    dispose: () => void registrations.dispose(),
  };
}

/** Includes projects that a command has opened outside the workspace, which are not watched. */
function removeGone(projects: ProjectList): void {
  for (const { root } of projects.all) {
    if (!existsSync(path.join(root, projectFileName))) projects.remove(root);
  }
}

function showProjects(projects: ProjectList): readonly vscode.Disposable[] {
  const copies = new PlatformCopies(projects);
  return [
    copies,
    new ProjectProblems(projects),
    vscode.workspace.registerTextDocumentContentProvider(copyScheme, copies),
    registerLenses(
      [
        { language: 'logbench-query', scheme: 'file' },
        { pattern: `**/*${ruleExtension}`, scheme: 'file' },
      ],
      new ProjectLenses(projects),
    ),
    projects.onDidChange(() => {
      // The `when` clauses of folder menus use it.
      const roots = projects.all.map(({ root }) => root);
      void vscode.commands.executeCommand('setContext', 'logbench.projectFolders', roots);
    }),
  ];
}

/** Reads the platform again on focus if its data is old, and after trust or connections have changed. */
function keepUpToDate(projects: ProjectList, platforms: Platforms): readonly vscode.Disposable[] {
  const lookAtOld = (age: number): void => {
    if (!vscode.workspace.isTrusted) return;
    for (const project of projects.all) {
      if (Date.now() - (project.readAt?.getTime() ?? 0) >= age) void project.look();
    }
  };
  return [
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) lookAtOld(freshFor);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => lookAtOld(0)),
    platforms.onDidChange((change) => {
      if (change === 'connections') lookAtOld(0);
    }),
  ];
}

/** Finds the workspace folders that contain a project, now and after each change. */
function watchProjects(projects: ProjectList, look: () => Promise<void>): vscode.Disposable {
  const { workspace } = vscode;
  const changed = (file: vscode.Uri): void => {
    removeGone(projects);
    projects.projectOf(file)?.noteFiles();
  };
  const projectFiles = workspace.createFileSystemWatcher(`**/${projectFileName}`, false, true);
  const allFiles = workspace.createFileSystemWatcher(
    `**/{${projectFileName},${lockFileName},*${queryFileExtension},*${ruleExtension}}`,
  );
  // VS Code reports a folder that was moved or deleted once, without its files, and one that was away for a moment
  // as changed.
  const folders = workspace.createFileSystemWatcher('**/*');
  const mayBeFolder = ({ scheme, fsPath }: vscode.Uri): boolean =>
    scheme === 'file' && path.extname(fsPath) === '';
  const appeared = (uri: vscode.Uri): void => {
    if (!mayBeFolder(uri)) return;
    changed(uri);
    if (existsSync(path.join(uri.fsPath, projectFileName))) void look();
  };
  void look();
  return vscode.Disposable.from(
    projectFiles,
    allFiles,
    folders,
    projectFiles.onDidCreate(look),
    projectFiles.onDidDelete(look),
    workspace.onDidChangeWorkspaceFolders(look),
    allFiles.onDidCreate(changed),
    allFiles.onDidChange(changed),
    allFiles.onDidDelete(changed),
    folders.onDidCreate(appeared),
    folders.onDidChange(appeared),
    folders.onDidDelete((uri) => {
      if (mayBeFolder(uri)) changed(uri);
    }),
  );
}

/** The code of each command is loaded on first use. */
function codeCommands(deps: CodeDeps): vscode.Disposable {
  const actions = async (): Promise<typeof Actions> => import('./codeActions');
  const apply = async (): Promise<typeof Apply> => import('./applyToPlatform');
  const pull = async (): Promise<typeof Pull> => import('./pullQueries');
  return deps.ui.commands.registerAll({
    'logbench.code.pull': async (...given) => (await pull()).pullQueries(deps, given),
    'logbench.code.takeOver': async (...given) => (await pull()).takeOver(deps, given),
    'logbench.code.apply': async (...given) => (await apply()).applyProject(deps, given),
    'logbench.code.applyFile': async (...given) => (await apply()).applyFiles(deps, given),
    'logbench.code.plan': async (...given) => (await actions()).plan(deps, given),
    'logbench.code.openChanges': async (...given) => (await actions()).openChanges(deps, given),
    'logbench.code.openFile': async (...given) => (await actions()).openFiles(deps, given),
    'logbench.code.openCopy': async (...given) => (await actions()).openCopy(deps, given),
    'logbench.code.choosePlatform': async (...given) => (await actions()).choosePlatform(deps, given),
  });
}
