import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { LateChildren } from '../../../../src/features/explorer/lateChildren';

describe('The children of a node', () => {
  let refreshed: string[];
  let late: LateChildren<string>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    refreshed = [];
    late = new LateChildren((node) => refreshed.push(node));
  });

  afterEach(() => mock.timers.reset());

  it('are returned when they arrive soon, without another refresh', async () => {
    const children = new Promise<string[]>((resolve) => setTimeout(resolve, 999, []));
    const args = late.soon('a', children);
    mock.timers.tick(999);
    assert.deepEqual(await args, []);
    mock.timers.tick(1000);
    await turn();
    assert.deepEqual(refreshed, []);
  });

  it('refresh their node once when they arrive late', async () => {
    let arrive: (children: string[]) => void = () => undefined;
    const children = new Promise<string[]>((resolve) => (arrive = resolve));
    const args = [late.soon('a', children), late.soon('a', children), late.soon('b', children)];
    mock.timers.tick(1000);
    assert.deepEqual(await Promise.all(args), [undefined, undefined, undefined]);
    assert.deepEqual(refreshed, []);
    arrive(['x']);
    await turn();
    assert.deepEqual(refreshed, ['a', 'b']);
  });
});
