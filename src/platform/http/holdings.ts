import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { equalShare, Slots } from '../../core/base/slots';
import type { Slot } from '../../core/base/slots';
import { illegalState } from '../errors';
import { maxBody } from './bodies';
import { callerOf } from './caller';
import { bodyLength } from './unreadBodies';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the call holds of its account's share; undefined without an account. */
    holding: Slot | undefined;
  }
}

/** Bytes that the calls of all accounts may hold: one gets half while others have none. */
const capacity = 192 * 1024 * 1024;
/** The bytes of a call whose response is unknown. */
const unknownResponse = 8 * 1024 * 1024;
/** A body is parsed, decoded and copied. */
const copiesOfBody = 3;
/** A response consists of records, their text, and the bytes that the connection has not sent yet. */
const copiesOfResponse = 3;
/** The least weight of a part of a response: a connection of the engine and of the client. */
const smallestPart = 4 * 1024 * 1024;
/** Calls of an account that wait. Programs do not have that many connections. */
const maxWaiting = 1000;
/** Milliseconds without any progress of a client for which others of its account wait. */
const maxPause = 60_000;
const sweepInterval = 10_000;

interface Held {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly slot: Slot;
  /** The bytes of its connection, and since when they are the same. */
  bytes: number;
  since: number;
}

/**
 * What the calls of each account hold of the memory: their bodies, the records of their responses, and what their
 * clients have not read yet. A call is weighed before its body is read and waits until its account has room for it;
 * a response of rows is weighed again for each part.
 */
export class Holdings implements Disposable {
  readonly #slots = new Slots(capacity, equalShare);
  readonly #held = new Set<Held>();
  /** The largest response of each operation so far. */
  readonly #largest = new Map<string, number>();
  readonly #sweep = setInterval(() => this.sweep(), sweepInterval).unref();

  /** Resolves when the call may be handled; the end of its connection or response releases what it holds. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { guid } = callerOf(request);
    if (this.#slots.waitingOf(guid) >= maxWaiting) throw illegalState('too many calls at once');
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort(illegalState('the client has left')));
    const body = Math.min(bodyLength(request.raw), maxBody) * copiesOfBody;
    const response = Math.max(unknownResponse, this.#largest.get(operationOf(request)) ?? 0);
    const slot = await this.#slots.acquire(closed.signal, guid, body + response);
    const held = { request, reply, slot, bytes: 0, since: Date.now() };
    request.holding = slot;
    this.#held.add(held);
    const release = (): void => {
      slot[Symbol.dispose]();
      this.#held.delete(held);
    };
    if (closed.signal.aborted) release();
    else closed.signal.addEventListener('abort', release, { once: true });
  }

  /** From here on, the call holds what its client has not read. Streams are weighed in parts. */
  sent(request: FastifyRequest, payload: unknown): void {
    if (typeof payload !== 'string') return;
    const bytes = payload.length * copiesOfResponse;
    const operation = operationOf(request);
    if (bytes > (this.#largest.get(operation) ?? unknownResponse)) this.#largest.set(operation, bytes);
    request.holding?.weigh(bytes);
  }

  /** Disconnects clients that neither send nor read, if other calls of their account wait. */
  sweep(now = Date.now()): void {
    for (const held of this.#held) {
      const { request, reply } = held;
      const bytes = request.socket.bytesRead + request.socket.bytesWritten;
      const isWaitingForClient = !request.raw.complete || reply.raw.writableLength > 0;
      if (!isWaitingForClient || bytes !== held.bytes) Object.assign(held, { bytes, since: now });
      else if (now - held.since >= maxPause && this.#slots.waitingOf(callerOf(request).guid) > 0)
        request.socket.destroy();
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
  }
}

/** Does the work without the weight of the call, which then has another one, for a part of a response. */
export async function resting<T>(
  { holding }: FastifyRequest,
  work: () => Promise<T>,
  bytes?: number,
): Promise<T> {
  if (!holding) return work();
  return holding.rest(
    work,
    bytes === undefined ? undefined : Math.max(smallestPart, bytes * copiesOfResponse),
  );
}

/** Calls without a key have small bodies and responses, or stream their body to disk. */
export function registerHoldings(app: FastifyInstance, holdings: Holdings): void {
  app.decorateRequest('holding', undefined);
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.access !== 'open') await holdings.admit(request, reply);
    return payload;
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    holdings.sent(request, payload);
    if (typeof payload !== 'string' || payload.length <= sentAtOnce) {
      done(null, payload);
      return;
    }
    // In parts, because the progress of a single one cannot be seen.
    const bytes = Buffer.from(payload);
    void reply.header('content-length', bytes.length);
    done(null, Readable.from(partsOf(bytes)));
  });
}

const sentAtOnce = 256 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += sentAtOnce) {
    yield bytes.subarray(start, start + sentAtOnce);
  }
}

function operationOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ''}`;
}
