import type { Connection } from '../../ui/connection';
import { writeConnections } from '../../ui/settings';
import type { Connections } from './connections';

/** Writes one connection into the settings, in the place of the one with the old name or at the end. */
export async function saveConnection(
  connections: Connections,
  connection: Connection,
  oldName = connection.name,
): Promise<void> {
  const list = connections.fromSettings();
  const entry = entryOf(connection);
  const replaced = list.map((known) => (known.name === oldName ? entry : entryOf(known)));
  await writeConnections(list.some(({ name }) => name === oldName) ? replaced : [...replaced, entry]);
}

export async function deleteConnection(connections: Connections, name: string): Promise<void> {
  const list = connections.fromSettings();
  await writeConnections(list.filter((known) => known.name !== name).map(entryOf));
}

/** Exactly the fields of the setting: never a key, whatever else an object may carry. */
export function entryOf(connection: Connection): Connection {
  const { name, baseUrl, product, environment, readOnly, caFile } = connection;
  return { name, baseUrl, product, environment, readOnly, ...(caFile === undefined ? {} : { caFile }) };
}
