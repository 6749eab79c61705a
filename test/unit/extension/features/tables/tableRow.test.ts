import assert from 'node:assert/strict';
import { tableWarnings, newestDay } from '../../../../../src/extension/features/tables/tableDays';
import { tableRow, tableDocument } from '../../../../../src/extension/features/tables/tableText';
import { dayRange } from '../../../../../src/extension/ui/prompts/tableSearch';
import { tables } from '../../../../../src/core/interface/table';
import { formatWireTime } from '../../../../../src/core/interface/time';
import type { Table } from '../../../../../src/core/interface/table';
import { displayText } from '../../../../../src/core/privacy/masker';
import { lab } from '../../../../support/labConnection';

const rejects = (): Promise<never> => Promise.reject(new Error('nothing is asked'));
const now = Date.parse('2026-11-15T00:00:00Z');
const record = {
  table_name: 'web',
  layout: 'columnar',
  compression: 'snappy',
  retention: 0,
  table_size: 1_500_000_000,
  index_size: 0,
  ratio: 0.25,
};

function listed(fields: object = {}): Table {
  const [table] = tables.parse([{ ...record, ...fields }]).items;
  assert.ok(table);
  return table;
}

describe('A table in the explorer', () => {
  it('warns when it holds logs older than its retention', () => {
    const days = { firstDay: '2026-10-01 00:00:00+0000', lastDay: '2026-11-14 00:00:00+0000' };

    assert.deepEqual(tableWarnings({ ...days, retention: 30 }, now), ['overdue']);
    // Retention applies once a day, so that logs may be a day older than 44 days.
    for (const retention of [60, 0, 44]) assert.deepEqual(tableWarnings({ ...days, retention }, now), []);
  });

  it('warns when it has been silent for a week', () => {
    const days = { firstDay: '2026-10-01 00:00:00+0000', retention: 0 };

    assert.deepEqual(tableWarnings({ ...days, lastDay: '2026-11-07 23:00:00+0000' }, now), ['silent']);
    assert.deepEqual(tableWarnings({ ...days, lastDay: '2026-11-08 01:00:00+0000' }, now), []);
    assert.deepEqual(tableWarnings({ firstDay: undefined, lastDay: undefined, retention: 1 }, now), []);
  });

  it('is queried over a period that has rows', () => {
    for (const lastDay of ['2026-11-15 00:00:00+0000', '2026-11-14 12:00:00+0000', undefined])
      assert.equal(newestDay({ lastDay }, now), 'duration=1d');
    const dayBefore = formatWireTime(new Date(now - 86_400_000));
    assert.match(newestDay({ lastDay: dayBefore }, now), /^from=/);
    assert.equal(newestDay({ lastDay: '2026-10-31 23:10:00+0900' }, now), 'from=20261031 to=20261101');
  });

  it('shows size, days, retention and a lock', () => {
    const row = tableRow(listed({ encrypted: true, retention: 90 }), rejects);

    assert.equal(row.description, '1.4 GB · no logs · retention: 90 days');
    assert.match(
      displayText(tableRow(listed({ retention: 1 }), rejects).description ?? ''),
      /retention: 1 day$/,
    );
    assert.deepEqual([row.icon?.name, row.contextValue], ['lock', 'table.encrypted']);
    assert.match(displayText(row.accessibleLabel ?? ''), /^web, encrypted, /);
  });

  it('shows one day when first and last are the same', () => {
    assert.equal(
      dayRange({ firstDay: '2026-11-01 01:00:00+0900', lastDay: '2026-11-01 23:00:00+0900' }),
      '2026-11-01',
    );
  });

  it('says in its document what the platform does not report', () => {
    const text = tableDocument(listed(), lab);

    assert.match(text, /^web\nLab · Staging/);
    assert.match(text, /does not report who shares the table/);
  });
});
