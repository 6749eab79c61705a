import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { errorBody, invalidArgument } from '../errors';

/** Responds in the form of the interface to requests that cannot be parsed and therefore reach no route. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const body = JSON.stringify(
      errorBody(invalidArgument(reasons.get(error.code) ?? 'the request is not valid HTTP')),
    );
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    socket.write(`HTTP/1.1 400 Bad Request\r\n${headers}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', 'the address and the headers of the request are too long'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'the request did not arrive in time'],
]);
