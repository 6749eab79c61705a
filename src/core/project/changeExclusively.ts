import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../interface/errorCode';
import { t } from '../base/localize';
import { ProjectError } from './fileProblem';

/** Milliseconds. A change takes less than one second, so an older one is that of a process that was killed. */
const maxChange = 10_000;
/** For times of files, whose clock may be that of another machine. */
const maxAge = 60_000;
const maxWait = 30_000;

/**
 * Replaces a file while no other process or window does. The new text is written to a file next to it that only one
 * can create, and which then takes its place: whoever is killed in between leaves the old file, and one that the next
 * change removes.
 *
 * @param change returns the new text, from what it reads itself. It runs again if another process interfered.
 */
export async function changeExclusively(file: string, change: () => string): Promise<void> {
  const unfinished = `${file}.tmp`;
  const start = performance.now();
  let known = { identity: '', since: start };
  while (!tryChange(file, unfinished, change)) {
    const now = performance.now();
    if (now - start > maxWait) {
      throw new ProjectError(t('Another process is writing {0}. Try again, or delete the file.', unfinished));
    }
    const found = lstatSync(unfinished, { bigint: true, throwIfNoEntry: false });
    const identity = identityOf(found);
    if (identity !== known.identity) known = { identity, since: now };
    const isOld = now - known.since > maxChange || Date.now() - Number(found?.mtimeMs ?? Infinity) > maxAge;
    if (found !== undefined && isOld) removeAbandoned(unfinished, identity);
    else await pause(5 + 20 * Math.random());
  }
}

/** Without waiting in between, so that a busy process is not taken for a killed one. */
function tryChange(file: string, unfinished: string, change: () => string): boolean {
  let handle: number | undefined;
  let identity = '';
  try {
    handle = openSync(unfinished, 'wx');
    writeFileSync(handle, change());
    identity = identityOf(fstatSync(handle, { bigint: true }));
    closeSync(handle);
    handle = undefined;
    // Another process removed it while this one was suspended.
    if (identity !== identityOf(lstatSync(unfinished, { bigint: true, throwIfNoEntry: false }))) return false;
    renameSync(unfinished, file);
    return true;
  } catch (error) {
    if (handle !== undefined) closeSync(handle);
    if (handle !== undefined || identity !== '') rmSync(unfinished, { force: true });
    if (isBusy(error)) return false;
    throw error;
  }
}

/** On Windows, also while another process reads or deletes the file. */
function isBusy(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === 'EEXIST' || (process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(String(code)))
  );
}

function identityOf(stats: BigIntStats | undefined): string {
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs}`;
}

/** Of several processes that find it, one removes it; a newer one that took its place is put back. */
function removeAbandoned(unfinished: string, identity: string): void {
  const aside = `${unfinished}.${process.pid}`;
  try {
    renameSync(unfinished, aside);
    if (identityOf(lstatSync(aside, { bigint: true })) !== identity) linkSync(aside, unfinished);
    rmSync(aside, { force: true });
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(errorCode(error)))) throw error;
    rmSync(aside, { force: true });
  }
}
