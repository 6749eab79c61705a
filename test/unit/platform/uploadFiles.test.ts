import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { UploadFiles } from '../../../src/platform/uploads/uploadFiles';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('Received bytes of uploads', () => {
  it('of streams that no longer exist are deleted at the start', async () => {
    await using folder = await temporaryFolder();
    const files = new UploadFiles(folder.path);
    await files.prepare(new Set());
    for (const token of ['token', 'other']) await files.create(token);
    const { signal } = new AbortController();
    await files.append('token', 0, Readable.from([Buffer.from('first,')]), 100, signal);
    await files.prepare(new Set(['other']));

    assert.deepEqual(await readdir(path.dirname(files.pathOf('other'))), ['other']);
    assert.deepEqual(await files.state('token'), { size: 0, modified: new Date(0) });
  });
});
