import assert from 'node:assert/strict';
import { UnreachableError } from '../../../src/api/errors';
import { retryRead } from '../../../src/api/retry';
import type { HttpAnswer } from '../../../src/api/transport';

const busy = (retryAfter: string): HttpAnswer => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  text: '',
});

/** Attempts that all come to the same; it notes the time that each was given. */
function attempts(outcome: () => Promise<HttpAnswer>): {
  readonly given: number[];
  readonly attempt: (timeout: number) => Promise<HttpAnswer>;
} {
  const given: number[] = [];
  return {
    given,
    attempt: (timeout) => {
      given.push(timeout);
      return outcome();
    },
  };
}

const reset = (): Promise<HttpAnswer> => Promise.reject(new UnreachableError('reset', 'gone'));

describe('Repeating a read', () => {
  it('gives each attempt what the ones before have left of the time', async () => {
    const { given, attempt } = attempts(reset);

    await assert.rejects(retryRead(attempt, 60_000, undefined), UnreachableError);

    const [first = 0, second = 0, third = 0] = given;
    assert.deepEqual([given.length, first], [3, 60_000]);
    assert.ok(second < first && third < second, given.join(' '));
  });

  it('obeys a Retry-After that is a date, and does not wait for one beyond the deadline', async () => {
    const later = attempts(() => Promise.resolve(busy(new Date(Date.now() + 3_600_000).toUTCString())));
    assert.equal((await retryRead(later.attempt, 60_000, undefined)).status, 429);
    assert.equal(later.given.length, 1);

    const now = attempts(() => Promise.resolve(busy(new Date(0).toUTCString())));
    await retryRead(now.attempt, 60_000, undefined);
    assert.equal(now.given.length, 3);
  });

  it('ends in its pause when the caller gives up, with the caller’s own reason', async () => {
    const giveUp = new AbortController();
    const { given, attempt } = attempts(() => {
      setImmediate(() => {
        giveUp.abort(new Error('enough'));
      });
      return reset();
    });

    await assert.rejects(retryRead(attempt, 60_000, giveUp.signal), /enough/);
    assert.equal(given.length, 1);
  });
});
