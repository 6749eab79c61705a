import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Database } from '../../src/platform/store/database';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';
import { uploadText } from '../support/uploadText';

describe('the name of the data folder', () => {
  for (const [format, text] of [
    ['ndjson', '{"user":"kim","bytes":1}\n'],
    ['csv', 'user,bytes\nkim,1\n'],
  ] as const) {
    it(`may contain any character when a file is uploaded: ${format}`, async () => {
      await using folder = await temporaryFolder();
      const dataFolder = path.join(folder.path, 'bytes=5', 'user=lee', 'day=7');
      await using app = await startApp({ dataFolder });
      assert.deepEqual((await uploadText(app, 'logs', format, text)).body, { rows: 1 });
      assert.deepEqual(await queryClient(app).rows('table logs | fields - _time'), [
        { _table: 'logs', _id: 1, user: 'kim', bytes: 1 },
      ]);
    });
  }

  it('is rejected if the folder cannot be created', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'file');
    await writeFile(file, '');
    const positions = [
      path.join(file, 'data'),
      ...(process.platform === 'linux' ? ['/proc/logbench/data'] : []),
    ];
    for (const dataFolder of positions) await assert.rejects(startApp({ dataFolder }), /cannot be created/);
  });

  it('is rejected if it has rows of tables without their database, and the rows stay', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'segments', 'tables', 'a', 'rows.parquet');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'rows');
    await assert.rejects(Database.open(folder.path), /contains log tables, but their database .* is missing/);
    assert.equal(await readFile(file, 'utf8'), 'rows');
  });

  it('is rejected with a clear message if the engine would read its log from another location', async () => {
    await using folder = await temporaryFolder();
    await assert.rejects(startApp({ dataFolder: path.join(folder.path, 'what?') }), /what\?.*question mark/);
  });
});
