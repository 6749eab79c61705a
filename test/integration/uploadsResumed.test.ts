import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { registerUploads } from '../../src/extension/features/uploads';
import type { UploadsSection } from '../../src/extension/features/uploads/uploadsSection';
import type { Ui } from '../../src/extension/ui/openUi';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { connectedPlatform, sharedPlatform, wholeInterface } from './support/connected';
import type { Connected } from './support/connected';
import { runCommand, testApi } from './support/runCommand';
import { selection } from './support/scheduledQueries';
import { ScriptedPrompts } from './support/scriptedPrompts';
import type { PromptResponse } from './support/scriptedPrompts';
import { lineAt, linesBelow } from './support/tree';
import { countRows, logFile, openStream, openStreams, rows } from './support/uploads';
import { inOldest as test } from './support/vscodes';

const memoryKey = 'logbench.uploads.unfinished';

/** As the window has noted it before its reload. */
async function note(connected: Connected, token: string, file: string, modified: number): Promise<void> {
  const { memory } = await testApi();
  const { name, baseUrl } = connected.connection;
  const request = { fileName: 'begun.json', fileSize: rows.length, tableName: 'logs', format: 'ndjson' };
  const noted = { path: file, size: rows.length, modified };
  const connection = { name, baseUrl };
  await memory.update(memoryKey, [{ token, connection, at: Date.now(), file: noted, request, sent: 0 }]);
}

async function isNoted(): Promise<boolean> {
  const { memory } = await testApi();
  return ((memory.get(memoryKey) ?? []) as readonly unknown[]).length > 0;
}

async function forgetNotes(): Promise<void> {
  const { memory } = await testApi();
  await memory.update(memoryKey, undefined);
}

describe('Resuming uploads', () => {
  const shared = sharedPlatform(
    async (connected) => connected.call('POST /api/core/tables', { form: { table: 'logs' } }),
    wholeInterface,
  );

  afterEach(forgetNotes);

  test('asks for one file after another, continues after a wrong size, and removes the upload from the explorer', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    const { fsPath: right } = await logFile(folder.path, 'right.json');
    const { fsPath: wrong } = await logFile(folder.path, 'wrong.json', `${rows} `);
    for (const name of ['one.json', 'two.json']) await openStream(connected, name);
    const before = await countRows(connected);
    const lines = [await lineAt('Test', 'Uploads', 'one.json'), await lineAt('Test', 'Uploads', 'two.json')];

    const { notices, seen } = await runCommand(
      'logbench.upload.resume',
      [
        { file: wrong },
        { notice: 'wrong.json does not have the size' },
        { file: right },
        { confirm: 'Resume' },
        { notice: '2 rows' },
      ],
      ...selection(lines),
    );

    assert.equal(notices.length, 2);
    assert.match(seen.join(), /upload of one\.json: select the file.*upload of two\.json: select the file/s);
    assert.equal(await countRows(connected), before + 2);
    assert.equal(await openStreams(connected), 1);
    await eventually(async () => {
      const labels = (await linesBelow('Test', 'Uploads')).map(({ label }) => label);
      return labels.includes('one.json') && !labels.includes('two.json') && !labels.includes('right.json');
    });
  });

  test('rejects a file that was deleted or changed since, and keeps the upload', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    const { fsPath: file } = await logFile(folder.path, 'begun.json');
    const token = await openStream(connected, 'begun.json');
    const before = await countRows(connected);
    for (const [where, modified] of [
      [file, 5],
      [`${file}.missing`, (await stat(file)).mtimeMs],
    ] as const) {
      await note(connected, token, where, modified);
      const { notices } = await runCommand('logbench.upload.resume');
      await eventually(() => notices.length > 0);
      assert.match(notices.join(), /begun\.json was deleted or changed after the upload started/);
      assert.ok(await isNoted());
    }

    await note(connected, token, file, (await stat(file)).mtimeMs);
    await runCommand('logbench.explorer.refresh');
    const { node } = await lineAt('Test', 'Uploads', 'begun.json');
    await runCommand('logbench.upload.resume', [{ notice: '2 rows' }], node);

    assert.equal(await countRows(connected), before + 2);
    assert.ok(!(await isNoted()));
    await eventually(
      async () => !(await linesBelow('Test', 'Uploads')).some(({ label }) => label === 'begun.json'),
    );
  });
});

describe('Uploads that were interrupted by a reload', () => {
  const reported: unknown[] = [];
  const removed: string[] = [];

  async function noticesFor(
    begun: readonly object[],
    ...responses: readonly PromptResponse[]
  ): Promise<readonly string[]> {
    const prompts = new ScriptedPrompts(responses);
    const nothing = new vscode.Disposable(() => undefined);
    const failures = { report: (error: unknown) => reported.push(error) };
    const log = { info: () => undefined };
    const ui = { prompts, commands: { registerAll: () => nothing }, failures, log };
    const section = {
      unfinished: () => Promise.resolve({ all: () => begun }),
      hasUnfinished: () => begun.length > 0,
      running: { all: () => [], listen: () => nothing },
      removed: (_connection: unknown, token: string) => removed.push(token),
      onDidChange: () => nothing,
    };
    const { platforms } = await testApi();
    registerUploads({
      ui: ui as unknown as Ui,
      platforms,
      section: section as unknown as UploadsSection,
      tableOfRow: () => undefined,
      openTable: () => Promise.resolve(undefined),
      tablesChanged: () => undefined,
    }).dispose();
    if (begun.length > 0) await eventually(() => prompts.notices.length > 0);
    return prompts.notices;
  }

  test('are offered when the window opens again, and can be discarded', async () => {
    await using connected = await connectedPlatform({}, 'master', wholeInterface);
    await connected.call('POST /api/core/tables', { form: { table: 'logs' } });
    const token = await openStream(connected, 'begun.json');
    const request = { fileName: 'begun.json', fileSize: 10, tableName: 'logs', format: 'ndjson' };
    const { name, baseUrl } = connected.connection;
    const begun = { token, connection: { name, baseUrl }, request };

    assert.deepEqual(await noticesFor([]), []);
    const sentence = 'The window was closed while begun.json was being uploaded';
    assert.ok((await noticesFor([begun])).join().startsWith(sentence));
    assert.equal(await openStreams(connected), 1);
    // Resumed in the explorer while the notice is open.
    const resumed = [begun];
    const meanwhile = async (): Promise<void> => Promise.resolve(void resumed.pop());
    await noticesFor(resumed, { meanwhile }, { notice: sentence, press: 'Discard' });
    assert.equal(await openStreams(connected), 1);
    await noticesFor([begun], { notice: sentence, press: 'Discard' });
    await eventually(async () => (await openStreams(connected)) === 0);
    assert.deepEqual([reported, removed], [[], [token]]);
  });
});
