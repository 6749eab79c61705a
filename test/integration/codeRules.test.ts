import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually';
import { connectedPlatform, wholeInterface } from './support/connected';
import type { ConnectedPlatform } from './support/connected';
import { untilLens } from './support/lenses';
import { ProjectFolder } from './support/projectFolder';
import { runCommand } from './support/runCommand';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

const scan = 'rules/test/batch/Scan.lqrule';
const worm = 'rules/test/batch/Worm.lqrule';

describe('Detection rules in a folder', () => {
  let connected: ConnectedPlatform;
  let scanGuid: string;
  let wormGuid: string;
  let project: ProjectFolder;

  beforeEach(async () => {
    connected = await connectedPlatform({}, 'master', wholeInterface);
    [scanGuid, wormGuid] = [await create('Scan'), await create('Worm')];
    project = await ProjectFolder.make(connected);
    await runCommand('logbench.code.pull', [{ confirm: 'Pull' }], project.uri());
  });

  afterEach(async () => {
    await project[Symbol.asyncDispose]();
    await connected[Symbol.asyncDispose]();
  });

  async function create(name: string): Promise<string> {
    const form = { name, query: 'table fw', schedule: '0 * * * *', priority: 'LOW', enabled: 'true' };
    const { body } = await connected.call('POST /api/core/batch-rules', { form });
    return z.object({ guid: z.string() }).parse(body).guid;
  }

  async function update(guid: string, name: string, query: string): Promise<void> {
    const form = { name, query, schedule: '0 * * * *', priority: 'LOW', enabled: 'true' };
    await connected.call(`PUT /api/core/batch-rules/${guid}`, { form });
  }

  async function ruleOf(guid: string): Promise<{ query: string; enabled: boolean }> {
    const { body } = await connected.call(`GET /api/core/batch-rules/${guid}`);
    const rule = z.looseObject({ query: z.string(), enabled: z.boolean() });
    const { query, enabled } = z.object({ rule }).parse(body).rule;
    return { query, enabled };
  }

  async function planned(): Promise<string> {
    return (await runCommand('logbench.code.plan', [], project.uri())).notices.join();
  }

  it('are compared with the platform and applied from Source Control', async () => {
    assert.equal(await planned(), 'test (Development): The files and the platform match.');
    await project.edit(scan, 'table fw', 'table fw | stats count');
    await project.edit(worm, 'enabled: true', 'enabled: false');
    assert.equal(await planned(), 'test (Development): 2 to apply.');

    await runCommand('logbench.code.openChanges', [], project.uri(scan));
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.match((await vscode.workspace.openTextDocument(input.original)).getText(), /---\ntable fw\n$/);
    assert.equal(input.modified.fsPath, project.uri(scan).fsPath);
    await untilLens(project.uri(scan), /test \(Development\): change rule/);

    assert.match((await lineAt('Test', 'Detection Rules', 'Worm')).contextValue, /\.enabled/);
    const responses = [
      { confirm: 'Apply' },
      { notice: 'test (Development): 2 applied.', press: 'Show Results' },
    ];
    const { seen } = await runCommand('logbench.code.apply', responses, project.uri());
    assert.match(seen.join('\n'), /Apply 2 scheduled queries and detection rules to test \(Development\)\?/);
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(report, /^applied +change rule +Scan +rules\/test\/batch\/Scan\.lqrule/m);
    assert.deepEqual(await ruleOf(scanGuid), { query: 'table fw | stats count', enabled: true });
    assert.deepEqual(await ruleOf(wormGuid), { query: 'table fw', enabled: false });
    await eventually(async () => {
      const { contextValue } = await lineAt('Test', 'Detection Rules', 'Worm');
      return contextValue.includes('.disabled');
    });
    assert.equal(await planned(), 'test (Development): The files and the platform match.');
  });

  test('in conflict are resolved for either side, after a confirmation that says what will be lost', async () => {
    await update(scanGuid, 'Scan', 'table theirs');
    await update(wormGuid, 'Worm', 'table theirs');
    assert.equal(await planned(), 'test (Development): 2 changed on the platform.');
    await project.edit(scan, 'table fw', 'table ours');
    await project.edit(worm, 'table fw', 'table ours');
    assert.equal(await planned(), 'test (Development): 2 in conflict.');
    const left = await runCommand('logbench.code.apply', [], project.uri());
    assert.deepEqual(left.notices, [
      'test (Development): there is nothing to apply. To resolve in Source Control: Scan, Worm.',
    ]);

    const accepted = await runCommand(
      'logbench.code.acceptRemote',
      [{ confirm: 'Accept Platform Changes' }],
      project.uri(scan),
    );
    assert.match(accepted.seen.join('\n'), /Changes that are only in the file will be lost/);
    assert.match(await project.read(scan), /---\ntable theirs\n$/);
    const applied = await runCommand('logbench.code.applyFile', [{ confirm: 'Apply' }], project.uri(worm));
    assert.match(applied.seen.join('\n'), /Changes made on the platform will be overwritten: 1/);
    assert.equal((await ruleOf(wormGuid)).query, 'table ours');
    assert.equal(await planned(), 'test (Development): The files and the platform match.');
  });

  test('with a problem are listed in the Problems view and not applied', async () => {
    await project.edit(scan, 'enabled: true', 'enabled: maybe');
    assert.match(await planned(), /Scan\.lqrule: “enabled” must be true or false\./);
    await eventually(() =>
      vscode.languages
        .getDiagnostics(project.uri(scan))
        .some(({ message }) => message === '“enabled” must be true or false.'),
    );
    await project.edit(scan, 'enabled: maybe', 'enabled: true');
    assert.equal(await planned(), 'test (Development): The files and the platform match.');
  });
});
