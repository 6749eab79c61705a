import assert from 'node:assert/strict';
import { PlatformClient } from '../../../../../src/core/api/client';
import { UnreachableError } from '../../../../../src/core/api/errors';
import { gapsOf } from '../../../../../src/extension/features/overview/overviewModel';
import { Part } from '../../../../../src/extension/features/overview/overviewReader';
import { overviewReader } from './support';

describe('A part of the overview', () => {
  const client = new PlatformClient({ baseUrl: 'http://127.0.0.1', readKey: () => Promise.resolve('k3y') });
  const { signal } = new AbortController();

  it('is read when it is due, and keeps its last value while the platform is unreachable', async () => {
    let [now, asked] = [1000, 0];
    let response: () => number = () => ++asked;
    const part = new Part(
      5000,
      () => Promise.resolve().then(response),
      () => now,
    );
    assert.equal(part.isDue(), true);
    await part.read(client, signal);
    now += 4999;
    assert.equal(part.isDue(), false);
    now += 1;
    assert.equal(part.isDue(), true);
    response = () => {
      throw new UnreachableError('reset', 'Connection lost.');
    };
    await part.read(client, signal);
    assert.deepEqual(
      [part.value, part.failure?.reason, part.unreachable?.reason],
      [1, 'unreachable', 'reset'],
    );
    now += 5000;
    assert.equal(part.isDue(), true);
    response = () => ++asked;
    await part.read(client, signal);
    assert.deepEqual([part.value, part.failure, part.unreachable], [2, null, undefined]);
  });
});

describe('What the overview could not check', () => {
  it('is listed, down to one table and one entry', () => {
    const reader = overviewReader(() => Promise.reject(new Error('nothing is asked')));
    assert.deepEqual(gapsOf(reader), []);
    reader.audits.value = { items: [], older: 1, isSearched: false };
    reader.arrivalIntervals.value = { byTable: new Map(), leftOut: 1 };
    assert.deepEqual(
      gapsOf(reader).map((gap) => /: (\d+)\.$/.exec(gap)?.[1]),
      ['1', '1'],
    );
  });
});
