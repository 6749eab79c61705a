import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import { connectedPlatform, connectTo, keyIsAccepted } from './support/connected';
import { responding, runCommand, testApi } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt, linesBelow, tooltipOf } from './support/tree';
import { inNewest as test } from './support/vscodes';

function configured(): unknown {
  return vscode.workspace.getConfiguration('logbench').inspect('connections')?.globalValue;
}

describe('Connections', () => {
  it('are added step by step, also after a step back, with a key that is stored apart from the settings', async () => {
    await using platform = await startApp();
    await using _ = await withSettings({ 'logbench.connections': [] });

    const script = await runCommand('logbench.connection.add', [
      { input: 'Wrong' },
      'back',
      { input: 'New' },
      { input: platform.baseUrl },
      { pick: 'Staging' },
      { input: 'core' },
      { pick: 'Read and write' },
      { pick: 'Also log rows' },
      { input: platform.keys.master },
      { notice: 'New responds' },
    ]);

    const entry: Connection = {
      name: 'New',
      baseUrl: platform.baseUrl,
      product: 'core',
      environment: 'staging',
      readOnly: false,
      assistant: 'read',
    };
    assert.deepEqual(configured(), [entry]);
    assert.equal(await keyIsAccepted(entry), true);
    assert.ok(!script.seen.join().includes(platform.keys.master));
  });

  test('are edited without losing the key, and tested afterwards', async () => {
    await using connected = await connectedPlatform();
    const { connection } = connected;

    await runCommand(
      'logbench.connection.edit',
      [
        { input: 'Renamed' },
        { input: connection.baseUrl },
        { pick: 'Local' },
        { input: 'core' },
        { pick: 'Locked' },
        // The default is not written down.
        { pick: 'Names, definitions and states' },
        { notice: 'Renamed responds' },
      ],
      (await lineAt('Test')).node,
    );

    assert.deepEqual(configured(), [
      { ...connection, name: 'Renamed', environment: 'local', readOnly: true },
    ]);
    assert.equal(await keyIsAccepted({ ...connection, name: 'Renamed' }), true);
  });

  test('are of the account of their own key, which Test Connection and the pointer name', async () => {
    await using connected = await connectedPlatform();
    const guest = { ...connected.connection, name: 'Guest' };
    await using _ = await withSettings({ 'logbench.connections': [connected.connection, guest] });
    assert.equal(await keyIsAccepted(guest), false);
    const { keys } = connected.platform;
    const entered = [
      { pick: 'Enter' },
      { input: keys.member },
      { notice: 'Account: member, role MEMBER. The stored API key is used.' },
    ];
    await runCommand('logbench.connection.setApiKey', entered, (await lineAt('Guest')).node);
    const { node } = await lineAt('Test');
    await runCommand('logbench.connection.test', [{ notice: 'Account: master, role MASTER.' }], node);
    assert.match(await tooltipOf(await lineAt('Guest')), /Account: member, role MEMBER\./);

    const { node: removed } = await lineAt('Test');
    await runCommand('logbench.connection.remove', [{ confirm: 'Remove' }], removed);
    assert.equal(await keyIsAccepted(guest), true);
    await withSettings({ 'logbench.connections': [connected.connection] });
    assert.equal(await keyIsAccepted(connected.connection), false);
  });

  test('report a missing key once, not again when another connection gets its key', async () => {
    await using connected = await connectedPlatform();
    const without = { ...connected.connection, name: 'Without', baseUrl: 'http://localhost:1' };
    await using _ = await withSettings({ 'logbench.connections': [connected.connection, without] });
    const first = await responding([]);
    await linesBelow('Without');
    await eventually(() => first.notices.some((notice) => notice.includes('Without: There is no API key')));

    const { node } = await lineAt('Test');
    const script = await runCommand('logbench.connection.setApiKey', [{ input: connected.key }], node);
    await linesBelow('Without');
    await linesBelow('Test', 'Tables');

    assert.ok(!script.notices.some((notice) => notice.includes('Without')), script.notices.join());
  });

  test('get another key from the message about the rejected key of their connection', async () => {
    await using platform = await startApp();
    const key = platform.keys.master;
    await using connected = await connectTo({ baseUrl: platform.baseUrl, key: 'not-the-key' });
    const other = { ...connected.connection, name: 'Other', baseUrl: 'http://localhost:1' };
    await using _ = await withSettings({ 'logbench.connections': [connected.connection, other] });
    const { node } = await lineAt('Test');
    const script = await responding([
      {
        notice: 'Test: The API key was rejected. Set a valid key to continue.',
        press: 'Set API Key',
      },
      { input: key },
      { notice: 'Test responds' },
    ]);

    await vscode.commands.executeCommand('logbench.connection.test', node);

    await eventually(() => script.isFinished);
    assert.ok(!script.seen.join().includes('not-the-key'));
    assert.equal(await keyIsAccepted(connected.connection), true);
  });

  it('are read only from the user settings, never from a workspace', async () => {
    await using _ = await withSettings({ 'logbench.connections': [] });
    const configuration = vscode.workspace.getConfiguration('logbench');
    const planted = [{ name: 'Planted', baseUrl: 'http://127.0.0.1:9' }];

    await assert.rejects(async () =>
      configuration.update('connections', planted, vscode.ConfigurationTarget.Workspace),
    );
    assert.deepEqual((await testApi()).platforms.all(), []);
  });

  test('are imported without access for assistants, and replace another only if that is selected', async () => {
    await using connected = await connectedPlatform();
    const shared = { ...connected.connection, assistant: 'read' };
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'logbench-exchange-')), 'connections.json');
    await writeFile(file, JSON.stringify([shared, { ...shared, name: 'New' }]));

    const script = await runCommand('logbench.connection.import', [{ file }, { pickMany: ['New'] }]);

    const question = script.seen.find((text) => text.includes('Select the connections to import')) ?? '';
    const { choices } = Asked.parse(JSON.parse(question.replace(/^\w+: /, '')));
    assert.deepEqual(
      choices.map(({ label, picked }) => [label, picked]),
      [
        ['Test', false],
        ['New', true],
      ],
    );
    assert.deepEqual(configured(), [connected.connection, { ...connected.connection, name: 'New' }]);
  });

  test('reject a file without valid connections', async () => {
    await using _ = await withSettings({ 'logbench.connections': [] });
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'logbench-exchange-')), 'other.json');
    await writeFile(file, '{"name":"something else"}');

    const script = await runCommand('logbench.connection.import', [{ file }]);

    assert.match(script.notices.join(), /The file contains no valid connections\./);
  });
});

describe('Invalid connections in the settings', () => {
  test('are reported with what is wrong, and kept when another connection is removed', async () => {
    const good = { name: 'Good', baseUrl: 'http://127.0.0.1:9', environment: 'development' };
    const typo = { name: 'Typo', baseUrl: 'htps:/nowhere', note: 'mine' };
    const script = await responding([]);
    await using _ = await withSettings({ 'logbench.connections': [typo, good] });
    await eventually(() => script.notices.length > 0);
    assert.match(script.notices.join(), /Connection “Typo”: “baseUrl” is missing or not valid/);

    await runCommand('logbench.connection.remove', [{ confirm: 'Remove' }], (await lineAt('Good')).node);

    assert.deepEqual(configured(), [typo]);
  });
});

const Asked = z.object({
  choices: z.array(z.object({ label: z.string(), picked: z.optional(z.boolean()) })),
});
