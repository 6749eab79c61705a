import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ConnectProxy extends AsyncDisposable {
  readonly url: string;
  /** Targets of the tunnels so far, as `host:port`. */
  readonly tunnels: readonly string[];
}

/** A proxy that tunnels by CONNECT and counts; whoever gives no password where one is wanted is refused. */
export async function startConnectProxy(password?: string): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, answer) => {
    answer.writeHead(501).end();
  });
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const expected = password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`;
    if (request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
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
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
