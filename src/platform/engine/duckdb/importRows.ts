import type { Kind } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { StageDeps } from './engineSession';
import { isJson, printConversion } from './printConversion';
import { shownText } from './printMixed';
import { columnAt } from './sqlValues';
import { quoteName } from '../../store/sqlText';
import { storedNames } from '../../store/storedNames';
import type { StoredRows } from '../run/resultRows';

/** Writes rows to a log table, all or none, and passes them on. */
export async function importRows(
  { table }: OperatorOf<'import'>,
  rows: StoredRows,
  { session: { connection, signal, request }, tables }: StageDeps,
): Promise<StoredRows> {
  const columns = storedNames(rows.schema.map(({ name }) => name)).map((name, index) => {
    const kind = rows.schema[index]?.kind ?? 'null';
    const stored = storedKinds[kind] ?? kind;
    const value = printConversion(columnAt(index), kind, stored);
    return `${isJson(stored) ? `CAST(${shownText(`CAST(${value} AS VARCHAR)`)} AS JSON)` : value} AS ${quoteName(name)}`;
  });
  if (columns.length === 0 || rows.end === rows.start) return rows;
  const select = `SELECT ${columns.join(', ')} FROM ${rows.table} WHERE rowid >= ${rows.start} AND rowid < ${rows.end}`;
  await tables.append(table, { connection, select }, signal, request.besideImport(table));
  return rows;
}

/** The kinds for values that the store has no type for. */
const storedKinds: Readonly<Partial<Record<Kind, Kind>>> = { any: 'json', ip: 'string', bytes: 'string' };
