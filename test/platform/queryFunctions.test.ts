import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

/** Texts and the address that each is. */
const addresses: readonly (readonly [text: string, address: string | null])[] = [
  ['10.0.0.1', '/10.0.0.1'],
  ['10.0.0.256', null],
  ['fe80::1', '/fe80:0:0:0:0:0:0:1'],
  ['FE80:0:0:0:0:0:0:1%eth0', '/fe80:0:0:0:0:0:0:1'],
  ['::', '/0:0:0:0:0:0:0:0'],
  ['2001:db8:0:0:1:0:0:1', '/2001:db8:0:0:1:0:0:1'],
  ['1:0:2:3:4:5:6:7', '/1:0:2:3:4:5:6:7'],
  ['::ffff:10.0.0.1', '/10.0.0.1'],
  ['1::2::3', null],
  ['1:2:3:4:5:6:7', null],
  ['12345::', null],
  ['g::1', null],
  ['1:2:3:4:5:6:7::', '/1:2:3:4:5:6:7:0'],
  ['1:2:3:4:5:6:7:8::', null],
  ['1:2:3:4:5:6:7:8:9', null],
  [':1:2:3:4:5:6:7', null],
  ['1:2:3:4:5:6:7:', null],
  ['1:::2', null],
  ['::1.2.3.4', '/0:0:0:0:0:0:102:304'],
  ['1:0:0:2:0:0:0:3', '/1:0:0:2:0:0:0:3'],
  ['0:0:0:1:0:0:0:0', '/0:0:0:1:0:0:0:0'],
  ['10.0.0.01', null],
  ['10.0.0', null],
];

describe('an expression', () => {
  const app = suiteApp();
  const client = queryClient(app);

  it('reads IP addresses of both versions, and writes them in full', async () => {
    const rows = addresses.map(([text]) => `{'a':'${text}'}`).join(',');
    const found = await client.rows(`json "[${rows}]" | eval v = ip(a)`);
    assert.deepEqual(
      found.map(({ a, v }) => [a, v]),
      addresses,
    );
  });

  it('sees the fields that earlier assignments of the same eval made', async () => {
    assert.deepEqual(await client.rows(`json "{'a':1}" | eval b = a + 1, a = b * 10, c = a`), [
      { a: 20, b: 2, c: 20 },
    ]);
  });

  it('gives the values of all fields that were logged as one text', async () => {
    const [result] = await client.rows(
      `json "{'a':1,'b':'X','_line':7,'none':null,'c':['d']}" | eval t = replace(rowtext(), "\u001f", ";")`,
    );

    assert.equal(result?.['t'], '1;X;["d"]');
  });

  it('keeps all digits of a 64-bit integer', async () => {
    const response = await client.get(
      `/query?q=${encodeURIComponent(`json "{'a':9007199254740993}" | eval b = a + 1`)}`,
    );
    assert.equal(await response.text(), '{"a":9007199254740993,"b":9007199254740994}\n');
  });

  it('accepts values whose type varies from row to row', async () => {
    const rows = await client.rows(`json "[{'a':1},{'a':'1'},{'a':'x'},{'a':true}]" | search a == 1`);
    assert.deepEqual(rows, [{ a: 1 }, { a: '1' }]);
    const values = [1, 'text', 1.5, true, [1, 2], { b: 1 }, null];
    const kinds = await client.rows(
      `json "${JSON.stringify(values.map((a) => ({ a }))).replaceAll('"', "'")}" | eval t = typeof(a), n = isnum(a), s = isstr(a), l = len(a), i = int(a), e = a == "text"`,
    );
    assert.deepEqual(
      kinds.map(({ t, n, s, l, i, e }) => [t, n, s, l, i, e]),
      [
        ['int', true, false, 1, 1, false],
        ['string', false, true, 4, null, true],
        ['double', true, false, 3, 1, false],
        ['bool', false, false, 4, null, false],
        ['list', false, false, 2, null, false],
        ['map', false, false, 7, null, false],
        [null, false, false, 0, null, false],
      ],
    );
    const texts = `json "[{'a':'10','b':'9'},{'a':10,'b':'9'},{'a':true,'b':true}]"`;
    assert.deepEqual(await client.rows(`${texts} | eval less = a < b, same = a == b | fields less, same`), [
      { less: true, same: false },
      { less: false, same: false },
      { less: false, same: true },
    ]);
  });

  it('accepts a chain of hundreds of alternatives', async () => {
    const condition = Array.from({ length: 500 }, (_, index) => `a == ${index}`).join(' or ');
    assert.deepEqual(await client.rows(`json "{'a':499}" | search ${condition}`), [{ a: 499 }]);
  });
});
