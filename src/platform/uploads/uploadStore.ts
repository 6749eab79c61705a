import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { errorCode } from '../../core/interface/errorCode';
import { fileIdentity } from '../../core/interface/upload';
import { illegalState, invalidArgument } from '../errors';
import { appendRows, countColumn, parseRows } from '../store/sqlValue';
import type { InTransaction, Store, Transaction } from '../store/store';
import type { LogTables } from '../store/logTables';
import { loadUpload } from './loadUpload';
import type { LoadedRows } from './loadUpload';
import { TooLongError, UploadFiles } from './uploadFiles';

const uploadMetadata = z.object({
  table_name: z.string(),
  format: z.enum(['ndjson', 'csv']),
  ...fileIdentity.shape,
});

export type UploadMetadata = Readonly<z.infer<typeof uploadMetadata>>;

const uploadRow = z.object({
  token: z.string(),
  remoteAddress: z.string(),
  loginName: z.string(),
  fileName: z.string(),
  fileSize: countColumn,
  metadata: z.pipe(
    z.string(),
    z.transform((text) => uploadMetadata.parse(JSON.parse(text))),
  ),
  created: z.date(),
});

export type NewUpload = Omit<Upload, 'token' | 'created' | 'uploadedSize' | 'lastUpload'>;

export interface Upload extends Readonly<z.infer<typeof uploadRow>> {
  readonly uploadedSize: number;
  readonly lastUpload: Date | undefined;
}

/** Upload streams: opened, filled in parts, then loaded as a whole or canceled. They survive a restart. */
export class Uploads implements AsyncDisposable {
  readonly #files: UploadFiles;
  readonly #uploads = new Map<string, Upload>();
  /** The current operation of each stream. */
  readonly #work = new Map<string, Work>();
  readonly #removals = new Set<Promise<void>>();

  private constructor(
    private readonly database: Store,
    private readonly logTables: LogTables,
  ) {
    this.#files = new UploadFiles(database.segmentFolder);
  }

