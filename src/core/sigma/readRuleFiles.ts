import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SigmaFile } from './convertCollection';

const filesAtOnce = 50;

/** The files at the paths, including those in subfolders, sorted by name. */
export async function readRuleFiles(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly SigmaFile[]> {
  const files: SigmaFile[] = [];
  for (const entry of paths) {
    for (const name of await filesAt(entry)) {
      // Read synchronously, because asynchronous reads of thousands of small files are several times slower.
      if (files.length % filesAtOnce === 0) await nextTurn();
      signal?.throwIfAborted();
      files.push({ name, text: readFileSync(name, 'utf8') });
    }
  }
  return files;
}

async function filesAt(entry: string): Promise<readonly string[]> {
  if (!(await stat(entry)).isDirectory()) return [entry];
  const entries = await readdir(entry, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
