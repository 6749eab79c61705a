import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { projectFileName } from '../../code/fileNames';
import type { Platforms } from '../../ui/connections/platforms';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { Ui } from '../../ui/ui';
import type { CodeActions } from './codeActions';
import { PlatformChoices } from './platformChoices';
import { copyScheme, PlatformCopies } from './platformCopies';
import { ProjectLenses } from './projectLenses';
import { ProjectList } from './projectList';
import { ProjectProblems } from './projectProblems';
import { watchProjects } from './watchProjects';

/** Older data is read again when the user returns to the window. */
const freshFor = 60_000;

export interface CodeDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly projects: ProjectList;
  readonly open: (root: string) => Promise<void>;
  /** Looks for folders that were added or removed. */
  readonly look: () => Promise<void>;
  readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'reload'>;
}

/** Scheduled queries as files. The code is loaded with the first project folder. */
export function registerCode(
  ui: Ui,
  platforms: Platforms,
  memory: vscode.Memento,
  scheduledQueries: CodeDeps['scheduledQueries'],
): ProjectFiles & vscode.Disposable {
  const projects = new ProjectList(platforms);
  const choices = new PlatformChoices(memory);
  const open = async (root: string): Promise<void> => {
    const { OpenProject } = await import('./openProject');
    const { ProjectControl } = await import('./projectControl');
    if (projects.find(root) !== undefined) return;
    const inWords = (error: unknown): string => ui.failures.sentence(error);
    const project = new OpenProject(root, { platforms, choices, inWords });
    projects.add(project, new ProjectControl(project));
    await (vscode.workspace.isTrusted ? project.look() : project.readFiles());
  };
  const watch = watchProjects({
    found: async (roots) => {
      removeGone(projects);
      await Promise.all(roots.map(open));
    },
    changed: (file) => {
      removeGone(projects);
      projects.projectOf(file)?.noteFiles();
    },
  });
  const { look } = watch;
  const deps: CodeDeps = { ui, platforms, projects, open, look, scheduledQueries };
  let actions: Promise<CodeActions> | undefined;
  const loaded = async (): Promise<CodeActions> =>
    (actions ??= import('./codeActions').then(({ buildCodeActions }) => buildCodeActions(deps)));
  const registrations = vscode.Disposable.from(
    projects,
    ...showProjects(projects),
    ...keepUpToDate(projects, platforms),
    watch,
    codeCommands(ui, loaded),
  );
  return {
    onDidChange: projects.onDidChange,
    onDidMoveFiles: projects.onDidMoveFiles,
    fileOf: (address) => projects.fileOf(address),
    selectFile: (address) => projects.selectFile(address),
    connectionOf: (file) => projects.connectionOf(file),
    has: (file) => projects.has(file),
    namesBeside: (file) => projects.namesBeside(file),
    moveDraft: async (draft) => (await loaded()).moveDraft(draft),
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
    vscode.languages.registerCodeLensProvider(
      { language: 'logbench-query', scheme: 'file' },
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

function codeCommands({ commands }: Ui, loaded: () => Promise<CodeActions>): vscode.Disposable {
  return commands.registerAll({
    'logbench.code.pull': async (...given) => (await loaded()).pull(given),
    'logbench.code.plan': async (...given) => (await loaded()).plan(given),
    'logbench.code.apply': async (...given) => (await loaded()).apply(given),
    'logbench.code.applyFile': async (...given) => (await loaded()).applyFiles(given),
    'logbench.code.takeOver': async (...given) => (await loaded()).takeOver(given),
    'logbench.code.openChanges': async (...given) => (await loaded()).openChanges(given),
    'logbench.code.openFile': async (...given) => (await loaded()).openFile(given),
    'logbench.code.openCopy': async (...given) => (await loaded()).openCopy(given),
    'logbench.code.choosePlatform': async (...given) => (await loaded()).choosePlatform(given),
  });
}
