import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SeenValues } from '../../../../../src/extension/ui/connections/seenValues';

const here = { name: 'here', baseUrl: 'http://a' };
const other = { name: 'here', baseUrl: 'http://b' };

describe('Values that this window has read', () => {
  it('are listed by frequency, those of one platform only', () => {
    const seen = new SeenValues();
    const rows = ['b', 'a', 'b', 'c', 'b', 'c'].map((user) => ({ user, status: 200 }));
    seen.addRows(here, 'web', rows);
    assert.deepEqual(seen.of(here, ['web'], 'user'), ['b', 'c', 'a']);
    assert.deepEqual(seen.of(here, ['web'], 'status'), [200]);
    assert.deepEqual(seen.of(other, ['web'], 'user'), []);
    assert.deepEqual(seen.of(here, ['dns'], 'user'), []);
  });

  it('of several tables, or of a pattern, are added up', () => {
    const seen = new SeenValues();
    seen.addRows(here, 'fw_a', [{ action: 'allow' }, { action: 'allow' }, { action: 'deny' }]);
    seen.addRows(here, 'fw_b', [{ action: 'deny' }, { action: 'deny' }]);
    assert.deepEqual(seen.of(here, ['fw_*'], 'action'), ['deny', 'allow']);
    assert.deepEqual(seen.of(here, ['fw_a', 'fw_b'], 'action'), ['deny', 'allow']);
  });

  it('belong to the table in the row, and leave out fields that the query computes', () => {
    const seen = new SeenValues();
    const rows = [
      { _table: 'dns', user: 'a', size: 'large' },
      { user: 'b', size: 'large' },
    ];
    seen.addRows(here, 'web', rows, (field) => field !== 'size');
    assert.deepEqual(seen.of(here, ['dns'], 'user'), ['a']);
    assert.deepEqual(seen.of(here, ['web'], 'user'), ['b']);
    assert.deepEqual(seen.of(here, ['web', 'dns'], 'size'), []);
  });

  it('leave out empty, long and nested ones, and those that are different in every row', () => {
    const seen = new SeenValues();
    const row = { a: '', b: 'x'.repeat(300), c: null, d: [1], e: { f: 1 }, line: 'x', _time: 'x', _id: 1 };
    seen.addRows(here, 'web', [row]);
    for (const field of Object.keys(row)) assert.deepEqual(seen.of(here, ['web'], field), [], field);
  });

  it('are the most frequent ones of any rows, as long as there are few', () => {
    const value = fc.constantFrom('a', 'b', 'c', 1, 2, true);
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        const seen = new SeenValues();
        for (const each of values) seen.addRows(here, 't', [{ f: each }]);
        const counts = values.map((each) => values.filter((one) => one === each).length);
        const listed = seen.of(here, ['t'], 'f');
        assert.deepEqual(new Set(listed), new Set(values));
        const inOrder = listed.map((each) => counts[values.indexOf(each as never)] ?? 0);
        const sorted = inOrder.toSorted((one, next) => next - one);
        assert.deepEqual(inOrder, sorted);
      }),
      { seed: 40, numRuns: 200 },
    );
  });
});
