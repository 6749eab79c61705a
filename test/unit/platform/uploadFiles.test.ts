import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { TooLongError, UploadFiles } from '../../../src/platform/uploads/uploadFiles';

describe('Received bytes of uploads', () => {
  const { signal } = new AbortController();
  let folder = '';
  let files: UploadFiles;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'logbench-received-'));
    files = new UploadFiles(folder);
    await files.prepare(new Set());
    await files.create('token');
    await files.append('token', 0, Readable.from([Buffer.from('first,')]), 100, signal);
  });

  afterEach(async () => rm(folder, { recursive: true, force: true }));

  const received = async (): Promise<string> => readFile(files.pathOf('token'), 'utf8');

  it('continue where they ended, up to the last announced byte', async () => {
    await files.append('token', 6, Readable.from([Buffer.from('sec'), Buffer.from('ond')]), 6, signal);

    assert.equal(await received(), 'first,second');
    assert.equal((await files.state('token')).size, 12);
  });

  it('are as before after a body that is one byte too long, which is read to its end', async () => {
    const pieces = ['sec', 'on', 'd', '!', 'and more'];
    let sent = 0;
    const body = Readable.from(
      (function* () {
        for (const piece of pieces) {
          sent++;
          yield Buffer.from(piece);
        }
      })(),
    );

    await assert.rejects(files.append('token', 6, body, 6, signal), TooLongError);
    assert.equal(sent, pieces.length);
    assert.equal(await received(), 'first,');
  });

  it('keep what has arrived of a body that was interrupted', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('sec');
        while ((await files.state('token')).size < 9) await setImmediate();
        throw new Error('The connection was closed.');
      })(),
    );

    await assert.rejects(files.append('token', 6, body, 6, signal), /connection was closed/);
    assert.equal(await received(), 'first,sec');
  });

  it('of streams that no longer exist are deleted at the start', async () => {
    await files.create('other');
    await files.prepare(new Set(['other']));

    assert.deepEqual(await readdir(path.dirname(files.pathOf('other'))), ['other']);
    assert.deepEqual(await files.state('token'), { size: 0, modified: new Date(0) });
  });
});
