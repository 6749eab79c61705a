import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const day = '2026-03-01 00:00:00+0000';

/** A JSON text for the field `line`. */
function line(json: unknown): string {
  return `json "{'line':${JSON.stringify(JSON.stringify(JSON.stringify(json))).slice(1, -1)}}"`;
}

/** Queries and their rows, in the words of the facts about the language. */
const cases: Readonly<Record<string, readonly (readonly [query: string, rows: readonly Row[]])[]>> = {
  parsejson: [
    // Nested names are joined, items of lists have numbers.
    [`${line({ a: 1, b: { c: [1, { d: 2 }] } })} | parsejson flatten=t`, [{ a: 1, b_c_0: 1, b_c_1_d: 2 }]],
    [`${line({ a: 1, b: 'xyz' })} | parsejson cutoff=12 lenient=t`, [{ a: 1, b: '' }]],
    [`${line({ a: 1, bc: 2 })} | parsejson cutoff=9 lenient=t`, [{ a: 1 }]],
    // Of a text that was cut, nothing is left unless it is repaired.
    [`${line({ a: 1, b: 22 })} | parsejson cutoff=9`, []],
    [`${line({ a: 1 })} | parsejson cutoff=100`, [{ a: 1 }]],
    [`json "{'line':'no JSON at all'}" | parsejson cutoff=3`, [{ line: 'no JSON at all' }]],
    [
      `json "{'line':'{a: 9007199254740993, b: [1.5]}'}" | parsejson flatten=t | eval c = a + 1 | fields b_0, c`,
      [{ b_0: 1.5, c: 9007199254740994 }],
    ],
    [`json "{'x':'{a: 1, b: q}'}" | parsejson x`, [{ a: 1, b: 'q' }]],
    // A text that is no JSON: the row passes as it is.
    [`json "{'line':'nope','z':1}" | parsejson flatten=t lenient=t`, [{ line: 'nope', z: 1 }]],
    [`json "{'line':'nope','z':1}" | parsejson overlay=t`, [{ line: 'nope', z: 1 }]],
  ],
  parsemap: [
    [`json "{'m':{'a':1,'b':'x'},'z':3}" | parsemap field=m`, [{ a: 1, b: 'x' }]],
    [
      `json "[{'m':{'a':1},'z':3},{'m':5,'z':4}]" | parsemap field=m overlay=t`,
      [
        { m: { a: 1 }, z: 3, a: 1 },
        { m: 5, z: 4, a: null },
      ],
    ],
  ],
  parse: [
    [`json "{'line':'id=7; end'}" | parse "id=*;" as id`, [{ id: '7' }]],
    [
      `json "{'text':'id=7; end','z':1}" | parse overlay=t field=text "id=*;" as id, "; *" as rest, "x*y" as none`,
      [{ text: 'id=7; end', z: 1, id: '7', rest: 'end', none: null }],
    ],
  ],
  parsexml: [
    [
      `json "{'line':'<r k=\\"1\\"><a>1 &lt; 2</a><b x=\\"2\\">t</b><e>1</e><e>2</e></r>'}" | parsexml`,
      [{ a: '1 < 2', b: { x: '2', _text: 't' }, e: ['1', '2'] }],
    ],
    [`json "{'line':'<r><a>1</r>','z':1}" | parsexml`, [{ line: '<r><a>1</r>', z: 1 }]],
    [
      `json "{'line':'<!-- c --><r><a><![CDATA[<x>]]></a><b/></r>'}" | parsexml overlay=t | fields a, b`,
      [{ a: '<x>', b: '' }],
    ],
  ],
  parsecsv: [
    [`json "{'line':'a, \\"b c\\" ,d'}" | parsecsv`, [{ column0: 'a', column1: 'b c', column2: 'd' }]],
    [`json "{'line':'a, \\"b\\"'}" | parsecsv strict=t`, [{ column0: 'a', column1: ' "b"' }]],
  ],
  boxplot: [
    [
      `json "[{'n':1},{'n':2},{'n':4}]" | boxplot n`,
      [{ count: 3, min: 1, iqr1: 1.5, iqr2: 2, iqr3: 3, max: 4 }],
    ],
    [
      `json "[{'n':1,'k':'a'},{'n':3,'k':'b'}]" | boxplot n * 2 by k | fields k, count, iqr2`,
      [
        { k: 'a', count: 1, iqr2: 2 },
        { k: 'b', count: 1, iqr2: 6 },
      ],
    ],
  ],
  signature: [[`json "{'line':'GET /a?b=1 200'}" | signature | fields signature`, [{ signature: '/?=' }]]],
  summary: [
    [
      'table fw | fields _time, n, src | summary',
      [
        { name: '_time', type: 'date' },
        { name: 'n', type: 'int' },
        { name: 'src', type: 'string' },
      ],
    ],
  ],
  table: [
    ['table local:fw | stats count', [{ count: 6 }]],
    ['table *:f* | stats count', [{ count: 6 }]],
    ['table meta("compression==snappy and layout==colu*", "f*", "none*") | stats count', [{ count: 6 }]],
    ['table meta("compression!=snappy or nothing==x") | stats count', [{ count: 0 }]],
  ],
  fulltext: [
    ['fulltext "USER 1" | fields n', [{ n: 1 }]],
    ['fulltext "*" from fw | stats count', [{ count: 6 }]],
    ['fulltext "use*1*fail" from fw.idx | fields n', [{ n: 1 }]],
    ['fulltext tt=t "user.1" from fw | fields n', [{ n: 1 }]],
    [
      'fulltext (n >= 4 or action == "DENY") and not "user 0" from fw | fields n',
      [{ n: 5 }, { n: 4 }, { n: 2 }],
    ],
    ['fulltext order=asc offset=1 limit=1 range(2, 4) from fw | fields n', [{ n: 3 }]],
    [
      'fulltext iprange("10.0.0.2", "10.0.0.3") from meta("layout==columnar") | fields n',
      [{ n: 3 }, { n: 2 }],
    ],
    [`fulltext [ json "[{'x':'user 1','y':null},{'x':'user 2'}]" ] from fw | fields n`, [{ n: 2 }, { n: 1 }]],
    ['fulltext [ json "[]" ] from fw | fields n', []],
  ],
  memlookup: [
    [
      `json "[{'k':1,'v':'a','w':2}]" | memlookup op=build name=kept key=k v | drop | memlookup name=kept`,
      [{ k: 1, v: 'a' }],
    ],
    ['memlookup', [{ name: 'kept', key: 'k', size: 1 }]],
    ['memlookup op=drop name=kept | memlookup op=list', []],
  ],
  system: [
    [
      'system count from=20260301 to=20260301 f*',
      [{ _time: day, sk: null, table: 'fw', count: 6, era: 0, sto_class: 0, sto_path: null }],
    ],
    ['system count from=20260302', []],
    ['system logdisk fw | search disk_usage > 0 | fields _time, table', [{ _time: day, table: 'fw' }]],
    ['system indexdisk to=20260228', []],
    ['system lookups', [{ name: 'fw' }]],
    ['system nodes | fields name', [{ name: 'local' }]],
    ['system logs tail=1 | fields level', []],
    [
      'system tables | tojson | parsejson field=_json | fields table, is_locked, retention_policy',
      [{ table: 'fw', is_locked: false, retention_policy: 0 }],
    ],
    [
      'system queries | search is_end == false and is_eof == false and login_name == "admin" | stats count',
      [{ count: 1 }],
    ],
  ],
};

