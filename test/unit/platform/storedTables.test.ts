import assert from 'node:assert/strict';
import { Catalog } from '../../../src/platform/store/tableCatalog';
import { storedType } from '../../../src/platform/store/storedColumns';
import { totalsOf } from '../../../src/platform/store/logTableRows';
import type { CatalogedTable } from '../../../src/platform/store/logTableRows';
import { scanTables } from '../../../src/platform/store/scanTables';
import { SegmentFiles } from '../../../src/platform/store/segmentFiles';
import type { Segment } from '../../../src/platform/store/tableScan';
import { isReadFailure } from '../../../src/platform/store/unreadableSegments';

const columns = [{ name: 'n', type: 'BIGINT' }] as const;

function segment(file: string, changes: Partial<Segment> = {}): Segment {
  const time = new Date('2026-01-02T12:00:00Z');
  return { file, rows: 2, minTime: time, maxTime: time, bytes: 10, indexBytes: 3, columns, ...changes };
}

function table(name: string, ...segments: readonly Segment[]): CatalogedTable {
  const totals = totalsOf(new Map(segments.map((one) => [one.file, one])));
  const settings = { layout: 'columnar', compression: 'snappy', retention: 0, created: new Date(0) };
  return { guid: `guid of ${name}`, name, ...settings, unreadable: [], ...totals };
}

describe('The segments that a query reads', () => {
  const logs = segment('logs', {
    minTime: new Date('2026-01-02T00:00:00.000Z'),
    maxTime: new Date('2026-01-02T23:59:59.999Z'),
    columns: [{ name: 'a', type: 'VARCHAR' }],
  });
  const catalog = new Catalog(
    [table('web_1', logs), table('web_2', segment('other')), table('fw')],
    ({ name }) => name,
  );
  const files = new SegmentFiles('folder');
  const scanned = (names: readonly string[], range = {}) => scanTables(catalog, files, names, range);

  it('overlap its time range, whose end is exclusive', () => {
    const isRead = (range: { from?: string; to?: string }): boolean => {
      const { from, to } = range;
      const scan = scanned(['web_1'], { from: from && new Date(from), to: to && new Date(to) });
      const names = scan.columns.map(({ name }) => name);
      assert.deepEqual(names, ['_time', '_id', 'a'], 'fields do not depend on the range');
      return scan.segments.length === 1;
    };
    assert.equal(isRead({}), true);
    // The last millisecond may have microseconds.
    assert.equal(isRead({ from: '2026-01-02T23:59:59.999Z' }), true);
    assert.equal(isRead({ from: '2026-01-03T00:00:00.000Z' }), false);
    assert.equal(isRead({ to: '2026-01-02T00:00:00.001Z' }), true);
    assert.equal(isRead({ to: '2026-01-02T00:00:00.000Z' }), false);
    assert.equal(isRead({ from: '2026-01-02T12:00:00Z', to: '2026-01-02T12:00:01Z' }), true);
  });

  it('are those of the named tables, each once, and of tables that match a wildcard', () => {
    const { tables, missing, segments } = scanned(['web_2', 'nowhere', 'web_*', 'none_*']);
    assert.deepEqual([tables, missing], [['web_2', 'web_1'], ['nowhere']]);
    assert.deepEqual(
      segments.map(({ table: name, path }) => [name, path]),
      [
        ['web_2', files.pathOf('other')],
        ['web_1', files.pathOf('logs')],
      ],
    );
  });
});

describe('The columns of a table', () => {
  it('are stored in a type of the same values, and anything else as text', () => {
    for (const [stored, engineTypes] of Object.entries({
      BOOLEAN: ['BOOLEAN', 'boolean'],
      BIGINT: ['TINYINT', 'UTINYINT', 'SMALLINT', 'INTEGER', 'UINTEGER', 'BIGINT'],
      DOUBLE: ['FLOAT', 'DOUBLE', 'DECIMAL(18,3)', 'DECIMAL(18, 3)', 'DECIMAL(38,10)'],
      TIMESTAMP: ['DATE', 'TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_NS', 'TIMESTAMP WITH TIME ZONE'],
      LIST: ['INTEGER[]', 'TIMESTAMP[]', 'DECIMAL(18,3)[]', 'INTEGER[3]'],
      MAP: ['STRUCT(a DOUBLE)', 'MAP(VARCHAR, INTEGER)'],
      VARCHAR: ['VARCHAR', 'UBIGINT', 'HUGEINT', 'TIME'],
    })) {
      for (const engineType of engineTypes) assert.equal(storedType(engineType), stored, engineType);
    }
  });
});

describe('A failed read', () => {
  it('is caused by a file, not by a lack of space or of files', () => {
    for (const [message, expected] of [
      ['Invalid Input Error: No magic bytes found', true],
      ['IO Error: Could not read enough bytes', true],
      ['Serialization Error: Failed to deserialize', true],
      ['IO Error: Too many open files', false],
      ['IO Error: No space left on device', false],
      ['Out of Memory Error: failed to offload: max_temp_directory_size', false],
      ['IO Error: exceeds max_temp_directory_size', false],
      ['FATAL Error: IO Error: Invalid database', false],
      ['INTERRUPT Error: Interrupted', false],
    ] as const) {
      assert.equal(isReadFailure(new Error(message)), expected, message);
    }
    assert.equal(isReadFailure('Invalid Input Error'), false);
  });
});
