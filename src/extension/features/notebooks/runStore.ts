import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { getOrAdd } from '../../../core/base/getOrAdd';
import { tryParseJson } from '../../../core/base/json';
import { cellRun } from '../../../core/pages/notebook';
import type { CellRun } from '../../../core/pages/notebook';
import type { Memory } from '../../ui/memory';

const maxBytes = 50 * 1024 * 1024;
const maxAge = 30 * 24 * 60 * 60 * 1000;

/** Results of cells, in files of the workspace's storage: log data does not belong into notebooks. */
export class RunStore {
  constructor(
    private readonly folder: string,
    private readonly limits = { maxBytes, maxAge },
  ) {}

  /** Undefined if there is none, or none that can be read. */
  async read(notebook: string, cell: string): Promise<CellRun | undefined> {
    const text = await readFile(this.#file(notebook, cell), 'utf8').catch(() => '');
    return cellRun.safeParse(tryParseJson(text)).data;
  }

  async write(notebook: string, cell: string, run: CellRun): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.#file(notebook, cell), JSON.stringify({ ...run, notebook }));
    await this.prune();
  }

  /** Other notebooks with results of more than half of these cells; none if the notebook has its own. */
  async notebooksWith(own: string, cells: readonly string[]): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    if (names.some((name) => name.startsWith(hashOf(own)))) return [];
    const ends = cells.map((cell) => `-${hashOf(cell)}.json`);
    const found = new Map<string, string[]>();
    for (const name of names.filter((file) => ends.some((end) => file.endsWith(end)))) {
      const notebook = name.slice(0, name.indexOf('-'));
      getOrAdd(found, notebook, () => []).push(name);
    }
    const same = [...found.values()].filter(({ length }) => 2 * length > cells.length);
    const notebooks = same.map(async ([name = '']) => {
      const text = await readFile(path.join(this.folder, name), 'utf8').catch(() => '');
      return z.object({ notebook: z.string() }).safeParse(tryParseJson(text)).data?.notebook ?? [];
    });
    return (await Promise.all(notebooks)).flat();
  }

  /** Keeps the results of a notebook for a second one with the same cells too, unless that has its own. */
  async copy(from: string, to: string, cells: readonly string[]): Promise<void> {
    for (const cell of cells) {
      if ((await this.read(to, cell)) !== undefined) continue;
      const run = await this.read(from, cell);
      if (run !== undefined) await this.write(to, cell, run);
    }
  }

  /** Deletes the results of a notebook. */
  async forget(notebook: string): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const own = names.filter((name) => name.startsWith(hashOf(notebook)));
    await Promise.all(own.map(async (name) => rm(path.join(this.folder, name), { force: true })));
  }

  /** Deletes old results, and the oldest ones until the rest is small enough. */
  async prune(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.folder, name);
        const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
        return { file, mtimeMs, size };
      }),
    );
    let bytes = 0;
    for (const { file, mtimeMs, size } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
      bytes += size;
      if (bytes > this.limits.maxBytes || Date.now() - mtimeMs > this.limits.maxAge)
        await rm(file, { force: true });
    }
  }

  #file(notebook: string, cell: string): string {
    return path.join(this.folder, `${hashOf(notebook)}-${hashOf(cell)}.json`);
  }
}

/** Windows without a folder share the store, and each may have an untitled notebook of the same name. */
export function storedName(uri: string, memory: Memory): string {
  if (!uri.startsWith('untitled:')) return uri;
  const stored = z.string().safeParse(memory.get(windowKey)).data;
  const window = stored ?? randomUUID();
  if (stored === undefined) void memory.update(windowKey, window);
  return `${window} ${uri}`;
}

const windowKey = 'notebookWindow';

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Identifies cells across reloads by their text, and equal ones by their order. */
export function cellKeys(texts: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return `${count} ${text}`;
  });
}
