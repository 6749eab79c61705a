import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { isAnnouncementFile } from '../../../core/interface/announcement';
import { isThisMachine } from '../../../core/interface/platformAddress';

export interface AnnouncedPlatform {
  readonly baseUrl: string;
  readonly product: string;
  readonly apiKey: string | undefined;
}

const probeTimeout = 500;

/** The announced platforms that are still running. */
export async function announcedPlatforms(folder: string): Promise<readonly AnnouncedPlatform[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter(isAnnouncementFile);
  const found = await Promise.all(files.map(async (name) => readAnnouncement(path.join(folder, name))));
  return found.filter((platform) => platform !== undefined);
}

/** Undefined for a file that another user could have written, that is invalid, or whose platform has ended. */
async function readAnnouncement(file: string): Promise<AnnouncedPlatform | undefined> {
  try {
    const { uid } = await stat(file);
    if (process.getuid !== undefined && uid !== process.getuid()) return undefined;
    const { PlatformAnnouncement } = await import('../../../core/interface/platformAnnouncement');
    const announced = PlatformAnnouncement.parse(JSON.parse(await readFile(file, 'utf8')));
    const address = new URL(announced.base_url);
    // An announced key is sent only to this machine.
    if (!isThisMachine(address.hostname) || !(await listens(address))) return undefined;
    return { baseUrl: announced.base_url, product: announced.product, apiKey: announced.api_key };
  } catch {
    return undefined;
  }
}

async function listens({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port),
      timeout: probeTimeout,
    });
    const settle = (response: boolean): void => {
      socket.destroy();
      resolve(response);
    };
    socket.once('connect', () => settle(true));
    for (const event of ['error', 'timeout']) {
      socket.once(event, () => settle(false));
    }
  });
}
