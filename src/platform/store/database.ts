import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { t } from '../../shared/localize';
import { ChangeCount } from './changeCount';
import { openDataFolder } from './dataFolder';
import type { DataFolder } from './dataFolder';
import { bindParameters } from './sqlValue';
import type { SqlParameters, SqlRow } from './sqlValue';
import type { Store, Transaction } from './store';
import { WriteQueue } from './writeQueue';

/** The one store of a platform: many readers, one writer at a time. */
export class Database implements Store, AsyncDisposable {
  readonly segmentFolder: string;
  readonly #instance: DuckDBInstance;
  readonly #writer: DuckDBConnection;
  readonly #folder: DataFolder;
  /** Undefined for a store in memory. */
  readonly #changes: ChangeCount | undefined;
  readonly #idleReaders: DuckDBConnection[] = [];
  readonly #waitingReaders: ((connection: DuckDBConnection) => void)[] = [];
  #readerCount = 0;
  readonly #writes = new WriteQueue();
  readonly #connecting = new Set<Promise<DuckDBConnection>>();
  #closed = false;

  private constructor(
    instance: DuckDBInstance,
    writer: DuckDBConnection,
    folder: DataFolder,
    changes: ChangeCount | undefined,
  ) {
    this.#instance = instance;
    this.#writer = writer;
    this.#folder = folder;
    this.#changes = changes;
    this.segmentFolder = folder.segmentFolder;
  }

  get isComplete(): boolean {
    return this.#changes === undefined || this.#changes.lost === 0;
  }

  /** Acknowledged changes that the database does not have, as far as that is known. */
  get lostChanges(): number {
    return this.#changes?.lost ?? 0;
  }

  /** To be called when everything that depends on {@link isComplete} is done. */
  acceptLosses(): void {
    this.#changes?.accept();
  }

  /** Without a folder the store is in memory and gone at close. The caller disposes of what it gets. */
  static async open(folder: string | undefined): Promise<Database> {
    const dataFolder = await openDataFolder(folder);
    try {
      const instance = await openInstance(dataFolder, folder);
      await dataFolder.removeLeftovers();
      const writer = await instance.connect();
      await harden(writer, dataFolder);
      const { changesFile } = dataFolder;
      const changes = changesFile === undefined ? undefined : await ChangeCount.open(changesFile, writer);
      return new Database(instance, writer, dataFolder, changes);
    } catch (error) {
      if (folder === undefined) await dataFolder.remove();
      throw error;
    }
  }

  async read(sql: string, parameters: SqlParameters = []): Promise<SqlRow[]> {
    const connection = await this.#takeReader();
    try {
      return await runOn(connection, sql, parameters);
    } finally {
      this.#giveBack(connection);
    }
  }

