import assert from 'node:assert/strict';
import { cellsOf, columnsOf } from '../../../../src/core/results/resultTable';
import type { ResultPage } from '../../../../src/core/interface/cursor';

function page(changes: Partial<ResultPage>): ResultPage {
  return { rows: [], total: undefined, fieldOrder: undefined, fieldTypes: undefined, ...changes };
}

describe('The columns of a result', () => {
  it('are those of the platform, in its order and with its types', () => {
    const columns = columnsOf(
      page({ fieldOrder: ['b', 'a'], fieldTypes: { a: 'long', b: 'date' }, rows: [{ a: 1, b: 'x', c: 3 }] }),
      [],
    );
    assert.deepEqual(columns, [
      { name: 'b', type: 'time' },
      { name: 'a', type: 'number' },
    ]);
  });

  it('are read from the rows when the platform names none, and grow with later rows', () => {
    const first = columnsOf(page({ rows: [{ a: null }, { a: 2, b: { c: 1 } }] }), []);
    assert.deepEqual(first, [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'json' },
    ]);
    const later = columnsOf(page({ rows: [{ d: true }] }), first);
    assert.deepEqual(later, [...first, { name: 'd', type: 'boolean' }]);
  });

  it('may have the names of what every object of JavaScript has', () => {
    const rows = JSON.parse('[{"a":1},{"constructor":2,"__proto__":3}]') as ResultPage['rows'];
    const columns = columnsOf(page({ rows, fieldTypes: { a: 'long' } }), []);
    assert.deepEqual(
      columns.map(({ name, type }) => [name, type]),
      [
        ['a', 'number'],
        ['constructor', 'number'],
        ['__proto__', 'number'],
      ],
    );
    assert.deepEqual(cellsOf(rows, columns), [
      [1, null, null],
      [null, 2, 3],
    ]);
    const [odd] = columnsOf(page({ rows: [{ a: 1 }], fieldTypes: { a: 'constructor' } }), []);
    assert.equal(odd?.type, 'text');
  });

  it('hold the cells in their order, with null for what a row lacks', () => {
    const columns = columnsOf(page({ fieldOrder: ['a', 'b'] }), []);
    assert.deepEqual(
      cellsOf(
        [
          { b: [1], x: 9 },
          { a: 'y', b: null },
        ],
        columns,
      ),
      [
        [null, [1]],
        ['y', null],
      ],
    );
  });
});
