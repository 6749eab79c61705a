import type { PlatformClient } from '../../../core/api/client';
import type { UploadRequest } from '../../../core/api/operations/uploads';
import type { FilePart, LoadedUpload } from '../../../core/interface/upload';
import { WritesLockedError } from '../../../core/api/errors';
import { PauseGate } from './pauseGate';
import { SentPart, isUnchanged } from './sentPart';
import type { LogFile } from './sentPart';
import { firstChunk, nextChunkSize, TransferRate, minChunk } from './transferRate';
import { badRow, isTemporary, isTooSlow, isUnknownStream, rightOffset } from './uploadFaults';
import { createReadStream } from 'node:fs';
import type { ByteSource } from '../../../core/api/operation';
import {
  openUpload,
  appendUpload,
  completeUpload,
  cancelUpload,
  getUpload,
} from '../../../core/api/operations/uploads';

export type UploadState =
  | { readonly kind: 'sending' | 'paused' | 'loading' | 'ended' }
  /** The connection was lost; the upload is retried automatically. */
  | { readonly kind: 'waiting'; readonly milliseconds: number }
  /** The connection was lost and automatic retries failed: the user must resume. */
  | { readonly kind: 'interrupted'; readonly error: unknown };

export type UploadOutcome =
  | ({ readonly kind: 'done' } & LoadedUpload)
  | { readonly kind: 'badRow'; readonly line: number; readonly reason: string }
  | { readonly kind: 'cancelled' }
  /** Canceled, but the platform did not confirm that it has discarded the data. */
  | { readonly kind: 'notConfirmed'; readonly mayBeLoaded: boolean }
  /** The connection was lost during loading and the stream no longer exists: most likely loaded. */
  | { readonly kind: 'unknown' };

/** A stream that was opened before, to resume. */
export interface OpenStream {
  readonly token: string;
  readonly offset: number;
}

type UploadClient = Pick<PlatformClient, 'send' | 'mayHave'>;

/** The file has changed since the upload started. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/** Milliseconds before each retry after a lost connection. */
const pauses = [1000, 2000, 4000, 8000, 15_000];

/** The upload of one file to one table. Streams the file, so that its size does not matter. */
export class FileUpload {
  state: UploadState = { kind: 'sending' };
  /** Undefined until the platform has opened the stream. */
  token: string | undefined;
  sent = 0;
  readonly #abort = new AbortController();
  readonly #gate = new PauseGate(this.#abort.signal);
  readonly #rate = new TransferRate();
  #part = new SentPart();
  #attempts = 0;
  #chunk = firstChunk;
  /** After an interruption, only the platform knows how much has arrived. */
  #uncertain = false;
  /** Whether the next part is at the offset that the platform asked for when it rejected the last one. */
  #isCorrected = false;
  /** Whether the platform may have been requested to load the rows, possibly before a reload. */
  #mayBeLoaded = false;

  constructor(
    readonly file: LogFile,
    readonly request: UploadRequest,
    private readonly open: () => Promise<UploadClient>,
    private readonly changed: () => void = () => undefined,
    private readonly retryPauses: readonly number[] = pauses,
  ) {}

  /** The hash of what has been sent; may end before `sent`. */
  get part(): FilePart {
    return this.#part.value;
  }

  /** Bytes per second. */
  get rate(): number | undefined {
    return this.#rate.rate;
  }

  get secondsLeft(): number | undefined {
    return this.#rate.remaining(this.file.size - this.sent);
  }

