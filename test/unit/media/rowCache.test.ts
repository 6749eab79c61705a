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
    assert.deepEqual([asked, cache.missing], [[0], 'Nobody answers.']);
    cache.tryAgain();
    cache.want(0, 10, 1000);
    assert.deepEqual(asked, [0, 0]);
  });

  it('asks again for a page that has grown', () => {
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

  it('keeps pages of their size when rows come on top', () => {
    const cache = new RowCache<number>(() => undefined);
    cache.put(200, rows(200, 200));
    cache.put(0, rows(0, 200));
    assert.deepEqual(
      [...cache.entries()].map(([index]) => index),
      rows(0, 400),
    );
    assert.equal(cache.sizeBelow(250), 250);
    for (let offset = 1000; offset >= 400; offset -= 200) cache.put(offset, rows(offset, 200));
    assert.deepEqual(
      [...cache.entries()].map(([, row]) => row),
      rows(0, 1200),
    );
    cache.prepend([-1]);
    assert.deepEqual(
      [...cache.entries()].map(([, row]) => row),
      rows(-1, 1201),
    );
  });

  it('asks for only so many pages at the same time', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(0, 1000, 1000, 2);
    assert.deepEqual([asked, cache.sizeBelow(Infinity)], [[0, 200], 0]);
  });

  it('waits for the rest of the first page, which arrives separately', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.putFirst([1, 2]);
    cache.want(0, 10, 1000);
    assert.deepEqual([asked, cache.get(1)], [[], 2]);
  });

  it('asks for a further page when one arrives, and after a failure for the failed one', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    const want = (): readonly number[] => (cache.want(-5, 1000, 1000, 1), asked.splice(0));
    assert.deepEqual([want(), want()], [[0], []]);
    cache.put(0, rows(0, 200));
    assert.deepEqual(want(), [200]);
    cache.fail(200, 'Nobody answers.');
    cache.put(400, rows(400, 200));
    assert.deepEqual([cache.missing, want()], [undefined, [200]]);
  });

  it('counts the rows before an index only', () => {
    const cache = new RowCache<number>(() => undefined);
    cache.put(200, rows(200, 3));
    assert.deepEqual(
      [100, 200, 201, 203, 500].map((end) => cache.sizeBelow(end)),
      [0, 0, 1, 3, 3],
    );
  });

  it('asks again for what was asked for and for pages that lost their beginning when rows come on top', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.want(0, 10, 1000);
    cache.put(200, rows(200, 200));
    cache.prepend([-1]);
    assert.deepEqual(
      [cache.get(0), cache.get(200), cache.get(201), cache.get(400)],
      [-1, undefined, undefined, 399],
    );
    cache.want(0, 600, 1001);
    assert.deepEqual(asked, [0, 0, 200, 400]);
  });

  it('asks again for everything once it is cleared', () => {
    const asked: number[] = [];
    const cache = new RowCache<number>((offset) => asked.push(offset));
    cache.put(0, [1]);
    cache.want(200, 201, 1000);
    cache.fail(400, 'Nobody answers.');
    cache.clear();
    assert.deepEqual([cache.get(0), cache.missing], [undefined, undefined]);
    cache.want(200, 201, 1000);
    assert.deepEqual(asked, [200, 200]);
  });

  it('keeps a bounded number of rows', () => {
    const cache = new RowCache<number>(() => undefined);
    const page = rows(0, 200);
    for (let offset = 0; offset < 1_000_000; offset += 200) cache.put(offset, page);
    assert.equal(cache.sizeBelow(Infinity), 20_000);
    assert.equal(cache.get(0), undefined);
    assert.equal(cache.get(999_999), 199);
  });

  it('keeps the pages that were looked at last', () => {
    const cache = new RowCache<number>(() => undefined);
    const page = rows(0, 200);
    for (let offset = 0; offset < 20_000; offset += 200) cache.put(offset, page);
    cache.want(0, 200, 1_000_000);
    cache.put(20_000, page);
    assert.deepEqual([cache.get(0), cache.get(200)], [0, undefined]);
  });
});

function rows(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
