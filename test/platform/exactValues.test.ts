import assert from 'node:assert/strict';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** A query and the lines of its result, whose numbers are compared with all digits. */
type Example = readonly [query: string, ...lines: readonly string[]];

const mixed = `json "[{'v':10},{'v':9},{'v':'txt'},{'v':100}]"`;
const addresses = `json "[{'i':'10.0.0.9'},{'i':'9.1.1.1'},{'i':'10.0.0.10'},{'i':'x'}]" | eval j = ip(i)`;
const one = `json "{'a':1}"`;

const examples: Readonly<Record<string, readonly Example[]>> = {
  'an integer next to a decimal': [
    [`json "[{'a':9007199254740993},{'a':1.5}]"`, '{"a":9007199254740993}', '{"a":1.5}'],
    [`json "[{'a':1},{'a':1.5}]" | eval t = concat(a)`, '{"a":1,"t":"1"}', '{"a":1.5,"t":"1.5"}'],
    [`json "{'a':9007199254740993}" | union [ json "{'a':0.5}" ]`, '{"a":9007199254740993}', '{"a":0.5}'],
    [`${one} | eval b = if(a == 1, 9007199254740993, 1.5) | fields b`, '{"b":9007199254740993}'],
    [`${one} | eval b = nvl(9007199254740993, 1.5) | fields b`, '{"b":9007199254740993}'],
    [`${one} | eval b = case(a == 2, 0.5, 9007199254740993) | fields b`, '{"b":9007199254740993}'],
    [`${one} | eval b = max(9007199254740993, 1.5) | fields b`, '{"b":9007199254740993}'],
    [`${one} | eval b = string(min(2, 2.5)) | fields b`, '{"b":"2"}'],
    [
      `json "{'a':9007199254740993}" | eval f = floor(a), c = ceil(a), r = round(a), d = round(a, 2) | fields f, c, r, d`,
      '{"f":9007199254740993,"c":9007199254740993,"r":9007199254740993,"d":9007199254740993}',
    ],
    [`${one} | eval b = round(100000000000000000000.0) | fields b`, '{"b":100000000000000000000}'],
    [`${one} | eval b = -9223372036854775808 | fields b`, '{"b":-9223372036854775808}'],
    [`${one} | eval b = 18446744073709551615 | fields b`, '{"b":18446744073709551615}'],
    [`json "{'a':18446744073709551615}" | search a == 18446744073709551615`, '{"a":18446744073709551615}'],
    [`json "{'a':18446744073709551615}" | search a == 18446744073709551614`],
    [`json "[{'a':9223372036854775807},{'a':1}]" | stats sum(a) as s`, '{"s":9223372036854775808}'],
    [`json "[{'a':1},{'a':2.5}]" | join a [ json "[{'a':'1','b':'x'}]" ]`, '{"a":1,"b":"x"}'],
    [`json "[{'a':9007199254740993},{'a':'2'}]" | stats sum(a) as s`, '{"s":9007199254740995}'],
    [`json "[{'a':1},{'a':1.0},{'a':2}]" | stats count by a`, '{"a":1,"count":2}', '{"a":2,"count":1}'],
  ],
  'a text in a field of numbers': [
    [`${mixed} | eval m = max(v, 50) | fields m`, '{"m":50}', '{"m":50}', '{"m":"txt"}', '{"m":100}'],
    [`${mixed} | stats min(v) as m`, '{"m":9}'],
    [`${mixed} | sort v`, '{"v":9}', '{"v":10}', '{"v":100}', '{"v":"txt"}'],
    [`${mixed} | search isnum(v) | stats count`, '{"count":3}'],
    [`${mixed} | search v >= 10`, '{"v":10}', '{"v":100}'],
    [`${mixed} | eval w = v * 2 | fields w`, '{"w":20}', '{"w":18}', '{"w":null}', '{"w":200}'],
    [
      `${mixed} | stats sum(v) as s, avg(v) as a, count(v) as c, dc(v) as d`,
      '{"s":119,"a":39.666666666666664,"c":4,"d":4}',
    ],
    [`${mixed} | stats values(v) as l`, '{"l":[9,10,100,"txt"]}'],
    [`table numbers, texts | sort v | fields v`, '{"v":9}', '{"v":10}', '{"v":100}', '{"v":"txt"}'],
    [`table numbers, texts | stats min(v) as m, sum(v) as s`, '{"m":9,"s":119}'],
    [`table numbers, texts | search isnum(v) | stats count`, '{"count":3}'],
    [`table numbers, texts | search v > 9 | sort v | fields v`, '{"v":10}', '{"v":100}'],
    [
      `json "[{'d':'2'},{'d':3}]" | eval t = typeof(d), u = d + 0 | fields t, u`,
      '{"t":"string","u":2}',
      '{"t":"int","u":3}',
    ],
  ],
  'a text that is a number': [
    [`json "[{'a':'9007199254740993'},{'a':'1'}]" | stats sum(a) as s`, '{"s":9007199254740994}'],
    [`json "[{'a':'9007199254740993'}]" | eval b = a + 1 | fields b`, '{"b":9007199254740994}'],
    [
      `json "[{'a':'2.5'},{'a':'x'},{'a':'1_0'},{'a':'nan'}]" | stats sum(a) as s, avg(a) as m`,
      '{"s":2.5,"m":2.5}',
    ],
    [`json "[{'a':'007'},{'a':'100'}]" | search a < 50`, '{"a":"007"}'],
  ],
  'an address': [
    [`${addresses} | search j == "10.0.0.0/8" | fields i`, '{"i":"10.0.0.9"}', '{"i":"10.0.0.10"}'],
    [`${addresses} | search j >= "10.0.0.10" | fields j`, '{"j":"10.0.0.10"}'],
    [
      `${addresses} | search isnotnull(j) | sort j | fields j`,
      '{"j":"9.1.1.1"}',
      '{"j":"10.0.0.9"}',
      '{"j":"10.0.0.10"}',
    ],
    [`${addresses} | stats min(j) as a, max(j) as b`, '{"a":"9.1.1.1","b":"10.0.0.10"}'],
    [`${addresses} | search j != "10.0.0.0/8" | fields i`, '{"i":"9.1.1.1"}'],
    [`${addresses} | stats values(j) as l`, '{"l":["9.1.1.1","10.0.0.9","10.0.0.10"]}'],
    [
      `${addresses} | eval k = if(i == "x", 7, j) | search k == "10.0.0.0/8" | sort k | fields k`,
      '{"k":"10.0.0.9"}',
      '{"k":"10.0.0.10"}',
    ],
    [
      `json "{'a':'::1'}" | eval b = typeof(ip(a)), c = concat(ip(a), "!") | fields b, c`,
      '{"b":"ipv6","c":"::1!"}',
    ],
  ],
  bytes: [
    [`${one} | eval b = tohex(fromhex("ff00fe")) | fields b`, '{"b":"ff00fe"}'],
    [`${one} | eval b = tobase64(frombase64("/+8=")) | fields b`, '{"b":"/+8="}'],
    [`${one} | eval b = hash("md5", fromhex("ff00")) | fields b`, '{"b":"e0e8bfafbb0689563b2fba789c97b3cc"}'],
    [`${one} | eval b = fromhex("ff00"), c = tohex(b) | fields c`, '{"c":"ff00"}'],
    [`${one} | eval b = fromhex("ed959c") | fields b`, '{"b":"한"}'],
  ],
  'other commands': [
    [`json "[{'l':[3,1,2]},{'l':[5,4]}]" | explode l | stats array(l) as l`, '{"l":[3,1,2,5,4]}'],
    [
      `json "[{'s':'x','t':'x'},{'s':'y','t':'z'}]" | pivot count rows s cols t`,
      '{"s":"x","x":1,"z":null}',
      '{"s":"y","x":null,"z":1}',
    ],
    [
      `json "[{'s':'a','t':'x'},{'s':'a','t':'s'}]" | pivot count rows s cols t | fields s, x`,
      '{"s":"a","x":1}',
    ],
    [
      `json "[{'k':1,'l':[3,1,2]}]" | explode l | memlookup op=build name=m key=k | limit 1 | fields k | memlookup name=m key=k`,
      '{"k":1,"l":2}',
    ],
    [
      `json "[{'k':1,'l':[3,1,2]}]" | explode l | import imported | limit 1 | fields k | lookup imported k output l`,
      '{"k":1,"l":2}',
    ],
    [
      `json "[{'k':1,'l':[3,1],'m':{'a':1},'x':1},{'k':2,'l':'b','x':2.5}]" | import kept | eval t = typeof(l), u = typeof(m), w = typeof(x) | fields t, u, w`,
      '{"t":"list","u":"map","w":"int"}',
      '{"t":"string","u":null,"w":"double"}',
    ],
    [
      `table order=asc kept | eval t = typeof(l), u = typeof(m), w = typeof(x) | explode l | fields k, l, m, x, t, u, w`,
      '{"k":1,"l":3,"m":{"a":1},"x":1,"t":"list","u":"map","w":"int"}',
      '{"k":1,"l":1,"m":{"a":1},"x":1,"t":"list","u":"map","w":"int"}',
      '{"k":2,"l":"b","m":null,"x":2.5,"t":"string","u":null,"w":"double"}',
    ],
    [`json "{'line':',b,c'}" | parsecsv x, y, z`, '{"x":"","y":"b","z":"c"}'],
    [`json "{'line':',b'}" | parsecsv`, '{"column0":"","column1":"b"}'],
    [`json "{'line':'{\\"a\\":18446744073709551615}'}" | parsejson`, '{"a":18446744073709551615}'],
    [
      `json "{'s':'xe\u0301ye\u0301z'}" | eval a = lastindexof(s, "e"), b = lastindexof(s, "\u0301"), c = lastindexof(s, "z") | fields a, b, c`,
      '{"a":4,"b":5,"c":6}',
    ],
  ],
};

describe('the exact values of a query', () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
    await addTable(app, 'numbers');
    await addTable(app, 'texts');
    await addTable(app, 'imported');
    await addTable(app, 'kept');
    await addRows(app, 'numbers', `SELECT unnest([10, 9, 100]) AS v`);
    await addRows(app, 'texts', `SELECT 'txt' AS v`);
  });
  after(() => app[Symbol.asyncDispose]());

  for (const [subject, list] of Object.entries(examples)) {
    describe(`of ${subject}`, () => {
      for (const [query, ...lines] of list) {
        it(query, async () => {
          assert.deepEqual(await linesOf(app, query), lines);
        });
      }
    });
  }
});

async function linesOf(app: RunningApp, query: string): Promise<readonly string[]> {
  const address = `${app.baseUrl}/api/core/query?q=${encodeURIComponent(query)}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${app.keys.admin}` } });
  const body = await response.text();
  assert.equal(response.status, 200, `${body} ${app.logged.join('\n')}`);
  return body.split('\n').filter((line) => line !== '');
}
