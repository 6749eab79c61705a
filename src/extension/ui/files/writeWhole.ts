import { rename, rm } from 'node:fs/promises';

/** Writes a file under a temporary name. It is renamed when it is complete, and deleted if that fails. */
export async function writeWhole<Result>(
  target: string,
  write: (partial: string) => Promise<Result>,
): Promise<Result> {
  const partial = `${target}.partial`;
  try {
    const result = await write(partial);
    await rename(partial, target);
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
