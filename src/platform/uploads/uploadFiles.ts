import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What has arrived of each upload: a file named after its token, as long as the bytes received. */
export class UploadFiles {
  readonly #folder: string;

  /** The folder lies where statements may read. */
  constructor(segmentFolder: string) {
    this.#folder = path.join(segmentFolder, 'uploads');
  }

  /** Removes the files of streams that no longer exist. */
  async prepare(tokens: ReadonlySet<string>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const orphans = (await readdir(this.#folder)).filter((name) => !tokens.has(name));
    await Promise.all(orphans.map((name) => rm(this.pathOf(name), { force: true })));
  }

  /** Only for tokens that this platform has made. */
  pathOf(token: string): string {
    return path.join(this.#folder, token);
  }

  async create(token: string): Promise<void> {
    await writeFile(this.pathOf(token), '', { flag: 'wx', mode: 0o600 });
  }

  async state(token: string): Promise<{ readonly size: number; readonly modified: Date }> {
    const found = await stat(this.pathOf(token)).catch(() => undefined);
    return { size: found?.size ?? 0, modified: found?.mtime ?? new Date(0) };
  }

  /**
   * Writes the bytes behind those that are there, straight to disk. An interrupted body keeps what has arrived,
   * so that the client can go on from there; one that is too long leaves nothing behind.
   */
  async append(
    token: string,
    offset: number,
    body: Readable,
    room: number,
    signal: AbortSignal,
  ): Promise<void> {
    const file = this.pathOf(token);
    const output = createWriteStream(file, { flags: 'r+', start: offset, flush: true });
    try {
      await pipeline(body, atMost(room), output, { signal });
    } catch (error) {
      if (error instanceof TooLongError) await truncate(file, offset);
      else await flush(file);
      throw error;
    }
  }

  async remove(token: string): Promise<void> {
    await rm(this.pathOf(token), { force: true });
  }
}

/** More bytes came than the stream was opened for. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

function atMost(room: number): Transform {
  let left = room;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new TooLongError());
      else done(null, chunk);
    },
  });
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
