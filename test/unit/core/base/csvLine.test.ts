import assert from 'node:assert/strict';
import { safeCsv } from '../../../../src/core/base/csvLine';

describe('A report as CSV', () => {
  it('escapes formulas, and quotes cells that need it', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      assert.equal(safeCsv([['a', `${start}1+"x`]]), `a,"'${start}1+""x"\r\n`);
    }
    for (const number of ['+5', '-1.5e-3', '-12', '+1E+5'])
      assert.equal(safeCsv([[number]]), `${number}\r\n`);
    for (const text of ['-1+cmd', '-.5', '-1.', '-1e', '-a1', '+'])
      assert.equal(safeCsv([[text]]), `'${text}\r\n`);
    assert.equal(safeCsv([['a\nb', 'c\rd']]), '"a\nb","c\rd"\r\n');
    assert.equal(safeCsv([['a=1', '-5', 'b, c'], ['2']]), 'a=1,-5,"b, c"\r\n2\r\n');
  });
});
