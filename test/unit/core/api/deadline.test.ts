import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { PlatformClient } from '../../../../src/core/api/client';
import { Deadline } from '../../../../src/core/api/deadline';
import { UnreachableError } from '../../../../src/core/api/errors';
import { eventually } from '../../../support/eventually';
import { responding, HttpServer } from '../../../support/httpServer';
import { exportCursor } from '../../../../src/core/api/operations/queries';
import { completeUpload } from '../../../../src/core/api/operations/uploads';
import { listTables } from '../../../../src/core/api/operations/tables';

/** Timers count in whole milliseconds and may be that much early. */
const timerStep = 1;

describe('A deadline', () => {
  it('passes at its own time when others end later, however far away they are', async () => {
    using late = new Deadline(60_000, undefined);
    using far = new Deadline(2 ** 40, undefined);
    const start = performance.now();
    using soon = new Deadline(30, undefined);
    await aborted(soon);
    assert.ok(performance.now() - start >= 30 - timerStep);
    assert.deepEqual([soon.passed, late.passed, far.passed], [true, false, false]);
  });
});

describe('The deadline of a streamed response', () => {
  it('counts from one part of the response to the next', async () => {
    let reply: ServerResponse | undefined;
    await using server = await HttpServer.start((_request, response) => {
      reply = response;
      reply.write('first');
    });
    const clock = clockFor(60_000);
    const client = server.client({ readTimeout: () => 60_000 });
    const parts = client.stream(exportCursor(1, 'csv'))[Symbol.asyncIterator]();
    try {
      await parts.next();
      for (const text of ['second', 'third']) {
        // The reader takes more than the limit, which does not count, and then the server more than half of it.
        clock.pass(70_000);
        const next = parts.next();
        clock.pass(40_000);
        reply?.write(text);
        assert.deepEqual(await next, { done: false, value: Buffer.from(text) });
      }
      const late = assert.rejects(parts.next(), UnreachableError);
      await eventually(() => clock.running === 1, { within: 10_000 });
      clock.pass(61_000);
      await late;
    } finally {
      clock.restore();
    }
  });
});

describe('The deadline of a request', () => {
  it('is that of the settings, or that of the operation if it is longer', async () => {
    await using server = await responding(200, { rows: 1, total_count: 0, tables: [] });
    const hour = 3_600_000;
    const lengthOf = async (
      timeout: number,
      call: (client: PlatformClient) => Promise<unknown>,
    ): Promise<number> => {
      const client = server.client({ readTimeout: () => timeout });
      const clock = clockFor(Math.max(timeout, hour));
      try {
        await call(client);
        return clock.started;
      } finally {
        clock.restore();
        await client[Symbol.asyncDispose]();
      }
    };
    assert.equal(await lengthOf(5000, (client) => client.send(completeUpload('t'))), 1);
    assert.equal(await lengthOf(2 * hour, (client) => client.send(completeUpload('t'))), 1);
    assert.equal(await lengthOf(5000, (client) => client.send(listTables({}))), 0);
  });
});

/** Timers of one length go by this clock, all others by the real one. */
function clockFor(length: number) {
  const { setTimeout: real, clearTimeout: realClear } = globalThis;
  const timers = new Set<{ left: number; callback: () => void }>();
  let started = 0;
  globalThis.clearTimeout = (timer) => {
    if (!timers.delete(timer as never)) realClear(timer);
  };
  globalThis.setTimeout = Object.assign((callback: () => void, delay?: number, ...rest: []) => {
    if (delay !== length) return real(callback, delay, ...rest);
    const timer = { left: length, callback, unref: () => timer };
    timers.add(timer);
    started += 1;
    return timer as unknown as NodeJS.Timeout;
  }, real);
  return {
    pass: (milliseconds: number) => {
      for (const timer of timers) {
        timer.left -= milliseconds;
        if (timer.left <= 0) timer.callback();
      }
    },
    restore: () => void Object.assign(globalThis, { setTimeout: real, clearTimeout: realClear }),
    get started() {
      return started;
    },
    get running() {
      return timers.size;
    },
  };
}

async function aborted({ signal }: Deadline): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
  });
}
