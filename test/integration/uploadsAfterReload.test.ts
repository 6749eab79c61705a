import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { InterruptibleProxy } from '../support/interruptibleProxy';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';
import { connectedPlatform, connectTo, wholeInterface } from './support/connected';
import { runCommand, testApi } from './support/runCommand';
import { lineAt, linesBelow } from './support/tree';
import { inOldest as test } from './support/vscodes';

const memoryKey = 'logbench.uploads.unfinished';
const rowCount = 40_000;
const content = `{"time":"2026-01-01T00:00:00Z","text":"${'x'.repeat(60)}"}\n`.repeat(rowCount);
const half = Math.floor(content.length / 2);

const Noted = z.looseObject({ token: z.string(), sent: z.number() });

async function noted(): Promise<readonly z.infer<typeof Noted>[]> {
  const { memory } = await testApi();
  return z.array(Noted).parse(memory.get(memoryKey) ?? []);
}

async function countRows(platform: RunningApp): Promise<unknown> {
  const query = encodeURIComponent('table logs | stats count');
  const { body } = await platform.call('master', `GET /api/core/query?q=${query}`);
  return z.object({ count: z.number() }).parse(body).count;
}

/** What another window has sent before it was closed; returns the token. */
async function sendHalf(platform: RunningApp): Promise<string> {
  const { body } = await platform.call('master', 'POST /api/core/upload-streams', {
    form: {
      file_name: 'big.json',
      file_size: String(content.length),
      metadata: JSON.stringify({ table_name: 'logs', format: 'ndjson' }),
    },
  });
  const { token } = z.object({ token: z.string() }).parse(body);
  const address = `${platform.baseUrl}/api/core/upload-streams/${token}?offset=0`;
  const { status } = await fetch(address, { method: 'PUT', body: content.slice(0, half) });
  assert.equal(status, 200);
  return token;
}

describe('An upload that the reload of a window interrupts', function () {
  this.timeout(120_000);

  afterEach(async () => {
    const { memory } = await testApi();
    await memory.update(memoryKey, undefined);
  });

  test('is stored without a key, found again, resumed at the offset of the platform, and then forgotten', async () => {
    await using platform = await startApp();
    using proxy = await InterruptibleProxy.to(platform.baseUrl);
    await using folder = await temporaryFolder();
    await using _ = await connectTo({ baseUrl: proxy.address, key: platform.keys.master });
    const file = path.join(folder.path, 'big.json');
    await writeFile(file, content);
    await platform.call('master', 'POST /api/core/tables', { form: { table: 'logs' } });
    const { node } = await lineAt('Test', 'Tables', 'logs');
    proxy.bytesPerSecond = 1024 * 1024;
    const responses = [{ confirm: 'Upload' }, { notice: `${rowCount.toLocaleString()} rows` }];
    const upload = runCommand('logbench.upload.start', responses, node, [vscode.Uri.file(file)]);
    const [record] = await eventually(async () => {
      const records = await noted();
      return records.length === 1 && records;
    });
    proxy.bytesPerSecond = Infinity;
    await upload;
    assert.deepEqual(await noted(), []);
    assert.equal(JSON.stringify(record).includes(platform.keys.master), false);

    const token = await sendHalf(platform);
    const { memory } = await testApi();
    await memory.update(memoryKey, [{ ...record, token, sent: 0 }]);
    await runCommand('logbench.explorer.refresh');
    const line = await lineAt('Test', 'Uploads', 'big.json');
    const before = proxy.passed;
    await runCommand('logbench.upload.resume', [{ notice: `${rowCount.toLocaleString()} rows` }], line.node);

    assert.equal(line.contextValue, 'upload.own.interrupted');
    assert.match(line.description, /interrupted at (49|50) % .* → logs/);
    assert.equal(await countRows(platform), 2 * rowCount);
    assert.ok(proxy.passed - before < content.length * 0.6, 'what had arrived was sent again');
    assert.deepEqual(await noted(), []);
  });

  test('is forgotten when the platform no longer knows it', async () => {
    await using connected = await connectedPlatform({}, 'master', wholeInterface);
    const { memory } = await testApi();
    const token = '11111111-2222-4333-8444-555555555555';
    const request = { fileName: 'big.json', fileSize: 10, tableName: 'logs', format: 'ndjson' };
    const connection = { name: 'Test', baseUrl: connected.connection.baseUrl };
    const file = { path: '/nowhere/big.json', size: 10, modified: 0 };
    await memory.update(memoryKey, [{ token, connection, file, request, sent: 5, at: Date.now() }]);

    const lines = await linesBelow('Test', 'Uploads');

    assert.deepEqual(
      lines.map(({ contextValue }) => contextValue),
      ['empty'],
    );
    assert.deepEqual(await noted(), []);
  });
});
