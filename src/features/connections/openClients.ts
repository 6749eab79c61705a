import type { PlatformClient } from '../../api/client';
import type { Connection } from '../../ui/connections/connection';

interface OpenClient {
  readonly name: string;
  readonly client: Promise<PlatformClient>;
}

/**
 * One client for each connection, made when it is first needed. A connection that was edited is another one: panels
 * that have the old one keep a client of their own, and none of them ends the requests of another.
 */
export class OpenClients implements AsyncDisposable {
  readonly #clients = new Map<string, OpenClient>();

  constructor(private readonly open: (connection: Connection) => Promise<PlatformClient>) {}

  of(connection: Connection): Promise<PlatformClient> {
    const key = routeTo(connection);
    const known = this.#clients.get(key);
    if (known !== undefined) return known.client;
    const client = this.open(connection);
    this.#clients.set(key, { name: connection.name, client });
    return client;
  }

  /** Those that are open, of one connection or of all. */
  named(name?: string): readonly Promise<PlatformClient>[] {
    const clients = [...this.#clients.values()];
    return clients.filter((open) => name === undefined || open.name === name).map(({ client }) => client);
  }

  /** Lets go of the clients of all others. Requests under way end by themselves: a write may be among them. */
  keepOnly(connections: readonly Connection[]): void {
    const current = new Set(connections.map(routeTo));
    for (const [key, { client }] of this.#clients) {
      if (current.has(key)) continue;
      this.#clients.delete(key);
      // There is nobody to tell when closing fails.
      void client.then(async (opened) => opened.close()).catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = this.named();
    this.#clients.clear();
    await Promise.allSettled(open.map(async (client) => (await client)[Symbol.asyncDispose]()));
  }
}

/** What a client depends on; locks and colours are no part of it. */
function routeTo({ name, baseUrl, product, caFile }: Connection): string {
  return JSON.stringify([name, baseUrl, product, caFile]);
}
