import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import {
  lockFileName,
  projectFileName,
  queryFileExtension,
  ruleExtension,
} from '../../../core/project/fileNames';
import type { Platforms } from '../../ui/connections/connection';
import type { ProjectFiles } from '../../ui/access';
import type { Memory } from '../../ui/memory';
import type { Ui } from '../../ui/openUi';
import { copyScheme, PlatformCopies } from './platformCopies';
import { ProjectList } from './projectList';
import { locate } from '../../../core/project/fileProblem';
import type { FileProblem } from '../../../core/project/fileProblem';
import { groupedBy } from '../../../core/base/groupedBy';
import { problemAt } from '../../ui/documents/textProblems';
import type { OpenProject } from './openProject';
import { findProjects } from '../../../core/project/findProjects';
import { lensAt, registerLenses } from '../../ui/documents/registerLenses';
import type { CodeDeps } from './projectList';
import { onDidChangeHiding } from '../../../core/privacy/hiddenValues';

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
    const errorText = (error: unknown): string => ui.failures.sentence(error);
    const project = new OpenProject(root, { platforms, memory, errorText });
    projects.add(project, new ProjectControl(project));
    await (vscode.workspace.isTrusted ? project.refresh() : project.readFiles());
  };
  const refresh = async (): Promise<void> => {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const roots = await Promise.all(folders.map(async ({ uri }) => findProjects(uri.fsPath)));
    removeDeleted(projects);
    await Promise.all([...new Set(roots.flat())].map(open));
  };
  const deps: CodeDeps = { ui, platforms, projects, open, refresh, scheduledQueries };
  const registrations = vscode.Disposable.from(
    projects,
    ...showProjects(projects),
    ...keepUpToDate(projects, platforms),
    watchProjects(projects, refresh),
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
function removeDeleted(projects: ProjectList): void {
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
      // The `when` clauses of the palette and of folder menus use it. An empty list would count as true.
      const roots = projects.all.map(({ root }) => root);
      const value = roots.length > 0 ? roots : undefined;
      void vscode.commands.executeCommand('setContext', 'logbench.projectFolders', value);
    }),
  ];
}

/** Reads the platform again on focus if its data is old, and after trust or connections have changed. */
function keepUpToDate(projects: ProjectList, platforms: Platforms): readonly vscode.Disposable[] {
  const refreshOld = (age: number): void => {
    if (!vscode.workspace.isTrusted) return;
    for (const project of projects.all) {
      if (Date.now() - (project.readAt?.getTime() ?? 0) >= age) void project.refresh();
    }
  };
  return [
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) refreshOld(freshFor);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => refreshOld(0)),
    platforms.onDidChange((change) => {
      if (change === 'connections') refreshOld(0);
    }),
  ];
}

/** Finds the workspace folders that contain a project, now and after each change. */
function watchProjects(projects: ProjectList, refresh: () => Promise<void>): vscode.Disposable {
  const { workspace } = vscode;
  const changed = (file: vscode.Uri): void => {
    removeDeleted(projects);
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
    if (existsSync(path.join(uri.fsPath, projectFileName))) void refresh();
  };
  void refresh();
  return vscode.Disposable.from(
    projectFiles,
    allFiles,
    folders,
    projectFiles.onDidCreate(refresh),
    projectFiles.onDidDelete(refresh),
    workspace.onDidChangeWorkspaceFolders(refresh),
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
  return deps.ui.commands.registerAll({
    'logbench.code.pull': async (...args) => (await import('./pullQueries')).pullQueries(deps, args),
    'logbench.code.acceptRemote': async (...args) => (await import('./pullQueries')).acceptRemote(deps, args),
    'logbench.code.apply': async (...args) => (await import('./applyToPlatform')).applyProject(deps, args),
    'logbench.code.applyFile': async (...args) => (await import('./applyToPlatform')).applyFiles(deps, args),
    'logbench.code.plan': async (...args) => (await import('./codeActions')).plan(deps, args),
    'logbench.code.openChanges': async (...args) => (await import('./codeActions')).openChanges(deps, args),
    'logbench.code.openFile': async (...args) => (await import('./codeActions')).openFiles(deps, args),
    'logbench.code.openCopy': async (...args) => (await import('./codeActions')).openCopy(deps, args),
    'logbench.code.selectPlatform': async (...args) =>
      (await import('./codeActions')).pickPlatform(deps, args),
  });
}

/** Code lenses on a project file: its differences from the platform, and a link to the platform's version. */
export class ProjectLenses implements vscode.CodeLensProvider {
  constructor(private readonly projects: ProjectList) {}

  readonly onDidChangeCodeLenses: vscode.Event<void> = (listener) =>
    vscode.Disposable.from(this.projects.onDidChange(listener), onDidChangeHiding(listener));

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const project = this.projects.projectOf(uri);
    const item = project?.itemOf(project.pathOf(uri) ?? '');
    if (project === undefined || (item === undefined && !this.projects.has(uri))) return [];
    const { projectLensTexts } = await import('./planGroups');
    return projectLensTexts(project, item).map((text) => lensAt(0, text, [uri]));
  }
}

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
