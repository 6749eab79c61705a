import assert from 'node:assert/strict';
import { CanceledError } from '../../src/extension/ui/prompts/canceled';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { CodeDeps } from '../../src/extension/features/project/projectList';
import {
  pickFiles,
  pickProject,
  projectToPullInto,
} from '../../src/extension/features/project/selectedProject';
import {
  pickPlatform,
  openChanges,
  openCopy,
  openFiles,
} from '../../src/extension/features/project/codeActions';
import { FileState } from '../../src/extension/features/project/projectControl';
import { ProjectList } from '../../src/extension/features/project/projectList';
import { pullQueries, acceptRemote } from '../../src/extension/features/project/pullQueries';
import { ConnectionNode } from '../../src/extension/ui/explorer/explorerSection';
import { lab } from '../support/labConnection';
import { otherGuid } from '../support/scheduledQueries';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { closeAllTabs } from './support/closeAllTabs';
import { ComparedProject, logons, other } from './support/comparedProject';
import { ScriptedPrompts } from './support/scriptedPrompts';
import type { PromptResponse } from './support/scriptedPrompts';
import { inNewest as test } from './support/vscodes';

describe('The target of a command on scheduled queries in folders', () => {
  let opened: string[];
  let refreshes: number;
  let script: ScriptedPrompts;

  beforeEach(async () => {
    await closeAllTabs();
    opened = [];
    refreshes = 0;
  });

  /** A window with these projects, in which a user gives these responses. */
  function windowWith(all: readonly ComparedProject[], responses: readonly PromptResponse[] = []): CodeDeps {
    script = new ScriptedPrompts(responses);
    const [first] = all;
    assert.ok(first);
    const projects = new ProjectList(first.platforms);
    for (const { project } of all) projects.add(project);
    return {
      ui: { prompts: script },
      platforms: first.platforms,
      projects,
      open: async (root: string) => {
        opened.push(root);
        return Promise.resolve();
      },
      refresh: async () => Promise.resolve(void refreshes++),
    } as unknown as CodeDeps;
  }

  function rowOf({ project }: ComparedProject): FileState {
    const [item] = project.plan?.items ?? [];
    assert.ok(item);
    return new FileState(project, item);
  }

  test('is the rows of one project, for every kind of argument', async () => {
    await using one = await ComparedProject.make();
    await using two = await ComparedProject.make();
    for (const { project } of [one, two]) await project.refresh();
    const deps = windowWith([one, two]);
    const [row, foreign] = [rowOf(one), rowOf(two)];
    for (const args of [[row, foreign], [[row, foreign]], [{ resourceStates: [row, foreign, {}] }]]) {
      const { project, paths } = await pickFiles(deps, args);
      assert.deepEqual([project, paths], [one.project, [logons]]);
    }
    assert.deepEqual((await pickFiles(deps, [two.project.uriOf(logons)])).paths, [logons]);
    for (const nothing of [[], [vscode.Uri.file('/elsewhere/a.lq')], [one.project.uri]]) {
      await assert.rejects(pickFiles(deps, nothing), /Open a file in a folder of scheduled queries first/);
    }
  });

  test('is the only project, that of the argument or of the active file, or the one that the user picks', async () => {
    await using one = await ComparedProject.make();
    await using two = await ComparedProject.make();
    assert.equal(await pickProject(windowWith([one]), [], ''), one.project);
    const both = windowWith([one, two]);
    await two.project.refresh();
    const positions = [two.project.uri, two.project.uriOf(logons), { rootUri: two.project.uri }];
    for (const args of [...positions, rowOf(two), { resourceStates: [rowOf(two)] }]) {
      assert.equal(await pickProject(both, [args], ''), two.project);
    }
    await vscode.window.showTextDocument(two.project.uriOf(logons));
    assert.equal(await pickProject(both, [], ''), two.project);
    assert.deepEqual(await pickFiles(both, []), { project: two.project, paths: [logons] });
    await closeAllTabs();
    const name = path.basename(two.root);
    assert.equal(await pickProject(windowWith([one, two], [{ pick: name }]), [], ''), two.project);
    const none = windowWith([one]);
    none.projects.remove(one.root);
    await assert.rejects(pickProject(none, [], ''), /This workspace has no folder of scheduled queries/);
    assert.equal(refreshes, 1);
  });

  test('is a project that is opened for a file of it, if the file is on the disk', async () => {
    await using one = await ComparedProject.make();
    await using two = await ComparedProject.make();
    const deps = windowWith([one]);
    await pickProject(deps, [two.project.uriOf(logons)], '');
    assert.deepEqual(opened, [two.root]);
    const remote = two.project.uriOf(logons).with({ scheme: 'vscode-vfs' });
    assert.equal(await pickProject(deps, [remote], ''), one.project);
    assert.deepEqual(opened, [two.root]);
  });

  test('is the platform with the address of the connection to pull from', async () => {
    await using compared = await ComparedProject.make();
    const pick = { pick: path.basename(compared.root) };
    const { project } = compared;
    await project.readFiles();
    const from = async (connection: typeof lab): Promise<unknown> =>
      projectToPullInto(windowWith([compared], [pick]), [new ConnectionNode(connection)]);
    assert.equal(await from(other), project);
    assert.equal(project.platform?.name, 'other');
    const unknown = { ...lab, name: 'Unknown', baseUrl: 'https://unknown.example' };
    await assert.rejects(from(unknown), /has no platform with the address https:\/\/unknown\.example\./);
    assert.equal(project.platform.name, 'other');
    assert.equal(refreshes, 2, 'folders that were added meanwhile are offered');
  });

  test('is a folder that becomes a project, also for a file in the folder', async () => {
    await using compared = await ComparedProject.make();
    const yaml = path.join(compared.root, 'logbench.yaml');
    await rm(yaml);
    const deps = windowWith([compared]);
    deps.projects.remove(compared.root);
    const pick = async (): Promise<typeof lab> => Promise.resolve(lab);
    const asking = { ...deps, platforms: { ...deps.platforms, pick } };
    await assert.rejects(
      projectToPullInto(asking, [compared.project.uriOf('logbench.lock.json')]),
      /could not be opened\./,
    );
    assert.deepEqual(opened, [compared.root]);
    assert.match(await readFile(yaml, 'utf8'), /base_url: https:\/\/lab\.example/);

    await rm(yaml);
    const responding = windowWith([compared], [{ pick: 'Other folder…' }, { file: compared.root }]);
    responding.projects.remove(compared.root);
    const args = [new ConnectionNode(other)];
    await assert.rejects(projectToPullInto(responding, args), /could not be opened\./);
    assert.match(await readFile(yaml, 'utf8'), /base_url: https:\/\/other\.example/);
  });

  test('is opened file by file, beside the copy of the platform if there is one', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const added = 'scheduled-queries/added.lq';
    await compared.write(added, '---\nname: Added\nschedule: "0 * * * *"\n---\ntable b\n');
    await project.refresh();
    const rows = project.plan?.items.map((item) => new FileState(project, item)) ?? [];
    assert.deepEqual(
      rows.map(({ item }) => [item.path, item.kind]),
      [
        [added, 'create'],
        [logons, 'change'],
      ],
    );
    const deps = windowWith([compared]);
    await openChanges(deps, [rows]);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.fsPath, project.uriOf(logons).fsPath);
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.equal(label, 'logons.lq: lab (Production) ↔ file');
    await closeAllTabs();
    await openFiles(deps, [rows]);
    const { tabs } = vscode.window.tabGroups.activeTabGroup;
    assert.deepEqual(
      tabs.map(({ label, isPreview }) => [label, isPreview]),
      [
        ['added.lq', false],
        ['logons.lq', false],
      ],
    );
    await closeAllTabs();
  });

  test('is not changed when there is nothing to accept or the confirmation is canceled', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const file = path.join(compared.root, logons);
    const before = await readFile(file, 'utf8');
    await assert.rejects(
      acceptRemote(windowWith([compared], ['cancel']), [project.uriOf(logons)]),
      CanceledError,
    );
    assert.match(script.seen.join('\n'), /Replace scheduled-queries\/logons\.lq with the copy from lab/);
    compared.response = () => Promise.resolve([scheduledQueryRecord({ guid: otherGuid, name: 'New one' })]);
    await assert.rejects(pullQueries(windowWith([compared], ['cancel']), [project.uri]), CanceledError);
    assert.match(script.seen.join('\n'), /New files: 1\. Changed files: 0\./);
    assert.deepEqual(await readdir(path.dirname(file)), ['logons.lq']);
    compared.response = () => Promise.resolve([]);
    await project.pick('other');
    await acceptRemote(windowWith([compared]), [project.uriOf(logons)]);
    assert.match(script.notices.join(), /there are no platform changes to accept/);
    assert.equal(await readFile(file, 'utf8'), before);
  });

  test('has no copy to open if the platform does not have it, and lists the current platform first', async () => {
    await using compared = await ComparedProject.make();
    compared.response = () => Promise.resolve([]);
    compared.connections = [lab];
    const { project } = compared;
    await project.refresh();
    const deps = windowWith([compared], [{ pick: 'other' }]);
    await assert.rejects(openCopy(deps, [project.uriOf(logons)]), /The platform does not have this query/);
    await openChanges(deps, [project.uriOf(logons)]);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputText, 'there is nothing to compare the file with');
    await closeAllTabs();
    await pickPlatform(deps, [project.uri]);
    assert.match(script.seen.join(), /"description":"Lab"[^}]*"picked":true.*"description":"No connection"/);
    assert.equal(project.platform?.name, 'other');
  });

  test('has no copy to open after its connection is removed', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await project.refresh();
    compared.connections = [];
    await assert.rejects(openCopy(windowWith([compared]), [project.uriOf(logons)]), {
      message: /The platform does not have this query/,
    });
  });
});
