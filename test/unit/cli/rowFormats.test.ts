import assert from 'node:assert/strict';
import { printRows, RowPrinter } from '../../../src/cli/rowFormats';
import type { RowFormat } from '../../../src/cli/rowFormats';
import { printed } from '../../support/printed';

type Rows = readonly Readonly<Record<string, unknown>>[];

function formatRows(rows: Rows, format: RowFormat, order?: readonly string[]): string {
  return printed((terminal) => printRows(terminal, rows, format, order)).output;
}

describe('Row formats', () => {
  it('print the given columns first, and none that no row has', () => {
    const rows = [
      { a: 1, b: 'x' },
      { c: null, a: 2 },
    ];

    assert.equal(formatRows(rows, 'csv', ['c', 'none', 'b']), 'c,b,a\r\n,x,1\r\n,,2\r\n');
    assert.equal(formatRows([], 'ndjson', ['a']), '');
  });

  it('print nothing for a field that only another row has, whatever its name', () => {
    const rows: readonly Record<string, unknown>[] = [{ a: 1 }, { constructor: 2 }];

    assert.equal(formatRows(rows, 'csv'), 'a,constructor\r\n1,\r\n,2\r\n');
  });

  it('print other values as JSON, and quote CSV when required', () => {
    const rows = [{ a: { b: [1, true] }, 'c,d': 'say "hi"', e: '' }];

    assert.equal(formatRows(rows, 'csv'), 'a,"c,d",e\r\n"{""b"":[1,true]}","say ""hi""",\r\n');
    assert.equal(formatRows(rows, 'table'), 'a               c,d       e\n{"b":[1,true]}  say "hi"\n');
  });

  it('print table cells of at most 60 characters without control characters', () => {
    const [, line] = formatRows(
      [{ a: 'x'.repeat(60), b: 'y'.repeat(61), c: 'a\n\u001b[2Jb' }],
      'table',
    ).split('\n');

    assert.equal(line, `${'x'.repeat(60)}  ${'y'.repeat(59)}…  a [2Jb`);
  });

  it('print rows as they arrive with one header, aligned to the first', () => {
    const portions = [[], [{ a: 'first', b: 1 }], [{ b: 2, a: '=x' }], [], [{ a: 'much longer', b: 3 }]];
    const formatted = (format: 'table' | 'csv' | 'ndjson'): string =>
      printed((terminal) => {
        const printer = new RowPrinter(terminal, format);
        for (const rows of portions) printer.print(rows);
      }).output;
    assert.equal(formatted('table'), 'a      b\nfirst  1\n=x     2\nmuch longer  3\n');
    assert.equal(formatted('csv'), "a,b\r\nfirst,1\r\n'=x,2\r\nmuch longer,3\r\n");
    assert.equal(formatted('ndjson'), '{"a":"first","b":1}\n{"b":2,"a":"=x"}\n{"a":"much longer","b":3}\n');
  });
});
