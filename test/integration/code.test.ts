import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { eventually } from '../support/eventually';
import { FaultProxy } from '../support/faultProxy';
import { clickRow } from './support/clickRow';
import { untilLens } from './support/lenses';
import { ProjectFolder } from './support/projectFolder';
import { typeInto } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { sharedQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

const first = 'scheduled-queries/First.lq';
const second = 'scheduled-queries/Second.lq';
const third = 'scheduled-queries/Third.lq';

describe('Scheduled queries in a folder', () => {
  const stored = sharedQueries();

  beforeEach(async () => {
    for (const name of ['First', 'Second', 'Third']) await stored.create(name);
  });

  it('are pulled into a folder that becomes a project, and are opened as files afterwards', async () => {
    const { connected } = stored;
    await using empty = await ProjectFolder.make(connected);
    await vscode.workspace.fs.delete(empty.uri('logbench.yaml'));
    await stored.create('Fourth');
    await runCommand('logbench.code.pull', [{ confirm: 'Pull' }], empty.uri());

    assert.match(await empty.read('logbench.yaml'), /platforms:\n {2}Test:\n {4}base_url: http/);
    assert.match(
      await empty.read(first),
      /^---\nname: First\nenabled: false\nschedule: "0 3 \* \* \*"\n---\n/,
    );
    const platformCopy = await queryUri('Fourth');
    await runCommand('logbench.scheduledQuery.open', [], platformCopy);
    const file = empty.uri('scheduled-queries/Fourth.lq');
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file.fsPath);
    const [line] = await stored.lines('Fourth');
    const click = line?.item.command?.arguments?.[0] as vscode.Uri;
    assert.equal(click.fsPath, file.fsPath);
    await untilLens(file, /Test \(Development\): unchanged/);

    await runCommand('logbench.code.openCopy', [], file);
    assert.equal(vscode.window.activeTextEditor.document.uri.toString(), platformCopy.toString());
    await untilLens(platformCopy, /stored in .*Fourth\.lq/);
  });

  it('are compared with the platform, which is shown with its environment', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    await project.edit(first, '{}', '{"a":1}');
    const planned = await runCommand('logbench.code.plan', [], project.uri());
    assert.deepEqual(planned.notices, ['test (Development): 1 to apply.']);
    await stored.change(await stored.guidOf('Second'), { description: 'Changed by hand' });
    await stored.change(await stored.guidOf('Third'), { query: 'json "{}" | limit 1' });
    await project.edit(third, 'json "{}"', 'json "{}" | limit 2');

    const { notices } = await runCommand('logbench.code.plan', [], project.uri());
    assert.deepEqual(notices, ['test (Development): 1 to apply, 1 changed on the platform, 1 in conflict.']);
    await untilLens(project.uri(third), /test \(Development\): conflict/);
    await runCommand('logbench.code.openChanges', [], project.uri(second));
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const copy = await vscode.workspace.openTextDocument(input.original);
    assert.match(copy.getText(), /description: Changed by hand/);
    assert.equal(input.modified.fsPath, project.uri(second).fsPath);
    await stored.change(await stored.guidOf('Second'), { description: 'Changed again' });
    await runCommand('logbench.code.plan', [], project.uri());
    await eventually(() => copy.getText().includes('description: Changed again'));

    await project.write('logbench.lock.json', '<<<<<<< HEAD\n');
    const damaged = await runCommand('logbench.code.plan', [], project.uri());
    assert.deepEqual(damaged.notices, [
      'logbench.lock.json is not valid. Check for unresolved merge conflicts, or run logbench lock repair.',
    ]);
    await untilProblems(project.uri('logbench.lock.json'), [/is not valid/]);
    // A merge in progress does not separate the queries from their files.
    await runCommand('logbench.scheduledQuery.open', [], await queryUri('First'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, project.uri(first).fsPath);
  });

  it('have quick diff markers for each platform when there are several folders', async () => {
    await using guarded = await ProjectFolder.make(stored.connected, 'production');
    await using open = await ProjectFolder.make(stored.connected);
    for (const folder of [guarded, open]) await runCommand('logbench.code.plan', [], folder.uri());

    for (const environment of ['Production', 'Development']) {
      await eventually(async () => {
        const commands = await vscode.commands.getCommands();
        const toggles = commands.filter((id) => id.includes('toggleQuickDiffVisibility.logbench'));
        return toggles.some((id) => id.includes(environment));
      });
    }
  });

  test('in conflict are resolved for either side, after a confirmation that says what will be lost', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    for (const [name, file] of [
      ['First', first],
      ['Second', second],
    ] as const) {
      await stored.change(await stored.guidOf(name), { query: 'json "{}" | limit 1' });
      await project.edit(file, 'json "{}"', 'json "{}" | limit 2');
    }

    await runCommand(
      'logbench.code.acceptRemote',
      [{ confirm: 'Accept Platform Changes' }],
      project.uri(first),
    );
    assert.match(await project.read(first), /limit 1/);
    await project.edit(third, 'json "{}"', 'json "{}" | limit 3');
    const responses = [{ confirm: 'Show Plan' }, { pick: 'Apply' }];
    const script = await runCommand('logbench.code.applyFile', responses, project.uri(second));
    assert.match(script.seen.join('\n'), /Changes made on the platform will be overwritten/);
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(shown, /^test \(Development\), http[^]*limit 2/);
    assert.doesNotMatch(shown, /limit 3/);
    assert.match((await stored.read(await stored.guidOf('Second')))?.query ?? '', /limit 2/);
    assert.equal(
      (await stored.read(await stored.guidOf('Third')))?.query,
      'json "{}"',
      'it was not selected',
    );
    await project.edit(third, ' | limit 3', '');
    const { notices } = await runCommand('logbench.code.plan', [], project.uri());
    assert.deepEqual(notices, ['test (Development): The files and the platform match.']);
  });

  test('are listed under their new file names in the lock file after Apply, although nothing else changed', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    await vscode.workspace.fs.rename(project.uri(first), project.uri('scheduled-queries/Renamed.lq'));

    const { notices } = await runCommand('logbench.code.apply', [], project.uri());
    assert.deepEqual(notices, ['test (Development): there is nothing to apply.']);
    const lock = await project.read('logbench.lock.json');
    assert.match(lock, /^ {2}"test\/scheduled-queries\/Renamed\.lq"/m);
    assert.doesNotMatch(lock, /First\.lq/);
  });

  test('are not changed by a command on a row that is no longer in Source Control', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    await project.edit(first, 'enabled: false', 'enabled: true');
    await vscode.window.showTextDocument(project.uri(first));

    for (const command of ['logbench.code.acceptRemote', 'logbench.code.applyFile']) {
      // VS Code has no value for such a row.
      const { notices } = await runCommand(command, [], undefined);
      assert.deepEqual(notices, ['The list has changed. Select the item again.']);
    }
  });

  test('are compared with the platform of the query that is opened', async () => {
    const { connection, key } = stored.connected;
    await using proxy = await FaultProxy.start(connection.baseUrl);
    await using project = await ProjectFolder.pulled(stored.connected);
    const other = { ...connection, name: 'Other', baseUrl: proxy.baseUrl };
    await using _ = await withSettings({ 'logbench.connections': [connection, other] });
    await runCommand('logbench.connection.setApiKey', [{ input: key }], (await lineAt('Other')).node);
    const platform = `  other:\n    base_url: ${proxy.baseUrl}\n    environment: development\n`;
    await project.write('logbench.yaml', `${await project.read('logbench.yaml')}${platform}`);
    await runCommand('logbench.code.plan', [], project.uri());
    await runCommand('logbench.code.selectPlatform', [{ pick: 'other' }], project.uri());
    await untilLens(project.uri(first), /other \(Development\): same on both sides/);

    const [line] = await stored.lines('First');
    assert.ok(line);
    await clickRow(line);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, project.uri(first).fsPath);
    await untilLens(project.uri(first), /test \(Development\): unchanged/);
  });

  test('are deleted only after a separate confirmation', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    await vscode.workspace.fs.delete(project.uri(first));
    await project.edit(second, 'enabled: false', 'enabled: true');

    await runCommand('logbench.code.plan', [], project.uri());
    await runCommand('logbench.code.openChanges', [], project.uri(first));
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'First.lq: test (Development)');
    await runCommand('logbench.code.apply', [{ confirm: 'Apply Without Deleting' }], project.uri());
    assert.equal((await stored.read(await stored.guidOf('Second')))?.enabled, true);
    await runCommand('logbench.code.apply', [{ confirm: 'Delete' }], project.uri());
    assert.deepEqual(await stored.names(), ['Second', 'Third']);
  });

  test('wait for the unlock if the folder declares the platform as production', async () => {
    await using project = await ProjectFolder.pulled(stored.connected, 'production');
    await project.edit(first, 'enabled: false', 'enabled: true');

    await runCommand('logbench.code.apply', [{ confirm: 'Unlock Writes' }, 'cancel'], project.uri());
    assert.equal((await stored.read(await stored.guidOf('First')))?.enabled, false);
    await runCommand(
      'logbench.code.apply',
      [{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }, { confirm: 'Apply' }, { input: 'Test' }],
      project.uri(),
    );
    assert.equal((await stored.read(await stored.guidOf('First')))?.enabled, true);
  });

  test('show problems of the project while they are typed, and schedules as text', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    const text = '---\nname: First\n# Typed\nafter: Secnd\n---\njson "{}"\n';
    const typed = await typeInto(project.uri(first), text);
    await untilProblems(project.uri(first), [/No file in this folder has the name “Secnd”/]);
    const [unknown] = vscode.languages.getDiagnostics(project.uri(first));
    assert.ok(unknown);
    assert.equal(typed.getText(unknown.range), 'after: Secnd');
    await typeInto(project.uri(first), text.replace('Secnd', 'Second'));
    await untilProblems(project.uri(first), []);
    await typeInto(project.uri(second), text.replace('First', 'Second').replace('Secnd', 'First'));
    await untilProblems(project.uri(second), [/The chain is circular/]);
    const yaml = project.uri('logbench.yaml');
    await typeInto(yaml, (await project.read('logbench.yaml')).replace(/http\S+/, 'nowhere'));
    await untilProblems(yaml, [/nowhere|URL|address/]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await untilProblems(yaml, []);

    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      project.uri(third),
      new vscode.Range(0, 0, 10, 0),
    );
    assert.deepEqual(
      hints.map(({ label }) => label),
      ['at 03:00, server time'],
    );
  });

  test('replace a draft that is moved into the project', async () => {
    await using project = await ProjectFolder.pulled(stored.connected);
    const guid = await stored.create('Draft of mine');
    const uri = await queryUri('Draft of mine');
    const document = await typeInto(uri, 'json "{}" | limit 6');
    assert.ok(await document.save());
    await using _ = await withSettings({ 'files.autoSave': 'off' });
    await typeInto(uri, 'json "{}" | limit 7');

    const responses = [{ pick: 'Draft of mine' }, { pick: 'Move into Project' }];
    const { seen } = await runCommand('logbench.drafts.list', responses);
    assert.match(seen[0] ?? '', /"description":"Test \(Development\)"/);
    const file = project.uri('scheduled-queries/Draft of mine.lq');
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file.fsPath);
    await untilLens(file, /test \(Development\): change/);
    await untilLens(uri, /Published/);
    await runCommand('logbench.code.applyFile', [{ confirm: 'Apply' }], file);
    assert.match((await stored.read(guid))?.query ?? '', /limit 7/);
  });

  async function queryUri(name: string): Promise<vscode.Uri> {
    const address = { connection: stored.connected.connection.name, guid: await stored.guidOf(name) };
    return vscode.Uri.from({ scheme: 'logbench', path: pathOf(address, name) });
  }

  async function untilProblems(uri: vscode.Uri, expected: readonly RegExp[]): Promise<void> {
    await eventually(() => {
      const found = vscode.languages.getDiagnostics(uri).map(({ message }) => message);
      return (
        found.length === expected.length &&
        expected.every((message, index) => message.test(found[index] ?? ''))
      );
    });
  }
});
