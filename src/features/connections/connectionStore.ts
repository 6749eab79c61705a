import type { Connection } from '../../ui/connections/connection';
import { readConnectionEntries, writeConnections } from '../../ui/settings/settings';
import { replacedEntries } from './connectionEntries';

/** Writes one connection to the settings: replaces the one with the old name, or appends it. */
export async function saveConnection(connection: Connection, oldName = connection.name): Promise<void> {
  await writeConnections(replacedEntries(readConnectionEntries(), oldName, connection));
}

export async function deleteConnection(name: string): Promise<void> {
  await writeConnections(replacedEntries(readConnectionEntries(), name, undefined));
}

/** Adds connections, replacing those with the same name. */
export async function saveConnections(connections: readonly Connection[]): Promise<void> {
  const entries = connections.reduce<readonly unknown[]>(
    (kept, connection) => replacedEntries(kept, connection.name, connection),
    readConnectionEntries(),
  );
  await writeConnections(entries);
}
