import assert from 'node:assert/strict';
import { copyRows, RowsCopy } from '../../../media/queryResults/copyRows';
import { arrangeLoaded, arrangementText, ResultRows } from '../../../media/queryResults/resultRowCache';
import { cellText, differingFirst, resultColumns } from '../../../media/queryResults/resultColumns';
import type { QueryResultsState, ResultRow } from '../../../src/core/pages/queryResults';
import { resultsState } from '../../pages/support/states';

const columns: QueryResultsState['columns'] = [
  { name: '_time', type: 'time' },
  { name: 'n', type: 'number' },
  { name: 's', type: 'text' },
];

describe('Loaded rows that are arranged', () => {
  const rows: readonly ResultRow[] = [
    ['2026-01-01 10:00:00+0900', 10, 'Web server'],
    ['2026-01-01 02:00:00+0000', null, 'mail SERVER'],
    ['2026-01-01 09:30:00+0900', 9, 'web proxy'],
  ];
  const arranged = (filter: string, column?: string, descending = false): readonly number[] =>
    arrangeLoaded(rows.entries(), columns, {
      filter,
      sort: column === undefined ? null : { column, descending },
    });

  it('contain all words of the filter, whatever their case', () => {
    assert.deepEqual(arranged('server WEB'), [0]);
    assert.deepEqual(arranged(' server '), [0, 1]);
    assert.deepEqual(arranged('9web'), [], 'a word is inside one cell');
    assert.deepEqual(arranged('null'), [], 'a missing value is no text');
    assert.deepEqual(arranged('web-server'), [], 'a word ends at a space only');
  });

  it('are sorted by time across zones and by number, with missing values last both ways', () => {
    assert.deepEqual(arranged('', '_time'), [2, 0, 1]);
    assert.deepEqual(arranged('', '_time', true), [1, 0, 2]);
    assert.deepEqual(arranged('', 'n'), [2, 0, 1]);
    assert.deepEqual(arranged('', 'n', true), [0, 2, 1]);
  });

  it('are sorted by text with numbers in it, and not at all by a deleted column', () => {
    const cells = ['a10', 'a9', true, { b: 1 }, '12 January 1999', '3'].map((cell): ResultRow => [
      null,
      null,
      cell,
    ]);
    const by = (column: string): readonly number[] =>
      arrangeLoaded(cells.entries(), columns, { filter: '', sort: { column, descending: false } });
    assert.deepEqual(by('s'), [3, 5, 4, 1, 0, 2]);
    assert.deepEqual(by('missing'), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(arrangeLoaded(cells.entries(), columns, { filter: '{"b":1} ', sort: null }), [3]);
    const descending = { filter: '', sort: { column: 's', descending: true } };
    assert.deepEqual(arrangeLoaded(cells.entries(), columns, descending), [2, 0, 1, 4, 5, 3]);
  });

  it('are sorted by time also when one is no time, and last when the row has no such cell', () => {
    const times: readonly ResultRow[] = [[], ['unknown'], ['2026-01-01 09:00:00+0900'], [null], ['before']];
    const by = (descending: boolean): readonly number[] =>
      arrangeLoaded(times.entries(), columns, { filter: '', sort: { column: '_time', descending } });
    assert.deepEqual(by(false), [2, 4, 1, 0, 3]);
    assert.deepEqual(by(true), [1, 4, 2, 0, 3]);
  });
});

describe('The rows of a result on its page', () => {
  const actions = { loadAll: () => undefined, sortInQuery: () => undefined };
  const sorted = (rowCount: number, filter = ''): QueryResultsState =>
    resultsState({
      columns,
      rowCount,
      view: { ...resultsState().view, filter, sort: { column: 'n', descending: true } },
    });
  const rowsOf = (...numbers: readonly number[]): ResultRow[] => numbers.map((n): ResultRow => [null, n, '']);

  it('are sorted again when rows are added at the top, without rows beyond the row count of the result', () => {
    const rows = new ResultRows(() => undefined);
    rows.put(0, rowsOf(1, 3, 2));
    rows.arrange(sorted(3));
    assert.deepEqual(rows.shownRows(), rowsOf(3, 2, 1));
    rows.prepend(rowsOf(5));
    rows.arrange(sorted(3));
    assert.deepEqual(rows.shownRows(), rowsOf(5, 3, 1));
  });

  it('have a text that says which of them are filtered or sorted, with an action for more', () => {
    const rowsUpTo = (count: number): ResultRows => {
      const rows = new ResultRows(() => undefined);
      for (let offset = 0; offset < count; offset += 200)
        rows.put(offset, rowsOf(...Array.from({ length: 200 }, () => 1)));
      return rows;
    };
    const [full, some] = [rowsUpTo(20_000), rowsUpTo(2000)];
    const three = new ResultRows(() => undefined);
    three.put(0, rowsOf(1, 3, 2));
    const textFor = (rows: ResultRows, data: QueryResultsState): unknown => {
      rows.arrange(data);
      const text = arrangementText(data, rows, actions);
      return text && [text.text, ...(text.more ? [text.more.label, text.more.run] : [])];
    };
    const only = (data: QueryResultsState): QueryResultsState => ({
      ...data,
      view: { ...data.view, sort: null },
    });
    const { loadAll, sortInQuery } = actions;
    assert.equal(textFor(three, resultsState({ columns, rowCount: 3 })), undefined);
    const all = '0 of 20,000 loaded rows match (20,001 in total)';
    for (const [rows, data, ...expected] of [
      [three, sorted(3), 'All rows are sorted'],
      [three, sorted(3, ' '), 'All rows are sorted'],
      [three, sorted(3, '3'), '1 of 3 rows match'],
      [three, sorted(1000), 'Sorted 3 of 1,000 rows'],
      [full, sorted(20_001, '2'), all, 'Sort in Query', sortInQuery],
      [full, only(sorted(20_001, '2')), all],
      [some, sorted(20_000), 'Sorted 2,000 of 20,000 rows', 'Sort All', loadAll],
      [
        some,
        only(sorted(20_000, '1')),
        '2,000 of 2,000 loaded rows match (20,000 in total)',
        'Filter All',
        loadAll,
      ],
      [
        some,
        only(sorted(20_001, '1')),
        '2,000 of 2,000 loaded rows match (20,001 in total)',
        'Filter First 20,000',
        loadAll,
      ],
    ] as const)
      assert.deepEqual(textFor(rows, data), expected);
  });

  it('are copied after they are loaded, up to the maximum', () => {
    const asked: number[] = [];
    const rows = new ResultRows((offset) => asked.push(offset));
    const data = resultsState({ columns, rowCount: 30_000 });
    const copy = new RowsCopy();
    assert.deepEqual([copy.continue(rows, data), copy.pending], [undefined, false]);
    copy.start(1, 2, 'tsv');
    assert.deepEqual([copy.continue(rows, data), copy.pending, asked], [undefined, true, [0]]);
    assert.equal(copy.arrangement?.text, 'Loading 2 rows to copy…');
    rows.put(0, rowsOf(1, 2, 3, 4, 5));
    assert.equal(copy.continue(rows, data), '_time\tn\ts\n\t2\t\n\t3\t');
    assert.deepEqual([copy.pending, copy.arrangement], [false, undefined]);

    copy.start(4, 20_004, 'tsv');
    copy.continue(rows, data);
    assert.equal(copy.arrangement.text, 'Loading 20,000 rows to copy…');
    rows.fail(200, 'The platform does not respond.');
    assert.equal(copy.continue(rows, data), '_time\tn\ts\n\t5\t');
    assert.deepEqual(
      [copy.pending, copy.arrangement.text],
      [false, '1 of 20,001 rows were copied. Export the results to get all of them.'],
    );
  });

  it('are copied in the displayed order, without others that are not loaded', () => {
    const rows = new ResultRows(() => undefined);
    rows.put(200, rowsOf(1, 3, 2));
    rows.arrange(sorted(203));
    const copy = new RowsCopy();
    copy.start(0, 1, 'csv');
    assert.equal(copy.continue(rows, sorted(203)), '_time,n,s\n,3,\n,2,\n');
  });

  it('are copied without characters that would shift cells or become markup', () => {
    const row: ResultRow = [null, 1, 'a\tb\r\nc|*d*\\'];
    const markup: ResultRow = [null, 1, '<a>[b](c)`d`_e_'];
    const copied = (format: Parameters<typeof copyRows>[2]): string => copyRows([row], columns, format);

    assert.equal(copied('tsv').split('\n')[1], '\t1\ta b c|*d*\\');
    assert.equal(copied('markdown').split('\n')[2], '|  | 1 | a b c\\|\\*d\\*\\\\ |');
    assert.equal(copied('markdown').split('\n')[1], '| --- | --- | --- |');
    const [, , escaped] = copyRows([markup], columns, 'markdown').split('\n');
    assert.equal(escaped, '|  | 1 | \\<a\\>\\[b\\](c)\\`d\\`\\_e\\_ |');
    assert.equal(copyRows([[5]], columns, 'tsv'), '_time\tn\ts\n5\t\t');
    assert.equal(copyRows([[5]], columns, 'json'), '[\n  {\n    "_time": 5\n  }\n]');
    assert.equal(copyRows([[null, null, { a: 1 }]], columns, 'csv'), '_time,n,s\n,,"{""a"":1}"\n');
    assert.deepEqual(JSON.parse(copied('json')), [{ n: 1, s: row[2] }]);
    assert.equal(copyRows(rowsOf(1, 2), columns, 'ndjson'), '{"n":1,"s":""}\n{"n":2,"s":""}\n');
    assert.equal(copied('ndjson'), '{"n":1,"s":"a\\tb\\r\\nc|*d*\\\\"}\n');
  });
});

describe('The columns of a result', () => {
  it('are as wide and aligned as their type requires, in the specified order', () => {
    const typed = (['text', 'number', 'time', 'json', 'boolean'] as const).map((type) => ({
      name: type,
      type,
    }));
    const shown = (args: readonly { name: string; type: (typeof typed)[number]['type'] }[]): unknown =>
      resultColumns(args, 'utc', null).map(({ width, grows, align, monospace, sortable, hasMenu }) => {
        assert.deepEqual([sortable, hasMenu], [true, true]);
        return [width, grows, align, monospace];
      });
    assert.deepEqual(shown(typed), [
      [220, false, 'start', false],
      [110, false, 'end', false],
      [204, false, 'start', true],
      [320, false, 'start', true],
      [80, true, 'start', false],
    ]);
    assert.deepEqual(shown([{ name: 'line', type: 'text' }]), [[480, true, 'start', false]]);
    assert.deepEqual(shown([{ name: 'n', type: 'number' }]), [[110, false, 'end', false]]);
    const ordered = resultColumns(typed, 'server', 540, { order: [2, 9, 1] });
    assert.deepEqual(
      ordered.map(({ id, text }) => [id, text(['a', 1234.5, 0])]),
      [
        ['time', '1970-01-01 09:00:00+0900'],
        ['number', '1234.5'],
      ],
    );
    assert.equal(ordered[0]?.text([]), '');
  });

  it('have cells of one line, with the direction of text, and times that are impossible as they are', () => {
    for (const [value, type, text] of [
      ['a\nb\r\nc\u202ed', 'text', 'a⏎b⏎c[U+202E]d'],
      [{ a: 'b\nc' }, 'json', '{"a":"b\\nc"}'],
      [1e20, 'time', '100000000000000000000'],
      ['soon', 'time', 'soon'],
    ] as const)
      assert.equal(cellText(value, type, 'utc', null), text);
  });

  it('are as wide as was measured, and begin with those that are pinned', () => {
    const named = ['a', 'b', 'c'].map((name) => ({ name, type: 'text' as const }));
    const shown = resultColumns(named, 'utc', null, {
      ...{ order: [2, 1, 0], widths: new Map([['b', 77]]), pinned: ['a', 'missing', 'b'] },
    });
    assert.deepEqual(
      shown.map(({ id, width, pinned }) => [id, width, pinned]),
      [
        ['a', 220, true],
        ['b', 77, true],
        ['c', 220, false],
      ],
    );
  });

  it('begin with the time and what differs, and end with the id', () => {
    const named = ['_id', 'host', 'level', '_time', 'user'].map((name) => ({ name, type: 'text' as const }));
    const rows: ResultRow[] = [
      [1, 'a', 'x', 5, null],
      [2, 'a', 'y', 6],
      [3, 'a', 'x', 7],
    ];
    assert.deepEqual(differingFirst(named, rows), [3, 2, 1, 4, 0]);
    assert.deepEqual(differingFirst(named, []), [3, 1, 2, 4, 0]);
  });
});
