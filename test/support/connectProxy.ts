import { createServer, request as sendOn } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface ConnectProxy extends AsyncDisposable {
  readonly url: string;
  /** The targets of tunnels, as `host:port`. */
  readonly tunnels: readonly string[];
  /** The forwarded plain requests, as `METHOD address`. */
  readonly forwarded: readonly string[];
}

export interface ProxyOptions {
  /** `name:password`; other clients are rejected. */
  readonly password?: string;
  /** The status with which it rejects every tunnel. */
  readonly rejection?: number;
}

/** A proxy that supports CONNECT and plain requests, and records both. */
export async function startConnectProxy({ password, rejection }: ProxyOptions = {}): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const forwarded: string[] = [];
  const sockets = new Set<Socket>();
  const mayPass = ({ headers }: IncomingMessage): boolean =>
    password === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(password).toString('base64')}`;
  const server = createServer((request, response) => {
    if (!mayPass(request)) return void response.writeHead(407).end();
    const { method, url = '', headers } = request;
    forwarded.push(`${method} ${url}`);
    const onward = sendOn(url, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const status = mayPass(request) ? rejection : 407;
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    tunnels.push(request.url ?? '');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    forwarded,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
