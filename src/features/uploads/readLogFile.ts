import { open } from 'node:fs/promises';
import path from 'node:path';
import type { LogFile } from './fileUpload';
import { readSample } from './logSample';
import type { ReadSample } from './logSample';

const sampleSize = 64 * 1024;

export interface DescribedFile extends LogFile {
  readonly name: string;
  readonly read: ReadSample;
}

/** Reads the beginning of a file to describe it. */
export async function readLogFile(file: string): Promise<DescribedFile> {
  const handle = await open(file, 'r');
  try {
    const { size, mtimeMs } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleSize), 0, sampleSize, 0);
    const read = readSample(buffer.subarray(0, bytesRead), bytesRead === size);
    return { path: file, name: path.basename(file), size, modified: mtimeMs, read };
  } finally {
    await handle.close();
  }
}
