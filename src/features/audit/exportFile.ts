import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ExportedFile } from './exportManifest';

/**
 * A file that is written under a temporary name and renamed when it is complete. An incomplete file is
 * deleted on dispose.
 */
export class ExportFile implements AsyncDisposable {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #entries = 0;
  #finished = false;

  private constructor(
    readonly target: string,
    private readonly partial: string,
    private readonly handle: FileHandle,
  ) {}

  static async create(target: string): Promise<ExportFile> {
    const partial = `${target}.partial`;
    return new ExportFile(target, partial, await open(partial, 'w'));
  }

  get entries(): number {
    return this.#entries;
  }

  async write(text: string, entries = 0): Promise<void> {
    const bytes = Buffer.from(text, 'utf8');
    await this.handle.write(bytes);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#entries += entries;
  }

  async finish(): Promise<ExportedFile> {
    await this.handle.sync();
    await this.handle.close();
    this.#finished = true;
    await rename(this.partial, this.target);
    return {
      name: path.basename(this.target),
      entries: this.#entries,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#finished) return;
    await this.handle.close();
    await rm(this.partial, { force: true });
  }
}