  /** Sends and loads the whole file. Rejects on failures that a retry cannot fix. */
  async run(stream?: OpenStream): Promise<UploadOutcome> {
    try {
      this.token =
        stream?.token ?? (await (await this.open()).send(openUpload(this.request), this.#abort.signal));
      this.sent = stream?.offset ?? 0;
      this.#uncertain = stream !== undefined;
      this.#mayBeLoaded = stream !== undefined && stream.offset >= this.file.size;
      this.changed();
      await this.#send(this.token);
      return await this.#load(this.token);
    } catch (error) {
      return await this.#fail(error);
    } finally {
      this.#enter({ kind: 'ended' });
    }
  }

  /** Takes effect after the current chunk. */
  pause(): void {
    if (this.state.kind === 'loading' || this.state.kind === 'ended') return;
    this.#gate.close();
    this.#enter({ kind: 'paused' });
  }

  /** Also ends the wait after a lost connection. */
  resume(): void {
    this.#rate.restart();
    this.#gate.open();
  }

  cancel(): void {
    this.#abort.abort();
  }

  async #send(token: string): Promise<void> {
    while (this.sent < this.file.size) {
      await this.#gate.passed();
      this.#enter({ kind: 'sending' });
      // An empty request returns the offset: a rejected body would waste bandwidth, and some proxies fail on it.
      const length = this.#uncertain ? 0 : Math.min(this.#chunk, this.file.size - this.sent);
      await this.#attempt(async () => this.#append(token, length));
    }
  }

  async #append(token: string, length: number): Promise<void> {
    const client = await this.open();
    const started = Date.now();
    this.#rate.note(this.sent);
    const end = this.sent + length;
    const piece = length === 0 ? undefined : await this.#pieceTo(end);
    const body = piece ?? new Uint8Array();
    const size = await client.send(appendUpload(token, this.sent, body), this.#abort.signal);
    this.sent = Number(size);
    this.#uncertain = false;
    if (piece !== undefined) {
      // Otherwise, the hash is extended before the next piece.
      if (this.sent === end) this.#part = piece.part ?? this.#part;
      this.#attempts = 0;
      this.#chunk = nextChunkSize(this.#chunk, Date.now() - started);
    }
    this.#rate.note(this.sent);
    this.changed();
  }

  /** The next bytes of the file, with the hash of all bytes up to their end after they were sent. */
  async #pieceTo(end: number): Promise<ByteSource & { part?: SentPart }> {
    await this.#part.extendTo(this.file.path, this.sent);
    const piece: ByteSource & { part?: SentPart } = {
      length: end - this.sent,
      open: () => {
        const options = { start: this.sent, end: end - 1, highWaterMark: readSize };
        const bytes = createReadStream(this.file.path, options);
        if (this.#part.length !== this.sent) return bytes;
        const { stream, part } = this.#part.followedBy(bytes);
        piece.part = part;
        return stream;
      },
    };
    return piece;
  }

  async #load(token: string): Promise<UploadOutcome> {
    await this.#checkFile(this.part);
    // A resumed upload whose bytes had all arrived may already have been loading.
    let lost = this.#uncertain;
    this.#mayBeLoaded = true;
    for (;;) {
      this.#enter({ kind: 'loading' });
      try {
        const loaded = await (await this.open()).send(completeUpload(token), this.#abort.signal);
        return { kind: 'done', ...loaded };
      } catch (error) {
        if (lost && isUnknownStream(error)) return { kind: 'unknown' };
        lost ||= !(error instanceof WritesLockedError);
        await this.#recover(error);
      }
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#isCorrected = false;
    } catch (error) {
      const offset = rightOffset(error);
      if (offset === undefined) await this.#recover(error);
      else if (!this.#canContinueAt(offset)) throw error;
      else {
        if (offset > this.sent) this.#attempts = 0;
        this.sent = offset;
        this.#uncertain = false;
        this.#isCorrected = true;
      }
    }
  }

  /** Unless it is beyond the file, or the platform takes back what it has asked for: that could go on for ever. */
  #canContinueAt(offset: number): boolean {
    return offset <= this.file.size && (offset > this.sent || (offset < this.sent && !this.#isCorrected));
  }

  /** Waits until a retry makes sense; rejects if it does not. */
  async #recover(error: unknown): Promise<void> {
    const isLocked = error instanceof WritesLockedError;
    if (this.#abort.signal.aborted || !(isTemporary(error) || isLocked)) throw error;
    if (isTooSlow(error)) this.#chunk = Math.max(minChunk, this.#chunk / 2);
    // The user left the connection locked, so nothing was sent, and only the user can resume.
    const pause = isLocked ? undefined : this.retryPauses[this.#attempts++];
    this.#uncertain ||= !isLocked;
    this.#isCorrected = false;
    this.#rate.restart();
    if (pause === undefined) {
      this.#attempts = 0;
      this.#gate.close();
      this.#enter({ kind: 'interrupted', error });
      await this.#gate.passed();
    } else {
      this.#enter({ kind: 'waiting', milliseconds: pause });
      await this.#gate.timePassed(pause);
    }
    // A truncated file looks like a lost connection, because the body ends before its `content-length`.
    await this.#checkFile();
  }

  async #checkFile(part?: FilePart): Promise<void> {
    if (!(await isUnchanged(this.file, part))) throw new FileChangedError();
  }

  async #fail(error: unknown): Promise<UploadOutcome> {
    // Deletes the stream of a failed upload. Whether that works does not affect the reported failure.
    const isDiscarded = this.token === undefined || (await this.#discard(this.token, error));
    if (this.#abort.signal.aborted) {
      return isDiscarded ? { kind: 'cancelled' } : { kind: 'notConfirmed', mayBeLoaded: this.#mayBeLoaded };
    }
    const bad = badRow(error);
    if (bad !== undefined) return { kind: 'badRow', ...bad };
    throw error;
  }

  /** Deletes the stream after a failure. Returns whether it is certain that nothing of it is left or loaded. */
  async #discard(token: string, failure: unknown): Promise<boolean> {
    try {
      const client = await this.open();
      if (isUnknownStream(failure)) return await this.#isDeleted(client, token);
      const isDeleted = client.send(cancelUpload(token)).then(() => true);
      return await isDeleted.catch(async () => this.#isDeleted(client, token));
    } catch {
      return false;
    }
  }

  /** A stream that was loaded no longer exists either. */
  async #isDeleted(client: UploadClient, token: string): Promise<boolean> {
    if (this.#mayBeLoaded || !this.#abort.signal.aborted || !(await client.mayHave('MASTER'))) return false;
    return (await client.send(getUpload(token))) === undefined;
  }

  #enter(state: UploadState): void {
    // Every chunk sets this state again; progress is reported when the chunk has arrived.
    if (state.kind === 'sending' && this.state.kind === 'sending') return;
    this.state = state;
    this.changed();
  }
}

/** Large enough to read efficiently, small enough not to fill the memory on a slow connection. */
const readSize = 512 * 1024;