describe('A documented command', () => {
  const app = suiteApp();
  const client = queryClient(app);
  before(async () => {
    await addTable(app, 'fw');
    await addRows(
      app,
      'fw',
      `SELECT '2026-03-01 10:00'::TIMESTAMP + to_minutes(i::INTEGER * 30) AS _time, i AS n,
       CASE WHEN i % 2 = 0 THEN 'deny' ELSE 'allow' END AS action, '10.0.0.' || i AS src,
       'User ' || i || ' LOGIN failed' AS line FROM range(6) r(i)`,
    );
  });

  for (const [name, examples] of Object.entries(cases)) {
    for (const [query, rows] of examples) {
      it(`${name} returns the rows of ${query}`, async () => {
        assert.deepEqual(await client.rows(query), rows);
      });
    }
  }

  it('is rejected with the name of what the platform does not have', async () => {
    for (const [query, name] of [
      ['table n1:fw', 'n1:'],
      ['system loggers', 'system loggers'],
      ['table window=1m fw', 'table window='],
      ['json "{}" | parse apache', 'parse apache'],
      ['json "{}" | outputcsv /tmp/x a', 'outputcsv'],
    ] as const) {
      assert.equal(await client.rejection(query), `(92000) unsupported-command: ${name}`);
    }
  });

  it('is rejected for an account without its role', async () => {
    const member = queryClient(app, 'member');
    assert.equal(await member.rejection('system nodes'), '(30100) no-permission');
    assert.equal(await member.rejection('system logs'), '(95020) no-system-logs-permission');
  });
});
