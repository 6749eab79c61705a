import assert from 'node:assert/strict';
import { formatRows } from '../../../src/cli/rowFormats';

describe('Row formats', () => {
  it('print the given columns first, and none that no row has', () => {
    const rows = [
      { a: 1, b: 'x' },
      { c: null, a: 2 },
    ];

    assert.equal(formatRows(rows, 'csv', ['c', 'none', 'b']), 'c,b,a\r\n,x,1\r\n,,2');
    assert.equal(formatRows([], 'ndjson', ['a']), '');
  });

  it('print nothing for a field that only another row has, whatever its name', () => {
    const rows: readonly Record<string, unknown>[] = [{ a: 1 }, { constructor: 2 }];

    assert.equal(formatRows(rows, 'csv'), 'a,constructor\r\n1,\r\n,2');
  });

  it('print other values as JSON, and quote CSV when required', () => {
    const rows = [{ a: { b: [1, true] }, 'c,d': 'say "hi"', e: '' }];

    assert.equal(formatRows(rows, 'csv'), 'a,"c,d",e\r\n"{""b"":[1,true]}","say ""hi""",');
    assert.equal(formatRows(rows, 'table'), 'a               c,d       e\n{"b":[1,true]}  say "hi"');
  });

  it('print table cells of at most 60 characters without control characters', () => {
    const [, line] = formatRows(
      [{ a: 'x'.repeat(60), b: 'y'.repeat(61), c: 'a\n\u001b[2Jb' }],
      'table',
    ).split('\n');

    assert.equal(line, `${'x'.repeat(60)}  ${'y'.repeat(59)}…  a [2Jb`);
  });
});
