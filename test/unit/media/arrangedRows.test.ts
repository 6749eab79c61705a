import assert from 'node:assert/strict';
import { arrangementText } from '../../../media/queryResults/arrangementText';
import { copyRows } from '../../../media/queryResults/copyRows';
import { arrangeLoaded } from '../../../media/queryResults/loadedRows';
import { ResultRows } from '../../../media/queryResults/resultRows';
import { choicesOf, shownRules } from '../../../media/sigmaImport/listedRules';
import type { QueryResultsState, ResultRow } from '../../../src/shared/protocol/queryResults';
import { importedRule, sigmaImportState } from '../../pages/support/sigmaImport';
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

  it('have all words of the filter, whatever their case', () => {
    assert.deepEqual(arranged('server WEB'), [0]);
    assert.deepEqual(arranged(' server '), [0, 1]);
  });

  it('are sorted by time across zones and by number, with missing values last both ways', () => {
    assert.deepEqual(
      [arranged('', '_time'), arranged('', '_time', true)],
      [
        [2, 0, 1],
        [1, 0, 2],
      ],
    );
    assert.deepEqual(
      [arranged('', 'n'), arranged('', 'n', true)],
      [
        [2, 0, 1],
        [0, 2, 1],
      ],
    );
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

  it('are arranged again when rows come on top, and never those beyond the result', () => {
    const rows = new ResultRows(() => undefined);
    rows.put(0, rowsOf(1, 3, 2));
    rows.arrange(sorted(3));
    assert.deepEqual(rows.shownRows(), rowsOf(3, 2, 1));
    rows.prepend(rowsOf(5));
    rows.arrange(sorted(3));
    assert.deepEqual(rows.shownRows(), rowsOf(5, 3, 1));
  });

  it('are loaded up to 2,000 again for another result, and said to be incomplete once these are there', () => {
    const rows = new ResultRows(() => undefined);
    rows.loadAll();
    assert.equal(rows.isLoading(sorted(30_000)), true);
    rows.clear();
    rows.put(0, rowsOf(...Array.from({ length: 2000 }, (_, place) => place)));
    assert.equal(rows.isLoading(sorted(30_000)), false);
    rows.arrange(sorted(30_000));
    assert.deepEqual(arrangementText(sorted(30_000), rows, actions)?.more?.label, 'Sort First 20,000');
    rows.loadAll();
    assert.deepEqual(arrangementText(sorted(30_000), rows, actions), { text: 'Sorted 2,000 of 30,000 rows' });
  });

  it('are copied without what would shift cells or turn into markup', () => {
    const row: ResultRow = [null, 1, 'a\tb\r\nc|*d*\\'];
    const copied = (format: Parameters<typeof copyRows>[2]): string => copyRows([row], columns, format);

    assert.equal(copied('tsv').split('\n')[1], '\t1\ta b c|*d*\\');
    assert.equal(copied('markdown').split('\n')[2], '|  | 1 | a b c\\|\\*d\\*\\\\ |');
    assert.equal(copied('ndjson'), '{"n":1,"s":"a\\tb\\r\\nc|*d*\\\\"}\n');
  });
});

describe('The rules of an import that are listed', () => {
  const rules = [
    { level: 'unheard-of', techniques: ['T1059.001'], title: 'Shell', file: 'a/b.yml' },
    { level: 'critical', techniques: ['T1059'], title: 'Other', file: 'a/shell.yml' },
    { level: 'low', techniques: ['T10591'], title: 'Shell', file: 'c.yml' },
  ].map((change, number) => ({ ...importedRule(number, change), number, trial: null, result: null }));
  const shown = (text: string, ...techniques: string[]): readonly number[] =>
    shownRules(rules, { ...sigmaImportState().view, text, techniques }).map(({ number }) => number);

  it('have all words in their title or file, and a technique or one below it', () => {
    assert.deepEqual(shown('shell A/'), [0, 1]);
    assert.deepEqual(shown('', 'T1059'), [0, 1]);
    assert.deepEqual(shown('', 'T1059.001'), [0]);
  });

  it('are offered by level from the worst, unknown ones last, and by technique with the one above', () => {
    const { levels, techniques } = choicesOf(rules);

    assert.deepEqual(levels, ['critical', 'low', 'unheard-of']);
    assert.deepEqual(techniques, ['T1059', 'T1059.001', 'T10591']);
  });
});
