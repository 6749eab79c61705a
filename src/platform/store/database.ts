import { rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { t } from '../../core/base/localize';
import { Slots } from '../../core/base/slots';
import type { Log } from '../errors';
import { ChangeCount } from './changeCount';
import { openDataFolder } from './dataFolder';
import type { DataFolder } from './dataFolder';
import { quoteText } from './sqlText';
import { bindParameters } from './sqlValue';
import type { SqlParameters, SqlRow } from './sqlValue';
import type { Store, StoreConnection, Transaction } from './store';

/** The store of a platform: many readers, one writer at a time. */
export class Database implements Store, AsyncDisposable {
  readonly segmentFolder: string;
  readonly #idle: StoreConnection[] = [];
  readonly #readers = new Slots(readerLimit);
  readonly #writes = new WriteQueue();
  readonly #connecting = new Set<Promise<DuckDBConnection>>();
  #closed = false;

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly writer: DuckDBConnection,
    private readonly folder: DataFolder,
    /** Undefined for an in-memory store. */
    private readonly changes: ChangeCount | undefined,
    /** The maximum bytes of temporary data of statements. */
    readonly spillSpace: number,
  ) {
    this.segmentFolder = folder.segmentFolder;
  }

  get isComplete(): boolean {
    return this.changes === undefined || this.changes.lost === 0;
  }

  /** Logs the loss of acknowledged changes. Must be called after everything that depends on {@link isComplete}. */
  acceptLosses(log: Log): void {
    const lost = this.changes?.lost ?? 0;
    if (lost > 0) {
      log(
        `the database has lost ${lost} changes that were acknowledged: its log was removed or damaged, or it is an older copy`,
      );
    }
    this.changes?.accept();
  }

  /** Without a folder the store is in memory. The caller disposes of it. */
  static async open(folder: string | undefined): Promise<Database> {
    const dataFolder = await openDataFolder(folder);
    let instance: DuckDBInstance | undefined;
    let writer: DuckDBConnection | undefined;
    try {
      instance = await openInstance(dataFolder, folder);
      // Leftovers of a killed process; the open database is the proof that no other one uses the folder.
      await rm(dataFolder.spillFolder, { recursive: true, force: true });
      writer = await instance.connect();
      const spillMegabytes = await restrictEngine(writer, dataFolder);
      const { changesFile } = dataFolder;
      const changes = changesFile === undefined ? undefined : await ChangeCount.open(changesFile, writer);
      return new Database(instance, writer, dataFolder, changes, spillMegabytes * bytesPerMegabyte);
    } catch (error) {
      // An engine that stays open would keep the folder for itself.
      writer?.closeSync();
      instance?.closeSync();
      if (folder === undefined) await dataFolder.remove();
      throw error;
    }
  }

  async read(sql: string, parameters: SqlParameters = []): Promise<SqlRow[]> {
    using _ = await this.#readers.acquire(never);
    using connection = await this.connect();
    // Awaited here: the connection is given back afterwards.
    return await runOn(connection, sql, parameters);
  }

  /**
   * Runs the work in a transaction, after all earlier writes. Its changes are on disk before the promise
   * resolves, and rolled back if the work throws.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#writes.add(() => this.#runTransaction(work));
  }

  writeNext<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#writes.add(() => this.#runTransaction(work), true);
  }

  /** All writes of the work are one transaction, and its reads see them. */
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
        // If one of several changes failed, the others may still be running.
        await turns.whenIdle();
      }
    });
  }

  /** Rejected after the store is closed, because the engine would crash. */
  async connect(): Promise<StoreConnection> {
    this.#rejectIfClosed();
    const idle = this.#idle.pop();
    if (idle) return idle;
    const connecting = this.instance.connect();
    this.#connecting.add(connecting);
    try {
      const connection: StoreConnection = Object.assign(await connecting, {
        [Symbol.dispose]: () => {
          if (this.#closed || this.#idle.length >= idleLimit) connection.closeSync();
          else this.#idle.push(connection);
        },
      });
      return connection;
    } finally {
      this.#connecting.delete(connecting);
    }
  }

  /** Waits for pending writes and rejects later ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writes.whenIdle();
    await Promise.allSettled(this.#connecting);
    for (const connection of this.#idle) connection.closeSync();
    this.writer.closeSync();
    this.instance.closeSync();
    this.changes?.[Symbol.dispose]();
    await this.folder.remove();
  }

  async #runTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#rejectIfClosed();
    const connection = this.writer;
    await connection.run('BEGIN TRANSACTION');
    try {
      const last: (() => Promise<void>)[] = [];
      const result = await work({
        connection,
        run: (sql, parameters = []) => runOn(connection, sql, parameters),
        beforeCommit: (lastWork) => last.push(lastWork),
      });
      for (const lastWork of last) await lastWork();
      await this.changes?.addTo(connection);
      await connection.run('COMMIT');
      this.changes?.committed();
      return result;
    } catch (error) {
      // A failed commit has already ended the transaction; the first error is reported.
      await connection.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  #rejectIfClosed(): void {
    if (this.#closed) throw new Error(t('The store is closed.'));
  }
}

const readerLimit = 4;
/** Connections that are kept for later statements. */
const idleLimit = 8;
const never = new AbortController().signal;
const bytesPerMegabyte = 1024 * 1024;
const maxMemoryMegabytes = 4096;
/** The maximum disk space of queries; half of the free space is always reserved for tables. */
const maxSpillMegabytes = 64 * 1024;

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
      memory_limit: `${Math.min(halfOfMemory, maxMemoryMegabytes)}MB`,
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

/** The messages of the engine and of Windows. */
function isLockConflict({ message }: Error): boolean {
  return /could not set lock on file|being used by another process/i.test(message);
}

/** Restricts statements to the segment folder, and locks these settings. Returns the megabytes for temporary data. */
async function restrictEngine(connection: DuckDBConnection, { segmentFolder }: DataFolder): Promise<number> {
  const { bavail, bsize } = await statfs(segmentFolder);
  const spillMegabytes = Math.min(maxSpillMegabytes, Math.floor((bavail * bsize) / bytesPerMegabyte / 2));
  await connection.run(`
    SET GLOBAL max_temp_directory_size = '${spillMegabytes}MiB';
    SET GLOBAL TimeZone = 'UTC';
    SET GLOBAL allowed_directories = [${quoteText(segmentFolder)}];
    SET GLOBAL enable_external_access = false;
    SET GLOBAL allow_community_extensions = false;
    SET GLOBAL lock_configuration = true;
  `);
  return spillMegabytes;
}

/** Runs one task at a time, in order. */
class WriteQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  /** The next task runs before waiting ones. */
  add<T>(work: () => Promise<T>, isNext = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.splice(isNext ? 0 : this.#waiting.length, 0, () => work().then(resolve, reject));
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when no task is running or waiting. */
  async whenIdle(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next();
    this.#running = undefined;
  }
}
