import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { DeferredRefresh } from '../../../../src/features/explorer/deferredRefresh';

describe('The refresh of a node', () => {
  let refreshed: (string | undefined)[];
  let refreshes: DeferredRefresh<string>;

  beforeEach(() => {
    refreshed = [];
    refreshes = new DeferredRefresh((node) => refreshed.push(node));
  });

  it('is fired once, after VS Code has the children of every node', async () => {
    const slow = refreshes.during(() => delay(20));
    await refreshes.during(() => {
      refreshes.request('tables');
      refreshes.request('tables');
      return Promise.resolve();
    });
    assert.deepEqual(refreshed, []);
    await slow;
    assert.deepEqual(refreshed, []);
    await delay(5);
    assert.deepEqual(refreshed, ['tables']);
  });
});
