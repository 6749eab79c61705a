import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { PlatformClient } from '../../src/core/api/client';
import { followUpload } from '../../src/extension/features/uploads/followUpload';
import { readLogFile } from '../../src/extension/features/uploads/logSample';
import { uploadsSection } from '../../src/extension/features/uploads/uploadsSection';
import type { UploadDeps } from '../../src/extension/features/uploads/uploadsSection';
import type { Connection, Platforms } from '../../src/extension/ui/connections/connection';
import { eventually } from '../support/eventually';
import { passOn } from '../support/faultProxy';
import type { Exchange } from '../support/faultProxy';
import { lab } from '../support/labConnection';
import { temporaryFolder } from '../support/temporaryFolder';
import { JsonMemory } from '../support/jsonMemory';
import { cancelableProgress } from './support/cancelableProgress';
import { proxiedPlatform } from './support/connected';
import { responding, runCommand } from './support/runCommand';
import { ScriptedUi } from './support/scriptedPlatform';
import type { PromptResponse, ScriptedPrompts } from './support/scriptedPrompts';
import { lineAt, linesBelow } from './support/tree';
import type { Line } from './support/tree';
import { countRows, logFile, rows } from './support/uploads';
import { inOldest as test } from './support/vscodes';

/** The outcome of an upload that is interrupted. */
describe('An upload that is interrupted', () => {
  const shared = proxiedPlatform();

  before(async () => {
    await shared.platform.call('master', 'POST /api/core/tables', { form: { table: 'logs' } });
  });

  async function tableNames(): Promise<readonly string[]> {
    const { body } = await shared.platform.call('master', 'GET /api/core/tables');
    return (body as { tables: readonly { table_name: string }[] }).tables.map((table) => table.table_name);
  }

  /** Another attempt needs another name. */
  const newName = (): string => `t${Date.now()}`;

  const intoNew = (table: string): readonly PromptResponse[] => [
    { search: table, select: `New Table “${table}”` },
    { confirm: 'Upload' },
  ];

  /** Interferes with the requests of one method whose path ends like this. */
  function intercept(
    method: string,
    pathEnd: RegExp,
    interfere: (exchange: Exchange) => Promise<void> | void,
  ): void {
    shared.proxy.interference = (exchange) =>
      exchange.method === method && pathEnd.test(exchange.path) ? interfere(exchange) : passOn(exchange);
  }

  /** Ends each wait of an upload for its next attempt, until the user has read this. */
  async function resumeUntilRead(script: ScriptedPrompts, file: string, read: RegExp): Promise<void> {
    const ended = new Set<string>();
    await eventually(async () => {
      if (script.notices.some((notice) => read.test(notice))) return true;
      const line = (await linesBelow('Test', 'Uploads')).find(({ label }) => label === file);
      const pause = /retrying in (\d+) s/.exec(line?.description ?? '')?.[1];
      if (pause === undefined || ended.has(pause)) return false;
      ended.add(pause);
      await vscode.commands.executeCommand('logbench.upload.resume', line?.node);
      return false;
    });
  }

  test('deletes its new table if the platform rejects it, and reports the connection', async () => {
    await using folder = await temporaryFolder();
    const table = newName();
    const file = await logFile(folder.path, 'log.json');
    intercept('POST', /upload-streams$/, ({ response }) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error_code: 'illegal-state', error_msg: 'no more uploads' }));
    });

    const { notices } = await runCommand('logbench.upload.start', intoNew(table), file);

    await eventually(() => notices.length > 0);
    assert.match(notices.join(), /^Test: .*no more uploads/);
    assert.ok(!(await tableNames()).includes(table));
    assert.deepEqual(
      (await linesBelow('Test', 'Uploads')).map(({ contextValue }) => contextValue),
      ['empty'],
    );
  });

  test('keeps its new table if it is unknown whether the upload was opened', async () => {
    await using folder = await temporaryFolder();
    const table = newName();
    const file = await logFile(folder.path, 'log.json');
    intercept('POST', /upload-streams$/, ({ socket }) => void socket.destroy());

    await runCommand('logbench.upload.start', intoNew(table), file);

    assert.ok((await tableNames()).includes(table));
  });

  test('is discarded with its new table if the file changes during the upload', async () => {
    await using folder = await temporaryFolder();
    const table = newName();
    const file = await logFile(folder.path, 'log.json');
    intercept('PUT', /offset=0/, async (exchange) => {
      await utimes(file.fsPath, 1, 1);
      await passOn(exchange);
    });

    const { notices } = await runCommand('logbench.upload.start', intoNew(table), file);

    await eventually(() => notices.length > 0);
    assert.match(notices.join(), /log\.json was changed while it was being sent\. The upload was discarded/);
    assert.ok(!(await tableNames()).includes(table));
  });

  test('is in the explorer from its start to its end, and deletes its new table when it is canceled', async () => {
    await using folder = await temporaryFolder();
    const table = newName();
    const file = await logFile(folder.path, 'canceled.json');
    await linesBelow('Test', 'Uploads');
    let isHeld = false;
    intercept('PUT', /offset=0/, () => void (isHeld = true));
    const upload = runCommand('logbench.upload.start', intoNew(table), file);
    await eventually(() => isHeld);
    const own = async (): Promise<Line | undefined> =>
      (await linesBelow('Test', 'Uploads')).find(({ label }) => label === 'canceled.json');
    const line = await eventually(own);
    assert.match(line.contextValue, /^upload\.own\./);

    const canceling = [{ confirm: 'Cancel Upload' }, { notice: 'was canceled and discarded' }];
    const script = await responding(canceling);
    await vscode.commands.executeCommand('logbench.upload.cancel', line.node);
    await upload;

    script.assertFinished();
    assert.ok(!(await tableNames()).includes(table));
    await eventually(async () => (await own()) === undefined);
  });

  for (const [what, isUsed] of [
    ['keeps a table that it did not create', false],
    ['keeps its new table if another user has started to use it', true],
  ] as const) {
    test(`ends if its progress is canceled, and ${what}`, async () => {
      await using folder = await temporaryFolder();
      const readKey = async (): Promise<string> => Promise.resolve(shared.platform.keys.master);
      await using client = new PlatformClient({ baseUrl: shared.proxy.baseUrl, product: 'core', readKey });
      const ui = new ScriptedUi();
      const script = ui.responses();
      const changed: string[] = [];
      const deps = uploadDeps(client, ui, changed);
      const table = newName();
      await shared.platform.call('master', 'POST /api/core/tables', { form: { table } });
      const follow = async (name: string, isNewTable: boolean): Promise<boolean> => {
        const file = await readLogFile((await logFile(folder.path, name)).fsPath);
        const request = { fileName: name, fileSize: file.size, tableName: table, format: 'ndjson' } as const;
        return followUpload(deps, lab, file, request, { isNewTable });
      };
      let held = 0;
      intercept('PUT', /offset=0/, async (exchange) => {
        held += 1;
        if (held > 1) await passOn(exchange);
      });
      using progress = cancelableProgress();
      const upload = follow('ended.json', isUsed);
      await eventually(() => held === 1 && progress.titles.length === 1);
      await eventually(() => progress.messages.some((message) => /^0 % · .*\[Pause\]/.test(message)));
      if (isUsed) await follow('other.json', false);
      progress.cancel();

      assert.equal(await upload, false);
      assert.match(script.notices.join(), /ended\.json was canceled and discarded/);
      assert.deepEqual([deps.section.running.all(), changed.at(-1)], [[], 'Lab']);
      assert.equal(await countRows(shared.connected, table), isUsed ? 2 : 0);
      deps.section.dispose();
    });
  }

  test('asks once whether to resume it, even if other uploads are running', async () => {
    await using folder = await temporaryFolder();
    const [file, other] = [await logFile(folder.path, 'cut.json'), await logFile(folder.path, 'other.json')];
    const { node } = await lineAt('Test', 'Tables', 'logs');
    const before = await countRows(shared.connected);
    const script = await responding([
      ...[{ confirm: 'Upload' }, { confirm: 'Upload' }, { notice: 'other.json was uploaded' }],
      ...[{ notice: 'cut.json was interrupted', press: 'Resume' }, { notice: 'cut.json was uploaded' }],
    ]);
    const notify = script.notify.bind(script);
    let response: () => void = () => undefined;
    const responded = new Promise<void>((resolve) => (response = resolve));
    script.notify = async (notice) => {
      const isQuestion = notice.message.includes('was interrupted');
      if (isQuestion) script.notices.push(notice.message);
      if (isQuestion) await responded;
      return notify(notice);
    };
    intercept('PUT', /offset=0/, ({ socket }) => void socket.destroy());
    const upload = vscode.commands.executeCommand('logbench.upload.start', node, [file]);
    await resumeUntilRead(script, 'cut.json', /cut\.json was interrupted/);
    shared.proxy.interference = passOn;

    await vscode.commands.executeCommand('logbench.upload.start', node, [other]);
    assert.equal(script.notices.filter((notice) => notice.includes('was interrupted')).length, 1);
    response();
    await upload;

    script.assertFinished();
    assert.equal(await countRows(shared.connected), before + 4);
  });

  test('is reported as most likely loaded if the connection was lost during loading', async () => {
    await using folder = await temporaryFolder();
    const table = newName();
    const file = await logFile(folder.path, 'lost.json');
    intercept('POST', /\/complete$/, async ({ socket, forward }) => {
      shared.proxy.interference = passOn;
      await forward();
      socket.destroy();
    });
    const script = await responding([...intoNew(table), { notice: `most likely in the table ${table}` }]);
    const upload = vscode.commands.executeCommand('logbench.upload.start', file);
    await resumeUntilRead(script, 'lost.json', /most likely/);
    await upload;

    script.assertFinished();
    assert.equal(await countRows(shared.connected, table), 2);
  });

  test('clears its problem after the corrected file is uploaded', async () => {
    await using folder = await temporaryFolder();
    const file = await logFile(folder.path, 'log.json', `${rows.repeat(20)}no row\n`);
    const { node } = await lineAt('Test', 'Tables', 'logs');
    const problems = (): number =>
      vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Logbench').length;
    const upload = async (notice: string): Promise<unknown> =>
      runCommand('logbench.upload.start', [{ confirm: 'Upload' }, { notice }], node, [file]);
    await upload('Line 41');
    assert.equal(problems(), 1);

    await writeFile(file.fsPath, rows);
    await upload('2 rows');

    assert.equal(problems(), 0);
  });

  test('is not started with a file that VS Code cannot read', async () => {
    const { notices } = await runCommand(
      'logbench.upload.start',
      [],
      vscode.Uri.parse('remote://host/log.json'),
    );

    await eventually(() => notices.length > 0);
    assert.match(notices.join(), /VS Code cannot access remote:\/\/host\/log\.json/);
  });
});

/** The uploads of another window. */
function uploadDeps(client: PlatformClient, { ui }: ScriptedUi, changed: string[]): UploadDeps {
  const platforms = {
    clientFor: async () => Promise.resolve(client),
    accountOf: async () => Promise.resolve(undefined),
  } as unknown as Platforms;
  return {
    ui: { ...ui, log: { info: () => undefined, warn: () => undefined } },
    platforms,
    section: uploadsSection(platforms, new JsonMemory()),
    problems: { delete: () => undefined },
    tablesChanged: ({ name }: Connection) => changed.push(name),
  } as unknown as UploadDeps;
}
