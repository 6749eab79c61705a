import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cellKeys, RunStore, storedName } from '../../../../../src/extension/features/notebooks/runStore';
import type { CellRun } from '../../../../../src/core/pages/notebook';
import { JsonMemory } from '../../../../support/jsonMemory';
import { folderOfEachTest } from '../../../../support/temporaryFolder';

const day = 24 * 60 * 60 * 1000;

describe('stored results of a notebook', () => {
  const folder = folderOfEachTest();

  it('are read back by notebook and cell', async () => {
    const store = new RunStore(folder.path);
    await store.write('file:///a.lq.md', '0 table a', run('x'));
    assert.deepEqual(await store.read('file:///a.lq.md', '0 table a'), run('x'));
    assert.equal(await store.read('file:///b.lq.md', '0 table a'), undefined);
  });

  it('are kept for a second notebook, and deleted with all of their notebook', async () => {
    const store = new RunStore(folder.path);
    await store.write('a', '0 x', run('x'));
    await store.write('a', '0 y', run('y'));
    await store.write('b', '0 y', run('other'));
    await store.copy('a', 'c', ['0 x', '0 z']);
    await store.copy('a', 'b', ['0 y']);
    await store.forget('a');
    const found = [
      await store.read('a', '0 x'),
      await store.read('a', '0 y'),
      await store.read('b', '0 y'),
      await store.read('c', '0 x'),
    ];
    assert.deepEqual(found, [undefined, undefined, run('other'), run('x')]);
  });

  it('are found for a notebook with the same cells and none of its own', async () => {
    const store = new RunStore(folder.path);
    for (const cell of ['0 x', '0 y', '0 z']) await store.write('file:///a.lq.md', cell, run('x'));
    await store.write('file:///b.lq.md', '0 x', run('x'));
    assert.deepEqual(await store.notebooksWith('file:///c.lq.md', ['0 x', '0 y']), ['file:///a.lq.md']);
    assert.deepEqual(await store.notebooksWith('file:///c.lq.md', ['0 x', '0 v', '0 w']), []);
    assert.deepEqual(await store.notebooksWith('file:///b.lq.md', ['0 x', '0 y']), []);
  });

  it('of an untitled notebook are those of its window, also after a reload', () => {
    const untitled = 'untitled:Notebook-1.lq.md';
    const [one, other] = [new JsonMemory(), new JsonMemory()];
    assert.equal(storedName(untitled, one), storedName(untitled, one));
    assert.notEqual(storedName(untitled, one), storedName(untitled, other));
    assert.equal(storedName('file:///a.lq.md', one), storedName('file:///a.lq.md', other));
  });

  it('are ignored if they are damaged', async () => {
    const store = new RunStore(folder.path);
    await store.write('n', 'c', run('x'));
    const [file] = await readdir(folder.path);
    await writeFile(path.join(folder.path, file!), '{"rows":1}');
    assert.equal(await store.read('n', 'c'), undefined);
  });

  it('are deleted after 30 days', async () => {
    const store = new RunStore(folder.path);
    await store.write('n', 'old', run('x'));
    const [file] = await readdir(folder.path);
    const past = new Date(Date.now() - 31 * day);
    await utimes(path.join(folder.path, file!), past, past);
    await store.write('n', 'new', run('y'));
    assert.equal(await store.read('n', 'old'), undefined);
    assert.deepEqual(await store.read('n', 'new'), run('y'));
  });

  it('are deleted, oldest first, above the limit of their size', async () => {
    const size = JSON.stringify({ ...run('x'), notebook: 'n' }).length;
    const store = new RunStore(folder.path, { maxBytes: 2 * size, maxAge: 30 * day });
    for (const [index, cell] of ['one', 'two', 'three'].entries()) {
      await store.write('n', cell, run('x'));
      for (const file of await readdir(folder.path)) {
        const time = new Date(Date.now() - (10 - index) * 1000);
        if (cell !== 'three') await utimes(path.join(folder.path, file), time, time);
      }
    }
    assert.equal((await readdir(folder.path)).length, 2);
    assert.deepEqual(await store.read('n', 'three'), run('x'));
  });

  it('distinguish equal queries by their order', () => {
    assert.deepEqual(cellKeys(['a', 'b', 'a']), ['0 a', '0 b', '1 a']);
  });
});

function run(sent: string): CellRun {
  return {
    sent,
    connection: { name: 'test', environment: 'local', readOnly: false, serverOffset: null },
    queryId: 1,
    started: 1,
    elapsed: 2,
    total: 1,
    columns: [{ name: 'a', type: 'text' }],
    rows: [['x']],
    hash: '',
    hashed: 1,
    failure: null,
  };
}
