import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reserveOne, Slots } from '../../shared/slots';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits until the request may use much memory, which it may until its response is sent. */
    admitLarge: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
}

/** Bytes. Shorter bodies arrive with the headers, and Node skips them. */
const shortBody = 64 * 1024;

/** A text of this many characters is large. */
export const largeText = shortBody;

/** A request takes several times the size of its body, which together must stay below some hundred megabytes. */
const largeAtOnce = 4;
/** Milliseconds without any progress of the client. */
const maxPause = 60_000;

/**
 * Limits the number of requests with a large body that are handled at the same time. Others are not read until then.
 * The last slot is kept for accounts without one.
 */
export function registerLargeRequests(app: FastifyInstance): void {
  const slots = new Slots(largeAtOnce, reserveOne);
  app.decorate('admitLarge', async (request, reply) => {
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    const slot = await slots.acquire(closed.signal, request.account?.guid);
    const { socket } = request.raw;
    socket.setTimeout(maxPause);
    const release = (): void => {
      slot[Symbol.dispose]();
      socket.setTimeout(0);
    };
    if (closed.signal.aborted) release();
    else closed.signal.addEventListener('abort', release, { once: true });
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    // Without a key, bodies are small or written to disk.
    const isLarge = request.routeOptions.config.access !== 'open' && bodyLength(request.raw) > shortBody;
    if (!isLarge) done(null, payload);
    else app.admitLarge(request, reply).then(() => done(null, payload), done);
  });
}

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
function bodyLength({ headers }: IncomingMessage): number {
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
