import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { FaultProxy, passOn } from '../support/faultProxy';
import { startApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';
import { connectTo, sharedPlatform, wholeInterface } from './support/connected';
import type { Connected } from './support/connected';
import { openedPanel } from './support/panels';
import { responding, runCommand } from './support/runCommand';
import { selection } from './support/scheduledQueries';
import { lineAt, linesBelow } from './support/tree';
import { countRows, logFile, openStream, openStreams, rows } from './support/uploads';
import { inOldest as test } from './support/vscodes';

async function createTable(connected: Connected, table: string): Promise<void> {
  const { status } = await connected.call('POST /api/core/tables', { form: { table } });
  assert.equal(status, 200);
}

describe('Uploading a log file', () => {
  const shared = sharedPlatform(undefined, wholeInterface);

  test('sends a file of the file explorer to a selected table, after a preview', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    await createTable(connected, 'selected');
    const file = await logFile(folder.path, 'log.json', rows);

    const script = await runCommand(
      'logbench.upload.start',
      [
        { search: 'selected', select: 'selected' },
        { confirm: 'Upload' },
        { notice: '2 rows', press: 'Show Table' },
      ],
      file,
    );

    await openedPanel('logbench.table');
    assert.equal(await countRows(connected, 'selected'), 2);
    assert.match(script.seen.join(), /JSON, one object per line/);
    assert.match(script.seen.join(), /Values of the first row:\\ntime: 2026-01-01T00:00:00Z/);
    assert.match(script.seen.join(), /on Test \(Development\)/);
  });

  test('creates the table if there is none, shows it in the explorer, and reads CSV', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    const file = await logFile(folder.path, 'log.txt', 'time;a\n2026-01-01;1\n2026-01-02;2\n2026-01-03;3\n');
    const isShown = async (): Promise<boolean> =>
      (await linesBelow('Test', 'Tables')).some(({ label }) => label === 'fresh');
    assert.equal(await isShown(), false);

    const script = await runCommand('logbench.upload.start', [
      { file: file.fsPath },
      { search: 'fresh', select: 'New Table “fresh”' },
      { confirm: 'Upload' },
      { notice: '3 rows' },
    ]);

    assert.equal(await countRows(connected, 'fresh'), 3);
    assert.match(script.seen.join(), /separated by semicolons/);
    await eventually(isShown);
  });

  it('uploads all files that are dropped on a table, although the message about the first stays open', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    await createTable(connected, 'dropped');
    const file = await logFile(folder.path, 'log.json', rows);
    const other = await logFile(folder.path, 'other.json', rows);
    const { node } = await lineAt('Test', 'Tables', 'dropped');
    const script = await responding([{ confirm: 'Upload' }, { confirm: 'Upload' }]);
    const notify = script.notify.bind(script);
    script.notify = (notice) => notify(notice).then(() => new Promise<undefined>(() => undefined));

    await vscode.commands.executeCommand('logbench.upload.start', node, [file, other]);

    script.assertFinished();
    assert.equal(await countRows(connected, 'dropped'), 4);
  });

  test('reports the line of a bad row, opens it in the file, and keeps no rows', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    await createTable(connected, 'unharmed');
    const bad = `${rows.repeat(20)}no row\n`;
    const file = await logFile(folder.path, 'log.json', bad);
    const { node } = await lineAt('Test', 'Tables', 'unharmed');

    const script = await runCommand(
      'logbench.upload.start',
      [{ confirm: 'Upload' }, { notice: 'Line 41', press: 'Show Line' }],
      node,
      [file],
    );

    assert.match(script.notices.join(), /The upload was discarded/);
    assert.equal(await countRows(connected, 'unharmed'), 0);
    await eventually(() => vscode.window.activeTextEditor?.document.uri.fsPath === file.fsPath);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 40);
    const problems = vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Logbench');
    assert.deepEqual(
      problems.map(({ range }) => range.start.line),
      [40],
    );
    assert.equal(await openStreams(connected), 0);
  });

  test('deletes the new table when it fails, and mentions no missing timestamp before it has checked that', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    const file = await logFile(folder.path, 'log.json', '[{"_time":"2026-01-01T00:00:00Z"}]');

    const script = await runCommand(
      'logbench.upload.start',
      [
        { search: 'in_vain', select: 'New Table “in_vain”' },
        { pick: 'JSON' },
        { confirm: 'Upload' },
        { notice: 'The upload was discarded' },
      ],
      file,
    );

    assert.doesNotMatch(script.seen.join(), /No field has a common timestamp name/);
    const { body } = await connected.call('GET /api/core/tables?table_name=in_vain');
    assert.equal((body as { total_count: number }).total_count, 0);
  });

  test('creates the new table again for the next file if the first could not be loaded, and not a third time', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    const bad = await logFile(folder.path, 'bad.json', `${rows.repeat(20)}no row\n`);
    const good = await logFile(folder.path, 'good.json', rows);
    const last = await logFile(folder.path, 'last.json', rows);

    await runCommand(
      'logbench.upload.start',
      [
        { search: 'second', select: 'New Table “second”' },
        { confirm: 'Upload' },
        { notice: 'Line 41' },
        { confirm: 'Upload' },
        { notice: 'good.json was uploaded' },
        { confirm: 'Upload' },
        { notice: 'last.json was uploaded' },
      ],
      bad,
      [bad, good, last],
    );

    assert.equal(await countRows(connected, 'second'), 4);
  });
});

