import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** A query and all the rows it yields, in order. */
type Example = readonly [query: string, rows: readonly Row[]];

const people = `json "[{'name':'Kim','age':31,'city':'Seoul'},{'name':'Lee','age':25,'city':'Busan'},{'name':'Park','age':31,'city':'Seoul'}]"`;
const codes = `json "[{'code':1,'x':'a'},{'code':2,'x':'b'},{'code':2,'x':'c'}]"`;
const names = `json "[{'code':2,'name':'two'},{'code':3,'name':'three'}]"`;

const examples: Readonly<Record<string, readonly Example[]>> = {
  json: [
    [`json "{}"`, [{}]],
    [`json "{'a':'it'}" | fields b`, [{ b: null }]],
    [
      `json "[{'constructor':1,'a':2},{'a':3}]"`,
      [
        { constructor: 1, a: 2 },
        { constructor: null, a: 3 },
      ],
    ],
    [`json "[{'a':[1]},{'a':null},{}]" | search isnull(a) | stats count`, [{ count: 2 }]],
    [
      `json "[{'a':1},{'b':[1,{'c':null}]}]"`,
      [
        { a: 1, b: null },
        { a: null, b: [1, { c: null }] },
      ],
    ],
  ],
  search: [
    [
      `json "[{'t':'a%b_c'},{'t':'axbyc'},{'t':'a.*%(b_c'},{'t':'a\\\\n%b_c'}]" | search t == "a*%*_c" | stats count`,
      [{ count: 3 }],
    ],
    [`json "[{'t':'a.(b'},{'t':'axxb'}]" | search t == "a.*b*" | stats count`, [{ count: 1 }]],
    [
      `json "[{'a':1,'b':'x'},{'a':2,'b':'y'},{'a':3,'b':null},{'a':null,'b':'z'}]" | search a == 1 or b == "y" or a == 3 or b == "q*" | fields a`,
      [{ a: 1 }, { a: 2 }, { a: 3 }],
    ],
    [`${people} | search age > 30 and city == "S*" | fields name`, [{ name: 'Kim' }, { name: 'Park' }]],
    [`${people} | search limit=1 age > 30 | fields name`, [{ name: 'Kim' }]],
    [`${people} | search missing == 1`, []],
  ],
  fields: [
    [`${people} | limit 1 | fields city, name`, [{ city: 'Seoul', name: 'Kim' }]],
    [`${people} | limit 1 | fields - city, age`, [{ name: 'Kim' }]],
    [`${people} | limit 1 | fields name, name`, [{ name: 'Kim' }]],
  ],
  rename: [
    [`${people} | limit 1 | rename name as who, age as years`, [{ who: 'Kim', years: 31, city: 'Seoul' }]],
    [`${people} | limit 1 | rename name as city`, [{ city: 'Kim', age: 31 }]],
    [`${people} | limit 1 | rename missing as x | fields name, x`, [{ name: 'Kim', x: null }]],
    [
      `${people} | limit 1 | rename name as who, who as name, age as age`,
      [{ name: 'Kim', age: 31, city: 'Seoul' }],
    ],
  ],
  stats: [
    [`${people} | stats count`, [{ count: 3 }]],
    [`${people} | search age > 99 | stats count, sum(age)`, [{ count: 0, 'sum(age)': null }]],
    [
      `${people} | stats count, sum(age) as total by city`,
      [
        { city: 'Busan', count: 1, total: 25 },
        { city: 'Seoul', count: 2, total: 62 },
      ],
    ],
    [`${people} | stats count as city by city | search city > 1`, [{ city: 2 }]],
    [`${people} | stats count by city, city | limit 1`, [{ city: 'Busan', count: 1 }]],
    [
      `${people} | stats avg(age), min(name), max(age), count(missing)`,
      [{ 'avg(age)': 29, 'min(name)': 'Kim', 'max(age)': 31, 'count(missing)': 0 }],
    ],
    [
      `${people} | stats first(name), last(name), dc(city), estdc(city)`,
      [{ 'first(name)': 'Kim', 'last(name)': 'Park', 'dc(city)': 2, 'estdc(city)': 2 }],
    ],
    [
      `${people} | stats values(city), array(age), median(age)`,
      [{ 'values(city)': ['Busan', 'Seoul'], 'array(age)': [31, 25, 31], 'median(age)': 31 }],
    ],
    [
      `${people} | stats percentile(age, 50) as p, var(age) as v, stddev(age) as s | eval v = round(v, 3), s = round(s, 3)`,
      [{ p: 31, v: 12, s: 3.464 }],
    ],
    [`json "{'n':1}" | repeat count=250 | stats array(n) as all | eval all = len(all)`, [{ all: 100 }]],
    [
      `json "{}" | repeat count=1000 | eval g = guid() | stats values(g) as all, dc(g) as n | eval all = len(all)`,
      [{ all: 100, n: 1000 }],
    ],
    [
      `json "[{'a':null},{'a':2},{'a':1},{'a':2},{'a':null}]" | stats first(a), last(a), count(a), count, values(a), array(a), percentile(a, 0) as p`,
      [
        {
          'first(a)': 2,
          'last(a)': 2,
          'count(a)': 3,
          count: 5,
          'values(a)': [1, 2],
          'array(a)': [2, 1, 2],
          p: 1,
        },
      ],
    ],
    [`json "[{'a':2},{'a':'b'},{'a':10}]" | stats min(a), max(a)`, [{ 'min(a)': 2, 'max(a)': 'b' }]],
    // The batches of a hundred thousand rows are grouped one by one and merged.
    [
      `json "[{'a':1},{'a':2},{'a':null}]" | repeat count=30000 | stats count, count(a) as c, sum(a) as s, avg(a) as v, min(a) as l, max(a) as m, dc(a) as d`,
      [{ count: 90_000, c: 60_000, s: 90_000, v: 1.5, l: 1, m: 2, d: 2 }],
    ],
  ],
  timechart: [
    [
      `json "[{'t':0,'f':'a','v':1},{'t':599,'f':'b','v':2},{'t':601,'f':'a','v':4}]" | eval _time = epoch(t) | timechart span=10m sum(v)`,
      [
        { _time: '1970-01-01 00:00:00+0000', 'sum(v)': 3 },
        { _time: '1970-01-01 00:10:00+0000', 'sum(v)': 4 },
      ],
    ],
    [
      `json "[{'t':0,'f':'a','v':1},{'t':599,'f':'b','v':2},{'t':601,'f':'a','v':4}]" | eval _time = epoch(t) | timechart span=10m sum(v) by f`,
      [
        { _time: '1970-01-01 00:00:00+0000', a: 1, b: 2 },
        { _time: '1970-01-01 00:10:00+0000', a: 4, b: null },
      ],
    ],
    [
      `json "{'t':0,'f':'a','v':1}" | eval _time = epoch(t) | timechart span=1h count, sum(v) as s by f`,
      [{ _time: '1970-01-01 00:00:00+0000', 'count:a': 1, 's:a': 1 }],
    ],
    [
      `json "[{'t':0},{'t':3599},{'t':3600}]" | eval _time = epoch(t) | timechart count`,
      [
        { _time: '1970-01-01 00:00:00+0000', count: 2 },
        { _time: '1970-01-01 01:00:00+0000', count: 1 },
      ],
    ],
    [
      `json "{'t':0,'v':5}" | eval _time = epoch(t) | timechart span=1h sum(v) as _time | search _time > 1`,
      [{ _time: 5 }],
    ],
  ],
  sort: [
    [`${people} | sort -age, name | fields name`, [{ name: 'Kim' }, { name: 'Park' }, { name: 'Lee' }]],
    [`${people} | sort limit=1 age | fields name`, [{ name: 'Lee' }]],
    [
      `${people} | sort limit=1 -name by city | fields city, name`,
      [
        { city: 'Busan', name: 'Lee' },
        { city: 'Seoul', name: 'Park' },
      ],
    ],
    [`json "[{'a':2},{'a':null},{'a':1}]" | sort a`, [{ a: null }, { a: 1 }, { a: 2 }]],
    [`json "[{'a':2},{'a':null},{'a':1}]" | sort -a`, [{ a: 2 }, { a: 1 }, { a: null }]],
    [`${people} | sort limit=2 missing | fields name`, [{ name: 'Kim' }, { name: 'Lee' }]],
    [`${people} | sort -age by city | fields name`, [{ name: 'Lee' }, { name: 'Kim' }, { name: 'Park' }]],
    // The last row is in another batch than the first.
    [`json "[{'a':1},{'a':2},{'a':3}]" | repeat count=30000 | sort limit=1 -a`, [{ a: 3 }]],
  ],
  limit: [
    [`${people} | limit 2 | fields name`, [{ name: 'Kim' }, { name: 'Lee' }]],
    [`${people} | limit 1 1 | fields name`, [{ name: 'Lee' }]],
    [`${people} | limit 5 1`, []],
    [`${people} | limit 0`, []],
    [`json "{'n':1}" | repeat count=1000000000 | limit 1`, [{ n: 1 }]],
  ],
  join: [
    [
      `${codes} | join code [ ${names} ]`,
      [
        { code: 2, x: 'b', name: 'two' },
        { code: 2, x: 'c', name: 'two' },
      ],
    ],
    [
      `${codes} | join type=left code [ ${names} ] | fields code, name`,
      [
        { code: 1, name: null },
        { code: 2, name: 'two' },
        { code: 2, name: 'two' },
      ],
    ],
    [
      `${codes} | join type=right code [ ${names} ] | sort code, x`,
      [
        { code: 2, x: 'b', name: 'two' },
        { code: 2, x: 'c', name: 'two' },
        { code: 3, x: null, name: 'three' },
      ],
    ],
    [`${codes} | join type=full code [ ${names} ] | stats count`, [{ count: 4 }]],
    [`${codes} | join type=cross [ ${names} ] | stats count`, [{ count: 6 }]],
    [`${codes} | join type=leftonly code [ ${names} ]`, [{ code: 1, x: 'a' }]],
    [`${codes} | join type=rightonly code [ ${names} ]`, [{ code: 3, name: 'three' }]],
    [`json "{'code':'2'}" | join code [ ${names} ] | fields name`, [{ name: 'two' }]],
    [
      `json "[{'k':1,'v':'a'},{'k':2,'v':'b'}]" | join type=left k [ json "[{'k':1,'v':null,'w':1}]" ]`,
      [
        { k: 1, v: null, w: 1 },
        { k: 2, v: 'b', w: null },
      ],
    ],
    [
      `json "[{'k':1,'l':1},{'k':1,'l':2}]" | join k, l [ json "[{'k':1,'l':2,'v':'x'},{'k':2,'l':1,'v':'y'}]" ]`,
      [{ k: 1, l: 2, v: 'x' }],
    ],
    // Each row of the subquery without a match comes once, although the other rows are several batches.
    [
      `json "{'code':2}" | repeat count=70000 | join type=full code [ ${names} ] | stats count by name`,
      [
        { name: 'three', count: 1 },
        { name: 'two', count: 70_000 },
      ],
    ],
    [`${codes} | join code [ json "[{'code':3},{'code':2}]" | limit 1 ]`, []],
  ],
  union: [
    [
      `json "{'a':1}" | union [ json "[{'b':2},{'a':'x'}]" ]`,
      [
        { a: 1, b: null },
        { a: null, b: 2 },
        { a: 'x', b: null },
      ],
    ],
    [`json "[{'a':1}]" | search a > 5 | union [ json "[{'a':2},{'a':3}]" | limit 1 1 ]`, [{ a: 3 }]],
  ],
  rex: [
    [
      `json "{'line':'GET /index 200'}" | rex field=line "(?<method>\\w+) (\\S+) (?<status>\\d+)"`,
      [{ line: 'GET /index 200', method: 'GET', status: '200' }],
    ],
    [`json "{'line':'nothing'}" | rex field=line "(?<n>\\d+)" | fields n`, [{ n: null }]],
    [
      `json "{'line':'a1','n':'old'}" | rex field=line "(?<n>[0-9])(?<m>x)?"`,
      [{ line: 'a1', n: '1', m: null }],
    ],
  ],
  parsejson: [
    [`json "{'line':'{\\"a\\":1,\\"b\\":\\"x\\"}'}" | parsejson`, [{ a: 1, b: 'x' }]],
    [`json "{'t':'{\\"a\\":1}','a':5,'c':2}" | parsejson field=t overlay=t | fields a, c`, [{ a: 1, c: 2 }]],
    [
      `json "[{'line':'oops'},{'line':'{\\"a\\":[1]}'}]" | parsejson`,
      [
        { line: 'oops', a: null },
        { line: null, a: [1] },
      ],
    ],
    [`json "{'line':'{\\"c/d~e\\":1}'}" | parsejson`, [{ 'c/d~e': 1 }]],
    [
      `json "[{'line':'{\\"a\\":1,\\"b\\":1,\\"c\\":{\\"d\\":1}}','z':9},{'line':'{\\"b\\":1.5,\\"a\\":\\"x\\",\\"e\\":true}','z':8}]" | parsejson | eval t = typeof(a), u = typeof(b)`,
      [
        { a: 1, b: 1, c: { d: 1 }, e: null, t: 'int', u: 'int' },
        { a: 'x', b: 1.5, c: null, e: true, t: 'string', u: 'double' },
      ],
    ],
    [`json "{'line':'[1]','a':5}" | parsejson overlay=t`, [{ line: '[1]', a: 5 }]],
    [
      `json "[{'line':'{\\"a\\":\\"y\\"}','a':'x'},{'line':'{}','a':'x'}]" | parsejson overlay=t | fields a`,
      [{ a: 'y' }, { a: 'x' }],
    ],
    [
      'table limit=1 web | parsejson | fields - _time',
      [{ _table: 'web', _id: 3, line: 'another LINE', path: '/c', bytes: 30 }],
    ],
  ],
  parsekv: [
    [`json "{'line':'a=1 b=\\"x y\\" c='}" | parsekv`, [{ a: '1', b: 'x y', c: '' }]],
    [
      `json "[{'line':'a=1 b=2 a=3'},{'line':null}]" | parsekv`,
      [
        { a: '3', b: '2' },
        { a: null, b: null },
      ],
    ],
    [`json "{'line':'a:1;b:2'}" | parsekv pairdelim=";" kvdelim=":"`, [{ a: '1', b: '2' }]],
    [`json "{'line':'a=>1||b=>2'}" | parsekv pairdelim="||" kvdelim="=>"`, [{ a: '1', b: '2' }]],
    [`json "{'line':'a^1 b^2'}" | parsekv kvdelim="^"`, [{ a: '1', b: '2' }]],
    [`json "{'line':'b=2;  a = x=1 ;=3'}" | parsekv pairdelim=";" | fields a, b`, [{ a: 'x=1', b: '2' }]],
    [`json "{'line':'b=2 a=1'}" | parsekv | tojson`, [{ b: '2', a: '1', _json: '{"b":"2","a":"1"}' }]],
  ],
  parsecsv: [
    [`json "{'line':'1,\\"a,b\\",3'}" | parsecsv`, [{ column0: '1', column1: 'a,b', column2: '3' }]],
    [`json "{'line':'1|2'}" | parsecsv delimiter="|" x, y`, [{ x: '1', y: '2' }]],
    [
      `json "[{'line':'1||\\"a||\\"\\"b\\"||'},{'line':'2'}]" | parsecsv delimiter="||" x, y`,
      [
        { x: '1', y: 'a||"b', column2: '' },
        { x: '2', y: null, column2: null },
      ],
    ],
  ],
  explode: [
    [
      `json "[{'a':[1,2],'b':'x'},{'a':3,'b':'y'}]" | explode a`,
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'x' },
        { a: 3, b: 'y' },
      ],
    ],
    [`json "[{'a':[]},{'a':[[1]]}]" | explode a`, [{ a: [] }, { a: [1] }]],
    [`json "{'a':1}" | explode a | explode missing`, [{ a: 1 }]],
  ],
  // Fields whose names differ in case only are different.
  eval: [[`json "{'Aa':1,'aA':2}" | eval AA = Aa + aA`, [{ Aa: 1, aA: 2, AA: 3 }]]],
  order: [
    [
      `${people} | limit 1 | order city, missing, age | tojson | fields _json`,
      [{ _json: '{"city":"Seoul","age":31,"name":"Kim"}' }],
    ],
  ],
  prev: [
    [
      `${people} | prev name | fields name, prev_name`,
      [
        { name: 'Kim', prev_name: null },
        { name: 'Lee', prev_name: 'Kim' },
        { name: 'Park', prev_name: 'Lee' },
      ],
    ],
    [
      `json "[{'a':1},{'a':2}]" | prev a, missing | prev a`,
      [
        { a: 1, prev_a: null },
        { a: 2, prev_a: 1 },
      ],
    ],
    // Only the first of all rows has no previous one, not the first of each batch.
    [`json "{'a':1}" | repeat count=70000 | prev a | search isnull(prev_a) | stats count`, [{ count: 1 }]],
  ],
  repeat: [[`json "[{'a':1},{'a':2}]" | repeat count=2`, [{ a: 1 }, { a: 1 }, { a: 2 }, { a: 2 }]]],
  drop: [[`${people} | drop`, []]],
  'set and setq': [
    [`set a = 1 + 1 | json "{}" | eval b = $("a") * 2`, [{ b: 4 }]],
    [`set a = 1 | set b = $("a") + 1 | json "{}" | eval c = $("b")`, [{ c: 2 }]],
    [
      `setq [ ${people} | stats max(age) as oldest ] | ${people} | search age == $("oldest") | stats count`,
      [{ count: 2 }],
    ],
    [`set n = 1 | ${people} | limit $("n") | fields name`, [{ name: 'Kim' }]],
    // A subquery sees the parameters around it, and what it sets is its own.
    [
      `set a = 1 | json "{}" | union [ json "{}" | eval b = $("a") ] | union [ set a = 2 | json "{}" | eval b = $("a") ] | eval c = $("a")`,
      [
        { b: null, c: 1 },
        { b: 1, c: 1 },
        { b: 2, c: 1 },
      ],
    ],
    [
      `set a = 1 | setq [ set d = $("a") + 1 | json "{}" | eval x = $("d") ] | json "{}" | eval c = $("d", 9), x = $("x")`,
      [{ c: 9, x: 2 }],
    ],
    [
      `set l = array(1, 2) | set b = true | set x = 1.5 | set m = dict("k", $("b")) | json "{}" | eval n = len($("l")), t = typeof($("b")), y = $("x") * 2, m = $("m")`,
      [{ n: 2, t: 'bool', y: 3, m: { k: true } }],
    ],
    [
      `set n = null | setq [ json "{'m':1}" | limit 0 ] | json "{}" | eval n = $("n", 1), m = $("m", 2)`,
      [{ n: null, m: 2 }],
    ],
  ],
  comments: [[`# all of them | ${people} | # [ search x == 1 | stats count ] | stats count`, [{ count: 3 }]]],
  table: [
    [
      'table web | fields _table, _id, path',
      [
        { _table: 'web', _id: 3, path: '/c' },
        { _table: 'web', _id: 2, path: '/b' },
        { _table: 'web', _id: 1, path: '/a' },
      ],
    ],
    ['table order=asc web | fields path', [{ path: '/a' }, { path: '/b' }, { path: '/c' }]],
    ['table limit=1 web | fields path', [{ path: '/c' }]],
    ['table offset=1 limit=1 web | fields path', [{ path: '/b' }]],
    ['table from=20240102 web | fields path', [{ path: '/c' }, { path: '/b' }]],
    ['table from=20240102 to=20240103 web | fields path', [{ path: '/b' }]],
    ['table duration=1d web', []],
    [
      'table web, mail | stats count by _table',
      [
        { _table: 'mail', count: 1 },
        { _table: 'web', count: 3 },
      ],
    ],
    ['table w* | stats count', [{ count: 3 }]],
    [`table ${'*'.repeat(60)}x | stats count`, [{ count: 0 }]],
    ['table nowhere?, web | stats count', [{ count: 3 }]],
    ['table nowhere?', []],
    ['table web, mail | search isnotnull(subject) | fields subject, path', [{ subject: 'Hi', path: null }]],
    [
      'set from = string(date("2024", "yyyy"), "yyyyMM") | table from=$("from") web | stats count',
      [{ count: 3 }],
    ],
  ],
  fulltext: [
    ['fulltext "ERROR" from web | fields path', [{ path: '/b' }]],
    ['fulltext "error" or "/c" from web | fields path', [{ path: '/c' }, { path: '/b' }]],
    ['fulltext "line" and not "error" from web | fields path', [{ path: '/c' }, { path: '/a' }]],
    ['fulltext limit=1 "line" from web, mail | fields path', [{ path: '/c' }]],
    ['fulltext "30" or "web" from web | fields path', [{ path: '/c' }]],
    ['fulltext from=20240102 to=20240103 "line" from web | fields path', [{ path: '/b' }]],
  ],
  lookup: [
    [
      `json "[{'p':'/a'},{'p':'/z'}]" | lookup web path as p output bytes as size`,
      [
        { p: '/a', size: 10 },
        { p: '/z', size: null },
      ],
    ],
    [
      `json "[{'path':'/a','bytes':1,'line':'x'},{'path':'/z','bytes':1,'line':'x'}]" | lookup web path output bytes, nothing as line`,
      [
        { path: '/a', bytes: 10, line: null },
        { path: '/z', bytes: 1, line: 'x' },
      ],
    ],
    [`json "{'path':'/a'}" | lookup web nothing as path output bytes`, [{ path: '/a', bytes: null }]],
  ],
  system: [
    ['system tables | fields table', [{ table: 'imported' }, { table: 'mail' }, { table: 'web' }]],
    ['system count web | stats sum(count) as n', [{ n: 3 }]],
    ['system count nowhere?, m* | fields table, count', [{ table: 'mail', count: 1 }]],
    [
      'system count | search table != "imported" | stats sum(count) as count by table',
      [
        { table: 'mail', count: 1 },
        { table: 'web', count: 3 },
      ],
    ],
    [
      'system tables verbose=t | search disk_usage > 0 and table == "web" | fields min_day, max_day',
      [{ min_day: '2024-01-01 00:00:00+0000', max_day: '2024-01-03 00:00:00+0000' }],
    ],
  ],
};

