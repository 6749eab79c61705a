import { type FastifyInstance, type FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    address: string;
  }
}

/** Notes where each call comes from at its start: a connection that breaks later has forgotten it. */
export function registerClientAddress(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // A dual-stack socket writes IPv4 callers as IPv6, which would not match what others have recorded.
    request.address = request.ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    done();
  });
}

/** The caller's address; behind a trusted proxy the one it forwards for. */
export function clientAddress(request: FastifyRequest): string {
  return request.address;
}
