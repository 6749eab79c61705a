import { type RunningApp } from './startApp';
import { type NewTable } from '../../src/platform/store/logTables';

/** A table in the store, columnar and snappy unless told otherwise. */
export async function addTable(
  app: RunningApp,
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
    return await app.parts.logTables.append(table, { connection, select });
  } finally {
    connection.closeSync();
  }
}
