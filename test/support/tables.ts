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

/** Creates the table `logs` again and ends all uploads, for the next test of a suite. */
export async function renewLogs(app: RunningApp): Promise<void> {
  const { logTables, uploads } = app.parts;
  for (const { token } of uploads.all()) await uploads.cancel(token, '127.0.0.1');
  if (logTables.find('logs')) await logTables.drop('logs');
  await addTable(app, 'logs');
}

/** Appends the rows of a SELECT. */
export async function addRows(
  app: Pick<RunningApp, 'parts'>,
  table: string,
  select: string,
): Promise<number> {
  const connection = await app.parts.database.connect();
  try {
    return (await app.parts.logTables.append(table, { connection, select })).rows;
  } finally {
    connection.closeSync();
  }
}

/** Runs the maintenance of a table for a given time. */
export async function runMaintenance(
  app: RunningApp,
  table: string,
  now: Date,
  timeZone = 'UTC',
): Promise<void> {
  const { database, logTables } = app.parts;
  const guid = logTables.find(table)?.guid ?? '';
  await new TableMaintenance(database, logTables, timeZone).run(guid, now);
}
