import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes. Shorter bodies arrive with the headers, and Node skips them. */
const shortBody = 64 * 1024;

/** Milliseconds for the client to read the response. */
const closeDelay = 2000;

/**
 * Leaves the body of a request that was rejected before it was read: anyone can send such bodies. The connection is
 * closed, but not at once: a client that is still sending would not see the response.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    skipBody(request, reply);
    done(null, payload);
  });
}

/** The same for a request that reaches no hook. */
export function skipBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.readableFlowing !== null || bodyLength(raw) <= shortBody) return;
  void reply.header('connection', 'close');
  closeLater(raw);
}

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
    const timer = setTimeout(() => socket.destroy(), closeDelay).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}
