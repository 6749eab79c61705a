import assert from 'node:assert/strict';
import { RowCache } from '../../../media/grid/rowCache';

describe('RowCache', () => {
  it('waits for the rest of the first page, which arrives separately', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.putFirst([1, 2]);
    cache.want(0, 10, 1000);
    assert.deepEqual([asked, cache.get(1)], [[], 2]);
  });

  it('keeps a bounded number of rows', () => {
    const cache = new RowCache<number>(() => undefined);
    const page = Array.from({ length: 200 }, (_, index) => index);
    for (let offset = 0; offset < 1_000_000; offset += 200) cache.put(offset, page);
    assert.equal(cache.sizeBelow(Infinity), 20_000);
    assert.equal(cache.get(0), undefined);
    assert.equal(cache.get(999_999), 199);
  });
});
