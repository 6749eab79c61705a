import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * How many changes were committed: in the database, as a part of each change, and in a file beside it, written after
 * each commit. Where the file is ahead, the database has lost acknowledged changes: its log was removed or cut off,
 * or an older copy was put in its place.
 */
export class ChangeCount implements Disposable {
  readonly #file: number;
  #count: number;
  #isRecording: boolean;

  private constructor(
    file: number,
    count: number,
    /** Changes that the database has lost; undefined where nothing tells. */
    readonly lost: number | undefined,
  ) {
    this.#file = file;
    this.#count = count;
    this.#isRecording = lost === 0;
  }

  /** The caller disposes of what it gets. */
  static async open(file: string, connection: DuckDBConnection): Promise<ChangeCount> {
    const [tables = 0] = await readNumbers(connection, 'SELECT count(*) FROM duckdb_tables()');
    await connection.run(`CREATE TABLE IF NOT EXISTS store_change (count BIGINT NOT NULL);
      INSERT INTO store_change SELECT 0 WHERE NOT EXISTS (FROM store_change)`);
    const [count = 0] = await readNumbers(connection, 'SELECT count FROM store_change');
    // A new database has lost nothing; in one of an earlier release nothing tells.
    const recorded = readRecorded(file) ?? (tables === 0 ? 0 : undefined);
    const lost = recorded === undefined ? undefined : Math.max(0, recorded - count);
    const changes = new ChangeCount(openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600), count, lost);
    if (lost === 0) changes.#record();
    return changes;
  }

  /** As a part of the transaction that the connection is in. */
  async addTo(connection: DuckDBConnection): Promise<void> {
    await connection.run(`UPDATE store_change SET count = ${this.#count + 1}`);
  }

  /** The transaction is on disk. */
  committed(): void {
    this.#count += 1;
    if (this.#isRecording) this.#record();
  }

  /** What was lost has been dealt with: from here on the file says what the database says. */
  accept(): void {
    if (this.#isRecording) return;
    this.#isRecording = true;
    this.#record();
    // Once is enough: a count that is behind after a power failure is no loss.
    fsyncSync(this.#file);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #record(): void {
    try {
      writeSync(this.#file, `${this.#count}\n`.padStart(recordLength), 0);
    } catch {
      // On a full disk it stays behind, which tells of no loss. The change itself is committed.
    }
  }
}

async function readNumbers(connection: DuckDBConnection, select: string): Promise<readonly number[]> {
  const reader = await connection.runAndReadAll(select);
  return reader.getRows().map(([value]) => Number(value));
}

/** Always the same, so that a shorter number leaves nothing of a longer one. */
const recordLength = 20;

function readRecorded(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
