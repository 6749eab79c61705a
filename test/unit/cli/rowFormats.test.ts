import assert from 'node:assert/strict';
import { formatRows } from '../../../src/cli/rowFormats';

describe('Rows that are printed', () => {
  it('have the given columns first, and none that no row has', () => {
    const rows = [
      { a: 1, b: 'x' },
      { c: null, a: 2 },
    ];

    assert.equal(formatRows(rows, 'csv', ['c', 'none', 'b']), 'c,b,a\r\n,x,1\r\n,,2');
    assert.equal(formatRows([], 'ndjson', ['a']), '');
  });

  it('have what is not a text as JSON, and quotation marks in CSV where they are needed', () => {
    const rows = [{ a: { b: [1, true] }, 'c,d': 'say "hi"', e: '' }];

    assert.equal(formatRows(rows, 'csv'), 'a,"c,d",e\r\n"{""b"":[1,true]}","say ""hi""",');
    assert.equal(formatRows(rows, 'table'), 'a               c,d       e\n{"b":[1,true]}  say "hi"');
  });

  it('are one line each in a table, of at most 60 characters in a column and without control characters', () => {
    const [, line] = formatRows(
      [{ a: 'x'.repeat(60), b: 'y'.repeat(61), c: 'a\n\u001b[2Jb' }],
      'table',
    ).split('\n');

    assert.equal(line, `${'x'.repeat(60)}  ${'y'.repeat(59)}…  a [2Jb`);
  });
});
