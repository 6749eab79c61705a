import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectFolder } from './project.mjs';

/**
 * The sorted files of a folder of the project and of its subfolders, or the file itself.
 * @param {string} name
 * @returns {string[]} paths in the project, with slashes
 */
export function filesIn(name) {
  if (statSync(inProject(name)).isFile()) return [name];
  return readdirSync(inProject(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}

/**
 * Tells whether any of some files was changed, added or deleted.
 * @param {readonly string[]} names of files and folders
 */
export function hashOf(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap(filesIn)) hash.update(file).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}
