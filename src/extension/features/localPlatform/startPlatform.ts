import { mkdir, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { PlatformProcess } from '../../../core/api/platformProcess';
import { announcementFileName, announcementFolder } from '../../../core/interface/announcement';
import type { PlatformAnnouncement } from '../../../core/interface/platformAnnouncement';

/** Stores the key of a platform with persistent data, which is announced only at its first start. */
export interface KeyStore {
  get(): PromiseLike<string | undefined>;
  store(key: string): PromiseLike<void>;
}

export interface PlatformStart {
  /** The path of the bundle. */
  readonly program: string;
  readonly dataFolder: string;
  /** Any free one by default. */
  readonly port?: number;
  readonly keys: KeyStore;
  readonly log: (line: string) => void;
}

/** Resolves when the platform is listening and its announcement contains the key. */
export async function startPlatform(
  { program, dataFolder, port = 0, keys, log }: PlatformStart,
  signal: AbortSignal,
): Promise<PlatformProcess> {
  const folder = announcementFolder(process.env, homedir());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, announcementFileName(process.pid));
  const args = ['--data', dataFolder, '--demo', '--port', String(port), '--announce', file];
  const platform = await PlatformProcess.start(program, args, signal, log);
  await completeAnnouncement(file, platform.announcement, keys);
  return platform;
}

/** Other windows find the platform through this file, so it must contain the key. */
async function completeAnnouncement(
  file: string,
  announced: PlatformAnnouncement,
  keys: KeyStore,
): Promise<void> {
  if (announced.api_key !== undefined) {
    await keys.store(announced.api_key);
    return;
  }
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ ...announced, api_key: await keys.get() })}\n`, { mode: 0o600 });
  await rename(draft, file);
}
