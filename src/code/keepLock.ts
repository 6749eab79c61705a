import type { SaveLockEntry } from './applyActions';
import type { Lock, LockEntry } from './lock';
import type { ProjectFolder } from './projectFolder';
import type { PullEdit } from './pull';

/** Notes in the lock, on the disk too, what was applied. */
export function rememberIn(folder: ProjectFolder, lock: Lock, platform: string): SaveLockEntry {
  return async (action, entry) => {
    note(lock, platform, action, entry);
    // What is only adopted is found again by the next plan, so it can wait for the next write.
    if (action.kind !== 'adopt') await folder.writeLock(lock);
  };
}

/** Writes the files that pulling changes, and notes each in the lock before the next. */
export async function writeEdits(
  folder: ProjectFolder,
  lock: Lock,
  platform: string,
  edits: readonly PullEdit[],
): Promise<void> {
  for (const edit of edits) {
    const { kind, path, source } = edit;
    if (source !== undefined) await folder.write(path, source);
    if (kind === 'remove') await folder.remove(path);
    note(lock, platform, edit, edit.entry);
    if (kind !== 'adopt') await folder.writeLock(lock);
  }
  // Adoptions change nothing that anybody sees; one write for all of them is enough.
  await folder.writeLock(lock);
}

interface OfFile {
  readonly path: string;
  readonly movedFrom?: string | undefined;
}

function note(lock: Lock, platform: string, { path, movedFrom }: OfFile, entry: LockEntry | undefined): void {
  if (movedFrom !== undefined) lock.delete(platform, movedFrom);
  if (entry === undefined) lock.delete(platform, path);
  else lock.set(platform, path, entry);
}
