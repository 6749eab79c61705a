import assert from 'node:assert/strict';
import {
  nextQueryId,
  rejectTooMany,
  TooManyQueriesError,
  runsToDrop,
} from '../../../src/platform/engine/run/queryLimits';
import { isTooLarge } from '../../../src/platform/engine/run/readQuery';
import { QueryRun } from '../../../src/platform/engine/run/engineRun';

const account = { guid: 'a', loginName: 'kim', role: 'ADMIN', companyGuid: 'c' } as const;

function newRun(): QueryRun {
  const from = { source: 'rest-api', account, remoteAddress: '' } as const;
  const request = { text: 'table a', ...from, constants: {}, background: true };
  return new QueryRun(1, request, {}, undefined, () => 2);
}

function finished(count: number): QueryRun[] {
  return Array.from({ length: count }, () => {
    const run = newRun();
    run.finish({ outcome: 'succeeded', lastRow: undefined });
    return run;
  });
}

describe('The IDs of queries', () => {
  it('count upwards, begin again after the largest of 32 bits, and skip those in use', () => {
    const largest = 2 ** 31 - 1;
    const next = (last: number, ...used: readonly number[]): number =>
      nextQueryId(last, (id) => used.includes(id));

    assert.deepEqual([next(0), next(7), next(largest - 1), next(largest)], [1, 8, largest, 1]);
    assert.deepEqual([next(7, 8, 9), next(largest, 1, 2), next(largest - 1, largest)], [10, 3, 1]);
  });
});

describe('The kept queries', () => {
  it('are those that were read within half an hour', () => {
    const [old, other] = finished(2);
    assert.ok(old && other);
    const later = Date.now() + 31 * 60_000;
    other.lastAccess = later;
    assert.deepEqual([...runsToDrop([old, other], later)], [old]);
    assert.equal(runsToDrop([other], later + 30 * 60_000).size, 0);
    assert.equal(runsToDrop([other], later + 30 * 60_000 + 1).size, 1);
  });
});

describe('The queries of an account', () => {
  const isRejected = (runs: readonly QueryRun[], text = 'table a'): boolean => {
    try {
      rejectTooMany(account.guid, runs, text.length);
      return false;
    } catch (error) {
      assert.ok(error instanceof TooManyQueriesError);
      assert.equal(error.name, 'TooManyQueriesError');
      return true;
    }
  };

  it('are fewer when their texts are long, but one may always run', () => {
    const long = 'x'.repeat(8_000_001);
    assert.equal(isRejected([], long), false);
    assert.equal(isRejected([newRun()], long), true);
    const max = 'x'.repeat(8_000_000 - newRun().request.text.length);
    assert.equal(isRejected([newRun()], max), false);
    assert.equal(isRejected([newRun(), ...finished(1)], `${max}x`), true);
  });
});

describe('A run of a query', () => {
  it('keeps the first reason for which it was canceled, and none after it has ended', () => {
    const run = newRun();
    run.cancel('administrator');
    run.cancel('shutdown');
    assert.equal(run.cancelReason, 'administrator');
    const [over] = finished(1);
    over?.cancel();
    assert.deepEqual([over?.cancelReason, over?.signal.aborted], [undefined, false]);
    const failed = newRun();
    failed.finish({ outcome: 'failed', reason: 'out of memory' });
    const { cancel_reason, error_code, error_detail, is_finished } = failed.status();
    assert.deepEqual(
      [cancel_reason, error_code, error_detail, is_finished],
      ['failure', 'query-failed', 'out of memory', true],
    );
    assert.ok(over && !('cancel_reason' in over.status()) && !('error_code' in over.status()));
  });
});

describe('A query that is too large', () => {
  const commands = (count: number): string => Array.from({ length: count }, () => 'a').join('|');
  const nested = (depth: number): string => `${'('.repeat(depth)}${')'.repeat(depth)}`;

  it('has too many commands, words or nested brackets', () => {
    assert.deepEqual([commands(1000), commands(1001)].map(isTooLarge), [false, true]);
    assert.deepEqual([nested(200), nested(201)].map(isTooLarge), [false, true]);
    assert.deepEqual(['a '.repeat(30_000), 'a '.repeat(30_001)].map(isTooLarge), [false, true]);
    assert.deepEqual(['a='.repeat(15_000), 'a='.repeat(15_001)].map(isTooLarge), [false, true]);
    assert.deepEqual(['a'.repeat(4_000_000), 'a'.repeat(4_000_001)].map(isTooLarge), [false, true]);
  });

  it('is not one with long strings', () => {
    const many = '|'.repeat(1001);
    for (const text of [`"${many}"`, `"\\"${many}"`, `"\\\\" "${many}"`])
      assert.equal(isTooLarge(text), false, text.slice(0, 9));
    assert.equal(isTooLarge(`"\\\\"${many}`), true);
  });
});
