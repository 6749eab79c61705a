import assert from 'node:assert/strict';
import { UnreachableError } from '../../../../src/core/api/errors';
import type { UnreachableReason } from '../../../../src/core/api/errors';
import { retryRead } from '../../../../src/core/api/retry';
import type { HttpResponse } from '../../../../src/core/api/transport';

const busy = (retryAfter: string): HttpResponse => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  text: '',
});

/** Attempts that all come to the same; it notes the time that each was given. */
function attempts(outcome: () => Promise<HttpResponse>) {
  const args: number[] = [];
  const attempt = (timeout: number): Promise<HttpResponse> => {
    args.push(timeout);
    return outcome();
  };
  return { args, attempt };
}

describe('Repeating a read', () => {
  it('repeats connection failures, and nothing else', async () => {
    const isRepeated = async (reason: UnreachableReason): Promise<boolean> => {
      const { args, attempt } = attempts(() =>
        args.length === 1
          ? Promise.reject(new UnreachableError(reason, 'connection lost'))
          : Promise.resolve({ status: 200, headers: {}, text: '' }),
      );
      return retryRead(attempt, 60_000, undefined).then(
        () => true,
        () => false,
      );
    };
    const repeated = ['connection-refused', 'reset', 'network'] as const;
    assert.deepEqual(await Promise.all(repeated.map(isRepeated)), [true, true, true]);
    const others = ['host-not-found', 'certificate', 'deadline', 'proxy', 'redirect'] as const;
    assert.deepEqual(await Promise.all(others.map(isRepeated)), [false, false, false, false, false]);
  });

  it('waits for a Retry-After that is a date, unless it is beyond the deadline', async () => {
    const later = attempts(() => Promise.resolve(busy(new Date(Date.now() + 3_600_000).toUTCString())));
    assert.equal((await retryRead(later.attempt, 60_000, undefined)).status, 429);
    assert.equal(later.args.length, 1);

    const now = attempts(() => Promise.resolve(busy(new Date(0).toUTCString())));
    await retryRead(now.attempt, 60_000, undefined);
    assert.equal(now.args.length, 3);
  });

  it('ends with the reason of the caller when the caller aborts during a pause', async () => {
    const giveUp = new AbortController();
    const { args, attempt } = attempts(() => {
      setImmediate(() => {
        giveUp.abort(new Error('enough'));
      });
      return Promise.reject(new UnreachableError('reset', 'connection reset'));
    });

    await assert.rejects(retryRead(attempt, 60_000, giveUp.signal), /enough/);
    assert.equal(args.length, 1);
  });
});