describe('the command', () => {
  const app = suiteApp();
  const client = queryClient(app);
  before(async () => {
    for (const table of ['web', 'mail', 'imported']) await addTable(app, table);
    await addRows(
      app,
      'web',
      `SELECT * FROM (VALUES
        (TIMESTAMP '2024-01-01 10:00:00', 'a line', '/a', 10),
        (TIMESTAMP '2024-01-02 00:00:00', 'a line with an Error', '/b', 20),
        (TIMESTAMP '2024-01-03 12:00:00', 'another LINE', '/c', 30)) AS rows(_time, line, path, bytes)`,
    );
    await addRows(app, 'mail', `SELECT TIMESTAMP '2024-01-02 09:00:00' AS _time, 'Hi' AS subject`);
  });

  for (const [command, pairs] of Object.entries(examples)) {
    describe(command, () => {
      for (const [query, rows] of pairs) {
        it(`returns the rows of ${query}`, async () => {
          assert.deepEqual(await client.rows(query), rows);
        });
      }
    });
  }

  it('import writes the incoming rows into the table and passes them on', async () => {
    assert.deepEqual(
      await client.rows(
        `json "[{'Name':'x','size':1},{'Name':'y','size':2}]" | import imported | stats count`,
      ),
      [{ count: 2 }],
    );
    assert.deepEqual(await client.rows('table order=asc imported | fields Name, size'), [
      { Name: 'x', size: 1 },
      { Name: 'y', size: 2 },
    ]);
    await client.rows(
      `json "[{'Name':'v'},{'Name':'w'}]" | limit 1 1 | import imported | limit 0 | import imported`,
    );
    assert.deepEqual(await client.rows('table imported | stats count, max(Name) as last'), [
      { count: 3, last: 'y' },
    ]);
    assert.deepEqual(await client.rows('table imported | search isnull(size) | fields Name'), [
      { Name: 'w' },
    ]);
  });

  it('import keeps the values of fields whose names differ in case only, are empty, or have a NUL', async () => {
    await addTable(app, 'alike');
    await client.rows(`json "{'User':'a','user':'b','user_1':'c','':'d','e\\\\u0000f':'g'}" | import alike`);
    assert.deepEqual(await client.rows('table alike | fields - _table, _time, _id'), [
      { User: 'a', user_2: 'b', user_1: 'c', column3: 'd', ef: 'g' },
    ]);
    await app.parts.logTables.drop('alike');
  });

  it('import needs the role ADMIN', async () => {
    const rejected = await queryClient(app, 'member').rejection(`json "{}" | import imported`);
    assert.equal(rejected, '(30100) no-permission');
  });

  it('system queries lists the queries of the account alone, and those of all to a MASTER', async () => {
    const id = await client.start('json "{}"');
    const own = await client.rows(`system queries | search id == ${id}`);
    assert.equal(own.length, 1);
    assert.equal(own[0]!['query_string'], 'json "{}"');
    const rowsSeenBy = (role: 'member' | 'master') =>
      queryClient(app, role).rows(`system queries | search id == ${id} | stats count`);
    assert.deepEqual(await rowsSeenBy('member'), [{ count: 0 }]);
    assert.deepEqual(await rowsSeenBy('master'), [{ count: 1 }]);
    await client.drop(id);
  });

  it('table with a limit counts only the rows within it', async () => {
    const { commands } = await client.finish('table limit=2 web | stats count');
    assert.deepEqual(
      commands.map(({ push_count }) => push_count),
      [2, 1],
    );
  });
});
