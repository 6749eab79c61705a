import assert from 'node:assert/strict';
import fc from 'fast-check';
import { InvalidRequestError } from '../../../../../src/core/api/errors';
import { createTable, dropTable, setRetention } from '../../../../../src/core/api/operations/tables';
import { dropEffects, dropReason } from '../../../../../src/extension/features/tables/dropEffects';
import {
  checkRetention,
  daysDeleted,
  firstKeptDay,
  retentionEffects,
} from '../../../../../src/extension/features/tables/retentionEffects';
import type { Table } from '../../../../../src/core/interface/table';

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 17, 12);
const isInvalid = (error: unknown): boolean => error instanceof InvalidRequestError;

function table(fields: Partial<Table> = {}): Table {
  return { name: 'web', retention: 0, tableSize: 2048, indexSize: 0, ...fields } as Table;
}

describe('Creating a table', () => {
  it('sends the name and what was selected', () => {
    const fields = { retention: 30, layout: 'row', compression: 'deflate' } as const;
    assert.deepEqual(createTable('web', fields).form, { table: 'web', ...fields });
    assert.deepEqual(createTable('web').form, { table: 'web' });
  });

  it('rejects names that the interface does not allow, before sending', () => {
    for (const name of ['', '1a', '-a', 'a b', 'a.b', 'ä', 'a\n', 'a'.repeat(51)]) {
      assert.throws(() => createTable(name), isInvalid, JSON.stringify(name));
    }
    for (const name of ['a', 'A_-9', 'a'.repeat(50)]) assert.equal(createTable(name).form?.['table'], name);
  });

  it('rejects a retention that is not 0 to 36,500 whole days, before sending', () => {
    for (const days of [-1, 0.5, 36_501, Number.NaN]) {
      assert.throws(() => setRetention('web', days), isInvalid, String(days));
      assert.throws(() => createTable('web', { retention: days }), isInvalid, String(days));
    }
    assert.deepEqual(setRetention('a/b', 36_500).form, { period: 36_500 });
    assert.deepEqual(setRetention('a/b', 0).path, ['tables', 'a/b', 'retention']);
  });
});

describe('The response to dropping a table', () => {
  const read = (body: unknown) => dropTable('web').response.parse(body);

  it('is a rejection if it has a failure, although the status is 200', () => {
    assert.equal(read({}), undefined);
    assert.equal(read({ failure: null }), undefined);
    const failure = { loggers: [{ guid: 'g', name: 'Syslog' }, 'files'], message: 'table used in loggers' };
    assert.deepEqual(read({ failure }), { message: 'table used in loggers', loggers: ['Syslog', 'files'] });
    assert.deepEqual(read({ failure: 'no' }), { message: 'no', loggers: [] });
    assert.deepEqual(read({ failure: {} }), { message: '', loggers: [] });
  });

  it('names the loggers that use it, or quotes the message of the platform', () => {
    assert.match(dropReason({ message: 'table used in loggers', loggers: ['Syslog'] }), /loggers.*“Syslog”/);
    assert.match(dropReason({ message: 'busy', loggers: [] }), /busy/);
    assert.match(dropReason({ message: '', loggers: [] }), /in use/);
  });
});

describe('The effects of dropping a table', () => {
  const users = {
    items: [
      { kind: 'scheduledQuery', guid: 'a', name: 'Reader', use: 'reads' },
      { kind: 'scheduledQuery', guid: 'a', name: 'Reader', use: 'writes' },
      { kind: 'batchRule', guid: 'b', name: 'Rule', use: 'reads' },
    ],
    dependents: [{ name: 'After' }],
    gaps: ['Stream rules could not be checked. No.'],
  } as const;

  it('name schedules, rules and chains once each, and what could not be checked', () => {
    const text = dropEffects([table()], users);
    assert.match(text, /Affected scheduled queries: “Reader”$/m);
    assert.match(text, /Affected detection rules: “Rule”$/m);
    assert.match(text, /chains.*“After”$/m);
    assert.match(text, /Stream rules could not be checked/);
    assert.match(text, /2 KB/);
    assert.match(text, /cannot be undone/);
  });

  it('do not claim that the table is unused if not everything could be checked', () => {
    const unused = { items: [], dependents: [], gaps: [] };
    assert.match(dropEffects([table()], unused), /No scheduled query or rule uses this table/);
    assert.doesNotMatch(
      dropEffects([table()], { ...unused, gaps: ['Batch rules could not be checked.'] }),
      /No scheduled query/,
    );
  });
});

describe('The effects of another retention', () => {
  it('count the days from the first log to the first day that is kept, as a calendar does', () => {
    const arguments_ = [
      fc.integer({ min: 1, max: 4000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.constantFrom(-660, -210, 0, 330, 540, 840),
    ] as const;
    fc.assert(
      fc.property(...arguments_, (days, ageOfFirst, span, offset) => {
        // The model counts the days one by one.
        const dayAt = (age: number): string =>
          new Date(noon + offset * 60_000 - age * day).toISOString().slice(0, 10);
        const ages = Array.from({ length: Math.min(span, ageOfFirst) + 1 }, (_, index) => ageOfFirst - index);
        const expected = ages.filter((age) => age > days).length;
        const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')}${String(Math.abs(offset) % 60).padStart(2, '0')}`;
        const stored = {
          firstDay: `${dayAt(ageOfFirst)} 00:00:00${zone}`,
          lastDay: `${dayAt(ageOfFirst - Math.min(span, ageOfFirst))} 00:00:00${zone}`,
        };
        assert.equal(daysDeleted(stored, firstKeptDay(days, noon, offset)), expected);
      }),
      { seed: 41, numRuns: 200 },
    );
  });

  it('delete nothing without a limit, or without logs', () => {
    assert.equal(firstKeptDay(0, noon, 0), undefined);
    assert.equal(daysDeleted(table({ firstDay: '2020-01-01 00:00:00+0000' }), undefined), 0);
    assert.equal(daysDeleted(table(), firstKeptDay(1, noon, 0)), 0);
  });

  it('are listed with days and rows for each table, or why rows were not counted', () => {
    const loss = { days: 12, before: '2026-11-10' };
    const one = retentionEffects(7, [{ table: table(), ...loss, rows: 3400 }], undefined);
    assert.match(one, /12 days/);
    assert.match(one, /3,400 rows/);
    assert.match(one, /2026-11-10/);
    const unknown = retentionEffects(7, [{ table: table(), ...loss, rows: undefined }], 'No.');
    assert.match(unknown, /12 days/);
    assert.match(unknown, /could not be counted. No\./);
    assert.match(
      retentionEffects(7, [{ table: table(), days: 0, before: '2026-11-10', rows: 0 }], undefined),
      /deletes nothing/,
    );
  });

  it('accept whole days from 0 to 36,500 only', () => {
    for (const text of ['', '-1', '1.5', '1e3', 'x', '36501', '９']) {
      assert.ok(Object.hasOwn(checkRetention(text) ?? {}, 'problem'), text);
    }
    for (const text of ['0', '1', ' 36500 ']) {
      assert.ok(!Object.hasOwn(checkRetention(text) ?? {}, 'problem'), text);
    }
  });
});
