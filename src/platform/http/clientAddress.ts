import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    address: string;
  }
}

/** Notes where each call comes from at its start: a connection that breaks later has forgotten it. */
export function registerClientAddress(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // What a header holds need not be an address.
    request.address = withoutPrefix(
      isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip,
    );
    done();
  });
}

/** A dual-stack socket writes IPv4 callers as IPv6, which would not match what others have recorded. */
function withoutPrefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The caller's address; behind a trusted proxy the one it forwards for. */
export function clientAddress(request: FastifyRequest): string {
  return request.address;
}
