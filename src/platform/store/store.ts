import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlParameters, SqlRow } from './sqlValue';

/** Where repositories keep what they know: a whole database, or one transaction of it that many changes share. */
export interface Store {
  /** Segments of log tables live here; statements can reach no other folder. */
  readonly segmentFolder: string;
  /** False where acknowledged changes may be missing, so that files without a table may be the only copy of rows. */
  readonly isComplete: boolean;
  read(sql: string, parameters?: SqlParameters): Promise<SqlRow[]>;
  /** Runs the work as a whole or not at all, after all writes asked for earlier. */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Like `write`, but before the writes that wait already: for what a finished write still has to record. */
  writeNext<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** A connection for one long query; the caller closes it. */
  connect(): Promise<DuckDBConnection>;
}

/** Statements inside one transaction. Valid only until the work it was handed to has ended. */
export interface Transaction {
  run: (sql: string, parameters?: SqlParameters) => Promise<SqlRow[]>;
  /** For what needs more than statements, such as an appender. Do not commit or close it. */
  readonly connection: DuckDBConnection;
  /** Does the work when everything else of the transaction is done, as the last part of it. */
  beforeCommit: (work: () => Promise<void>) => void;
}

/**
 * What is committed together with a change, or not at all. It comes last and is told what the change has come to;
 * a promise that it returns is waited for.
 */
export type InTransaction<Result = void> = (transaction: Transaction, result: Result) => unknown;
