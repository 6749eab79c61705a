import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, invalidArgument, HttpError } from '../errors';

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
    for (const verb of [method].flat()) offered.push({ method: verb, segments: url.split('/') });
  });
  const sendMissing = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = request.url.split('?');
    const methods = methodsAt(path.split('/'), offered);
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    const rejection =
      methods.length > 0
        ? new HttpError(405, 'method-not-allowed', `${request.method} is not allowed here`)
        : new HttpError(404, 'not-found', 'no such operation');
    return reply.code(rejection.status).send(errorBody(rejection));
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Before the body is read.
    if (request.is404 || (strictInterface && request.routeOptions.config.ours)) sendMissing(request, reply);
    else done();
  });
  app.setNotFoundHandler(sendMissing);
}

function methodsAt(path: readonly string[], offered: readonly Operation[]): string[] {
  const matching = offered.filter(
    ({ segments }) =>
      segments.length === path.length &&
      segments.every((segment, index) =>
        segment.startsWith(':') ? path[index] !== '' : segment === path[index],
      ),
  );
  return [...new Set(matching.map(({ method }) => method))].sort();
}

/** Responds in the form of the interface to requests that cannot be parsed and therefore reach no route. */
export function rejectUnreadable(error: ConnectionError, socket: Socket): void {
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
