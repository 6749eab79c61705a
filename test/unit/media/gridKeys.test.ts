import assert from 'node:assert/strict';
import { moveByKey } from '../../../media/grid/gridKeys';

const extent = { rowCount: 100, columnCount: 5, rowsPerPage: 10 };

/** Where a key leads from a cell, as row and column. */
function move(key: string, row: number, column = 2, control = false): readonly number[] | undefined {
  const to = moveByKey({ row, column }, { key, control }, extent);
  return to && [to.row, to.column];
}

describe('A key in the grid', () => {
  it('moves by one cell, up to the header and no further than the edges', () => {
    assert.deepEqual(move('ArrowUp', 0), [-1, 2]);
    assert.deepEqual(move('ArrowUp', -1), [-1, 2]);
    assert.deepEqual(move('ArrowDown', 99), [99, 2]);
    assert.deepEqual(move('ArrowLeft', 3, 0), [3, 0]);
    assert.deepEqual(move('ArrowRight', 3, 3), [3, 4]);
    assert.deepEqual(move('ArrowRight', 3, 4), [3, 4]);
  });

  it('moves by a page inside the rows, never to the header', () => {
    assert.deepEqual(move('PageUp', 15), [5, 2]);
    assert.deepEqual(move('PageUp', 4), [0, 2]);
    assert.deepEqual(move('PageDown', 85), [95, 2]);
    assert.deepEqual(move('PageDown', 95), [99, 2]);
  });

  it('leads to the ends of the row, and with Control to the ends of the rows', () => {
    assert.deepEqual(move('Home', 7), [7, 0]);
    assert.deepEqual(move('End', 7), [7, 4]);
    assert.deepEqual(move('Home', 7, 2, true), [0, 0]);
    assert.deepEqual(move('End', 7, 2, true), [99, 4]);
  });

  it('stays in the header where there are no rows', () => {
    const empty = { ...extent, rowCount: 0 };
    for (const key of ['ArrowDown', 'PageDown', 'PageUp', 'Home', 'End'])
      assert.equal(moveByKey({ row: -1, column: 2 }, { key, control: true }, empty)?.row, -1, key);
    assert.deepEqual(move('PageUp', -1), [0, 2]);
  });

  it('that means nothing moves nowhere', () => {
    assert.equal(move('a', 7), undefined);
  });
});