  /**
   * Runs the work in a transaction of its own, after all writes asked for earlier. What it did is on disk
   * before the promise resolves, and undone when the work throws.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#writes.add(() => this.#runTransaction(work));
  }

  writeNext<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#writes.addFirst(() => this.#runTransaction(work));
  }

  /** Everything that the work writes to the store it is handed is one transaction, and reads see what it wrote. */
  writeAsOne<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.write(async (transaction) => {
      const turns = new WriteQueue();
      const write: Store['write'] = (change) => turns.add(() => change(transaction));
      const { segmentFolder, isComplete } = this;
      const read = transaction.run;
      const connect: Store['connect'] = () => this.connect();
      try {
        return await work({ segmentFolder, isComplete, read, write, writeNext: write, connect });
      } finally {
        // Where one of several changes failed, the others may still be at it.
        await turns.whenIdle();
      }
    });
  }

  /** Refused when the store is closed: the engine crashes where something connects to what is gone. */
  async connect(): Promise<DuckDBConnection> {
    if (this.#closed) throw new Error(t('The store is closed.'));
    const connecting = this.#instance.connect();
    this.#connecting.add(connecting);
    try {
      return await connecting;
    } finally {
      this.#connecting.delete(connecting);
    }
  }

  /** Waits for the writes under way; those asked for later are refused. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writes.whenIdle();
    await Promise.allSettled(this.#connecting);
    for (const reader of this.#idleReaders) reader.closeSync();
    this.#writer.closeSync();
    this.#instance.closeSync();
    this.#changes?.[Symbol.dispose]();
    await this.#folder.remove();
  }

  async #runTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error(t('The store is closed.'));
    const connection = this.#writer;
    await connection.run('BEGIN TRANSACTION');
    try {
      const last: (() => Promise<void>)[] = [];
      const result = await work({
        connection,
        run: (sql, parameters = []) => runOn(connection, sql, parameters),
        beforeCommit: (lastWork) => last.push(lastWork),
      });
      for (const lastWork of last) await lastWork();
      await this.#changes?.addTo(connection);
      await connection.run('COMMIT');
      this.#changes?.committed();
      return result;
    } catch (error) {
      // A failed commit has ended the transaction already; the first error is the one to tell.
      await connection.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async #takeReader(): Promise<DuckDBConnection> {
    const idle = this.#closed ? undefined : this.#idleReaders.pop();
    if (idle) return idle;
    if (this.#readerCount >= readerLimit) {
      return new Promise((resolve) => this.#waitingReaders.push(resolve));
    }
    this.#readerCount += 1;
    return this.connect();
  }

  #giveBack(connection: DuckDBConnection): void {
    const waiting = this.#waitingReaders.shift();
    if (waiting) waiting(connection);
    else this.#idleReaders.push(connection);
  }
}

const readerLimit = 4;
const bytesPerMegabyte = 1024 * 1024;
const largestMemoryMegabytes = 4096;
/** What queries may put on disk; half of the room there stays for the tables in any case. */
const largestSpillMegabytes = 64 * 1024;

async function runOn(
  connection: DuckDBConnection,
  sql: string,
  parameters: SqlParameters,
): Promise<SqlRow[]> {
  const bound = bindParameters(parameters);
  const reader = await connection.runAndReadAll(sql, bound?.values, bound?.types);
  return reader.getRowObjectsJS();
}

async function openInstance(dataFolder: DataFolder, folder: string | undefined): Promise<DuckDBInstance> {
  const halfOfMemory = Math.floor(os.totalmem() / bytesPerMegabyte / 2);
  try {
    return await DuckDBInstance.create(dataFolder.databaseFile, {
      threads: String(os.availableParallelism()),
      memory_limit: `${Math.min(halfOfMemory, largestMemoryMegabytes)}MB`,
      temp_directory: dataFolder.spillFolder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
  } catch (error) {
    if (folder === undefined || !(error instanceof Error)) throw error;
    const message = isLockConflict(error)
      ? t('Another platform process is already using the folder {0}.', folder)
      : t('The database {0} cannot be opened: {1}', dataFolder.databaseFile, error.message);
    throw new Error(message, { cause: error });
  }
}

/** In the engine's words, and in those of Windows. */
function isLockConflict({ message }: Error): boolean {
  return /could not set lock on file|being used by another process/i.test(message);
}

/** Statements reach nothing outside the segment folder, and none of these settings can be changed again. */
async function harden(connection: DuckDBConnection, { segmentFolder }: DataFolder): Promise<void> {
  const quotedFolder = `'${segmentFolder.replaceAll("'", "''")}'`;
  const { bavail, bsize } = await statfs(segmentFolder);
  const spillMegabytes = Math.min(largestSpillMegabytes, Math.floor((bavail * bsize) / bytesPerMegabyte / 2));
  await connection.run(`
    SET GLOBAL max_temp_directory_size = '${spillMegabytes}MiB';
    SET GLOBAL TimeZone = 'UTC';
    SET GLOBAL allowed_directories = [${quotedFolder}];
    SET GLOBAL enable_external_access = false;
    SET GLOBAL allow_community_extensions = false;
    SET GLOBAL lock_configuration = true;
  `);
}
