import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keep } from '../../../scripts/keep.mjs';
import { cacheFolder } from '../../../scripts/project.mjs';

describe('The cache of fetched files', () => {
  const name = `kept-by-a-test-${process.pid}`;
  const file = path.join(cacheFolder, name, 'file');

  afterEach(() => rm(path.dirname(file), { recursive: true, force: true }));

  const fill = async (folder: string): Promise<string> => {
    await writeFile(path.join(folder, 'file'), 'all of it');
    return folder;
  };

  it('has no partial files after a failure', async () => {
    const breaking = async (folder: string): Promise<string> => {
      await fill(folder);
      throw Object.assign(new Error('write'), { stderr: 'tar: No space left on device' });
    };
    await assert.rejects(keep(name, 'A browser', breaking), {
      message: 'A browser could not be fetched: the disk is full. Free some space and try again.',
    });
    assert.ok(!existsSync(file));

    await keep(name, 'A browser', fill);
    assert.ok(existsSync(file));
  });

  it('names the network when a site cannot be reached', async () => {
    const unreachable = Object.assign(new Error('Command failed'), {
      stderr: 'E: Failed to fetch http://example.org/Packages  Could not connect',
    });
    await assert.rejects(
      keep(name, 'A browser', () => Promise.reject(unreachable)),
      /^Error: A browser could not be fetched: its site cannot be reached\. Check the network and the proxy/,
    );
  });

  it('fetches once for two callers at the same time', async () => {
    const folders = await Promise.all([keep(name, 'A browser', fill), keep(name, 'A browser', fill)]);
    assert.equal(new Set(folders).size, 1);
    assert.ok(existsSync(file));
  });
});
