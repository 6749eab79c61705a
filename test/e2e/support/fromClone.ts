import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { copySampleStore } from '../../../scripts/sampleStore.mjs';
import { cacheFolder, inProject } from '../../../scripts/project.mjs';

const run = promisify(execFile);

/** Clones this project into a folder, and returns it. */
export async function cloneInto(folder: string): Promise<string> {
  await run('git', ['clone', '--quiet', inProject(), folder]);
  return folder;
}

/** A clone holds what was committed last; the tests are about the files as they are now. */
export async function copyTracked(target: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: inProject() });
  for (const name of stdout.split('\0').filter((file) => file !== '')) {
    await cp(inProject(name), path.join(target, name), { recursive: true });
  }
}

/**
 * Spares a test what npm has installed and fetched for this project, and the time to make the sample data, which has
 * no account yet; data and settings of an earlier start stay out.
 */
export async function shareFetched(target: string, cache: string): Promise<void> {
  await symlink(inProject('node_modules'), path.join(target, 'node_modules'), 'junction');
  await mkdir(path.join(cache, 'demo'), { recursive: true });
  for (const name of await readdir(cacheFolder)) {
    if (/^(vscode-[\d.]+|node-\d+)$/.test(name)) {
      await symlink(path.join(cacheFolder, name), path.join(cache, name), 'junction');
    }
  }
  await copySampleStore(path.join(cache, 'demo', 'data'));
  // Without its key, a store is taken for an unfinished one; the first start writes it.
  await writeFile(path.join(cache, 'demo', 'api-key'), '');
}
