import assert from 'node:assert/strict';
import { appendFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openUpload, getUpload, appendUpload } from '../../src/core/api/operations/uploads';
import type { PlatformClient } from '../../src/core/api/client';
import { FileChangedError, FileUpload } from '../../src/extension/features/uploads/fileUpload';
import type { LogFile } from '../../src/extension/features/uploads/sentPart';
import { InterruptibleProxy } from '../support/interruptibleProxy';
import { eventually } from '../support/eventually';
import { loadedUpload } from '../../src/core/interface/upload';
import { clientFor, suiteApp } from '../support/startApp';
import { renewLogs } from '../support/tables';
import { suiteFolder } from '../support/temporaryFolder';
import { listTables } from '../../src/core/api/operations/tables';

const line = `${JSON.stringify({ time: '2026-01-01T00:00:00Z', text: 'x'.repeat(200) })}\n`;

interface Setting extends AsyncDisposable {
  readonly way: InterruptibleProxy;
  readonly file: LogFile;
  readonly client: PlatformClient;
  upload(pauses?: readonly number[], file?: LogFile): FileUpload;
}

describe('An upload by the extension', () => {
  const app = suiteApp();
  const folder = suiteFolder();
  beforeEach(() => renewLogs(app));

  const rowCount = (): number | undefined => app.parts.logTables.find('logs')?.rows;
  const streamCount = (): number => app.parts.uploads.all().length;

  async function setting(lines: number, row = line): Promise<Setting> {
    const way = await InterruptibleProxy.to(app.baseUrl);
    const client = clientFor({ baseUrl: way.address, keys: app.keys });
    const file = await describedFile(path.join(folder.path, 'log.json'), row.repeat(lines));
    return {
      way,
      client,
      file,
      upload: (pauses, sent = file) =>
        new FileUpload(
          sent,
          { fileName: 'log.json', fileSize: sent.size, tableName: 'logs', format: 'ndjson' },
          () => Promise.resolve(client),
          undefined,
          pauses,
        ),
      async [Symbol.asyncDispose]() {
        way[Symbol.dispose]();
        await client[Symbol.asyncDispose]();
      },
    };
  }

  async function describedFile(file: string, content: string): Promise<LogFile> {
    await writeFile(file, content);
    const { size, mtimeMs } = await stat(file);
    return { path: file, size, modified: mtimeMs };
  }

  it('reports the values that the platform stored differently', async () => {
    await using input = await setting(1, '{"_id":7}\n');

    assert.deepEqual(await input.upload().run(), {
      kind: 'done',
      rows: 1,
      notices: ['The field “_id” is stored as “_id_1”.'],
    });
  });

  it('succeeds if notices are malformed', () => {
    for (const notices of [null, 'one', [1]])
      assert.deepEqual(loadedUpload.parse({ rows: 2, notices }), { rows: 2 });
    assert.deepEqual(loadedUpload.parse({ rows: 2 }), { rows: 2 });
  });

  it('brings every row into the table', async () => {
    await using input = await setting(8000);
    const upload = input.upload();

    assert.deepEqual(await upload.run(), { kind: 'done', rows: 8000 });
    assert.equal(rowCount(), 8000);
    assert.equal(upload.sent, input.file.size);
  });

  it('continues at the offset of the platform when the connection was cut in the middle of a chunk', async () => {
    await using input = await setting(8000);
    const upload = input.upload([10, 10, 10]);
    let cuts = 0;
    input.way.onPass = () => {
      if (input.way.passed < (cuts + 1) * 600_000 || cuts === 3) return;
      cuts += 1;
      input.way.cut();
      setTimeout(() => {
        input.way.restore();
      }, 5);
    };

    assert.deepEqual(await upload.run(), { kind: 'done', rows: 8000 });
    assert.equal(cuts, 3);
    assert.ok(input.way.passed < input.file.size * 2, `sent ${input.way.passed} of ${input.file.size} bytes`);
  });

  it('waits for a user when the connection does not come back, and then continues', async () => {
    await using input = await setting(8000);
    const upload = input.upload([5]);
    input.way.onPass = () => {
      if (input.way.passed > 600_000) input.way.cut();
    };
    const outcome = upload.run();
    await eventually(() => upload.state.kind === 'interrupted');

    input.way.onPass = () => undefined;
    input.way.restore();
    upload.resume();

    assert.deepEqual(await outcome, { kind: 'done', rows: 8000 });
  });

  it('sends nothing while it is paused', async () => {
    await using input = await setting(8000);
    const upload = input.upload();
    input.way.onPass = () => {
      if (input.way.passed > 100_000) upload.pause();
    };
    const outcome = upload.run();
    await eventually(() => upload.sent > 0);
    input.way.onPass = () => undefined;
    assert.equal(upload.state.kind, 'paused');
    // Another request takes the time that a further piece would have needed.
    await input.client.send(listTables({}));
    assert.ok(upload.sent < input.file.size);
    assert.ok(input.way.passed < upload.sent + 10_000, `${input.way.passed} bytes passed`);

    upload.resume();

    assert.deepEqual(await outcome, { kind: 'done', rows: 8000 });
  });

  it('deletes its stream when it is canceled', async () => {
    await using input = await setting(8000);
    const upload = input.upload();
    input.way.onPass = () => {
      if (input.way.passed > 100_000) upload.cancel();
    };

    assert.deepEqual(await upload.run(), { kind: 'cancelled' });
    assert.deepEqual([streamCount(), rowCount()], [0, 0]);
  });

  it('does not say that it was discarded if it is canceled after the rows were loaded', async () => {
    await using input = await setting(10);
    const { client } = input;
    const upload = input.upload();
    // The response is on its way when the user cancels.
    const send = client.send.bind(client);
    client.send = async (operation, signal) => {
      const response = await send(operation, signal);
      if (operation.path.at(-1) !== 'complete') return response;
      upload.cancel();
      throw new DOMException('aborted', 'AbortError');
    };

    assert.deepEqual(await upload.run(), { kind: 'notConfirmed', mayBeLoaded: true });
    assert.equal(rowCount(), 10);
  });

  it('stores the identity of its file on the platform, for another window', async () => {
    await using input = await setting(10);
    const request = { fileName: 'log.json', fileSize: 10, tableName: 'logs', format: 'ndjson' } as const;
    const identity = { modified: 1_700_000_000_000.5, beginning: { length: 4, sha256: 'a1'.repeat(32) } };
    for (const [more, kept] of [
      [identity, identity],
      [{ modified: 1, beginning: { length: 4, sha256: 'none' } }, {}],
    ] as const) {
      const token = await input.client.send(openUpload({ ...request, ...more }));
      const stream = await input.client.send(getUpload(token));
      assert.deepEqual(stream?.metadata, { table_name: 'logs', format: 'ndjson', ...kept });
    }
  });

  it('names the line of a bad row and keeps nothing', async () => {
    await using input = await setting(1);
    const upload = input.upload([], await describedFile(input.file.path, `${line.repeat(5000)}no row\n`));

    assert.deepEqual(await upload.run(), { kind: 'badRow', line: 5001, reason: 'not JSON' });
    assert.deepEqual([streamCount(), rowCount()], [0, 0]);
  });

  it('does not continue with a file that has changed', async () => {
    await using input = await setting(8000);
    const upload = input.upload();
    upload.pause();
    const outcome = upload.run();
    await writeFile(input.file.path, line.repeat(3));
    upload.resume();

    await assert.rejects(outcome, FileChangedError);
    assert.equal(streamCount(), 0);
  });

  it('sends the part of a growing log that existed at its start', async () => {
    await using input = await setting(1000);
    await appendFile(input.file.path, line.repeat(10));

    assert.deepEqual(await input.upload().run(), { kind: 'done', rows: 1000 });
  });

  it('continues a stream that was opened before', async () => {
    await using input = await setting(8000);
    const request = { fileName: 'log.json', tableName: 'logs', format: 'ndjson' } as const;
    const token = await input.client.send(openUpload({ ...request, fileSize: input.file.size }));
    const first = Buffer.from(line.repeat(8000)).subarray(0, 100_000);
    await input.client.send(appendUpload(token, 0, first));

    assert.deepEqual(await input.upload().run({ token, offset: 0 }), { kind: 'done', rows: 8000 });
    assert.ok(input.way.passed < input.file.size + 1_500_000);
  });
});
