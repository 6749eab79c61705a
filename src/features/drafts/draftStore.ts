import { watch } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keyOf, type QueryAddress } from '../../shared/queryAddress';
import { parseStoredQuery, printStoredQuery, type StoredQuery } from './storedQuery';

const ending = '.json';

/**
 * Drafts as files, one each, in the extension's own storage: they outlive restarts and updates, and several
 * windows share them. A file is replaced as a whole, so that a crash leaves the old or the new one.
 */
export class DraftStore {
  constructor(private readonly folder: string) {}

  async read(address: QueryAddress): Promise<StoredQuery | undefined> {
    try {
      return parseStoredQuery(await readFile(this.#fileOf(address), 'utf8'));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async write(address: QueryAddress, query: StoredQuery): Promise<void> {
    const file = this.#fileOf(address);
    await mkdir(path.dirname(file), { recursive: true });
    const part = `${file}.${process.pid}.part`;
    await writeFile(part, printStoredQuery(query), { encoding: 'utf8', mode: 0o600 });
    await rename(part, file);
  }

  async remove(address: QueryAddress): Promise<void> {
    await rm(this.#fileOf(address), { force: true });
  }

  /** Everything that is kept, drafts or not. */
  async all(): Promise<readonly QueryAddress[]> {
    const connections = await readdir(this.folder).catch(() => []);
    const lists = await Promise.all(connections.map((connection) => this.#addressesOf(connection)));
    return lists.flat();
  }

  /** Tells of every file that changed, by this window or another. Ends with the signal. */
  watch(listener: (address: QueryAddress) => void, signal: AbortSignal): void {
    void mkdir(this.folder, { recursive: true }).then(
      () => {
        if (signal.aborted) return;
        const watcher = watch(this.folder, { recursive: true, signal, persistent: false }, (_event, name) => {
          const address = name === null ? undefined : addressOfFile(name);
          if (address !== undefined) listener(address);
        });
        // Where the system cannot watch, this window still sees its own changes.
        watcher.on('error', () => undefined);
      },
      () => undefined,
    );
  }

  async #addressesOf(connection: string): Promise<readonly QueryAddress[]> {
    const files = await readdir(path.join(this.folder, connection)).catch(() => []);
    return files.flatMap((file) => addressOfFile(path.join(connection, file)) ?? []);
  }

  #fileOf(address: QueryAddress): string {
    return path.join(this.folder, `${keyOf(address)}${ending}`);
  }
}

function addressOfFile(name: string): QueryAddress | undefined {
  const [connection, file, ...rest] = name.split(path.sep);
  if (connection === undefined || file === undefined || rest.length > 0 || !file.endsWith(ending)) {
    return undefined;
  }
  return { connection: decodeURIComponent(connection), guid: file.slice(0, -ending.length) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
