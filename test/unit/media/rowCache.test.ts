import assert from 'node:assert/strict';
import { RowCache } from '../../../media/grid/rowCache';

describe('RowCache', () => {
  it('requests each missing page once', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(150, 450, 1000);
    cache.want(180, 480, 1000);
    assert.deepEqual(asked, [0, 200, 400]);
  });

  it('requests nothing after a failure until the user tries again', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(0, 10, 1000);
    cache.fail(0, 'Nobody answers.');
    cache.want(0, 10, 1000);
    cache.want(200, 210, 1000);
    assert.deepEqual([asked, cache.missing], [[0], 'Nobody answers.']);
    cache.tryAgain();
    cache.want(0, 10, 1000);
    assert.deepEqual(asked, [0, 0]);
  });

  it('requests a page again that has grown', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.put(0, [1, 2, 3]);
    cache.put(200, [4]);
    cache.want(0, 10, 3);
    cache.want(200, 201, 201);
    assert.deepEqual(asked, []);
    cache.want(0, 10, 10);
    assert.deepEqual(asked, [0]);
  });

  it('moves everything down when rows come on top', () => {
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

  it('waits for the rest of the first page, which arrives separately', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.putFirst([1, 2]);
    cache.want(0, 10, 1000);
    assert.deepEqual([asked, cache.get(1)], [[], 2]);
  });

  it('keeps a bounded number of rows', () => {
    const cache = new RowCache<number>(() => undefined);
    const page = rows(0, 200);
    for (let offset = 0; offset < 1_000_000; offset += 200) cache.put(offset, page);
    assert.equal(cache.sizeBelow(Infinity), 20_000);
    assert.equal(cache.get(0), undefined);
    assert.equal(cache.get(999_999), 199);
  });
});

function rows(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
