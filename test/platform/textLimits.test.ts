import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import type { QueryClient } from '../support/queryClient';
import { rowsOfAll } from '../support/sigmaRules';
import { suiteApp } from '../support/startApp';

const tooLong = {
  error_code: 'illegal-state',
  error_msg: 'a function would return text of more than 262144 bytes',
};

async function respondTo(client: QueryClient, query: string): Promise<unknown> {
  const response = await client.get(`/query?q=${encodeURIComponent(query)}`);
  return response.json();
}

/** A text of 1,000 letters. */
const start = 'json "{}" | eval s = lpad("", 1000, "a")';

/** Often enough for a text that doubles each time to exceed the limit, and no more: each is a part of the statement. */
function again(step: string, times = 12): readonly string[] {
  return Array.from({ length: times }, () => step);
}

/** Each of them, again and again, makes a text that no memory holds. */
const growing: Readonly<Record<string, readonly string[]>> = {
  'nested replace': ['replace(replace(replace(s, "a", s), "a", s), "a", s)'],
  'replace with a pattern': ['replace(replace(s, "a", s, "re"), "a", s, "re")'],
  'replace with groups of a pattern': again('replace(s, "(.+)", "$1$1", "re")'),
  'replace with a pattern of the row': ['replace(replace(s, left(s, 1), s, "re"), left(s, 1), s, "re")'],
  concat: again('concat(s, s)'),
  format: again('format("%s%s", s, s)'),
  tohex: again('tohex(binary(s))'),
  tobase64: again('tobase64(binary(s))', 24),
  array: again('string(array(s, s))'),
  dict: again('string(dict("a", s, "b", s))'),
  split: again('string(split(s, ""))'),
  groups: again('string(groups(s, "((.*))"))'),
  kvjoin: again('concat(kvjoin("=", s), kvjoin("=", s))'),
  rowtext: again('concat(rowtext(), rowtext())'),
};

describe('Functions that return texts', () => {
  const app = suiteApp();
  const client = queryClient(app, 'member');

  for (const [name, steps] of Object.entries(growing)) {
    it(`end a query whose texts grow without limit: ${name}`, async () => {
      const logged = app.logged.length;
      const query = [start, ...steps.map((step) => `eval s = ${step}`), 'eval n = len(s)'].join(' | ');
      assert.deepEqual(await respondTo(client, query), tooLong, app.logged.join());
      assert.deepEqual(app.logged.slice(logged), [], 'nothing is logged for the administrator');
    });
  }

  it('end the query also if the expression is constant, or part of one that otherwise yields null', async () => {
    assert.deepEqual(await respondTo(client, `${start} | eval n = 1 + len(replace(s, "a", s))`), tooLong);
    const text = `"${'a'.repeat(1000)}"`;
    assert.deepEqual(await respondTo(client, `json "{}" | eval s = replace(${text}, "a", ${text})`), tooLong);
  });

  it('compute nothing in a branch that is not selected', async () => {
    const rows = await queryClient(app).rows(
      `${start} | eval n = len(if(len(s) < 10, replace(s, "a", s), "short")) | fields n`,
    );
    assert.deepEqual(rows, [{ n: 5 }]);
  });

  it('accept a text of any length that does not get longer', async () => {
    const source = `json "{}" | eval s = lpad("", 10000, "a") | repeat count=30 | stats array(s) as s | eval s = string(s)`;
    const rows = await queryClient(app).rows(
      `${source} | eval a = len(replace(s, "a", "b")), b = len(replace(s, "a", "b", "re")), c = len(s) | fields a, b, c`,
    );
    const [row] = rows;
    assert.ok(Number(row?.['c']) > 262144);
    assert.deepEqual(row, { a: row?.['c'], b: row?.['c'], c: row?.['c'] });
  });

  it('may be nested as deep as expressions may', async () => {
    const nested = Array.from({ length: 30 }).reduce<string>((inner) => `lpad(${inner}, 3, "0")`, '"1"');
    const rows = await queryClient(app).rows(`json "{}" | eval s = ${nested}, n = rand(1) + 1 | fields s, n`);
    assert.deepEqual(rows, [{ s: '001', n: 1 }]);
  });
});

describe('a line with very many fields', () => {
  const app = suiteApp();

  const keys = Array.from({ length: 1500 }, (_, index) => `k${index}`);
  for (const [command, line, name] of [
    ['parsejson', JSON.stringify(Object.fromEntries(keys.map((key) => [key, key]))), 'k'],
    ['parsekv', keys.map((key) => `${key}=${key}`).join(' '), 'k'],
    ['parsecsv', keys.join(','), 'column'],
  ] as const) {
    it(`does not block other queries, and keeps its first thousand fields: ${command}`, async () => {
      const client = queryClient(app, 'member');
      const row = JSON.stringify(JSON.stringify({ line }));
      // Only these are computed, of a thousand that are planned.
      const query = `json ${row} | ${command} | fields ${name}0, ${name}999, ${name}1000`;
      assert.deepEqual(await rowsOfAll(client, [query]), [
        { [`${name}0`]: 'k0', [`${name}999`]: 'k999', [`${name}1000`]: null },
      ]);
    });
  }
});
