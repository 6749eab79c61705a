import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readNumbers } from './sqlValue';

/**
 * The number of committed changes: in the database, as part of each change, and in a file next to it, written
 * after each commit. If the file has a higher number, the database has lost acknowledged changes: its
 * write-ahead log was removed or truncated, or an older copy was restored.
 */
export class ChangeCount implements Disposable {
  #isRecording: boolean;

  private constructor(
    private readonly file: number,
    private count: number,
    /** The number of lost changes; undefined if unknown. */
    readonly lost: number | undefined,
  ) {
    this.#isRecording = lost === 0;
  }

  /** The caller disposes of it. */
  static async open(file: string, connection: DuckDBConnection): Promise<ChangeCount> {
    const [tables = 0] = await readNumbers(connection, 'SELECT count(*) FROM duckdb_tables()');
    await connection.run(`CREATE TABLE IF NOT EXISTS store_change (count BIGINT NOT NULL);
      INSERT INTO store_change SELECT 0 WHERE NOT EXISTS (FROM store_change)`);
    const [count = 0] = await readNumbers(connection, 'SELECT count FROM store_change');
    // A new database has lost nothing; for one of an earlier release it is unknown.
    const recorded = readRecorded(file) ?? (tables === 0 ? 0 : undefined);
    const lost = recorded === undefined ? undefined : Math.max(0, recorded - count);
    const changes = new ChangeCount(openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600), count, lost);
    if (lost === 0) changes.#record();
    return changes;
  }

  /** Within the transaction of the connection. */
  async addTo(connection: DuckDBConnection): Promise<void> {
    await connection.run(`UPDATE store_change SET count = ${this.count + 1}`);
  }

  /** Called when the transaction is on disk. */
  committed(): void {
    this.count += 1;
    if (this.#isRecording) this.#record();
  }

  /** Called when the loss was handled: the file is reset to the number of the database. */
  accept(): void {
    if (this.#isRecording) return;
    this.#isRecording = true;
    this.#record();
    // One sync is sufficient: a lower number after a power failure is not a loss.
    fsyncSync(this.file);
  }

  [Symbol.dispose](): void {
    closeSync(this.file);
  }

  #record(): void {
    try {
      writeSync(this.file, `${this.count}\n`.padStart(recordLength), 0);
    } catch {
      // On a full disk the number stays lower, which is not a loss. The change itself is committed.
    }
  }
}

/** Fixed, so that a shorter number overwrites a longer one completely. */
const recordLength = 20;

function readRecorded(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
