import type { Alongside } from '../../store/store';
import type { LogTableAccess } from '../../store/tableScan';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { columnAt, quoteName } from './sqlText';
import type { StoredRows } from './storedRows';

/** Writes rows into a log table, all or none, and hands them on. */
export async function importRows(
  { table }: OperatorOf<'import'>,
  rows: StoredRows,
  tables: LogTableAccess,
  { connection, signal }: EngineSession,
  alongside: Alongside<number>,
): Promise<StoredRows> {
  const taken = new Set<string>();
  const columns = rows.schema.flatMap(({ name }, place) => {
    // Stored columns differ by more than case; of two that do not, the first stays.
    const stored = name.replaceAll('\0', '').toLowerCase();
    if (stored === '' || taken.has(stored)) return [];
    taken.add(stored);
    return [`${columnAt(place)} AS ${quoteName(name.replaceAll('\0', ''))}`];
  });
  if (columns.length === 0 || rows.end === rows.start) return rows;
  const select = `SELECT ${columns.join(', ')} FROM ${rows.table} WHERE rowid >= ${rows.start} AND rowid < ${rows.end}`;
  await tables.append(table, { connection, select }, signal, alongside);
  return rows;
}