  static async open(database: Store, logTables: LogTables): Promise<Uploads> {
    const uploads = new Uploads(database, logTables);
    const select = 'SELECT * RENAME (remote_addr AS remote_address) FROM upload_stream';
    const rows = parseRows(uploadRow, await database.read(select));
    await uploads.#files.prepare(new Set(rows.map(({ token }) => token)));
    for (const row of rows) {
      const { size, modified } = await uploads.#files.state(row.token);
      uploads.#uploads.set(row.token, {
        ...row,
        uploadedSize: size,
        lastUpload: size > 0 ? modified : undefined,
      });
    }
    return uploads;
  }

  find(token: string): Upload | undefined {
    return this.#uploads.get(token);
  }

  /** Oldest first. */
  all(): readonly Upload[] {
    return [...this.#uploads.values()].sort((one, other) => one.created.getTime() - other.created.getTime());
  }

  async create(upload: NewUpload, onCommit?: InTransaction): Promise<string> {
    const created: Upload = {
      ...upload,
      token: randomUUID(),
      created: new Date(),
      uploadedSize: 0,
      lastUpload: undefined,
    };
    await this.#files.create(created.token);
    await this.database.write(async (transaction) => {
      const { token, remoteAddress, loginName, fileName, metadata } = created;
      const values = [BigInt(created.fileSize), JSON.stringify(metadata), created.created];
      await appendRows(transaction.connection, 'upload_stream', [
        [token, remoteAddress, loginName, fileName, ...values],
      ]);
      await onCommit?.(transaction);
    });
    this.#uploads.set(created.token, created);
    return created.token;
  }

  /** Returns the number of received bytes. A client that reconnects replaces its broken connection. */
  async append(token: string, remoteAddress: string, offset: number, body: Readable): Promise<number> {
    this.#require(token, remoteAddress);
    if (this.#work.get(token)?.kind === 'append') await this.#endWork(token);
    return this.#exclusively(token, 'append', async (signal) => {
      const upload = this.#require(token, remoteAddress);
      if (offset !== upload.uploadedSize) {
        throw invalidArgument(`'offset' must be equal to ${upload.uploadedSize}.`);
      }
      const room = upload.fileSize - upload.uploadedSize;
      if (!(await this.#files.hasRoomFor(room))) throw noSpace();
      try {
        await this.#files.append(token, upload.uploadedSize, body, room, signal);
      } catch (error) {
        if (error instanceof TooLongError) {
          throw invalidArgument(`more than the ${upload.fileSize} bytes of 'file_size' were sent`);
        }
        throw isOutOfSpace(error) ? noSpace() : invalidArgument('the body was cut off');
      } finally {
        const { size } = await this.#files.state(token);
        const arrived = { ...upload, uploadedSize: size, lastUpload: new Date() };
        // It may have been canceled meanwhile.
        if (this.#uploads.has(token)) this.#uploads.set(token, arrived);
      }
      return this.#uploads.get(token)?.uploadedSize ?? 0;
    });
  }

  /**
   * Loads the received bytes and ends the stream, atomically. A stream that cannot be loaded is kept.
   * `onCommit` receives the number of rows.
   */
  async complete(
    token: string,
    remoteAddress: string,
    onCommit?: InTransaction<number>,
  ): Promise<LoadedRows> {
    this.#require(token, remoteAddress);
    return this.#exclusively(token, 'complete', async (signal) => {
      const upload = this.#require(token, remoteAddress);
      if (upload.uploadedSize !== upload.fileSize) {
        throw illegalState(`upload stream incomplete: ${upload.uploadedSize} of ${upload.fileSize} bytes`);
      }
      // Rows are compressed, but an unusual file is copied first.
      if (!(await this.#files.hasRoomFor(upload.fileSize))) throw noSpace();
      const { table_name: table, format } = upload.metadata;
      using connection = await this.database.connect();
      const file = { path: this.#files.pathOf(token), table, format };
      const end: InTransaction<number> = async (transaction, rows) => {
        if (!(await deleteUpload(transaction, token))) throw uploadNotFound(token);
        await onCommit?.(transaction, rows);
      };
      const { logTables } = this;
      const loaded = await loadUpload({ logTables, connection, file, onCommit: end, signal }).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          throw error;
        },
      );
      this.#forget(token);
      return loaded;
    });
  }

  async cancel(token: string, remoteAddress: string, onCommit?: InTransaction): Promise<void> {
    this.#require(token, remoteAddress);
    await this.#insteadOfWork(token, async () => {
      // The load may have completed, so that there is nothing left to cancel.
      this.#require(token, remoteAddress);
      if (!(await this.#remove(token, onCommit))) throw uploadNotFound(token);
    });
  }

  /** Deletes streams that have received nothing for a day. */
  async sweep(now = new Date()): Promise<void> {
    const stale = this.all().filter(
      ({ created, lastUpload }) => now.getTime() - (lastUpload ?? created).getTime() > maxPause,
    );
    for (const { token } of stale) {
      // What arrives now is counted when its request ends.
      const { modified } = await this.#files.state(token);
      if (this.#work.has(token) && now.getTime() - modified.getTime() <= maxPause) continue;
      await this.#insteadOfWork(token, async () => {
        if (this.#uploads.has(token)) await this.#remove(token);
      });
    }
  }

  /** Ends current operations. All streams are kept and can be resumed after the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#work.keys()].map((token) => this.#endWork(token)));
    await Promise.all(this.#removals);
  }

  /** Ends what is under way. Until the stream is removed, nothing else starts. */
  async #insteadOfWork(token: string, remove: () => Promise<void>): Promise<void> {
    // A client that waited to resume may be the first to continue.
    while (this.#work.has(token)) await this.#endWork(token, uploadNotFound(token));
    await this.#exclusively(token, 'remove', remove);
  }

  async #endWork(token: string, reason?: Error): Promise<void> {
    const work = this.#work.get(token);
    work?.abort.abort(reason);
    await work?.done;
  }

  /** Returns whether there was something to remove: a load that failed after its commit has ended the stream. */
  async #remove(token: string, onCommit?: InTransaction): Promise<boolean> {
    const isRemoved = await this.database.write(async (transaction) => {
      const isOpen = await deleteUpload(transaction, token);
      if (isOpen) await onCommit?.(transaction);
      return isOpen;
    });
    this.#forget(token);
    return isRemoved;
  }

  /** Does not wait until the file is deleted, which takes a while for a large one. */
  #forget(token: string): void {
    this.#uploads.delete(token);
    const removal = this.#files.remove(token).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  /** A token is valid only from the address that opened its stream; elsewhere it is treated as unknown. */
  #require(token: string, remoteAddress: string): Upload {
    const upload = this.#uploads.get(token);
    if (upload?.remoteAddress !== remoteAddress) throw uploadNotFound(token);
    return upload;
  }

  async #exclusively<T>(
    token: string,
    kind: Work['kind'],
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#work.has(token)) throw illegalState(`upload stream is busy: ${token}`);
    const abort = new AbortController();
    const result = work(abort.signal);
    // The caller receives the outcome.
    const end = (): void => void this.#work.delete(token);
    const done = result.then(end, end);
    this.#work.set(token, { kind, abort, done });
    await done;
    return result;
  }
}

export function uploadNotFound(token: string): Error {
  return illegalState(`upload stream not found: ${token}`);
}

interface Work {
  readonly kind: 'append' | 'complete' | 'remove';
  readonly abort: AbortController;
  /** Never rejects. */
  readonly done: Promise<void>;
}

function noSpace(): Error {
  return illegalState('no space left for the upload stream');
}

function isOutOfSpace(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}

/** Returns whether there was one. */
async function deleteUpload({ run }: Transaction, token: string): Promise<boolean> {
  const deleted = await run('DELETE FROM upload_stream WHERE token = ? RETURNING token', [token]);
  return deleted.length > 0;
}

const maxPause = 24 * 60 * 60 * 1000;
