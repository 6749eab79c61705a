import { type FastifyRequest } from 'fastify';

/** The caller's address; behind a trusted proxy the one it forwards for. */
export function clientAddress(request: FastifyRequest): string {
  // A dual-stack socket writes IPv4 callers as IPv6, which would not match what others have recorded.
  return request.ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
