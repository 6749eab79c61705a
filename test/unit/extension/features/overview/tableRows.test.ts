import assert from 'node:assert/strict';
import { storedTable, arrangeTables } from '../../../../../src/extension/features/overview/tableRows';
import { day, now, table } from './support';
import { each } from '../../../../support/each';

const tables = [
  table('web', { size: 1000, retention: 30, group: 'Proxy' }),
  table('fw', { size: 5000 }),
  table('empty', { size: 0, first: null, last: null, retention: 7 }),
];
const stored = tables.map((one) => storedTable(one, new Set(['web']), now));

function namesBy(column: 'name' | 'size' | 'perDay' | 'retention' | 'group', descending: boolean): string {
  return arrangeTables(stored, { column, descending }, '')
    .map(({ name }) => name)
    .join(' ');
}

describe('The list of tables', () => {
  it('counts no growth of tables without new logs, and none if retention deletes as much', () => {
    const growth = (change: Parameters<typeof table>[1], silent: readonly string[] = []): number | null =>
      storedTable(table('a', { size: 1000, last: now, ...change }), new Set(silent), now).perDay;
    assert.equal(growth({ first: now - 10 * day }), 100);
    assert.equal(growth({ first: now - 10 * day }, ['a']), null);
    assert.equal(growth({ first: now - 20 * day, last: now - 10 * day }), null);
    assert.equal(growth({ first: now - 10 * day, retention: 30 }), 100);
    assert.equal(growth({ first: now - 30 * day, retention: 30 }), 0);
    assert.equal(growth({ first: now - 29 * day, retention: 30 }), 0);
  });

  it('distinguishes silent, fresh and empty tables', () => {
    assert.deepEqual(each(stored, 'state'), ['silent', 'fresh', 'empty']);
  });

  it('is sorted by any column, with missing values last either way', () => {
    assert.equal(namesBy('name', false), 'empty fw web');
    assert.equal(namesBy('size', true), 'fw web empty');
    assert.equal(namesBy('perDay', true), 'fw empty web');
    assert.equal(namesBy('perDay', false), 'fw empty web');
    assert.equal(namesBy('retention', true), 'fw web empty');
    assert.equal(namesBy('group', false), 'web empty fw');
  });

  it('is filtered by name and group', () => {
    const filtered = arrangeTables(stored, { column: 'name', descending: false }, ' PROX ');
    assert.deepEqual(each(filtered, 'name'), ['web']);
  });
});
