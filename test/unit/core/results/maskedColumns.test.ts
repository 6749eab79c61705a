import assert from 'node:assert/strict';
import { maskedRow, shownName } from '../../../../src/core/assistant/logData';
import { maskedColumns } from '../../../../src/core/privacy/maskedColumns';
import type { MaskedColumns } from '../../../../src/core/privacy/maskedColumns';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { Masker } from '../../../../src/core/privacy/masker';

function flowOf(text: string, named: readonly string[] = []): MaskedColumns {
  return maskedColumns(parseQuery(`table t | ${text}`).query, named);
}

describe('A column for an assistant', () => {
  /** The columns that a query derives from sensitive ones. */
  const derived: readonly (readonly [query: string, columns: Readonly<Record<string, string>>])[] = [
    ['eval a = user, b = port', { a: 'user' }],
    ['eval a = -user', { a: 'user' }],
    ['eval a = ip + 1, b = 1 + ip', { a: 'ip', b: 'ip' }],
    ['eval a = user == "x", b = user > 1 or ip < 1', {}],
    ['eval a = if(port, user, 1), b = if(port, 1, ip), c = if(user == "x", 1, 2)', { a: 'user', b: 'ip' }],
    ['eval a = concat("x", upper(user)), b = contains(user, "x"), c = 5', { a: 'user' }],
    ['eval a = kvjoin("=", ","), b = rowtext(), c = whoami()', { a: 'value', b: 'value', c: 'user' }],
    ['rename user as u, port as p | rename u as w', { u: 'user', w: 'user' }],
    ['eval a = 1 | rename a as user | rename user as b', { b: 'user' }],
    ['set p = user | set q = 1 | eval a = $("p"), b = $("q")', { a: 'user' }],
    ['set p = user | set p = 1 | eval a = $("p"), b = ip | eval b = 1', { a: 'user', b: 'ip' }],
    ['rex field=user "(?<x>.)(?<y>.)" | rex field=port "(?<z>.)"', { x: 'user', y: 'user' }],
    ['rex field="user" "(?<x>.)" | rex "(?<z>.)"', { x: 'user' }],
    ['lookup l k output user as owner, port as p, host', { owner: 'user' }],
    ['prev user, port', { prev_user: 'user' }],
    ['tojson port | tojson output="j" port, ip', { j: 'ip' }],
    ['stats max(user) as top, count(user) as n, dc(ip), values(ip)', { top: 'user', 'values(ip)': 'ip' }],
    ['stats max(user), max(user)', { 'max(user)': 'user', 'max(user) (2)': 'user' }],
    ['parsecsv field=user first, last', { first: 'user', last: 'user' }],
    ['timechart span=1h max(user) as top', { top: 'user' }],
    ['join k [ table s | rename user as k ] | rename k as l', { k: 'user', l: 'user' }],
  ];
  for (const [query, columns] of derived) {
    it(`is masked when it is derived from a sensitive one: ${query}`, () => {
      assert.deepEqual(Object.fromEntries(flowOf(query).columns), columns);
    });
  }

  it('has a masked name when a command turns values into columns', () => {
    for (const [query, names] of Object.entries({
      'timechart span=1h count by user': 'user',
      'timechart span=1h count by port': undefined,
      'pivot count rows user cols port, ip': 'ip',
      'pivot count rows user cols port': undefined,
      'stats count by user': undefined,
      'rename user as u | timechart span=1h count by u | timechart span=1h count by ip': 'user',
    }))
      assert.equal(flowOf(query).names, names, query);
    const masked = flowOf('eval n = 1 | pivot count rows host cols user');
    const masker = new Masker();
    assert.deepEqual(
      ['host', 'n', '_time', '_table', '_id', 'line', 'jkim'].map((column) =>
        shownName(column, masker, masked),
      ),
      ['host', 'n', '_time', '_table', '_id', 'line', 'user1-masked'],
    );
    assert.equal(shownName('jkim', masker, flowOf('stats count by user')), 'jkim');
    assert.equal(shownName('jkim', masker, undefined), 'jkim');
  });

  it('is masked when a command extracted it from a sensitive one', () => {
    for (const [query, anywhere] of Object.entries({
      'parsekv field=user': 'user',
      'parsekv field="user" | parsekv field=ip': 'user',
      'parsekv field=port': undefined,
      parsejson: undefined,
      'anomalies port, user': 'user',
      'anomalies port': undefined,
      'search user == "x"': undefined,
    }))
      assert.equal(flowOf(query).anywhere, anywhere, query);
    assert.equal(flowOf('parsejson', ['line']).anywhere, 'value');
    const row = { _time: 't', _table: 'x', _id: 1, a: 'kim', ip: '10.0.0.1', b: 2 };
    assert.deepEqual(maskedRow(row, new Masker(), flowOf('parsekv field=user')), {
      ...row,
      a: 'user1-masked',
      ip: 'user2-masked',
      b: 'user3-masked',
    });
    assert.deepEqual(maskedRow(row, new Masker(), flowOf('rename user as a')), {
      ...row,
      a: 'user1-masked',
      ip: 'ip2-masked',
    });
    assert.deepEqual(maskedRow(row, new Masker(), undefined), { ...row, ip: 'ip1-masked' });
  });
});
