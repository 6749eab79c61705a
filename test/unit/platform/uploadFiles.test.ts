import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { UploadFiles } from '../../../src/platform/uploads/uploadFiles';

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

  it('of streams that no longer exist are deleted at the start', async () => {
    await files.create('other');
    await files.prepare(new Set(['other']));

    assert.deepEqual(await readdir(path.dirname(files.pathOf('other'))), ['other']);
    assert.deepEqual(await files.state('token'), { size: 0, modified: new Date(0) });
  });
});
