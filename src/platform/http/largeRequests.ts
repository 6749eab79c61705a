import type { FastifyInstance, FastifyReply } from 'fastify';
import { keepOne, Slots } from '../../shared/slots';
import { bodyLength, shortBody } from './unreadBodies';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits until the request may use much memory, which it may until its response is sent. */
    admitLarge: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
}

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
  const slots = new Slots(largeAtOnce, keepOne);
  app.decorate('admitLarge', async (request, reply) => {
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    const slot = await slots.take(closed.signal, request.account?.guid);
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
