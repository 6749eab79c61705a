import { readdir } from 'node:fs/promises';

/** The segment files of a data folder, also while a platform writes them. */
export async function segmentsIn(data: string): Promise<readonly string[]> {
  // Files and folders may be deleted while they are being read.
  const found = await readdir(data, { recursive: true }).catch(() => []);
  return found.filter((file) => file.endsWith('.parquet'));
}
