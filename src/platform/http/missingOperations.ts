import type { FastifyInstance } from 'fastify';
import { errorBody, ServiceError } from '../errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Nobody knows such an operation of the real service: it was designed here. */
    ours?: boolean;
  }
}

interface Operation {
  readonly method: string;
  readonly segments: readonly string[];
}

/** Answers calls of operations that are not offered: 405 where the path has other methods, else 404. */
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
