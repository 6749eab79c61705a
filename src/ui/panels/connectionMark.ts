import type { ConnectionMark } from '../../shared/protocol/common';
import type { Connection, Platforms } from '../connections/connection';

/** What every page shows of its connection. */
export function connectionMarkOf(
  connection: Connection,
  platforms: Pick<Platforms, 'isLocked' | 'current'>,
  serverOffset: number | null,
): ConnectionMark {
  const { name, environment } = platforms.current(connection) ?? connection;
  return { name, environment, readOnly: platforms.isLocked(connection), serverOffset };
}
