import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { temporaryFolder } from '../support/temporaryFolder';
import { sharedPlatform, wholeInterface } from './support/connected';
import { runCommand } from './support/runCommand';
import type { PromptResponse } from './support/scriptedPrompts';
import { ShownQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

interface Rejected {
  readonly command: string;
  /** The line it is called on. */
  readonly on: readonly string[];
  readonly responses?: readonly PromptResponse[];
}

/** Each way to write, as far as a user gets with it: most read first, and so ask nothing in vain. */
const rejected: readonly Rejected[] = [
  { command: 'logbench.scheduledQuery.create', on: ['Scheduled Queries'] },
  { command: 'logbench.scheduledQuery.edit', on: ['Scheduled Queries', 'Stored'] },
  { command: 'logbench.scheduledQuery.enable', on: ['Scheduled Queries', 'Stored'] },
  { command: 'logbench.scheduledQuery.delete', on: ['Scheduled Queries', 'Stored'] },
  { command: 'logbench.rule.enable', on: ['Detection Rules', 'Rule'], responses: [{ confirm: 'Enable' }] },
  {
    command: 'logbench.rule.restore',
    on: ['Detection Rules', 'Rule', 'Version 1'],
    responses: [{ confirm: 'Restore' }],
  },
  {
    command: 'logbench.table.create',
    on: ['Tables'],
  },
  {
    command: 'logbench.table.setRetention',
    on: ['Tables', 'logs'],
    responses: [{ input: '7' }, { confirm: 'Change Retention' }],
  },
  {
    command: 'logbench.table.drop',
    on: ['Tables', 'logs'],
    responses: [{ confirm: 'Drop Table' }, { input: 'logs' }],
  },
];

describe('A key without write permission', () => {
  /** What each command is called on: read with a key that may, while the command runs with one that may not. */
  const nodes = new Map<string, unknown>();
  const shared = sharedPlatform(async (connected) => {
    await new ShownQueries({ connected }).create('Stored', { enabled: 'true' });
    const form = { name: 'Rule', query: 'table a', priority: 'LOW' };
    await connected.call('POST /api/core/batch-rules', { form });
    await connected.call('POST /api/core/tables', { form: { table: 'logs' } });
    for (const { command, on } of rejected) nodes.set(command, (await lineAt('Test', ...on)).node);
    const { member } = connected.platform.keys;
    await runCommand('logbench.connection.setApiKey', [{ input: member }], (await lineAt('Test')).node);
  }, wholeInterface);

  async function stateOfPlatform(): Promise<unknown> {
    const { body } = await shared.connected.call('GET /api/core/scheduled-queries');
    const { body: rules } = await shared.connected.call('GET /api/core/batch-rules');
    const { body: tables } = await shared.connected.call('GET /api/core/tables');
    return [body, rules, tables];
  }

  function assertOneSentence(notices: readonly string[]): void {
    assert.equal(notices.length, 1, notices.join(' | '));
    assert.match(notices[0] ?? '', /^Test: [^\n{}]*requires the role ADMIN or higher[^\n{}]*\.$/);
    assert.doesNotMatch(notices[0] ?? '', /no-permission|illegal-state/);
  }

  for (const { command, responses = [] } of rejected) {
    test(`gets one sentence about the missing role, and nothing changes: ${command}`, async () => {
      const before = await stateOfPlatform();

      const { notices } = await runCommand(command, responses, nodes.get(command));

      assertOneSentence(notices);
      assert.deepEqual(await stateOfPlatform(), before);
    });
  }

  test('gets one sentence about the missing role, and nothing changes: logbench.upload.start', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'log.json');
    await writeFile(file, '{"time":"2026-01-01T00:00:00Z","a":1}\n');
    const table = nodes.get('logbench.table.drop');

    const { notices } = await runCommand('logbench.upload.start', [{ confirm: 'Upload' }], table, [
      vscode.Uri.file(file),
    ]);

    assertOneSentence(notices);
    const { body } = await shared.connected.call('GET /api/core/upload-streams');
    assert.deepEqual(body, { total_count: 0, streams: [] });
  });
});
