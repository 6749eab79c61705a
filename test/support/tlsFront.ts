import { createServer } from 'node:https';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Certificates } from './certificates';

export interface TlsFront extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Adds HTTPS in front of a platform, like a load balancer. */
export async function startTlsFront(baseUrl: string, { certificate, key }: Certificates): Promise<TlsFront> {
  const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    const target = new URL(incoming.url ?? '/', baseUrl);
    const forwarded = request(target, { method: incoming.method, headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
