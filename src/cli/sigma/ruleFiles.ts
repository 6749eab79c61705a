import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SigmaFile } from '../../sigma/convertCollection';
import { UsageError } from '../command';

/** The files at the paths, those of folders and of the folders in them too, in the order of their names. */
export async function readRuleFiles(paths: readonly string[]): Promise<readonly SigmaFile[]> {
  if (paths.length === 0) throw new UsageError('Name the files or folders with the rules.');
  const files: SigmaFile[] = [];
  for (const given of paths) {
    for (const name of await filesAt(given)) files.push({ name, text: await readFile(name, 'utf8') });
  }
  return files;
}

async function filesAt(given: string): Promise<readonly string[]> {
  const found = await stat(given).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file or folder ${given}.`);
  if (!found.isDirectory()) return [given];
  const entries = await readdir(given, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
