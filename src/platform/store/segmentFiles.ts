import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/interface/errorCode';
import type { Log } from '../errors';

/** The files of segments: durable after {@link settle}, and kept on disk while they are being read. */
export class SegmentFiles {
  readonly #tables: string;
  readonly #staging: string;
  readonly #quarantine: string;
  readonly #readers = new Map<string, number>();
  readonly #pendingDeletion = new Set<string>();

  constructor(folder: string) {
    this.#tables = path.join(folder, 'tables');
    this.#staging = path.join(folder, 'staging');
    this.#quarantine = path.join(folder, 'quarantine');
  }

  /** Checks the existing files, given with their sizes, and returns the problems of unreadable ones. */
  async prepare(sizes: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, string>> {
    await rm(this.#staging, { recursive: true, force: true });
    await mkdir(this.#staging, { recursive: true });
    await mkdir(this.#tables, { recursive: true });
    return this.#findProblems(sizes);
  }

  /** Deletes files without a catalog row, which a killed process has left. */
  async removeUnknown(sizes: ReadonlySet<string>): Promise<void> {
    const unknown = await this.#findUnknown(sizes);
    await Promise.all(unknown.map((file) => rm(this.pathOf(file), { force: true })));
  }

  /** For a catalog that may be incomplete: moves such files, which may be the only copy of rows, to a folder. */
  async quarantineUnknown(sizes: ReadonlySet<string>, log: Log): Promise<void> {
    const folder = this.#quarantine;
    const unknown = await this.#findUnknown(sizes);
    for (const file of unknown) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await rename(this.pathOf(file), path.join(folder, file));
    }
    if (unknown.length > 0) log(`files that belong to no table were moved to ${folder}: ${unknown.length}`);
  }

  async #findUnknown(known: ReadonlySet<string>): Promise<readonly string[]> {
    const found = await readdir(this.#tables, { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile() && entry.name.endsWith('.parquet'))
      .map((entry) => path.relative(this.#tables, path.join(entry.parentPath, entry.name)))
      .filter((file) => !known.has(file.split(path.sep).join('/')));
  }

  async #findProblems(sizes: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, string>> {
    const problems = new Map<string, string>();
    for (const batch of batchesOf([...sizes], concurrentChecks)) {
      await Promise.all(
        batch.map(async ([file, size]) => {
          const problem = await problemOf(this.pathOf(file), size);
          if (problem !== undefined) problems.set(file, problem);
        }),
      );
    }
    return problems;
  }

  pathOf(file: string): string {
    return path.join(this.#tables, file);
  }

  /** A folder for one write; call {@link discard} afterwards. */
  stagingFolder(name: string): string {
    return path.join(this.#staging, name);
  }

  async discard(stagingFolder: string): Promise<void> {
    await rm(stagingFolder, { recursive: true, force: true });
  }

  /** Moves staged files, given as pairs of path and file, to their table, and syncs them to disk. */
  async settle(moves: readonly (readonly [staged: string, file: string])[]): Promise<void> {
    const folders = new Set(moves.map(([, file]) => path.dirname(this.pathOf(file))));
    for (const folder of folders) await mkdir(folder, { recursive: true });
    for (const batch of batchesOf(moves, concurrentFlushes)) {
      await Promise.all(
        batch.map(async ([staged, file]) => {
          await flush(staged, 'r+');
          await rename(staged, this.pathOf(file));
        }),
      );
    }
    for (const folder of syncsFolders ? [...folders, this.#tables] : []) await flush(folder, 'r');
  }

  /** Keeps the files on disk until the returned function is called, possibly repeatedly. */
  hold(files: readonly string[]): () => void {
    const held = [...files];
    for (const file of held) this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    return () => {
      for (const file of held.splice(0)) this.#release(file);
    };
  }

  /** Deletes files that are no longer part of a table, immediately or after their last reader has ended. */
  async remove(files: readonly string[]): Promise<void> {
    for (const file of files) if (this.#readers.has(file)) this.#pendingDeletion.add(file);
    await Promise.all(files.filter((file) => !this.#readers.has(file)).map((file) => this.#unlink(file)));
  }

  #release(file: string): void {
    const left = (this.#readers.get(file) ?? 1) - 1;
    if (left > 0) {
      this.#readers.set(file, left);
      return;
    }
    this.#readers.delete(file);
    if (this.#pendingDeletion.delete(file)) void this.#unlink(file);
  }

  /** A file that cannot be deleted now is deleted at the next start. */
  async #unlink(file: string): Promise<void> {
    await rm(this.pathOf(file)).catch(() => undefined);
  }
}

/** Windows cannot sync a folder and does not need to: its renames are journaled. */
const syncsFolders = process.platform !== 'win32';
const concurrentFlushes = 16;
const concurrentChecks = 64;

/** The last bytes of every Parquet file. */
const lastBytes = Buffer.from('PAR1');

/** Checks only the size and the end: reading whole files would delay the start by minutes. */
async function problemOf(file: string, expectedSize: number): Promise<string | undefined> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size !== expectedSize) return `has ${size} bytes instead of ${expectedSize}`;
      const { buffer } = await handle.read(
        Buffer.alloc(lastBytes.length),
        0,
        lastBytes.length,
        size - lastBytes.length,
      );
      return buffer.equals(lastBytes) ? undefined : 'is damaged';
    } finally {
      await handle.close();
    }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'is missing' : `cannot be opened: ${String(error)}`;
  }
}

async function flush(fileOrFolder: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(fileOrFolder, mode);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
