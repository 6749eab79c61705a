import assert from 'node:assert/strict';
import { RowCache } from '../../../media/grid/rowCache';

describe('RowCache', () => {
  let asked: number[];
  let cache: RowCache<number>;
  beforeEach(() => {
    asked = [];
    cache = new RowCache<number>((offset) => asked.push(offset));
  });

  it('requests each missing page once', () => {
    cache.want(150, 450, 1000);
    cache.want(180, 480, 1000);
    assert.deepEqual(asked, [0, 200, 400]);
  });

  it('requests nothing after a failure until the user tries again', () => {
    cache.want(0, 10, 1000);
    cache.fail(0, 'The platform does not respond.');
    cache.want(0, 10, 1000);
    cache.want(200, 210, 1000);
    assert.deepEqual([asked, cache.missing], [[0], 'The platform does not respond.']);
    cache.tryAgain();
    cache.want(0, 10, 1000);
    assert.deepEqual(asked, [0, 0]);
  });

  it('requests a page again that has grown', () => {
    cache.put(0, [1, 2, 3]);
    cache.put(200, [4]);
    cache.want(0, 10, 3);
    cache.want(200, 201, 201);
    assert.deepEqual(asked, []);
    cache.want(0, 10, 10);
    assert.deepEqual(asked, [0]);
  });

  it('shifts all rows when new ones are added at the top', () => {
    cache.put(0, [8, 9]);
    cache.prepend([7]);
    assert.deepEqual(Object.fromEntries(cache.entries()), { 0: 7, 1: 8, 2: 9 });
  });

  it('waits for the rest of the first page, which arrives separately', () => {
    cache.putFirst([1, 2]);
    cache.want(0, 10, 1000);
    assert.deepEqual([asked, cache.get(1)], [[], 2]);
  });

  it('keeps a bounded number of rows', () => {
    const page = Array.from({ length: 200 }, (_, index) => index);
    for (let offset = 0; offset < 1_000_000; offset += 200) cache.put(offset, page);
    assert.equal(cache.sizeBelow(Infinity), 20_000);
    assert.equal(cache.get(0), undefined);
    assert.equal(cache.get(999_999), 199);
  });
});
