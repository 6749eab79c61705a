import { rename, rm, writeFile } from 'node:fs/promises';

/** What a platform tells about itself when it listens. */
export interface Announcement {
  readonly event: 'listening';
  readonly base_url: string;
  readonly product: string;
  /** Present where the platform made the key itself. */
  readonly api_key?: string;
}

/** Leaves the announcement where only this user can read it. The returned function takes it away again. */
export async function announce(file: string, announcement: Announcement): Promise<() => Promise<void>> {
  // Moved into place whole: a file that was there may be readable by others, and a reader never sees half.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(announcement)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return () => rm(file, { force: true });
}
