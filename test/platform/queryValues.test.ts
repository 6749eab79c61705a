import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

describe('the values of a query', () => {
  const app = suiteApp();
  const rows = (query: string): Promise<Row[]> => queryClient(app).rows(query);

  for (const [expression, expected] of [
    ['"9007199254740993" == 9007199254740992', false],
    ['"9007199254740993" == 9007199254740993', true],
    ['9007199254740992 < "9007199254740993"', true],
    ['"nan" > 5', false],
    ['"infinity" > 5', false],
    ['"1e3" == 1000', true],
    ['" 7" == 7', true],
    ['"99999999999999999999" > 9223372036854775807', true],
    ['"x" != 5', true],
    ['"2.5" > 2', true],
  ] as const) {
    it(`compare a text with a number exactly: ${expression}`, async () => {
      const [a, operator, b] = expression.split(' ').length === 3 ? expression.split(' ') : [];
      assert.deepEqual(await rows(`json "{}" | eval x = ${expression} | fields x`), [{ x: expected }]);
      // The same between fields of varying kind, where only each row tells what they are.
      if (a === undefined || b === undefined) return;
      const other = `{'a':true,'b':true}`;
      const both = `json "[{'a':${a.replaceAll('"', "'")},'b':${b.replaceAll('"', "'")}},${other}]"`;
      assert.deepEqual(await rows(`${both} | limit 1 | eval x = a ${operator ?? ''} b | fields x`), [
        { x: expected },
      ]);
    });
  }

  it('treat a star in a parameter as a literal star', async () => {
    const data = `json "[{'a':'x*'},{'a':'xy'}]"`;
    assert.deepEqual(await rows(`set p = "x*" | ${data} | search a == $("p")`), [{ a: 'x*' }]);
    assert.deepEqual(await rows(`set p = "x*" | ${data} | search a != $("p")`), [{ a: 'xy' }]);
  });

  it('stay unchanged when the pad is empty', async () => {
    const data = `json "[{'a':'x','p':''},{'a':'y','p':'-'}]"`;
    assert.deepEqual(await rows(`${data} | eval l = lpad(a, 3, p), r = rpad(a, 3, p) | fields l, r`), [
      { l: 'x', r: 'x' },
      { l: '--y', r: 'y--' },
    ]);
  });

  it('keep the milliseconds of a timestamp in results and parameters', async () => {
    const timestamp = 'date("20260102030405678", "yyyyMMddHHmmssSSS")';
    assert.deepEqual(
      await rows(
        `set t = ${timestamp} | json "{}" | eval t = ${timestamp}, same = t == $("t"), ms = datepart($("t"), "msec")`,
      ),
      [{ t: '2026-01-02 03:04:05.678+0000', same: true, ms: 678 }],
    );
  });

  it('omit the fields of rows beyond a limit', async () => {
    const data = `json "[{'line':'a=1'},{'line':'b=2'},{'line':'c=3'}]"`;
    assert.deepEqual(await rows(`${data} | limit 1 1 | parsekv`), [{ b: '2' }]);
    const objects = `json "[{'line':'{}','n':1},{'line':'x','n':2}]" | eval line = if(n == 1, "{\\"a\\":1}", "{\\"b\\":2}")`;
    assert.deepEqual(await rows(`${objects} | limit 1 1 | parsejson`), [{ b: 2 }]);
    assert.deepEqual(await rows(`${data} | limit 1 1 | parsecsv`), [{ column0: 'b=2' }]);
  });
});
