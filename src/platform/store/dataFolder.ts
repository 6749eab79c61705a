import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '../../core/interface/errorCode';
import { t } from '../../core/base/localize';
import { folderFailure } from '../startFailure';

/** The files of a store. The caller deletes a temporary one with `remove`. */
export interface DataFolder {
  /** The database file, or `:memory:`. */
  readonly databaseFile: string;
  /** Contains the number of committed changes; undefined if nothing is persistent. */
  readonly changesFile: string | undefined;
  /** The segments of log tables; the only folder that statements can read and write. */
  readonly segmentFolder: string;
  /** Temporary data of statements that does not fit into memory. */
  readonly spillFolder: string;
  /** Deletes everything that must not outlive the process. */
  remove(): Promise<void>;
}

const temporaryPrefix = 'logbench-platform-';

/** Without a folder, the database is in memory, and segments are in a temporary folder. */
export async function openDataFolder(folder: string | undefined): Promise<DataFolder> {
  return folder === undefined ? openTemporary() : openPersistent(path.resolve(folder));
}

async function openPersistent(root: string): Promise<DataFolder> {
  // The engine parses everything after it as parameters, and would look for its log in another folder.
  if (root.slice(path.parse(root).root.length).includes('?')) {
    throw new Error(t('The path of the data folder, {0}, must not contain a question mark.', root));
  }
  const segmentFolder = path.join(root, 'segments');
  const spillFolder = path.join(root, 'spill');
  const databaseFile = path.join(root, 'platform.duckdb');
  await makeFolder(segmentFolder).catch((error: unknown) => {
    throw folderFailure(error, root);
  });
  // A copy may have left them readable by others.
  await chmod(segmentFolder, 0o700);
  for (const file of [databaseFile, `${databaseFile}.wal`]) if (existsSync(file)) await chmod(file, 0o600);
  if (!existsSync(databaseFile) && (await holdsSegments(segmentFolder))) {
    throw new Error(
      t('The folder {0} contains log tables, but their database {1} is missing.', root, databaseFile),
    );
  }
  return {
    databaseFile,
    changesFile: path.join(root, 'platform.changes'),
    segmentFolder,
    spillFolder,
    remove: () => rm(spillFolder, { recursive: true, force: true }),
  };
}

/** Creates parent folders too. Node's recursive `mkdir` does not return for folders such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    const above = path.dirname(folder);
    if (errorCode(error) !== 'ENOENT' || above === folder) throw error;
    await makeFolder(above);
    await mkdir(folder, { mode: 0o700 });
  }
}

/** Unknown files are deleted at startup; without a database, that would be all of them. */
async function holdsSegments(segmentFolder: string): Promise<boolean> {
  const found = await readdir(segmentFolder, { recursive: true });
  return found.some((file) => file.endsWith('.parquet'));
}

async function openTemporary(): Promise<DataFolder> {
  await removeAbandonedFolders();
  const root = await mkdtemp(path.join(os.tmpdir(), `${temporaryPrefix}${process.pid}-`));
  const segmentFolder = path.join(root, 'segments');
  await mkdir(segmentFolder);
  return {
    databaseFile: ':memory:',
    changesFile: undefined,
    segmentFolder,
    spillFolder: path.join(root, 'spill'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Deletes the temporary folders of killed processes. */
async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(os.tmpdir());
  const abandoned = names.filter((name) => {
    const owner = name.startsWith(temporaryPrefix)
      ? Number.parseInt(name.slice(temporaryPrefix.length))
      : NaN;
    return Number.isInteger(owner) && !isAlive(owner);
  });
  await Promise.all(
    // The leftovers of other users cannot be deleted, which is not a failure.
    abandoned.map((name) =>
      rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => undefined),
    ),
  );
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process exists even if it cannot be signaled.
    return errorCode(error) === 'EPERM';
  }
}
