import type { RunningApp } from './startApp';
import type { NewTable } from '../../src/platform/store/logTables';
import { TableMaintenance } from '../../src/platform/store/tableMaintenance';
import type { RowSource } from '../../src/platform/store/tableScan';

/** A table in the store, columnar and snappy unless told otherwise. */
export async function addTable(
  app: { readonly parts: Pick<RunningApp['parts'], 'logTables'> },
  name: string,
  settings: Partial<NewTable> = {},
): Promise<void> {
  await app.parts.logTables.create({
    name,
    layout: 'columnar',
    compression: 'snappy',
    retention: 0,
    cryptoProfileGuid: undefined,
    groupGuid: undefined,
    schemaCode: undefined,
    ...settings,
  });
}

/** Appends the rows of a SELECT, of which something may be known already. */
export async function addRows(
  app: RunningApp,
  table: string,
  select: string,
  known: Pick<RowSource, 'atMost' | 'sample'> = {},
): Promise<number> {
  const connection = await app.parts.database.connect();
  try {
    return await app.parts.logTables.append(table, { connection, select, ...known });
  } finally {
    connection.closeSync();
  }
}

/** Does for a table what is due at a moment. */
export async function runUpkeep(app: RunningApp, table: string, now: Date, timeZone = 'UTC'): Promise<void> {
  const { database, logTables } = app.parts;
  const guid = logTables.find(table)?.guid ?? '';
  await new TableMaintenance(database, logTables, timeZone).run(guid, now);
}
