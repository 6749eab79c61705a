import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { StoredQueries } from '../support/storedQueries';
import { temporaryFolder } from '../support/temporaryFolder';
import { closeAllTabs } from './support/closeAllTabs';
import { connectedPlatform, storeKey, wholeInterface } from './support/connected';
import type { ConnectedPlatform } from './support/connected';
import { lockDuringPrompt } from './support/lockDuringPrompt';
import { responding, runCommand } from './support/runCommand';
import type { PromptResponse } from './support/scriptedPrompts';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { logFile, rows } from './support/uploads';
import { inOldest as test } from './support/vscodes';

/** A command that writes: what it is called on, and the responses of a user who agrees. */
interface Write {
  readonly title: string;
  readonly command: string;
  readonly row: readonly string[];
  readonly responses: readonly PromptResponse[];
  /** A file that is an argument, or that the user selects first. */
  readonly file?: 'argument' | 'prompt';
  /** Sends no key: the token of the upload is sufficient. */
  readonly isKeyless?: true;
}

const query = ['Scheduled Queries', 'Target query'];
const rule = ['Detection Rules', 'Target rule'];
const table = ['Tables', 'target_table'];

const writes: readonly Write[] = [
  ...(['Enable', 'Delete'] as const).map((verb) => ({
    title: `${verb} Scheduled Query`,
    command: `logbench.scheduledQuery.${verb.toLowerCase()}`,
    row: query,
    responses: [{ confirm: verb }],
  })),
  {
    title: 'Edit Properties of Scheduled Query',
    command: 'logbench.scheduledQuery.edit',
    row: query,
    responses: [{ pick: 'Description' }, { input: 'typed' }, { pick: 'Apply to' }],
  },
  {
    title: 'Duplicate Scheduled Query',
    command: 'logbench.scheduledQuery.duplicate',
    row: query,
    responses: [{ input: 'Copy' }, { confirm: 'Create Disabled' }],
  },
  { title: 'Enable Rule', command: 'logbench.rule.enable', row: rule, responses: [{ confirm: 'Enable' }] },
  {
    title: 'Restore Rule Version',
    command: 'logbench.rule.restore',
    row: [...rule, 'Version 1'],
    responses: [{ confirm: 'Restore' }],
  },
  {
    title: 'Change Retention',
    command: 'logbench.table.setRetention',
    row: table,
    responses: [{ input: '5' }, { confirm: 'Change Retention' }],
  },
  {
    title: 'Drop Table',
    command: 'logbench.table.drop',
    row: table,
    responses: [{ confirm: 'Drop Table' }, { input: 'target_table' }],
  },
  {
    title: 'Upload',
    command: 'logbench.upload.start',
    row: table,
    responses: [{ confirm: 'Upload' }],
    file: 'argument',
  },
  {
    title: 'Resume Upload',
    command: 'logbench.upload.resume',
    row: ['Uploads', 'begun.json'],
    responses: [{ confirm: 'Resume' }],
    file: 'prompt',
    isKeyless: true,
  },
];

describe('Between the last question of a write and the write', function () {
  this.timeout(60_000);
  let connected: ConnectedPlatform;
  let other: RunningApp;

  beforeEach(async () => {
    connected = await connectedPlatform({}, 'master', wholeInterface);
    other = await startApp(wholeInterface);
    for (const platform of [connected.platform, other]) await fill(platform);
    await runCommand('logbench.explorer.refresh');
  });

  afterEach(async () => {
    await closeAllTabs();
    await connected[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  for (const write of writes) {
    test(`${write.title} sends nothing when writes are locked, and asks again`, async () => {
      await using _ = await withSettings({
        'logbench.connections': [{ ...connected.connection, readOnly: true }],
      });
      const unlock: PromptResponse[] = [{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }];

      const { seen } = await sendsNothing(write, await lockDuringPrompt(), unlock);

      assert.match(seen.at(-1) ?? '', /are locked/);
    });

    test(`${write.title} sends nothing when the connection is removed`, async () => {
      await using _ = await withSettings({ 'logbench.connections': [connected.connection] });
      await sendsNothing(write, [{ meanwhile: async () => setConnections([]) }]);
    });

    test(`${write.title} sends nothing to another platform that the connection leads to`, async () => {
      await using _ = await withSettings({ 'logbench.connections': [connected.connection] });
      const moved = { ...connected.connection, baseUrl: other.baseUrl };
      await sendsNothing(write, [
        {
          meanwhile: async () => {
            await storeKey(moved, other.keys.master);
            await setConnections([moved]);
          },
        },
      ]);
    });

    if (write.isKeyless) continue;
    test(`${write.title} is rejected when the key becomes that of an account that may not write`, async () => {
      const meanwhile = async (): Promise<void> =>
        storeKey(connected.connection, connected.platform.keys.member);
      const { notices, seen } = await sendsNothing(write, [{ meanwhile }]);

      assert.match([...notices, ...seen].join('\n'), /Your API key does not|requires the role/);
    });
  }

  /** Runs the command with something that happens while its last question is open; neither platform changes. */
  async function sendsNothing(
    { command, row, responses, file }: Write,
    happens: readonly PromptResponse[],
    first: readonly PromptResponse[] = [],
  ): Promise<{ seen: readonly string[]; notices: readonly string[] }> {
    await using folder = await temporaryFolder();
    const selected = await logFile(folder.path, 'rows.json');
    const { node } = await lineAt('Test', ...row);
    const before = [await contentOf(connected.platform), await contentOf(other)];
    const script = await responding([
      ...first,
      ...(file === 'prompt' ? [{ file: selected.fsPath }] : []),
      ...responses.slice(0, -1),
      ...happens,
      ...responses.slice(-1),
      // Of the question that follows, and of another one about what was not sent.
      ...['cancel' as const, 'cancel' as const],
    ]);

    await vscode.commands.executeCommand(command, node, file === 'argument' ? [selected] : [node]);

    assert.deepEqual(script.misfits, []);
    assert.deepEqual([await contentOf(connected.platform), await contentOf(other)], before);
    return script;
  }
});

async function setConnections(connections: readonly object[]): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update('logbench.connections', connections, vscode.ConfigurationTarget.Global);
}

/** A disabled query, a disabled rule with two versions, a table, and an upload into it that has begun. */
async function fill(platform: RunningApp): Promise<void> {
  const call = async (operation: string, form: Record<string, string>): Promise<unknown> =>
    (await platform.call('master', operation, { form })).body;
  await new StoredQueries({ call: (...args) => platform.call('master', ...args) }).create('Target query');
  const made = await call('POST /api/core/batch-rules', {
    name: 'Target rule',
    query: 'table a',
    priority: 'LOW',
    enabled: 'false',
  });
  const { guid } = made as { guid: string };
  await call(`PUT /api/core/batch-rules/${guid}`, { name: 'Target rule', query: 'table b', priority: 'LOW' });
  await call('POST /api/core/tables', { table: 'target_table' });
  await call('POST /api/core/upload-streams', {
    file_name: 'begun.json',
    file_size: String(rows.length),
    metadata: JSON.stringify({ table_name: 'target_table', format: 'ndjson' }),
  });
}

/** All that the platform holds, apart from its audit log. */
async function contentOf(platform: RunningApp): Promise<unknown> {
  const paths = ['scheduled-queries', 'batch-rules', 'tables', 'upload-streams'];
  const lists = paths.map(async (path) => (await platform.call('master', `GET /api/core/${path}`)).body);
  return Promise.all(lists);
}
