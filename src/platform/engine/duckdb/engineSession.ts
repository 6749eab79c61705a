import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Schema } from '../plan/kind';
import type { SessionRequest } from '../run/planRunner';
import type { StoredRows } from '../run/resultRows';
import { columnAt, sqlType } from './sqlText';

/** The in-memory database, spilling to disk, for intermediate and final rows of queries. */
export const resultDatabase = 'query_results';

interface DropOptions {
  readonly except?: string | undefined;
  readonly connection?: DuckDBConnection | undefined;
}

/** The statements of one query, on its own connection. All fail once the query is canceled. */
export class EngineSession implements Disposable {
  readonly #tables = new Set<string>();
  #lastTable = 0;

  constructor(
    readonly connection: DuckDBConnection,
    readonly request: SessionRequest,
  ) {}

  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** Gives up the slot while waiting, so that other queries can run. */
  async pause(milliseconds: number): Promise<void> {
    await this.request.rest(() => setTimeout(milliseconds, undefined, { signal: this.signal }));
  }

  /** Runs a statement and returns the number of rows it has written. */
  async run(sql: string, values?: DuckDBValue[]): Promise<number> {
    const result = await this.#interruptible(() => this.connection.run(sql, values));
    return result.rowsChanged;
  }

  async read(sql: string, values?: DuckDBValue[]): Promise<readonly (readonly DuckDBValue[])[]> {
    const reader = await this.#interruptible(() => this.connection.runAndReadAll(sql, values));
    return reader.getRows();
  }

  async count(select: string): Promise<number> {
    const [row] = await this.read(`SELECT count(*) FROM (${select})`);
    return Number(row?.[0] ?? 0);
  }

  async createTable(schema: Schema): Promise<string> {
    const table = this.nameTable();
    await this.run(printTable(table, schema));
    return table;
  }

  /** Stores the rows of a SELECT and drops the table that they come from, in one call: each takes a millisecond. */
  async replaceTable(replaced: string, schema: Schema, select: string): Promise<StoredRows> {
    const table = this.nameTable();
    const [row] = await this.read(
      `${printTable(table, schema)}; INSERT INTO ${table} ${select}; DROP TABLE ${replaced};
      SELECT count(*) FROM ${table}`,
    );
    this.#tables.delete(replaced);
    return { table, schema, start: 0, end: Number(row?.[0] ?? 0) };
  }

  /** A name for a table that the caller creates; the session drops it. */
  nameTable(): string {
    const table = `${resultDatabase}.main.q${this.request.queryId}_${this.#lastTable++}`;
    this.#tables.add(table);
    return table;
  }

  /** Also works for a canceled query, whose other statements fail. */
  async dropTable(table: string, connection = this.connection): Promise<void> {
    this.#tables.delete(table);
    await connection.run(`DROP TABLE IF EXISTS ${table}`);
  }

  /** Uses another connection if this one is already closed. */
  async dropTables({ except, connection }: DropOptions = {}): Promise<void> {
    for (const table of [...this.#tables]) {
      if (table !== except) await this.dropTable(table, connection);
    }
  }

  [Symbol.dispose](): void {
    this.connection.closeSync();
  }

  #interruptible<T>(statement: () => Promise<T>): Promise<T> {
    return interruptible(this.connection, this.signal, statement);
  }
}

function printTable(table: string, schema: Schema): string {
  const columns = schema.map(({ kind }, index) => `${columnAt(index)} ${sqlType(kind)}`);
  return `CREATE TABLE ${table} (${columns.join(', ') || 'nothing VARCHAR'})`;
}

const interruptMilliseconds = 20;

/** Runs a statement, which the signal interrupts. */
export async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  statement: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let repetition: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    connection.interrupt();
    // An interrupt before the statement has started is lost, so it is repeated until the statement has ended.
    repetition ??= setInterval(interrupt, interruptMilliseconds);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    return await statement();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', interrupt);
    clearInterval(repetition);
  }
}
