import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SegmentFiles } from '../../../src/platform/store/segmentFiles';
import { eventually } from '../../support/eventually';
import { temporaryFolder } from '../../support/temporaryFolder';
import type { TemporaryFolder } from '../../support/temporaryFolder';

const parquet = 'rows PAR1';

describe('A file of a table', () => {
  let folder: TemporaryFolder;
  let files: SegmentFiles;
  beforeEach(async () => {
    folder = await temporaryFolder();
    files = new SegmentFiles(folder.path);
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  async function add(content: string, ...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await mkdir(path.dirname(files.pathOf(name)), { recursive: true });
      await writeFile(files.pathOf(name), content);
    }
  }

  const existing = async (part: string): Promise<string[]> =>
    (await readdir(path.join(folder.path, part), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  it('stays until the last of its readers has ended, and is gone then', async () => {
    await add('x', 't/read', 't/idle', 't/kept');
    const there = (): boolean[] => ['t/read', 't/idle'].map((name) => existsSync(files.pathOf(name)));
    const first = files.hold(['t/read', 't/kept']);
    const second = files.hold(['t/read']);

    await files.remove(['t/read', 't/idle']);
    assert.deepEqual(there(), [true, false]);
    first();
    first();
    await files.remove(['t/read']);
    assert.deepEqual(there(), [true, false], 'a reader ends once');
    second();
    await eventually(() => !existsSync(files.pathOf('t/read')));
    assert.deepEqual(await existing('tables'), ['kept']);
  });

  it('that cannot be deleted now stands in nobody’s way', async () => {
    await add('x', 't/folder/inside', 't/other');
    await files.remove(['t/folder', 't/other']);
    assert.deepEqual(await existing('tables'), ['inside']);
  });

  it('is unreadable where it is missing, has another size or another end, each of very many', async () => {
    const sound = Array.from({ length: 140 }, (_, index) => `t/${index}.parquet`);
    await add(parquet, ...sound, 't/short');
    await add('rows PAR2', 't/damaged');
    await add('x', 't/folder/inside');
    await mkdir(path.join(folder.path, 'staging', 'left'), { recursive: true });
    const { size } = await stat(files.pathOf('t/folder'));
    const known = [...sound, 't/missing', 't/damaged'].map((file) => [file, parquet.length] as const);
    const problems = await files.prepare(new Map([...known, ['t/short', 100], ['t/folder', size]]));
    assert.deepEqual(
      new Map([...problems].map(([file, text]) => [file, text.slice(0, 26)])),
      new Map([
        ['t/missing', 'is missing'],
        ['t/damaged', 'is damaged'],
        ['t/short', 'has 9 bytes instead of 100'],
        ['t/folder', 'cannot be opened: Error: E'],
      ]),
    );
    assert.deepEqual(await readdir(path.join(folder.path, 'staging')), [], 'an unfinished write is gone');
  });

  it('of no table is deleted, or set aside where the catalog may be incomplete', async () => {
    await add('x', 't/known.parquet', 't/unknown.parquet', 't/notes.txt');
    const log: string[] = [];
    await files.quarantineUnknown(new Set(['t/known.parquet']), (message) => log.push(message));
    assert.deepEqual(await existing('quarantine'), ['unknown.parquet']);
    assert.deepEqual(await existing('tables'), ['known.parquet', 'notes.txt']);
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /moved to .*quarantine: 1$/);
    await files.quarantineUnknown(new Set(['t/known.parquet']), (message) => log.push(message));
    assert.equal(log.length, 1);
    await files.removeUnknown(new Set());
    assert.deepEqual(await existing('tables'), ['notes.txt']);
  });

  it('is moved to its table with many others, and the folder of the write is gone', async () => {
    await files.prepare(new Map());
    const staging = files.stagingFolder('write');
    await mkdir(staging);
    const names = Array.from({ length: 18 }, (_, index) => `${index}`.padStart(2, '0'));
    const moves = names.map((name) => [path.join(staging, name), `t${Number(name) % 2}/${name}`] as const);
    for (const [staged] of moves) await writeFile(staged, 'x');
    await files.settle(moves);
    assert.deepEqual(await existing('tables'), names);
    await writeFile(path.join(staging, 'left'), 'x');
    await files.discard(staging);
    assert.equal(existsSync(staging), false);
    await files.discard(staging);
  });

  it('is not moved where it cannot be brought to disk', async () => {
    await files.prepare(new Map());
    const link = path.join(folder.path, 'link');
    await symlink('/dev/null', link);
    await assert.rejects(files.settle([[link, 't/link']]), /EINVAL/);
    assert.equal(existsSync(files.pathOf('t/link')), false);
  });
});
