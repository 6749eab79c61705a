import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    address: string;
  }
}

/** Stores the address at the start of each call, because a closed connection no longer has it. */
export function registerClientAddress(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // The header may contain anything.
    request.address = withoutPrefix(
      isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip,
    );
    done();
  });
}

/** A dual-stack socket reports IPv4 clients as IPv6, which would not match other records. */
function withoutPrefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The address of the client; behind a trusted proxy, the forwarded one. */
export function clientAddress(request: FastifyRequest): string {
  return request.address;
}
