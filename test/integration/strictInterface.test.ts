import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { tableState } from '../../src/core/pages/tableMessages';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { someGuid } from '../support/scheduledQueries';
import { temporaryFolder } from '../support/temporaryFolder';
import { connectTo, sharedPlatform } from './support/connected';
import { openedPanel, untilState } from './support/panels';
import { textInFront } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { lineAt, linesBelow } from './support/tree';
import { inNewest as test } from './support/vscodes';

const strict = { strictInterface: true };

describe('A platform with the strict interface', () => {
  let rule: string;
  sharedPlatform(async (connected) => {
    await connected.call('POST /api/core/tables', { form: { table: 'web' } });
    const form = { name: 'Scan', query: 'table web' };
    const { body } = await connected.call('POST /api/core/stream-rules', { form });
    rule = z.object({ guid: z.string() }).parse(body).guid;
  }, strict);

  test('explains below the headings which lists it does not provide, without a number, and shows the rest', async () => {
    const rules = await linesBelow('Test', 'Detection Rules');
    const uploads = await linesBelow('Test', 'Uploads');

    assert.deepEqual(
      [...rules, ...uploads].map(({ label }) => label),
      [
        'This platform does not list its rules. Open one by GUID…',
        'This platform does not list uploads. Cancel one by token…',
      ],
    );
    for (const heading of ['Detection Rules', 'Uploads']) {
      assert.doesNotMatch((await lineAt('Test', heading)).description, /^\d+( |$)/);
    }
    assert.deepEqual(
      (await linesBelow('Test', 'Tables')).map(({ label }) => label),
      ['web'],
    );
  });

  test('shows, enables and restores a rule by its GUID', async () => {
    const byGuid = [{ pick: 'Stream' }, { input: rule }] as const;

    await runCommand('logbench.rule.open', byGuid);
    await eventually(() => textInFront().includes('table web'));
    await runCommand('logbench.rule.enable', [...byGuid, { confirm: 'Enable' }, { notice: 'enabled.' }]);
    const restored = await runCommand('logbench.rule.restore', [
      ...byGuid,
      { input: '1' },
      { confirm: 'Restore' },
      { notice: 'restored' },
    ]);

    assert.match(restored.seen.join(), /input: \{"title":"Restore Rule Version · Test [^"]*"/);
    assert.match(restored.seen.join(), /Restore version 1 of “Scan” on Test/);
    assert.match(
      restored.seen.join(),
      /does not provide the content of versions, so the changes cannot be previewed/,
    );
  });

  test('explains in one sentence that versions cannot be compared', async () => {
    const { notices } = await runCommand('logbench.rule.compareVersion', [
      { pick: 'Stream' },
      { input: rule },
      { input: '1' },
    ]);

    assert.match(notices.join(), /does not provide the content of versions\./);
  });

  test('shows the table of its list, and explains what it does not report', async () => {
    await runCommand('logbench.table.show', [], (await lineAt('Test', 'Tables', 'web')).node);

    const panel = await openedPanel('logbench.table');
    const { facts, users } = await untilState(panel, tableState, (state) => state.users !== null);
    assert.equal(facts?.nodes, null);
    assert.match(
      users?.gaps.join() ?? '',
      /Batch rules could not be checked\. This platform does not list its rules/,
    );
    await runCommand('logbench.table.copyText', [], (await lineAt('Test', 'Tables', 'web')).node);
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^web\nTest · Development/);
    assert.match(text, /^This platform does not report who shares the table/m);
  });

  test('reports that it does not support uploads before it asks for anything', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'log.json');
    await writeFile(file, '{"a":1}\n');

    const { notices } = await runCommand('logbench.upload.start', [], vscode.Uri.file(file));

    assert.match(notices.join(), /^Test: This platform does not support uploads\./);
    assert.equal(notices.length, 1);
    assert.deepEqual((await runCommand('logbench.upload.start')).notices, notices);
  });
});

describe('A platform that was upgraded', () => {
  test('provides lists after a refresh that it did not support before', async () => {
    let upgraded = false;
    await using server = await HttpServer.start(({ url }, response) => {
      response.writeHead(url.includes('-rules') && !upgraded ? 405 : 200);
      const nothing = { scheduled_queries: [], tables: [], table_groups: [], streams: [] };
      const rules = [{ guid: someGuid, name: 'Scan' }];
      response.end(JSON.stringify({ total_count: 1, ...nothing, rules }));
    });
    await using _ = await connectTo({ baseUrl: server.origin, key: 'key-key' });
    const shown = async (): Promise<string[]> =>
      (await linesBelow('Test', 'Detection Rules')).map(({ label }) => label);
    assert.match((await shown()).join(), /does not list its rules/);
    upgraded = true;

    await runCommand('logbench.explorer.refresh');

    assert.deepEqual(await shown(), ['Scan', 'Scan']);
  });
});
