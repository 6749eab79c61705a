import { open, type FileHandle } from 'node:fs/promises';

/**
 * Reads a file piece by piece into two buffers that are used in turn: while one is being sent the next is
 * read into the other. A piece is valid until the piece after the next is asked for.
 */
export class ChunkReader implements AsyncDisposable {
  readonly #buffers: readonly [Buffer, Buffer];
  #turn: 0 | 1 = 0;
  #ahead: Piece | undefined;

  private constructor(
    private readonly file: FileHandle,
    largest: number,
  ) {
    this.#buffers = [Buffer.allocUnsafeSlow(largest), Buffer.allocUnsafeSlow(largest)];
  }

  static async open(path: string, largest: number): Promise<ChunkReader> {
    return new ChunkReader(await open(path, 'r'), largest);
  }

  /** Fewer bytes than asked for only at the end of the file. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const suits = ahead?.offset === offset && ahead.length === length;
    // What is being read into a buffer must be finished before the buffer is used for something else.
    const read = await ahead?.bytes;
    const bytes = suits && read !== undefined ? read : await this.#fill(offset, length);
    const next = offset + bytes.length;
    if (bytes.length === length) {
      const reading = this.#fill(next, length);
      // Whoever asks for it sees the failure; nobody may ask.
      reading.catch(() => undefined);
      this.#ahead = { offset: next, length, bytes: reading };
    }
    return bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ahead?.bytes.catch(() => undefined);
    await this.file.close();
  }

  async #fill(offset: number, length: number): Promise<Uint8Array> {
    this.#turn = this.#turn === 0 ? 1 : 0;
    const buffer = this.#buffers[this.#turn];
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.file.read(buffer, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }
}

interface Piece {
  readonly offset: number;
  readonly length: number;
  readonly bytes: Promise<Uint8Array>;
}
