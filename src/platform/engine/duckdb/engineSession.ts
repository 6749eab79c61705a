import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Schema } from '../plan/kind';
import type { PipelineProgress } from '../run/commandProgress';
import type { SessionRequest } from '../run/planRunner';
import type { StoredRows } from '../run/resultRows';
import type { LogTableAccess } from '../../store/logTables';
import type { StoreConnection } from '../../store/store';
import { columnAt, sqlType } from './sqlValues';

/** The in-memory database, spilling to disk, for intermediate and final rows of queries. */
export const resultDatabase = 'query_results';

/**
 * The statements of one query, on its own connection. All fail once the query is canceled. Tables are created and
 * dropped together with the next statement, because each call of the engine takes a millisecond.
 */
export class EngineSession implements Disposable {
  readonly #tables = new Set<string>();
  /** The statements that create tables, by name, until they are run. */
  readonly #created = new Map<string, string>();
  readonly #dropped = new Set<string>();
  #lastTable = 0;

  constructor(
    readonly connection: StoreConnection,
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
  async run(sql: string): Promise<number> {
    const statements = this.#withTables(sql);
    const result = await interruptible(this.connection, this.signal, () => this.connection.run(statements));
    return result.rowsChanged;
  }

  async read(sql: string): Promise<readonly (readonly DuckDBValue[])[]> {
    const statements = this.#withTables(sql);
    const reader = await interruptible(this.connection, this.signal, () =>
      this.connection.runAndReadAll(statements),
    );
    return reader.getRows();
  }

  async count(select: string): Promise<number> {
    const [row] = await this.read(`SELECT count(*) FROM (${select})`);
    return Number(row?.[0] ?? 0);
  }

  /** The table exists after the next statement: nothing may read it before it has rows. */
  createTable(schema: Schema): string {
    const table = this.nameTable();
    const columns = schema.map(({ kind }, index) => `${columnAt(index)} ${sqlType(kind)}`);
    this.#created.set(table, `CREATE TABLE ${table} (${columns.join(', ') || 'nothing VARCHAR'})`);
    return table;
  }

  /** Stores the rows of a SELECT and drops the table that they come from. */
  async replaceTable(replaced: string, schema: Schema, select: string): Promise<StoredRows> {
    const table = this.createTable(schema);
    const end = await this.run(`INSERT INTO ${table} ${select}`);
    this.dropTable(replaced);
    return { table, schema, start: 0, end };
  }

  /** A name for a table that the caller creates; the session drops it. */
  nameTable(): string {
    const table = `${resultDatabase}.main.q${this.request.queryId}_${this.#lastTable++}`;
    this.#tables.add(table);
    return table;
  }

  dropTable(table: string): void {
    this.#tables.delete(table);
    if (!this.#created.delete(table)) this.#dropped.add(table);
  }

  /** Drops all tables but one, on another connection if this one is closed. Also works for a canceled query. */
  async dropTables(except?: string, connection: DuckDBConnection = this.connection): Promise<void> {
    for (const table of [...this.#tables]) if (table !== except) this.dropTable(table);
    const statements = this.#dropStatements();
    if (statements.length > 0) await connection.run(statements.join('; '));
  }

  [Symbol.dispose](): void {
    this.connection[Symbol.dispose]();
  }

  #withTables(sql: string): string {
    const created = [...this.#created.values()];
    this.#created.clear();
    return [...created, ...this.#dropStatements(), sql].join('; ');
  }

  #dropStatements(): readonly string[] {
    const statements = [...this.#dropped].map((table) => `DROP TABLE IF EXISTS ${table}`);
    this.#dropped.clear();
    return statements;
  }
}

/** What the stages of a pipeline use. */
export interface StageDeps {
  readonly session: EngineSession;
  readonly monitor: PipelineProgress;
  readonly tables: Pick<LogTableAccess, 'scan' | 'append' | 'all'>;
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
