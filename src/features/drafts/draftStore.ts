import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Service } from '../../ui/connections/connection';
import { isDraft, printStoredQuery } from './storedQuery';
import type { StoredQuery } from './storedQuery';

const draftEnding = '.draft.json';
const copyEnding = '.copy.json';

export interface StoredDraft {
  readonly guid: string;
  readonly query: StoredQuery;
}

/**
 * Drafts as files, one each, in the extension's own storage: they outlive restarts and updates, and several
 * windows share them. They belong to a service, whatever the connection to it is called. What was last seen of
 * the platform is kept in a file beside, so that bringing that up to date can never touch a draft. A file is
 * replaced as a whole: a crash leaves the old or the new one.
 */
export class DraftStore {
  #parts = 0;

  constructor(private readonly folder: string) {}

  /** The draft with the record it started from; without one, what was last seen. */
  async read(service: Service, guid: string): Promise<StoredQuery | undefined> {
    return (
      (await readStored(this.#file(service, guid, draftEnding))) ??
      readStored(this.#file(service, guid, copyEnding))
    );
  }

  /** A draft that was kept when the connection of this name led to another service than this. */
  async readElsewhere(
    connection: string,
    guid: string,
    service: Service | undefined,
  ): Promise<StoredQuery | undefined> {
    const here = service && folderOf(service);
    const others = (await this.#folders()).filter((folder) => folder !== here);
    const found = await Promise.all(
      others.map(async (folder) => readStored(path.join(this.folder, folder, `${guid}${draftEnding}`))),
    );
    return found.find((query) => query?.connection === connection);
  }

  /** Keeps a draft as a draft, and anything else as what was last seen. */
  async write(guid: string, query: StoredQuery): Promise<void> {
    const file = this.#file(query.service, guid, isDraft(query) ? draftEnding : copyEnding);
    await mkdir(path.dirname(file), { recursive: true });
    const part = `${file}.${process.pid}.${++this.#parts}.part`;
    await writeFile(part, printStoredQuery(query), { encoding: 'utf8', mode: 0o600 });
    await rename(part, file);
  }

  async removeDraft(service: Service, guid: string): Promise<void> {
    await rm(this.#file(service, guid, draftEnding), { force: true });
  }

  async remove(service: Service, guid: string): Promise<void> {
    await this.removeDraft(service, guid);
    await rm(this.#file(service, guid, copyEnding), { force: true });
  }

  async drafts(): Promise<readonly StoredDraft[]> {
    const lists = await Promise.all((await this.#folders()).map((folder) => this.#draftsIn(folder)));
    return lists.flat();
  }

  /** Tells of every draft that changed, by this window or another: its folder and GUID. Ends with the signal. */
  watch(listener: (folder: string, guid: string) => void, signal: AbortSignal): void {
    void mkdir(this.folder, { recursive: true }).then(
      () => {
        const watcher = watch(this.folder, { recursive: true, signal, persistent: false }, (_event, name) => {
          const [folder = '', file = ''] = name?.split(path.sep) ?? [];
          if (file.endsWith(draftEnding)) listener(folder, file.slice(0, -draftEnding.length));
        });
        // Where the system cannot watch, this window still sees its own changes.
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
      return query === undefined ? [] : [{ guid: file.slice(0, -draftEnding.length), query }];
    });
    return (await Promise.all(kept)).flat();
  }

  #file(service: Service, guid: string, ending: string): string {
    return path.join(this.folder, folderOf(service), `${guid}${ending}`);
  }
}

/** A digest: an address can be longer than the name of a folder, and hold what that cannot. */
export function folderOf({ address, product }: Service): string {
  return createHash('sha256').update(`${address}\n${product}`).digest('hex').slice(0, 32);
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
