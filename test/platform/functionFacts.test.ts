import assert from 'node:assert/strict';
import { xmlToJson } from '../../src/platform/engine/duckdb/readXml';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

describe('a function, as the manual describes it,', () => {
  const app = suiteApp();
  const client = queryClient(app);

  it('numbers rows with seq in their order', async () => {
    const rows = await client.rows(
      "json \"[{'a':5},{'a':4},{'a':3}]\" | sort a | eval i = seq(), j = seq() * 10",
    );
    assert.deepEqual(rows, [
      { a: 3, i: 1, j: 10 },
      { a: 4, i: 2, j: 20 },
      { a: 5, i: 3, j: 30 },
    ]);
  });

  it('keeps the types of parameters', async () => {
    const set =
      'set d = array(now()) | set b = binary("x") | set i = ip("10.0.0.1") | set n = valueof(array(5, "6"), 0)';
    const types = 'a = typeof(valueof($("d"), 0)), b = tohex($("b")), c = typeof($("i")), d = $("n") + 1';
    assert.deepEqual(await client.rows(`${set} | json "{}" | eval ${types}`), [
      { a: 'date', b: '78', c: 'ipv4', d: 6 },
    ]);
  });

  it('joins only the fields whose names match in kvjoin', async () => {
    const [found] = await client.rows(
      `json "{'src_ip':'1','dst_ip':'2','n':3}" | eval k = kvjoin("=", ";", "_ip$") | fields k`,
    );
    assert.deepEqual(found, { k: 'src_ip=1;dst_ip=2' });
  });

  it('rejects what has no meaning', async () => {
    const broken = '(90100) broken-expression';
    const rejected: Readonly<Record<string, string>> = {
      'nosuch(1)': '(90900) unsupported-function',
      'matchnet("g", "10.0.0.1")': '(92000) unsupported-command',
      'dict("a")': broken,
      'strjoin(s, list)': broken,
      'match(s, "(")': broken,
    };
    for (const [expression, message] of Object.entries(rejected)) {
      assert.ok(
        (await client.rejection(`json "{'s':'a','list':[1]}" | eval a = ${expression}`)).startsWith(message),
        expression,
      );
    }
  });

  it('keeps rows whose numbers differ from a text', async () => {
    const rows = await client.rows(
      `json "[{'status':200},{'status':'error'},{'status':null}]" | search status != "error"`,
    );
    assert.deepEqual(rows, [{ status: 200 }]);
  });

  it('ends a pattern that backtracks without end', async () => {
    const id = await client.start(`json "{'s':'${'a'.repeat(60)}b'}" | eval m = match(s, "(?=a)(a+)+$")`);
    const status = await client.waitFor(id, ({ is_finished }) => is_finished);
    assert.match(String(status['error_detail']), /regular expression/);
  });

  it('ends a function that returns too much for some rows', async () => {
    const id = await client.start(
      `json "{}" | repeat count=2000 | eval b = tohex(randbytes(100000)) | stats sum(len(b))`,
    );
    const status = await client.waitFor(id, ({ is_finished }) => is_finished);
    assert.match(String(status['error_detail']), /more than 67,108,864 characters/);
  });

  it('reads the attributes of an element in linear time', () => {
    // With a time that grows with its square, this would take minutes.
    assert.equal(xmlToJson(`<r><a ${'b'.repeat(3_000_000)}></a></r>`), '{"a":""}');
    assert.equal(xmlToJson(`<r><a b="1"c='2' d = "e=f"/></r>`), '{"a":{"b":"1","c":"2","d":"e=f"}}');
  });
});

describe('an aggregate, as the manual describes it,', () => {
  const app = suiteApp();
  const client = queryClient(app);
  const source = `json "[{'n':2,'y':4,'t':'5'},{'n':4,'y':8,'t':'x'},{'n':9,'y':18,'t':null},{'n':10,'y':20,'t':'7'},{'n':'11','y':1,'t':'8'}]"`;

  const results: Readonly<Record<string, unknown>> = {
    count: 5,
    'count()': 5,
    'count(t)': 4,
    'sum(n)': 25,
    'sum(t)': null,
    'avg(n)': 6.25,
    'avg(t)': null,
    'stddev(t)': null,
    'var(t)': null,
    'percentile(n, 50)': 6.5,
    'percentile(n, 50, "linear")': 6.5,
    'percentile(n, 50, "midpoint")': 6.5,
    'percentile(n, 50, "lower")': 4,
    'percentile(n, 50, "higher")': 9,
    'percentile(n, 40, "nearest")': 4,
    'percentile(n, 0)': 2,
    'percentile(n, 100)': 10,
    'corr(n, y)': 1,
    'slope(n, y)': 2,
    'max(t)': 'x',
  };

  for (const [call, value] of Object.entries(results)) {
    it(`gives ${String(value)} for ${call}`, async () => {
      const [found] = await client.rows(`${source} | stats ${call} as v`);
      assert.deepEqual(found, { v: value });
    });
  }
});
