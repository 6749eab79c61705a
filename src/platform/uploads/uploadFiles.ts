import { mkdir, readdir, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The received bytes of each upload: a file named after its token. */
export class UploadFiles {
  readonly #folder: string;

  /** The folder must be readable by statements. */
  constructor(segmentFolder: string) {
    this.#folder = path.join(segmentFolder, 'uploads');
  }

  /** Deletes the files of streams that no longer exist. */
  async prepare(tokens: ReadonlySet<string>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const orphans = (await readdir(this.#folder)).filter((name) => !tokens.has(name));
    await Promise.all(orphans.map((name) => rm(this.pathOf(name), { force: true })));
  }

  /** Only for tokens that this platform has created. */
  pathOf(token: string): string {
    return path.join(this.#folder, token);
  }

  /** Whether so many bytes can be added. Uploads do not use the last space of a disk, which the store needs. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const { free, total } = await disk.spaceAt(this.#folder);
    return free - bytes >= Math.min(maxReserve, total * reservedShare);
  }

  async create(token: string): Promise<void> {
    await writeFile(this.pathOf(token), '', { flag: 'wx', mode: 0o600 });
  }

  async state(token: string): Promise<{ readonly size: number; readonly modified: Date }> {
    const found = await stat(this.pathOf(token)).catch(() => undefined);
    return { size: found?.size ?? 0, modified: found?.mtime ?? new Date(0) };
  }

  /**
   * Appends the bytes. An interrupted body keeps what has arrived, so that the client can continue from there; a
   * body that is too long is discarded. The operating system keeps written bytes even if this process is killed, so
   * a client does not wait for the disk. The rows are synced to disk when they are loaded, and this file is deleted
   * then.
   */
  async append(
    token: string,
    offset: number,
    body: Readable,
    room: number,
    signal: AbortSignal,
  ): Promise<void> {
    const file = this.pathOf(token);
    const output = createWriteStream(file, { flags: 'r+', start: offset, highWaterMark: buffered });
    try {
      await pipeline(body, atMost(room), output, { signal });
    } catch (error) {
      // Pending writes complete after the body has ended, and count.
      await closed(output);
      if (error instanceof TooLongError) await truncate(file, offset);
      throw error;
    }
  }

  /** A file that cannot be deleted now is deleted at the next start. */
  async remove(token: string): Promise<void> {
    await rm(this.pathOf(token), { force: true }).catch(() => undefined);
  }
}

/** Maximum number of buffered bytes: they are written at once while the sender continues. */
const buffered = 2 * 1024 * 1024;

/** More bytes arrived than were announced. */
export class TooLongError extends Error {}

async function closed(output: WriteStream): Promise<void> {
  if (!output.closed) await new Promise<void>((resolve) => output.once('close', resolve));
}

/** Reads and discards excess bytes, because a client reads the response only after sending everything. */
function atMost(room: number): Transform {
  let left = room;
  return new Transform({
    highWaterMark: buffered,
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(null, left < 0 ? undefined : chunk);
    },
    flush(done) {
      done(left < 0 ? new TooLongError() : null);
    },
  });
}

/** The space of a file system; an object, so that tests can fill it. */
export const disk = {
  spaceAt: async (folder: string): Promise<{ readonly free: number; readonly total: number }> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

/** What is left for changes of the store and for a restart. */
const maxReserve = 1024 * 1024 * 1024;
const reservedShare = 0.05;
