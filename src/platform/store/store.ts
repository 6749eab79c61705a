import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlParameters, SqlRow } from './sqlValue';

/** The storage of repositories: a database, or one transaction that several changes share. */
export interface Store {
  /** The folder of log table segments, the only one that statements can access. */
  readonly segmentFolder: string;
  /** False if acknowledged changes may be missing, so that unknown files may be the only copy of rows. */
  readonly isComplete: boolean;
  read(sql: string, parameters?: SqlParameters): Promise<SqlRow[]>;
  /** Runs the work in a transaction, after all earlier writes. */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Like `write`, but before waiting writes: for what a finished write still has to store. */
  writeNext<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** A connection for one long query; the caller disposes of it. */
  connect(): Promise<StoreConnection>;
}

/** Disposing of a connection closes it, or keeps it for others: nothing may be pending on it. */
export type StoreConnection = DuckDBConnection & Disposable;

/** Statements of one transaction. Valid only during its work. */
export interface Transaction {
  run: (sql: string, parameters?: SqlParameters) => Promise<SqlRow[]>;
  /** For more than statements, such as an appender. Do not commit or close it. */
  readonly connection: DuckDBConnection;
  /** Runs the work at the end of the transaction. */
  beforeCommit: (work: () => Promise<void>) => void;
}

/** Committed together with a change. It runs last, receives the result of the change, and may return a promise. */
export type InTransaction<Result = void> = (transaction: Transaction, result: Result) => unknown;
