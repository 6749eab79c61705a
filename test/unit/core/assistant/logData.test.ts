import assert from 'node:assert/strict';
import { columnsOf, shortened } from '../../../../src/core/assistant/logData';

describe('Rows for an assistant', () => {
  it('have long values cut and structures as text', () => {
    const long = 'x'.repeat(2000);
    assert.equal(shortened(long), long);
    assert.equal(shortened(`${long}y`), `${long}…`);
    const list = ['x'.repeat(10)];
    assert.equal(shortened(list, 14), list);
    assert.equal(shortened(list, 13), '["xxxxxxxxxx"…');
    assert.equal(shortened({ a: 5n }, 6), '{"a":"…');
    assert.deepEqual([shortened(null, 3), shortened(5n), shortened(true, 1)], [null, 5n, true]);
  });

  it('have the columns of the platform first', () => {
    assert.deepEqual(columnsOf([{ a: 1 }, { c: 1, a: 2 }], ['b']), ['b', 'a', 'c']);
    assert.deepEqual(columnsOf([{ a: 1 }], undefined), ['a']);
  });
});
