import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PlatformIdentity } from '../../ui/connections/connection';
import { isDraft, printStoredQuery } from './storedQuery';
import type { StoredQuery } from './storedQuery';

const draftEnding = '.draft.json';
const copyEnding = '.copy.json';

export interface StoredDraft {
  /** See `idOf`. */
  readonly id: string;
  readonly query: StoredQuery;
}

/**
 * Stores each draft as a file in the global storage, so that drafts survive restarts and updates and are
 * shared by windows. Drafts belong to a platform, whatever the name of its connection. The last known record
 * is a separate file, so that updating it never affects a draft. Files are replaced atomically.
 */
export class DraftStore {
  #parts = 0;

  constructor(private readonly folder: string) {}

  /** The draft with its base record; without a draft, the last known record. */
  async read(service: PlatformIdentity, id: string): Promise<StoredQuery | undefined> {
    return (
      (await readStored(this.#file(service, id, draftEnding))) ??
      readStored(this.#file(service, id, copyEnding))
    );
  }

  /** A draft from when the connection with this name had another platform. */
  async readElsewhere(
    connection: string,
    id: string,
    service: PlatformIdentity | undefined,
  ): Promise<StoredQuery | undefined> {
    const here = service && folderOf(service);
    const others = (await this.#folders()).filter((folder) => folder !== here);
    const found = await Promise.all(
      others.map(async (folder) => readStored(path.join(this.folder, folder, `${id}${draftEnding}`))),
    );
    return found.find((query) => query?.connection === connection);
  }

  /** Stores a draft as a draft, and anything else as the last known record. */
  async write(id: string, query: StoredQuery): Promise<void> {
    const file = this.#file(query.service, id, isDraft(query) ? draftEnding : copyEnding);
    await mkdir(path.dirname(file), { recursive: true });
    const part = `${file}.${process.pid}.${++this.#parts}.part`;
    await writeFile(part, printStoredQuery(query), { encoding: 'utf8', mode: 0o600 });
    await rename(part, file);
  }

  async removeDraft(service: PlatformIdentity, id: string): Promise<void> {
    await rm(this.#file(service, id, draftEnding), { force: true });
  }

  async remove(service: PlatformIdentity, id: string): Promise<void> {
    await this.removeDraft(service, id);
    await rm(this.#file(service, id, copyEnding), { force: true });
  }

  async drafts(): Promise<readonly StoredDraft[]> {
    const lists = await Promise.all((await this.#folders()).map((folder) => this.#draftsIn(folder)));
    return lists.flat();
  }

  /** Reports changed drafts of all windows, by folder and ID, until the signal aborts. */
  watch(listener: (folder: string, id: string) => void, signal: AbortSignal): void {
    void mkdir(this.folder, { recursive: true }).then(
      () => {
        const watcher = watch(this.folder, { recursive: true, signal, persistent: false }, (_event, name) => {
          const [folder = '', file = ''] = name?.split(path.sep) ?? [];
          if (file.endsWith(draftEnding)) listener(folder, file.slice(0, -draftEnding.length));
        });
        // If the system cannot watch files, this window still sees its own changes.
        watcher.on('error', () => undefined);
      },
      () => undefined,
    );
  }

  async #folders(): Promise<readonly string[]> {
    return readdir(this.folder).catch(() => []);
  }

  async #draftsIn(folder: string): Promise<readonly StoredDraft[]> {
    const files = await readdir(path.join(this.folder, folder)).catch(() => []);
    const drafts = files.filter((file) => file.endsWith(draftEnding));
    const kept = drafts.map(async (file) => {
      const query = await readStored(path.join(this.folder, folder, file));
      return query === undefined ? [] : [{ id: file.slice(0, -draftEnding.length), query }];
    });
    return (await Promise.all(kept)).flat();
  }

  #file(service: PlatformIdentity, id: string, ending: string): string {
    return path.join(this.folder, folderOf(service), `${id}${ending}`);
  }
}

/** A hash, because a URL can be too long for a folder name or contain invalid characters. */
export function folderOf({ address, product }: PlatformIdentity): string {
  return createHash('sha256').update(`${address}\n${product}`).digest('hex').slice(0, 32);
}

async function readStored(file: string): Promise<StoredQuery | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    // Loaded with the first draft, because schemas take longer to load than the rest of this feature.
    const { parseStoredQuery } = await import('./parseStoredQuery');
    return parseStoredQuery(text);
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
