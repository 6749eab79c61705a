import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { fieldsOf } from '../../../../src/core/language/services/fieldFlow';

/** The fields after a query, `@` before a table whose fields are there too, and `…` where others may be. */
function fieldsAfter(text: string): string {
  const { names, tables, open } = fieldsOf(parseQuery(text).query);
  return [...names, ...[...tables].map((name) => `@${name}`), ...(open ? ['…'] : [])].join(' ');
}

const own = '_table _time _id line';

describe('The fields of rows', () => {
  const flows: Readonly<Record<string, string>> = {
    '': '',
    'table t, u-*': `${own} @t @u-* …`,
    'fulltext "x" from t': `${own} @t`,
    'lookuptable t': `${own} @t`,
    [`json "[{'a': 1, 'b': 2}, {'b': 1, 'c': 3}]"`]: 'a b c',
    [`json "{'a': 1}" | table t`]: `${own} @t`,
    'system lookups': 'name …',
    'result 1': '…',
    [`json "{'a': 1}" | memlookup name=n key=a`]: 'a …',
    [`json "{'a': 1}" | nosuch b`]: 'a …',
    [`json "{'a': 1}" | eval b = 1, c = 2, a = 3`]: 'a b c',
    [`json "{'a': 1, 'b': 2}" | fields - a`]: 'b',
    'table t | fields - line, _id': '_table _time @t',
    'table t | fields b, a': 'b a',
    [`json "{'a': 1, 'b': 2}" | rename a as c, x as y`]: 'b c y',
    'table t | stats count, sum(a) as s by b, c': 'b c count s',
    'table t | rollup count by b': 'b count',
    'table t | timechart span=1h count': '_time count',
    'table t | timechart span=1h count as n by b': '_time …',
    'table t | pivot count rows a, b cols c': 'a b …',
    [`json "{'a': 1}" | rex field=a "(?<b>x)(?<c>y)"`]: 'a b c',
    [`json "{'a': 1}" | parsejson field=a`]: 'a …',
    [`json "{'a': 1}" | parsecsv b, c`]: 'a b c …',
    'table t | parsecsv b': `${own} b @t …`,
    [`json "{'a': 1}" | tojson a`]: 'a _json',
    [`json "{'a': 1}" | tojson output=b a`]: 'a b',
    [`json "{'a': 1}" | prev a`]: 'a prev_a',
    [`json "{'a': 1}" | lookup l a output b, c as d`]: 'a b d',
    [`json "{'a': 1}" | search a > 1 | sort a | limit 1 | explode a`]: 'a',
    [`json "{'a': 1}" | join a [ json "{'a': 1, 'b': 2}" ]`]: 'a b',
    [`json "{'a': 1}" | union [ table t ]`]: `a ${own} @t`,
    [`table t | fields a | union [ json "{'b': 2}" ]`]: 'a b',
    [`json "{'a': 1}" | parallel core=2 [ eval b = a | fields b ]`]: 'b',
    [`json "{'a': 1}" | setq [ json "{'b': 2}" ]`]: 'a',
  };
  for (const [text, expected] of Object.entries(flows)) {
    it(`after ${text === '' ? 'nothing' : text} are ${expected === '' ? 'none' : expected}`, () => {
      assert.equal(fieldsAfter(text), expected);
    });
  }
});
