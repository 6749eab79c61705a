import type { QueryClient } from '../../../core/api/runningQuery';
import type { Connection, Platforms } from './connection';

/** Sends with the client that the connection has at that time: clients are disposed of when connections change. */
export function currentClient(platforms: Pick<Platforms, 'clientFor'>, connection: Connection): QueryClient {
  return {
    send: async (operation, signal) => (await platforms.clientFor(connection)).send(operation, signal),
    stream: async function* (operation, signal) {
      yield* (await platforms.clientFor(connection)).stream(operation, signal);
    },
  };
}
