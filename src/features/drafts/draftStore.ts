import { watch } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keyOf, type QueryAddress } from '../../shared/queryAddress';
import { printStoredQuery, type StoredQuery } from './storedQuery';

const draftEnding = '.draft.json';
const copyEnding = '.copy.json';

/**
 * Drafts as files, one each, in the extension's own storage: they outlive restarts and updates, and several
 * windows share them. What was last seen of the platform is kept in a file beside, so that bringing that up
 * to date can never touch a draft. A file is replaced as a whole: a crash leaves the old or the new one.
 */
export class DraftStore {
  #parts = 0;

  constructor(private readonly folder: string) {}

  /** The draft with the record it started from; without one, what was last seen. */
  async read(address: QueryAddress): Promise<StoredQuery | undefined> {
    return (
      (await readStored(this.#file(address, draftEnding))) ?? readStored(this.#file(address, copyEnding))
    );
  }

  /** Keeps a draft as a draft, and anything else as what was last seen. */
  async write(address: QueryAddress, query: StoredQuery): Promise<void> {
    const file = this.#file(address, query.draft === undefined ? copyEnding : draftEnding);
    await mkdir(path.dirname(file), { recursive: true });
    const part = `${file}.${process.pid}.${++this.#parts}.part`;
    await writeFile(part, printStoredQuery(query), { encoding: 'utf8', mode: 0o600 });
    await rename(part, file);
  }

  async removeDraft(address: QueryAddress): Promise<void> {
    await rm(this.#file(address, draftEnding), { force: true });
  }

  async remove(address: QueryAddress): Promise<void> {
    await this.removeDraft(address);
    await rm(this.#file(address, copyEnding), { force: true });
  }

  async drafts(): Promise<readonly QueryAddress[]> {
    const connections = await readdir(this.folder).catch(() => []);
    const lists = await Promise.all(connections.map((connection) => this.#addressesOf(connection)));
    return lists.flat();
  }

  /** Tells of every draft that changed, by this window or another. Ends with the signal. */
  watch(listener: (address: QueryAddress) => void, signal: AbortSignal): void {
    void mkdir(this.folder, { recursive: true }).then(
      () => {
        if (signal.aborted) return;
        const watcher = watch(this.folder, { recursive: true, signal, persistent: false }, (_event, name) => {
          const address = name === null ? undefined : addressOfDraft(name);
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
    return files.flatMap((file) => addressOfDraft(path.join(connection, file)) ?? []);
  }

  #file(address: QueryAddress, ending: string): string {
    return path.join(this.folder, `${keyOf(address)}${ending}`);
  }
}

async function readStored(file: string): Promise<StoredQuery | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    // With the first draft and not before: schemas take longer to load than all the rest of the drafts.
    const { parseStoredQuery } = await import('./parseStoredQuery');
    return parseStoredQuery(text);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Only drafts: what was last seen of the platform is each window's own business. */
function addressOfDraft(name: string): QueryAddress | undefined {
  const [connection, file, ...rest] = name.split(path.sep);
  if (connection === undefined || rest.length > 0 || file?.endsWith(draftEnding) !== true) return undefined;
  return { connection: decodeURIComponent(connection), guid: file.slice(0, -draftEnding.length) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
