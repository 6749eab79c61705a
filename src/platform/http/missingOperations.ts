import type { FastifyInstance } from 'fastify';
import { errorBody, ServiceError } from '../errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the operation is our own design and not documented for real platforms. */
    ours?: boolean;
  }
}

interface Operation {
  readonly method: string;
  readonly segments: readonly string[];
}

/** Responds to unsupported operations: 405 if the path has other methods, otherwise 404. */
export function registerMissingOperations(
  app: FastifyInstance,
  { strictInterface }: { readonly strictInterface: boolean },
): void {
  const offered: Operation[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (strictInterface && config?.ours) return;
    for (const one of [method].flat()) offered.push({ method: one, segments: url.split('/') });
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (strictInterface && request.routeOptions.config.ours) reply.callNotFound();
    else done();
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = methodsAt(path.split('/'), offered);
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    const refusal = methods.length > 0 ? methodNotAllowed(request.method) : notFound();
    return reply.code(refusal.status).send(errorBody(refusal));
  });
}

function methodsAt(path: readonly string[], offered: readonly Operation[]): string[] {
  const there = offered.filter(
    ({ segments }) =>
      segments.length === path.length &&
      segments.every((segment, place) =>
        segment.startsWith(':') ? path[place] !== '' : segment === path[place],
      ),
  );
  return [...new Set(there.map(({ method }) => method))].sort();
}

function notFound(): ServiceError {
  return new ServiceError(404, 'not-found', 'no such operation');
}

function methodNotAllowed(method: string): ServiceError {
  return new ServiceError(405, 'method-not-allowed', `${method} is not allowed here`);
}
