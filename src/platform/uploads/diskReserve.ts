import { statfs } from 'node:fs/promises';

/** The space of a file system; an object, so that tests can fill it. */
export const disk = {
  spaceAt: async (folder: string): Promise<{ readonly free: number; readonly total: number }> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

const maxReserve = 1024 * 1024 * 1024;
const reservedShare = 0.05;

/** Whether so many bytes of uploads leave enough space for changes of the store and for a restart. */
export async function fitsBesideReserve(folder: string, bytes: number): Promise<boolean> {
  const { free, total } = await disk.spaceAt(folder);
  return free - bytes >= Math.min(maxReserve, total * reservedShare);
}
