import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../../../../../src/extension/ui/files/writeWhole';
import { temporaryFolder } from '../../../../support/temporaryFolder';

describe('A file that is written as a whole', () => {
  it('has its name only when it is complete, and replaces an earlier one', async () => {
    await using folder = await temporaryFolder();
    const target = path.join(folder.path, 'rows.csv');
    await writeFile(target, 'old');
    const result = await writeWhole(target, async (partial) => {
      await writeFile(partial, 'new');
      assert.equal(await readFile(target, 'utf8'), 'old');
      return 3;
    });
    assert.deepEqual([result, await readFile(target, 'utf8')], [3, 'new']);
    assert.deepEqual(await readdir(folder.path), ['rows.csv']);
  });

  it('leaves nothing behind and keeps an earlier one when the disk is full', async () => {
    await using folder = await temporaryFolder();
    const target = path.join(folder.path, 'rows.csv');
    await writeFile(target, 'old');
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const writing = writeWhole(target, async (partial) => {
      await writeFile(partial, 'ne');
      throw full;
    });
    await assert.rejects(writing, full);
    assert.deepEqual(await readdir(folder.path), ['rows.csv']);
    assert.equal(await readFile(target, 'utf8'), 'old');
  });
});
