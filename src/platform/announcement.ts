import { rename, rm, writeFile } from 'node:fs/promises';

/** The announcement of a listening platform. */
export interface Announcement {
  readonly event: 'listening';
  readonly base_url: string;
  readonly product: string;
  /** Present if the platform has created the key itself. */
  readonly api_key?: string;
}

/** Writes the announcement to a file that only this user can read. The returned function deletes it. */
export async function announce(file: string, announcement: Announcement): Promise<() => Promise<void>> {
  // Renamed into place: an existing file may be readable by others, and a reader never sees a partial file.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(announcement)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return () => rm(file, { force: true });
}
