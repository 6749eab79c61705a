import assert from 'node:assert/strict';
import { RowCache } from '../../../media/grid/rowCache';

describe('RowCache', () => {
  it('asks for each missing page once', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(150, 450, 1000);
    cache.want(180, 480, 1000);
    assert.deepEqual(asked, [0, 200, 400]);
  });

  it('asks for no page beyond the range or the rows, at the very boundary either', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(0, 200, 1000);
    cache.want(200, 400, 400);
    assert.deepEqual(asked, [0, 200]);
    cache.want(399, 401, 1000);
    assert.deepEqual(asked, [0, 200, 400]);
  });

  it('asks for nothing after a failure until somebody wants to try again', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(0, 10, 1000);
    cache.fail(0, 'Nobody answers.');
    cache.want(0, 10, 1000);
    cache.want(200, 210, 1000);
    assert.deepEqual(asked, [0]);
    cache.tryAgain();
    cache.want(0, 10, 1000);
    assert.deepEqual(asked, [0, 0]);
  });

  it('asks again for a page that has grown', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.put(0, [1, 2, 3]);
    cache.want(0, 10, 3);
    cache.want(0, 10, 10);
    assert.deepEqual(asked, [0]);
  });

  it('moves everything down when rows come on top, and loses none of the first page', () => {
    const cache = new RowCache<string>(() => undefined);
    cache.put(0, ['b', 'c']);
    cache.prepend(['a']);
    assert.deepEqual(
      [...cache.entries()],
      [
        [0, 'a'],
        [1, 'b'],
        [2, 'c'],
      ],
    );
  });

  it('keeps a bounded number of rows', () => {
    const cache = new RowCache<number>(() => undefined);
    const page = Array.from({ length: 200 }, (_, index) => index);
    for (let offset = 0; offset < 1_000_000; offset += 200) cache.put(offset, page);
    assert.equal(cache.sizeBelow(Infinity), 20_000);
    assert.equal(cache.get(0), undefined);
    assert.equal(cache.get(999_999), 199);
  });

  it('keeps the pages that were looked at last', () => {
    const cache = new RowCache<number>(() => undefined);
    const page = Array.from({ length: 200 }, (_, index) => index);
    for (let offset = 0; offset < 20_000; offset += 200) cache.put(offset, page);
    cache.want(0, 200, 1_000_000);
    cache.put(20_000, page);
    assert.deepEqual([cache.get(0), cache.get(200)], [0, undefined]);
  });
});
