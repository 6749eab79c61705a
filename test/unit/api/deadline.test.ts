import assert from 'node:assert/strict';
import { Deadline } from '../../../src/api/deadline';

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

async function aborted({ signal }: Deadline): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
}
