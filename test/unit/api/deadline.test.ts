import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Deadline } from '../../../src/api/deadline';
import { UnreachableError } from '../../../src/api/errors';
import { HttpServer } from '../../support/httpServer';

describe('a deadline', () => {
  it('passes at its own time, also where others are watched that end later', async () => {
    using late = new Deadline(60_000, undefined);
    const start = performance.now();
    using soon = new Deadline(30, undefined);
    await aborted(soon);
    assert.ok(performance.now() - start >= 30);
    assert.deepEqual([soon.passed, late.passed], [true, false]);
  });

  it('passes after one that ended before it', async () => {
    using first = new Deadline(20, undefined);
    using second = new Deadline(500, undefined);
    await aborted(first);
    assert.equal(second.passed, false);
    await aborted(second);
    assert.equal(second.passed, true);
  });

  it('does not pass once it is disposed of', async () => {
    const done = new Deadline(20, undefined);
    using next = new Deadline(40, undefined);
    done[Symbol.dispose]();
    await aborted(next);
    assert.deepEqual([done.passed, done.signal.aborted], [false, false]);
  });

  it('counts anew when it is restarted', async () => {
    using restarted = new Deadline(500, undefined);
    using other = new Deadline(50, undefined);
    await aborted(other);
    const start = performance.now();
    restarted.restart();
    await aborted(restarted);
    assert.ok(performance.now() - start >= 500);
  });

  it('does not pass at once because it is far away', async () => {
    using far = new Deadline(2 ** 40, undefined);
    using near = new Deadline(20, undefined);
    await aborted(near);
    assert.equal(far.passed, false);
  });

  it('tells a caller who cancels from a time that has passed', () => {
    const caller = new AbortController();
    using deadline = new Deadline(60_000, caller.signal);
    caller.abort();
    assert.deepEqual([deadline.signal.aborted, deadline.passed], [true, false]);
  });

  it('lets go of its caller when it is disposed of', () => {
    const caller = new AbortController();
    const deadline = new Deadline(60_000, caller.signal);
    deadline[Symbol.dispose]();
    caller.abort();
    assert.equal(deadline.signal.aborted, false);
  });
});

describe('the deadline of a streamed answer', () => {
  it('counts from one part of the answer to the next', async () => {
    let answer: ServerResponse | undefined;
    await using server = await HttpServer.start((_request, response) => {
      answer = response;
      answer.write('first');
    });
    const client = server.client({ readTimeout: () => 60_000 });
    const parts = client.cursorExport(1, 'csv')[Symbol.asyncIterator]();
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => now() + ahead;
    const letPass = async (milliseconds: number): Promise<void> => {
      // One that ends at once makes all others be looked at, when the clock has been put forward.
      using look = new Deadline(1, undefined);
      ahead += milliseconds;
      await aborted(look);
    };
    try {
      await parts.next();
      for (const text of ['second', 'third']) {
        // The reader takes its time, and then the service does: each more than half of the limit.
        await letPass(40_000);
        const next = parts.next();
        await letPass(40_000);
        answer?.write(text);
        assert.deepEqual(await next, { done: false, value: Buffer.from(text) });
      }
      const late = assert.rejects(parts.next(), UnreachableError);
      await letPass(61_000);
      await late;
    } finally {
      performance.now = now;
    }
  });
});

async function aborted({ signal }: Deadline): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
  });
}