describe('Uploading to a platform without uploads', () => {
  test('works with a key that may not list uploads, and with a platform that does not list them', async () => {
    await using platform = await startApp();
    await using proxy = await FaultProxy.start(platform.baseUrl);
    await using _ = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.admin });
    await using folder = await temporaryFolder();
    const file = await logFile(folder.path, 'log.json', rows);
    const upload = async (table: string): Promise<unknown> =>
      runCommand('logbench.upload.start', [
        { file: file.fsPath },
        { search: table, select: `New Table “${table}”` },
        { confirm: 'Upload' },
        { notice: '2 rows' },
      ]);

    await upload('first');
    proxy.interference = (exchange) => {
      if (exchange.method !== 'GET' || !exchange.path.includes('/upload-streams')) return passOn(exchange);
      exchange.response.writeHead(404).end();
      return undefined;
    };
    await runCommand('logbench.explorer.refresh');
    await upload('second');

    // Where the key may not list uploads, the first one shows that there are none.
    proxy.interference = (exchange) => {
      if (exchange.method === 'GET' || !exchange.path.includes('/upload-streams')) return passOn(exchange);
      exchange.response.writeHead(404).end();
      return undefined;
    };
    await runCommand('logbench.explorer.refresh');
    const third = { search: 'third', select: 'New Table “third”' };
    const missing = { notice: 'does not support uploads' };
    await runCommand('logbench.upload.start', [
      ...[{ file: file.fsPath }, third, { confirm: 'Upload' }],
      missing,
    ]);
    await runCommand('logbench.upload.start', [missing]);
  });
});

describe('Uploads in the explorer', () => {
  const shared = sharedPlatform(async (connected) => createTable(connected, 'logs'), wholeInterface);

  test('shows the progress of an upload and cancels it without a key', async () => {
    const { connected } = shared;
    await openStream(connected, 'half.json', 2048);

    const line = await lineAt('Test', 'Uploads', 'half.json');
    assert.equal(line.contextValue, 'upload.other');
    assert.match(line.description, /0 % · 0 B of 2 KB · → logs · master/);
    await runCommand(
      'logbench.upload.cancel',
      [{ confirm: 'Cancel Upload' }, { notice: 'was canceled' }],
      line.node,
    );

    assert.equal(await openStreams(connected), 0);
    await eventually(async () => {
      const labels = (await linesBelow('Test', 'Uploads')).map(({ label }) => label);
      return !labels.includes('half.json');
    });
  });

  test('cancels all selected uploads', async () => {
    const { connected } = shared;
    await openStream(connected, 'one.json', 2048);
    await openStream(connected, 'two.json', 2048);
    const one = await lineAt('Test', 'Uploads', 'one.json');
    const two = await lineAt('Test', 'Uploads', 'two.json');

    const { seen } = await runCommand(
      'logbench.upload.cancel',
      [{ confirm: 'Cancel Upload' }, { notice: 'The upload of one.json, two.json was canceled' }],
      ...selection([one, two]),
    );

    assert.match(seen.join(), /Cancel 2 uploads on Test/);
    assert.equal(await openStreams(connected), 0);
  });

  test('cancels by a token from the palette', async () => {
    const { connected } = shared;
    const token = await openStream(connected, 'half.json', 2048);

    await runCommand('logbench.upload.cancel', [
      { pick: 'Enter a Token' },
      { input: token },
      { confirm: 'Cancel Upload' },
      { notice: 'was canceled' },
    ]);

    assert.equal(await openStreams(connected), 0);
  });

  test('explains an unknown token and that only the same address can cancel an upload', async () => {
    const script = await runCommand('logbench.upload.cancel', [
      { pick: 'Enter a Token' },
      { input: '11111111-2222-4333-8444-555555555555' },
      { confirm: 'Cancel Upload' },
    ]);

    await eventually(() => script.notices.length > 0);
    assert.match(script.notices.join(), /only from the address that started it/);
  });

  test('resumes an earlier upload at the offset of the platform', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    const file = await logFile(folder.path, 'half.json', rows);
    await openStream(connected, 'half.json', Buffer.byteLength(rows));

    await runCommand(
      'logbench.upload.resume',
      [{ file: file.fsPath }, { confirm: 'Resume' }, { notice: '2 rows' }],
      (await lineAt('Test', 'Uploads', 'half.json')).node,
    );

    assert.equal(await countRows(connected, 'logs'), 2);
  });
});
