import type { DuckDBConnection } from '@duckdb/node-api';
import type { Log } from '../errors';
import { quoteText } from './sqlText';
import type { Store } from './store';
import { totalsOf } from './logTableRows';
import type { CatalogedTable } from './logTableRows';

/** The readable part of the table. Missing files stay in the catalog, and count again once they are restored. */
export function withoutUnreadable(
  table: CatalogedTable,
  problems: ReadonlyMap<string, string>,
  log: Log,
): CatalogedTable {
  const unreadable = [...table.segments.values()].filter(({ file }) => problems.has(file));
  if (unreadable.length === 0) return table;
  for (const { file, rows, minTime, maxTime } of unreadable) {
    const period = `${minTime.toISOString()} to ${maxTime.toISOString()}`;
    log(
      `table ${table.name}: ${rows} rows from ${period} cannot be read: ${file} ${problems.get(file) ?? ''}`,
    );
  }
  const segments = new Map(table.segments);
  for (const { file } of unreadable) segments.delete(file);
  return { ...table, unreadable: [...table.unreadable, ...unreadable], ...totalsOf(segments) };
}

/** Reads every value of each file, given with its path, and returns the engine's errors for unreadable ones. */
export async function findDamage(
  store: Store,
  files: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>();
  using connection = await store.connect();
  for (const [file, path] of files) {
    signal?.throwIfAborted();
    const problem = await problemOf(connection, path);
    if (problem !== undefined) problems.set(file, problem);
  }
  return problems;
}

/** Whether a file may be the cause, rather than a failed store or lack of space. */
export function isReadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^(Invalid|IO|Serialization) /.test(error.message) && !noRoom.test(error.message);
}

const noRoom = /too many open files|no space left|max_temp_directory_size/i;

async function problemOf(connection: DuckDBConnection, path: string): Promise<string | undefined> {
  try {
    await connection.run(
      `SELECT max(hash(row)) FROM read_parquet([${quoteText(path)}], hive_partitioning = false) row`,
    );
    return undefined;
  } catch (error) {
    if (!isReadFailure(error)) return undefined;
    return `is damaged: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
  }
}
