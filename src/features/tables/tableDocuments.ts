import type { PlatformClient } from '../../api/client';
import { isMissingOperation } from '../../api/errors';
import { t } from '../../shared/localize';
import type { Table, TableDetails } from '../../shared/wire/table';
import type { Connection } from '../../ui/connection';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { ReadOnlyDocument } from '../../ui/documentSource';
import { ExplainedError } from '../../ui/failureText';
import { openQuery } from './tableActions';
import { tableDocument } from './tableText';

/** The document with what the service tells about a table now. */
export async function readTableDocument(
  client: PlatformClient,
  connection: Connection,
  file: string,
  connections: DocumentConnections,
  signal: AbortSignal,
): Promise<ReadOnlyDocument> {
  const name = file.replace(/\.txt$/, '');
  const table = await readTable(client, name, signal);
  if (table === undefined) {
    throw new ExplainedError(
      t(
        'There is no table {0} on {1} any more. Refresh the explorer to see what is there.',
        name,
        connection.name,
      ),
    );
  }
  const query = { label: t('Query This Table'), run: async () => openQuery(connection, table, connections) };
  return { text: tableDocument(table, connection), actions: [query] };
}

/** Not every service retrieves one table; the record of the listing then has to do. */
async function readTable(
  client: PlatformClient,
  name: string,
  signal: AbortSignal,
): Promise<Table | TableDetails | undefined> {
  const details = await client.table(name, signal).catch((error: unknown) => {
    if (isMissingOperation(error)) return undefined;
    throw error;
  });
  if (details !== undefined) return details;
  const { items } = await client.tables({ tableName: name }, signal);
  return items.find((table) => table.name === name);
}
