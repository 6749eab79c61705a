import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SegmentFiles } from '../../../src/platform/store/segmentFiles';
import { eventually } from '../../support/eventually';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('A file of a table', () => {
  it('stays until the last of its readers has ended, and is gone then', async () => {
    await using folder = await temporaryFolder();
    const files = new SegmentFiles(folder.path);
    for (const name of ['t/read', 't/idle']) {
      await mkdir(path.dirname(files.pathOf(name)), { recursive: true });
      await writeFile(files.pathOf(name), 'x');
    }
    const there = (): boolean[] => ['t/read', 't/idle'].map((name) => existsSync(files.pathOf(name)));
    const first = files.hold(['t/read']);
    const second = files.hold(['t/read']);

    await files.remove(['t/read', 't/idle']);
    assert.deepEqual(there(), [true, false]);
    first();
    assert.deepEqual(there(), [true, false]);
    second();
    await eventually(() => !existsSync(files.pathOf('t/read')));
  });
});
