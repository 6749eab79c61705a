import { getOrAdd } from '../../../core/base/getOrAdd';
import { setsField } from '../../../core/language/services/fieldBindings';
import { readTables } from '../../../core/language/services/namedTables';
import { visitCommands } from '../../../core/language/services/walk';
import { parseForRun } from '../../../core/results/rowShape';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import type { FieldStatistics } from '../../../core/pages/queryResults';
import type { RawRecord } from '../../../core/interface/optional';
import type { Connection } from '../../ui/connections/connection';
import type { SeenValues } from '../../ui/connections/seenValues';
import type { ShownQuery } from './resultsState';

/** Remembers the values of rows, for completion: those of fields that come from the table of the query. */
export function rememberRows(
  seen: Pick<SeenValues, 'addRows'>,
  connection: Connection,
  text: string,
  rows: readonly RawRecord[],
): void {
  const [table, ...others] = readTables(parseForRun(text));
  // Rows of several tables are told apart only if they name theirs.
  const named = others.length === 0 ? rows : rows.filter((row) => typeof row['_table'] === 'string');
  if (table !== undefined) seen.addRows(connection, table, named, isStoredAfter(text));
}

/** The same for values that were counted over all rows. */
export function rememberCounts(
  seen: Pick<SeenValues, 'addCounts'>,
  { connection, text }: Pick<ShownQuery, 'connection' | 'text'>,
  { column, top }: FieldStatistics,
): void {
  const [table, ...others] = readTables(parseForRun(text));
  // While values are hidden, their masks were counted.
  if (table === undefined || others.length > 0 || hidingMasker() !== undefined) return;
  if (isStoredAfter(text)(column)) seen.addCounts(connection, table, column, top);
}

function isStoredAfter(text: string): (field: string) => boolean {
  const stored = new Map<string, boolean>();
  return (field) =>
    getOrAdd(stored, field, () => {
      let isStored = true;
      visitCommands(parseForRun(text).query.commands, (command) => {
        if (setsField(command, field)) isStored = false;
      });
      return isStored;
    });
}
