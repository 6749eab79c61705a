import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A connection on which a test writes HTTP itself, for example half of a request. */
export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** The bytes that have arrived so far. */
  readonly received: () => number;
}

export interface RawRequest {
  readonly key?: string;
  readonly headers?: readonly string[];
  /** What is sent of the body. */
  readonly body?: string | Uint8Array;
  /** Whether the response is left in the buffers of the connection. */
  readonly isUnread?: boolean;
}

/** Sends a request, for example `GET /api/core/tables`, or the beginning of one, on a connection of its own. */
export async function sendRaw(
  baseUrl: string,
  operation: string,
  { key, headers = [], body, isUnread = false }: RawRequest = {},
): Promise<RawConnection> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = 0;
  if (!isUnread) socket.on('data', (bytes) => (received += bytes.length));
  const lines = [
    `${operation} HTTP/1.1`,
    `host: ${host}`,
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (body !== undefined) socket.write(body);
  return { socket, received: () => received, [Symbol.dispose]: () => socket.destroy() };
}
