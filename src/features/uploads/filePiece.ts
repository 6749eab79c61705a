import { createReadStream } from 'node:fs';
import type { ByteSource } from '../../api/operation';

/** Large enough to read efficiently, small enough not to fill the memory on a slow connection. */
const readSize = 512 * 1024;

/** A part of a file, read one step ahead of sending. */
export function pieceOf(path: string, offset: number, length: number): ByteSource {
  return {
    length,
    open: () => createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: readSize }),
  };
}
