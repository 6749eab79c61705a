import { createReadStream } from 'node:fs';
import type { ByteSource } from '../../api/operation';

/** Large enough that reading costs little, small enough that a slow way does not fill the memory. */
const readSize = 512 * 1024;

/** A part of a file, read ahead of the sending by one step. */
export function pieceOf(path: string, offset: number, length: number): ByteSource {
  return {
    length,
    open: () => createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: readSize }),
  };
}
