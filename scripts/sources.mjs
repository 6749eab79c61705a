import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
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
 * Fills a folder again if any of its sources was changed, added or deleted. The file `<folder>.sources`, which is
 * written last, marks a complete one.
 * @param {string} folder
 * @param {readonly string[]} sources names of files and folders
 * @param {() => Promise<void>} fill
 * @param {number} [keptFor] milliseconds
 */
export async function fillIfChanged(folder, sources, fill, keptFor = Infinity) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) hash.update(file).update(readFileSync(inProject(file)));
  const digest = hash.digest('hex');
  const mark = `${folder}.sources`;
  const isKept = existsSync(folder) && existsSync(mark) && Date.now() - statSync(mark).mtimeMs < keptFor;
  if (isKept && readFileSync(mark, 'utf8') === digest) return;
  for (const old of [mark, folder]) await rm(old, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill();
  await writeFile(mark, digest);
}
