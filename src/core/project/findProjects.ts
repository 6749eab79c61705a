import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { projectFileName } from './fileNames';

/** The maximum depth and number of folders to search. */
const deepest = 3;
const maxFolders = 2000;

/** The folders with a project, including subfolders. The search of a large tree is limited. */
export async function findProjects(top: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [top];
  for (let depth = 0, seen = 0; depth <= deepest && seen < maxFolders; depth++) {
    const below: string[] = [];
    for (const folder of level.slice(0, maxFolders - seen)) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      if (entries.some((entry) => entry.isFile() && entry.name === projectFileName)) found.push(folder);
      const folders = entries.filter((entry) => entry.isDirectory() && !isIgnored(entry.name));
      below.push(...folders.map(({ name }) => path.join(folder, name)));
    }
    seen += level.length;
    level = below;
  }
  return found.toSorted();
}

function isIgnored(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
