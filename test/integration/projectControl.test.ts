import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ProjectControl } from '../../src/extension/features/project/projectControl';
import { ProjectList } from '../../src/extension/features/project/projectList';
import { ProjectProblems } from '../../src/extension/features/project';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { eventually } from '../support/eventually';
import { ComparedProject, logons } from './support/comparedProject';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

/** A source control as the project fills it in. */
interface Shown {
  readonly id: string;
  readonly label: string;
  readonly groups: Record<string, { resourceStates: readonly vscode.SourceControlResourceState[] }>;
  readonly inputBox: object;
  count?: number;
  statusBarCommands?: readonly vscode.Command[];
  quickDiffProvider?: vscode.QuickDiffProvider;
  isClosed: boolean;
}

describe('A project in the Source Control view', () => {
  let shown: Shown[];
  let stubbed: Disposable;

  beforeEach(() => {
    shown = [];
    stubbed = replacing(vscode.scm, 'createSourceControl', (id: string, label: string) => {
      const control: Shown = { id, label, groups: {}, inputBox: {}, isClosed: false };
      shown.push(control);
      return Object.assign(control, {
        createResourceGroup: (group: string) => (control.groups[group] = { resourceStates: [] }),
        dispose: () => (control.isClosed = true),
      });
    });
  });

  afterEach(() => stubbed[Symbol.dispose]());

  test('shows its differences in groups, with their number and the state of the comparison', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const control = new ProjectControl(project);
    assert.equal(shown.length, 0, 'nothing is shown before it is read');
    await project.refresh();
    const [only, ...others] = shown;
    assert.ok(only);
    assert.deepEqual([others.length, only.count, only.label], [0, 1, 'Logbench lab (Production)']);
    const paths = only.groups['toApply']?.resourceStates.map(({ resourceUri }) => resourceUri.fsPath);
    assert.deepEqual(paths, [project.uriOf(logons).fsPath]);
    const marked = only.groups['toApply']?.resourceStates.map(
      ({ decorations }) => decorations?.strikeThrough,
    );
    assert.deepEqual([marked, only.groups['conflicts']?.resourceStates], [[false], []]);
    const titles = only.statusBarCommands?.map(({ title }) => title) ?? [];
    assert.match(titles.join(), /lab \(Production\).*as of /);
    control.dispose();
    assert.equal(only.isClosed, true);
    const { statusBarCommands } = only;
    await project.readFiles();
    hideValues(undefined);
    assert.equal(shown.length, 1);
    assert.equal(only.statusBarCommands, statusBarCommands, 'a closed project is shown no more');
  });

  test('is replaced when another platform is selected, because its name cannot be changed', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const control = new ProjectControl(project);
    await project.refresh();
    await project.pick('other');
    const [first, second, ...others] = shown;
    assert.ok(first && second);
    assert.deepEqual([others.length, first.isClosed, second.isClosed], [0, true, false]);
    assert.notEqual(first.id, second.id);
    control.dispose();
  });

  test('marks changes in the margin only if the platform has a copy', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const control = new ProjectControl(project);
    await project.refresh();
    const original = (uri: vscode.Uri): unknown =>
      shown[0]?.quickDiffProvider?.provideOriginalResource?.(uri, {
        isCancellationRequested: false,
      } as never);
    assert.ok(original(project.uriOf(logons)));
    assert.equal(original(project.uriOf('scheduled-queries/new.lq')), undefined);
    assert.equal(original(vscode.Uri.file('/elsewhere/a.lq')), undefined);
    control.dispose();
  });

  test('is updated when values are hidden, if it is visible', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const control = new ProjectControl(project);
    hideValues(undefined);
    assert.equal(shown.length, 0);
    await project.refresh();
    const before = shown[0]?.statusBarCommands;
    hideValues(undefined);
    assert.notEqual(shown[0]?.statusBarCommands, before);
    control.dispose();
  });
});

describe('The problems of a project', () => {
  test('are updated once after several key presses in any of its files, and not for other files', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await compared.write(logons, '---\nname: 5\nenabled: 7\n---\ntable a\n');
    await project.readFiles();
    const sets: unknown[] = [];
    let clears = 0;
    const collection = {
      clear: () => clears++,
      set: (found: readonly (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[]) =>
        sets.push(found.map(([uri, all]) => [uri.fsPath, all.map(({ range }) => range.start.line)])),
      dispose: () => undefined,
    };
    const typed = new vscode.EventEmitter<{ readonly document: { readonly uri: vscode.Uri } }>();
    const replacements = [
      replacing(vscode.languages, 'createDiagnosticCollection', () => collection),
      replacing(vscode.workspace, 'onDidChangeTextDocument', typed.event as never),
    ];
    using _ = { [Symbol.dispose]: () => replacements.forEach((each) => each[Symbol.dispose]()) };
    const projects = new ProjectList(compared.platforms);
    projects.add(project);
    const problems = new ProjectProblems(projects);
    const type = (uri: vscode.Uri): void => typed.fire({ document: { uri } });
    for (let times = 0; times < 3; times++) type(project.uriOf('logbench.yaml'));
    await eventually(() => sets.length > 0);
    type(project.uriOf(logons));
    await eventually(() => sets.length > 1);
    const file = project.uriOf(logons).fsPath;
    assert.deepEqual([sets, clears], [[[[file, [2, 0]]], [[file, [2, 0]]]], 2]);
    type(vscode.Uri.file('/elsewhere/a.lq'));
    await pauseOf(compared);
    assert.equal(sets.length, 2);
    type(project.uriOf(logons));
    problems.dispose();
    projects.remove(compared.root);
    await pauseOf(compared);
    assert.equal(sets.length, 2);
  });

  /** Longer than the pause after a keystroke; nothing listens to the change of this project. */
  async function pauseOf(compared: ComparedProject): Promise<void> {
    await using clock = await compared.inside('clock');
    clock.project.noteFiles();
    await eventually(() => clock.changes > 0);
  }
});
