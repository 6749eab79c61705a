/** Overrides the folder, for tests and for systems without a usable home folder. */
export const announcementFolderVariable = 'LOGBENCH_ANNOUNCE_DIR';

/**
 * The folder in which the local platforms of this user announce themselves, with one JSON file each. It is in
 * the home folder because another user could create it first in a folder for temporary files.
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

/** `owner` is the id of the process that runs the platform. */
export function announcementFileName(owner: number): string {
  return `platform-${owner}.json`;
}
