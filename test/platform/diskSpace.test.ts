import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { disk } from '../../src/platform/uploads/uploadFiles';
import { startApp } from '../support/startApp';
import { addTable } from '../support/tables';

describe('A disk with little space', () => {
  const { spaceAt } = disk;
  afterEach(() => {
    disk.spaceAt = spaceAt;
  });

  it('is not filled by uploads, which can continue later', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    const metadata = { table_name: 'logs', format: 'ndjson' } as const;
    const text = '{"a":1}\n';
    const { uploads } = app.parts;
    const token = await uploads.create({
      remoteAddress: '127.0.0.1',
      loginName: 'admin',
      fileName: 'a',
      fileSize: text.length,
      metadata,
    });
    const noSpace = { message: 'no space left for the upload stream' };
    const total = 1_000_000;
    const append = (): Promise<number> =>
      uploads.append(token, '127.0.0.1', 0, Readable.from([Buffer.from(text)]));
    const setFree = (free: number): void => {
      disk.spaceAt = () => Promise.resolve({ free, total });
    };

    setFree(total / 20 + text.length - 1);
    await assert.rejects(append(), noSpace);
    assert.equal(uploads.find(token)?.uploadedSize, 0);
    setFree(total / 20 + text.length);
    assert.equal(await append(), text.length);
    setFree(total / 20);
    await assert.rejects(uploads.complete(token, '127.0.0.1'), noSpace);
    setFree(total);
    assert.deepEqual(await uploads.complete(token, '127.0.0.1'), { rows: 1, notices: [] });
  });
});
