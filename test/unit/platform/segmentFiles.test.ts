import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SegmentFiles } from '../../../src/platform/store/segmentFiles';
import { eventually } from '../../support/eventually';
import { folderOfEachTest } from '../../support/temporaryFolder';

describe('A file of a table', () => {
  const folder = folderOfEachTest();
  let files: SegmentFiles;
  beforeEach(() => {
    files = new SegmentFiles(folder.path);
  });

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

  it('stays until the last of its readers has ended, and is deleted then', async () => {
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

  it('that cannot be deleted now does not block others', async () => {
    await add('x', 't/folder/inside', 't/other');
    await files.remove(['t/folder', 't/other']);
    assert.deepEqual(await existing('tables'), ['inside']);
  });

  it('is not moved when it cannot be flushed to disk', async () => {
    await files.prepare(new Map());
    const link = path.join(folder.path, 'link');
    await symlink('/dev/null', link);
    await assert.rejects(files.settle([[link, 't/link']]), /EINVAL/);
    assert.equal(existsSync(files.pathOf('t/link')), false);
  });
});
