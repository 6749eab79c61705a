import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds for the client to read the response. */
const linger = 2000;

/**
 * Leaves the body of a request that was rejected before it was read: anyone can send such bodies. The connection is
 * closed, but not at once: a client that is still sending would not see the response.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    leaveUnread(request, reply);
    done(null, payload);
  });
}

/** The same for a request that reaches no hook. */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (!isUnread(request.raw)) return;
  void reply.header('connection', 'close');
  closeLater(request.raw);
}

function isUnread(message: IncomingMessage): boolean {
  return !message.complete && message.readableFlowing === null && bodyLength(message) > shortBody;
}

/** Bytes. Shorter bodies arrive with the headers, and Node skips them. */
export const shortBody = 64 * 1024;

/** Infinity if it is unknown. */
export function bodyLength({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

function closeLater(message: IncomingMessage): void {
  const { socket } = message;
  // By default, Node reads the rest of a body that nobody has started to read.
  message.read(0);
  // And by default, it destroys the socket as soon as the response is sent.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), linger).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}
