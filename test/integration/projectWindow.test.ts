import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { compareNow } from '../../src/extension/features/project/selectedProject';
import { ProjectLenses } from '../../src/extension/features/project';
import { ProjectList } from '../../src/extension/features/project/projectList';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { ConnectionNode } from '../../src/extension/ui/explorer/explorerSection';
import { eventually } from '../support/eventually';
import { otherGuid, someGuid } from '../support/scheduledQueries';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { withSettings } from './support/settings';
import { closeAllTabs } from './support/closeAllTabs';
import { ComparedProject, logons, other } from './support/comparedProject';
import { ProjectWindow } from './support/projectWindow';
import { typeInto } from './support/queryDocuments';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

const address = { connection: 'Lab', guid: someGuid };

describe('Projects in a window', () => {
  test('are opened once, even if two commands need them', async () => {
    await using compared = await ComparedProject.make();
    using window = new ProjectWindow(compared);
    await Promise.all([window.plan(compared), window.plan(compared)]);
    assert.deepEqual(compared.reads, ['Lab', 'Lab', 'Lab'], 'once for the view and once for each command');
    assert.ok(window.files.fileOf(address));
  });

  test('have been read before a command continues with them', async () => {
    await using compared = await ComparedProject.make();
    compared.response = () => Promise.resolve([scheduledQueryRecord({ guid: otherGuid, name: 'New one' })]);
    const folder = [{ pick: 'Other folder…' }, { file: compared.root }];
    using window = new ProjectWindow(compared, [...folder, 'cancel']);
    const pulling = window.run('logbench.code.pull', new ConnectionNode(other));
    await assert.rejects(pulling, { name: 'CanceledError' });
  });

  test('are compared again when connections have changed, but not for a lock', async () => {
    await using compared = await ComparedProject.make();
    using window = new ProjectWindow(compared);
    await window.plan(compared);
    const { length } = compared.reads;
    window.changed.fire('locks');
    window.changed.fire('connections');
    await eventually(() => compared.reads.length > length);
    await window.plan(compared);
    assert.equal(compared.reads.length, length + 2);
  });

  test('are closed when their folder is no longer a project', async () => {
    await using compared = await ComparedProject.make();
    using window = new ProjectWindow(compared, ['cancel']);
    await window.plan(compared);
    await rm(path.join(compared.root, 'logbench.yaml'));
    await assert.rejects(window.run('logbench.code.pull'));
    assert.equal(window.files.fileOf(address), undefined);
  });

  test('send no requests by themselves in an untrusted workspace, until it is trusted', async () => {
    await using compared = await ComparedProject.make();
    const granted = new vscode.EventEmitter<void>();
    using _ = replacing(vscode.workspace, 'onDidGrantWorkspaceTrust', granted.event as never);
    const untrusted = replacing(vscode.workspace, 'isTrusted', false);
    using window = new ProjectWindow(compared);
    await window.plan(compared);
    window.changed.fire('connections');
    await window.plan(compared);
    assert.deepEqual(compared.reads, ['Lab', 'Lab'], 'only for the commands');
    untrusted[Symbol.dispose]();
    granted.fire();
    await eventually(() => compared.reads.length === 3);
  });

  test('are compared again when the window gets the focus after a minute', async () => {
    await using compared = await ComparedProject.make();
    const states = new vscode.EventEmitter<{ readonly focused: boolean }>();
    using _ = replacing(vscode.window, 'onDidChangeWindowState', states.event as never);
    using window = new ProjectWindow(compared);
    const { response } = compared;
    compared.response = () => Promise.reject(new Error('Down.'));
    await assert.rejects(window.plan(compared));
    compared.response = response;
    // It could not be read before, so that nothing is old.
    states.fire({ focused: true });
    await eventually(() => compared.reads.length === 3);
    await window.plan(compared);
    const { length } = compared.reads;
    const focusAgain = (after: number, focused = true): void => {
      const now = Date.now() + after;
      using _ = replacing(Date, 'now', () => now);
      states.fire({ focused });
    };
    focusAgain(0);
    focusAgain(30_000);
    focusAgain(61_000, false);
    focusAgain(61_000);
    await eventually(() => compared.reads.length > length);
    await window.plan(compared);
    assert.equal(compared.reads.length, length + 2);
  });

  test('are set as context for the menus of folders until the window closes', async () => {
    await using compared = await ComparedProject.make();
    const calls: unknown[] = [];
    using _ = replacing(vscode.commands, 'executeCommand', (...call: readonly unknown[]) =>
      Promise.resolve(void calls.push(call)),
    );
    const window = new ProjectWindow(compared);
    await window.plan(compared);
    assert.deepEqual(calls.slice(-2), [
      ['setContext', 'logbench.projectFolders', [compared.root]],
      ['workbench.view.scm'],
    ]);
    window.files.dispose();
    assert.deepEqual(calls.at(-1), ['setContext', 'logbench.projectFolders', undefined]);
  });

  test('are updated when their files and folders change', async () => {
    await using compared = await ComparedProject.make();
    const watchers = new Map<string, Record<string, vscode.EventEmitter<vscode.Uri>>>();
    using _ = watchedBy(watchers);
    using window = new ProjectWindow(compared);
    await window.plan(compared);
    const files = [...watchers].find(([pattern]) => pattern.includes('*.lq'))?.[1];
    const folders = watchers.get('**/*');
    const { project } = compared;
    const fireEvent = (watcher: typeof files, kind: string, below: string): void =>
      watcher?.[`onDid${kind}`]?.fire(below === '' ? project.uri : project.uriOf(below));

    await compared.write('scheduled-queries/second.lq', '---\nname: Second\nafter: Logons\n---\ntable b\n');
    fireEvent(files, 'Create', 'scheduled-queries/second.lq');
    const beside = (): string => window.files.namesBeside(project.uriOf(logons)).join();
    await eventually(() => beside() === 'Second');
    const renamed = '---\nname: Renamed\nafter: Logons\n---\ntable b\n';
    await compared.write('scheduled-queries/second.lq', renamed);
    fireEvent(files, 'Change', 'scheduled-queries/second.lq');
    await eventually(() => beside() === 'Renamed');
    await rm(path.join(compared.root, 'scheduled-queries/second.lq'));
    fireEvent(files, 'Delete', 'scheduled-queries/second.lq');
    await eventually(() => beside() === '');
    await compared.write('scheduled-queries/moved/here.lq', renamed);
    fireEvent(folders, 'Create', 'scheduled-queries/moved');
    await eventually(() => beside() === 'Renamed');
    await rm(path.join(compared.root, 'logbench.yaml'));
    fireEvent(folders, 'Delete', 'a.txt');
    assert.ok(window.files.has(project.uriOf(logons)), 'a file is no folder');
    fireEvent(folders, 'Delete', '');
    assert.equal(window.files.has(project.uriOf(logons)), false);
  });

  test('are opened when they appear in a folder of the workspace, and closed when they are deleted', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const yaml = path.join(compared.root, 'logbench.yaml');
    await rm(yaml);
    const watchers = new Map<string, Record<string, vscode.EventEmitter<vscode.Uri>>>();
    const changed = new vscode.EventEmitter<void>();
    const remote = { uri: project.uri.with({ scheme: 'vscode-vfs' }) };
    let folders: readonly unknown[] = [{ uri: project.uri }, remote];
    const workspace = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
    assert.ok(workspace);
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => folders });
    const replacements = [
      watchedBy(watchers),
      replacing(vscode.workspace, 'onDidChangeWorkspaceFolders', changed.event as never),
    ];
    try {
      using window = new ProjectWindow(compared);
      const isOpen = (): boolean => window.files.has(project.uriOf(logons));
      const appears = async (fire: () => void): Promise<void> => {
        assert.equal(isOpen(), false);
        await compared.fill();
        fire();
        await eventually(isOpen);
      };
      const [created, all] = [watchers.get('**/logbench.yaml'), watchers.get('**/*')];
      for (const kind of ['onDidCreate', 'onDidChange']) {
        await appears(() => all?.[kind]?.fire(project.uri));
        await rm(yaml);
        all?.[kind]?.fire(project.uri);
      }
      await appears(() => created?.['onDidCreate']?.fire(vscode.Uri.file(yaml)));
      await rm(yaml);
      created?.['onDidDelete']?.fire(vscode.Uri.file(yaml));
      await eventually(() => !isOpen());
      await appears(() => changed.fire());
      folders = [remote];
      await rm(yaml);
      changed.fire();
      await eventually(() => !isOpen());
      await compared.fill();
      changed.fire();
      await window.run('logbench.code.plan').catch(() => undefined);
      assert.equal(isOpen(), false, 'it is in no folder on this machine');
      folders = [{ uri: project.uri }];
      using later = new ProjectWindow(compared);
      await eventually(() => later.files.has(project.uriOf(logons)));
    } finally {
      for (const one of replacements) one[Symbol.dispose]();
      Object.defineProperty(vscode.workspace, 'workspaceFolders', workspace);
    }
  });

  test('are compared with the text of the editors, and no other text is saved', async () => {
    // A browser saves after a second, and comparing may take longer.
    await using _ = await withSettings({ 'files.autoSave': 'off' });
    await using compared = await ComparedProject.make();
    await using elsewhere = await ComparedProject.make();
    const { project } = compared;
    await project.readFiles();
    const other = await typeInto(elsewhere.project.uriOf(logons), 'not yet');
    const document = await typeInto(
      project.uriOf(logons),
      '---\nname: Typed\nschedule: "0 * * * *"\n---\ntable a\n',
    );
    const { content } = await compareNow(project);
    assert.match(content.files[0]?.source ?? '', /name: Typed/);
    assert.deepEqual([document.isDirty, other.isDirty], [false, true]);
    await vscode.window.showTextDocument(other);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeAllTabs();
  });

  test('have CodeLenses above their own files, which are updated when something changes', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const projects = new ProjectList(compared.platforms);
    projects.add(project);
    const lenses = new ProjectLenses(projects);
    let drawn = 0;
    const listening = lenses.onDidChangeCodeLenses(() => drawn++);
    await project.refresh();
    const titles = async (uri: vscode.Uri): Promise<readonly string[]> =>
      (await lenses.provideCodeLenses({ uri } as vscode.TextDocument)).map(
        ({ command }) => command?.title ?? '',
      );
    assert.match((await titles(project.uriOf(logons))).join(), /lab \(Production\): change/);
    assert.deepEqual(await titles(project.uriOf('README.md')), []);
    const before = drawn;
    hideValues(undefined);
    assert.equal(drawn, before + 1);
    listening.dispose();
    hideValues(undefined);
    await project.readFiles();
    assert.equal(drawn, before + 1);
  });
});

/** Gives the test what watches files, by pattern. */
function watchedBy(watchers: Map<string, Record<string, vscode.EventEmitter<vscode.Uri>>>): Disposable {
  return replacing(vscode.workspace, 'createFileSystemWatcher', (pattern: string) => {
    const events = ['Create', 'Change', 'Delete'].map(
      (kind) => [`onDid${kind}`, new vscode.EventEmitter<vscode.Uri>()] as const,
    );
    watchers.set(pattern, Object.fromEntries(events));
    const listened = events.map(([name, emitter]) => [name, emitter.event] as const);
    return { ...Object.fromEntries(listened), dispose: () => undefined };
  });
}
