import assert from 'node:assert/strict';
import { safeCsv } from '../../../../src/shared/csv/csvLine';

describe('A report as CSV', () => {
  it('puts an apostrophe before what a spreadsheet would compute, and quotes where a cell needs it', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      assert.equal(safeCsv([['a', `${start}1+"x`]]), `a,"'${start}1+""x"\r\n`);
    }
    assert.equal(safeCsv([['a=1', '-5', 'b, c'], ['2']]), 'a=1,-5,"b, c"\r\n2\r\n');
  });
});
