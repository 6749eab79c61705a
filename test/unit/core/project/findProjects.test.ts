import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findProjects } from '../../../../src/core/project/findProjects';
import { temporaryFolder } from '../../../support/temporaryFolder';

describe('Finding projects', () => {
  it('searches a folder and three levels below, except packages and hidden folders', async () => {
    await using folder = await temporaryFolder();
    const expected = ['', 'a', 'a/b/c'];
    for (const below of [...expected, 'a/b/c/d', 'node_modules/x', '.hidden']) {
      await mkdir(path.join(folder.path, below), { recursive: true });
      await writeFile(path.join(folder.path, below, 'logbench.yaml'), '');
    }
    await mkdir(path.join(folder.path, 'no project', 'logbench.yaml'), { recursive: true });

    assert.deepEqual(
      await findProjects(folder.path),
      expected.map((below) => path.join(folder.path, below)),
    );
  });
});
