import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { t } from '../../../core/base/localize';
import { fileIdentity } from '../../../core/interface/upload';
import type { FilePart, UploadStream } from '../../../core/interface/upload';

export interface LogFile {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  /** The first bytes when the file was selected. */
  readonly beginning?: FilePart | undefined;
}

/** The hash of the part of a file that a platform has, to recognize the file when the upload is resumed. */
export class SentPart {
  #hash = createHash('sha256');
  length = 0;

  get value(): FilePart {
    return { length: this.length, sha256: this.#hash.copy().digest('hex') };
  }

  /** Includes the file up to this offset, for example what an interrupted request has sent. */
  async extendTo(file: string, offset: number): Promise<void> {
    if (offset <= this.length) return;
    const bytes = createReadStream(file, { start: this.length, end: offset - 1 });
    for await (const chunk of bytes) this.#add(chunk as Uint8Array);
  }

  /** This part followed by the bytes of a stream, which passes them on to the request. */
  followedBy(source: Readable): { readonly stream: Readable; readonly part: SentPart } {
    const part = new SentPart();
    part.#hash = this.#hash.copy();
    part.length = this.length;
    const stream = Readable.from(part.#passing(source), { objectMode: false });
    return { stream, part };
  }

  async *#passing(source: Readable): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of source) {
      this.#add(chunk as Uint8Array);
      yield chunk as Uint8Array;
    }
  }

  #add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.length += chunk.length;
  }
}

/** The part of a file as read at once. */
export function partOf(bytes: Uint8Array): FilePart {
  return { length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Whether an upload can continue with its file: a log file that has grown is the same up to its previous end,
 * unless another file has taken its name, as in a log rotation.
 */
export async function isUnchanged(
  file: LogFile,
  part: FilePart | undefined = file.beginning,
): Promise<boolean> {
  const { size, mtimeMs } = await stat(file.path);
  if (size === file.size) return mtimeMs === file.modified;
  return size > file.size && part !== undefined && (await startsWith(file.path, part));
}

/** Compares the content even if size and time are the same. */
export async function isSameFile(file: LogFile, sent: FilePart | undefined): Promise<boolean> {
  const beginnings = [file.beginning, sent].filter((part) => part !== undefined);
  const [longest] = beginnings.toSorted((one, other) => other.length - one.length);
  if (!(await isUnchanged(file, longest))) return false;
  return longest === undefined || startsWith(file.path, longest);
}

/** Compares a file with the one that another window has started to upload: its size is already the same. */
export async function compareToStream(
  file: LogFile,
  { fileName, metadata }: Pick<UploadStream, 'fileName' | 'metadata'>,
): Promise<{ readonly isOther: boolean; readonly doubts: readonly string[] }> {
  const { modified, beginning } = z.safeParse(fileIdentity, metadata).data ?? {};
  const name = path.basename(file.path);
  const doubts = [
    ...(fileName === name
      ? []
      : [t('The upload started with the name {0}.', fileName ?? t('Unnamed upload'))]),
    ...(modified === undefined || modified === file.modified
      ? []
      : [t('The file has another modification time.')]),
    ...(modified === undefined || beginning === undefined
      ? [t('The platform does not report the modification time and the content of the file.')]
      : []),
  ];
  const isOther = beginning !== undefined && !(await startsWith(file.path, beginning));
  return { isOther, doubts };
}

async function startsWith(file: string, { length, sha256 }: FilePart): Promise<boolean> {
  const part = new SentPart();
  await part.extendTo(file, length);
  return part.value.sha256 === sha256;
}
