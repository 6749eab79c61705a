import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

export interface RewritingFront extends AsyncDisposable {
  readonly baseUrl: string;
  /** The request to send instead of the received one. */
  instead: { readonly operation: string; readonly form?: Readonly<Record<string, string>> } | undefined;
  /** Operations whose address contains this are not found. */
  missing: string | undefined;
}

/**
 * A faulty gateway in front of a platform: it can replace a request with another one, with the same key, so
 * that a client receives every possible response.
 */
export async function startRewritingFront(baseUrl: string): Promise<RewritingFront> {
  const server = createServer((incoming, outgoing) => {
    const [method = 'GET', path = '/'] = front.instead?.operation.split(' ') ?? [
      incoming.method,
      incoming.url,
    ];
    if (front.missing !== undefined && path.includes(front.missing)) {
      outgoing.writeHead(404).end();
      return;
    }
    const form = front.instead?.form;
    void fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization: incoming.headers.authorization ?? '' },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    }).then(async (response) => {
      outgoing.writeHead(response.status, { 'content-type': 'application/json' });
      outgoing.end(await response.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: RewritingFront = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    instead: undefined,
    missing: undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return front;
}
