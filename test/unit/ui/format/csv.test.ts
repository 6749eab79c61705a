import assert from 'node:assert/strict';
import { toCsv } from '../../../../src/ui/format/csv';

describe('A report as CSV', () => {
  it('quotes every cell, and puts an apostrophe before what a spreadsheet would compute', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      assert.equal(toCsv([['a', `${start}1+"x`]]), `"a","'${start}1+""x"\r\n`);
    }
    assert.equal(toCsv([['a=1', 'b']]), '"a=1","b"\r\n');
  });
});
