import * as z from 'zod/mini';

/** Names the folder instead of the usual one: for tests, and where the home folder is not the place. */
export const announcementFolderVariable = 'LOGBENCH_ANNOUNCE_DIR';

/**
 * The folder in which the platforms that run for this user announce themselves, one JSON file each. It lies
 * in the user's home, not in a folder for temporary files: there, another user could have been first.
 */
export function announcementFolder(
  environment: Readonly<Record<string, string | undefined>>,
  homeFolder: string,
): string {
  return environment[announcementFolderVariable] ?? `${homeFolder}/.logbench/platforms`;
}

export function isAnnouncementFile(name: string): boolean {
  return /^platform-\d+\.json$/.test(name);
}

/** `owner` is the number of the process that answers for the platform. */
export function announcementFileName(owner: number): string {
  return `platform-${owner}.json`;
}

/** What such a file holds. One left behind by a killed platform looks no different: ask before trusting it. */
export const PlatformAnnouncement = z.object({
  event: z.literal('listening'),
  base_url: z.string(),
  product: z.string(),
  api_key: z.optional(z.string()),
});

export type PlatformAnnouncement = z.infer<typeof PlatformAnnouncement>;
