import type { RunningApp } from './startApp';
import type { NewTable } from '../../src/platform/store/logTables';
import { TableMaintenance } from '../../src/platform/store/tableMaintenance';

/** Creates a table, columnar and with snappy by default. */
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

/** Appends the rows of a SELECT. */
export async function addRows(app: RunningApp, table: string, select: string): Promise<number> {
  const connection = await app.parts.database.connect();
  try {
    return (await app.parts.logTables.append(table, { connection, select })).rows;
  } finally {
    connection.closeSync();
  }
}

/** Runs the maintenance of a table for a given time. */
export async function runUpkeep(app: RunningApp, table: string, now: Date, timeZone = 'UTC'): Promise<void> {
  const { database, logTables } = app.parts;
  const guid = logTables.find(table)?.guid ?? '';
  await new TableMaintenance(database, logTables, timeZone).run(guid, now);
}
