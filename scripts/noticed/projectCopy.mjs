import { spawnSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectFolder } from '../project.mjs';

/**
 * Copies the project, including uncommitted changes. Installed packages are hard links, because copying them
 * would take a gigabyte.
 * @param {string} folder on the same file system; what it holds is removed
 */
export function copyProject(folder) {
  rmSync(folder, { recursive: true, force: true });
  const { stdout, status } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error('git could not list the files of the project.');
  const deleted = spawnSync('git', ['ls-files', '-z', '-d'], { cwd: projectFolder, encoding: 'utf8' }).stdout;
  const missing = new Set(deleted.split('\0'));
  for (const file of stdout.split('\0')) {
    if (file === '' || missing.has(file)) continue;
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    copyFileSync(inProject(file), path.join(folder, file));
  }
  linkFolder(inProject('node_modules'), path.join(folder, 'node_modules'));
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}
