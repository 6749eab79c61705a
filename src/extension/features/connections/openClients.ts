import type { PlatformClient } from '../../../core/api/client';
import { asProduction } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';

/**
 * One client per connection, created on first use. An edited connection gets a new client, which does not cancel the
 * requests of the old one.
 */
export class OpenClients implements AsyncDisposable {
  readonly #clients = new Map<string, { readonly name: string; readonly client: Promise<PlatformClient> }>();

  constructor(private readonly open: (connection: Connection) => Promise<PlatformClient>) {}

  of(connection: Connection): Promise<PlatformClient> {
    const key = routeTo(connection);
    const opened = this.#clients.get(key);
    if (opened !== undefined) return opened.client;
    const client = this.open(connection);
    this.#clients.set(key, { name: connection.name, client });
    return client;
  }

  /** The open clients of one connection, or of all. */
  named(name?: string): readonly Promise<PlatformClient>[] {
    const clients = [...this.#clients.values()];
    return clients.filter((open) => name === undefined || open.name === name).map(({ client }) => client);
  }

  /** Closes the clients of all other connections. Pending requests, possibly writes, complete. */
  keepOnly(connections: readonly Connection[]): void {
    const current = new Set(
      connections.flatMap((connection) => [connection, asProduction(connection)]).map(routeTo),
    );
    for (const [key, { client }] of this.#clients) {
      if (current.has(key)) continue;
      this.#clients.delete(key);
      // A failure to close has no effect.
      void client.then(async (opened) => opened.close()).catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = this.named();
    this.#clients.clear();
    await Promise.allSettled(open.map(async (client) => (await client)[Symbol.asyncDispose]()));
  }
}

/** The fields that affect a client: where it sends, and whether a project makes it check the lock of production. */
function routeTo({ name, baseUrl, product, caFile, inProduction }: Connection): string {
  return JSON.stringify([name, baseUrl, product, caFile, inProduction]);
}
