import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder, inProject } from '../../../scripts/project.mjs';

const run = promisify(execFile);

/**
 * Types commands in a shell, one after the other, and returns the folder that they lead to. Git takes this project
 * for what lies at its public address: that is the one thing in which a test differs from a newcomer.
 */
export async function typeInShell(commands: readonly string[], folder: string): Promise<string> {
  const { stdout } = await run('sh', ['-ec', [...commands, 'pwd'].join('\n')], {
    cwd: folder,
    env: {
      ...process.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${pathToFileURL(inProject()).href}.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://github.com/logbench/logbench.git',
    },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** A clone holds what was committed last; the tests are about the files as they are now. */
export async function copyTracked(target: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: inProject() });
  for (const name of stdout.split('\0').filter((file) => file !== '')) {
    await cp(inProject(name), path.join(target, name), { recursive: true });
  }
}

/** Spares a test what npm has installed and fetched for this project; data and settings of an earlier start stay out. */
export async function shareFetched(target: string, cache: string): Promise<void> {
  await symlink(inProject('node_modules'), path.join(target, 'node_modules'), 'junction');
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cacheFolder)) {
    if (/^(vscode-[\d.]+|node-\d+)$/.test(name)) {
      await symlink(path.join(cacheFolder, name), path.join(cache, name), 'junction');
    }
  }
}
