import { lstatSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface ListedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly kind: 'file' | 'linkedFile' | 'linkedFolder';
}

/** All files below a folder; empty if it does not exist. Links are listed but not followed. */
export async function listFiles(folder: string): Promise<readonly ListedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found: ListedFile[] = [];
  for (const entry of entries) {
    if (entry.isFile()) found.push({ path: entry.name, kind: 'file' });
    else if (entry.isDirectory() && !ignored.has(entry.name)) {
      for (const below of await listFiles(path.join(folder, entry.name))) {
        found.push({ path: `${entry.name}/${below.path}`, kind: below.kind });
      }
    } else if (entry.isSymbolicLink()) {
      found.push({ path: entry.name, kind: await kindOfLink(path.join(folder, entry.name)) });
    }
  }
  return found;
}

const ignored = new Set(['.git', 'node_modules']);

async function kindOfLink(file: string): Promise<ListedFile['kind']> {
  const target = await stat(file).catch(() => undefined);
  return target?.isDirectory() === true ? 'linkedFolder' : 'linkedFile';
}

export function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
