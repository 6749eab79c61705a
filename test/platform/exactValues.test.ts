import assert from 'node:assert/strict';
import { suiteApp } from '../support/startApp';
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
    [`${one} | eval b = max(9007199254740993, 1.5) | fields b`, '{"b":9007199254740993}'],
    [
      `json "{'a':9007199254740993}" | eval f = floor(a), c = ceil(a), r = round(a), d = round(a, 2) | fields f, c, r, d`,
      '{"f":9007199254740993,"c":9007199254740993,"r":9007199254740993,"d":9007199254740993}',
    ],
    [`${one} | eval b = round(100000000000000000000.0) | fields b`, '{"b":100000000000000000000}'],
    [`${one} | eval b = -9223372036854775808 | fields b`, '{"b":-9223372036854775808}'],
    [`${one} | eval b = 18446744073709551615 | fields b`, '{"b":18446744073709551615}'],
    [`json "{'a':18446744073709551615}" | search a == 18446744073709551615`, '{"a":18446744073709551615}'],
    [`json "[{'a':9223372036854775807},{'a':1}]" | stats sum(a) as s`, '{"s":9223372036854775808}'],
    [`json "[{'a':1},{'a':1.0},{'a':2}]" | stats count by a`, '{"a":1,"count":2}', '{"a":2,"count":1}'],
  ],
  'a text in a field of numbers': [
    [`${mixed} | eval m = max(v, 50) | fields m`, '{"m":50}', '{"m":50}', '{"m":50}', '{"m":100}'],
    [`${mixed} | stats min(v) as m`, '{"m":9}'],
    [`${mixed} | sort v`, '{"v":9}', '{"v":10}', '{"v":100}', '{"v":"txt"}'],
    [
      `${mixed} | stats sum(v) as s, avg(v) as a, count(v) as c, dc(v) as d`,
      '{"s":119,"a":39.666666666666664,"c":4,"d":4}',
    ],
    [`${mixed} | stats values(v) as l`, '{"l":[9,10,100,"txt"]}'],
    [`table numbers, texts | sort v | fields v`, '{"v":9}', '{"v":10}', '{"v":100}', '{"v":"txt"}'],
    [
      `json "[{'d':'2'},{'d':3}]" | eval t = typeof(d), u = d + 0 | fields t, u`,
      '{"t":"string","u":null}',
      '{"t":"int","u":3}',
    ],
  ],
  'a text that is a number': [
    [
      `json "[{'a':'9007199254740993'},{'a':'1'}]" | eval a = long(a) | stats sum(a) as s`,
      '{"s":9007199254740994}',
    ],
    [
      `json "[{'a':'2.5'},{'a':'x'},{'a':'1_0'},{'a':'nan'}]" | eval a = double(a) | stats sum(a) as s, avg(a) as m`,
      '{"s":2.5,"m":2.5}',
    ],
    [`json "[{'a':'007'},{'a':'100'}]" | search a < 50`, '{"a":"007"}'],
  ],
  'an address': [
    [`${addresses} | search j == "10.0.0.0/8" | fields i`, '{"i":"10.0.0.9"}', '{"i":"10.0.0.10"}'],
    [`${addresses} | search j >= "10.0.0.10" | fields j`, '{"j":"/10.0.0.10"}'],
    [
      `${addresses} | search isnotnull(j) | sort j | fields j`,
      '{"j":"/9.1.1.1"}',
      '{"j":"/10.0.0.9"}',
      '{"j":"/10.0.0.10"}',
    ],
    [
      `json "{'a':'::1'}" | eval b = typeof(ip(a)), c = concat(ip(a), "!") | fields b, c`,
      '{"b":"ipv6","c":"0:0:0:0:0:0:0:1!"}',
    ],
  ],
  bytes: [
    [`${one} | eval b = tohex(fromhex("ff00fe")) | fields b`, '{"b":"ff00fe"}'],
    [
      `${one} | eval b = tohex(hash("md5", fromhex("ff00"))) | fields b`,
      '{"b":"e0e8bfafbb0689563b2fba789c97b3cc"}',
    ],
    [`${one} | eval b = fromhex("ed959c") | fields b`, '{"b":"ed959c"}'],
  ],
  'other commands': [
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
    [`json "{'line':'{\\"a\\":18446744073709551615}'}" | parsejson`, '{"a":18446744073709551615}'],
    [
      `json "{'s':'xe\u0301ye\u0301z'}" | eval a = lastindexof(s, "e"), b = lastindexof(s, "\u0301"), c = lastindexof(s, "z") | fields a, b, c`,
      '{"a":4,"b":5,"c":6}',
    ],
  ],
  'a text that only other programs read as a number': [
    [
      `json "[{'a':'0x1f'},{'a':'1_0'},{'a':'0b11'},{'a':'1_0.5'},{'a':'nan'},{'a':' 7 '}]" | eval i = int(a), l = long(a), s = double(a) | fields i, l, s`,
      ...Array.from({ length: 5 }, () => '{"i":null,"l":null,"s":null}'),
      '{"i":7,"l":7,"s":7.0}',
    ],
  ],
  'values of several types in calls': [
    [
      `json "[{'a':'10','b':'9'},{'a':1,'b':'0.5'},{'a':[1],'b':null}]" | eval x = max(a, b), n = min(a, b) | fields x, n`,
      '{"x":null,"n":null}',
      '{"x":1,"n":1}',
      '{"x":null,"n":null}',
    ],
    [
      `json "[{'a':1},{'a':2}]" | eval d = if(a == 1, date("2024-05-06", "yyyy-MM-dd"), "x"), s = string(d, "yyyy/MM") | fields s`,
      '{"s":"2024/05"}',
      '{"s":"x"}',
    ],
    [
      `json "[{'a':1},{'a':2},{'a':3}]" | eval b = case(a == 1, fromhex("ff00"), a == 2, frombase64("7ZWc"), a) | eval t = typeof(b), h = tohex(b), n = len(b), e = b == "한" | fields b, t, h, n, e`,
      '{"b":"ff00","t":"bytes","h":"ff00","n":4,"e":false}',
      '{"b":"ed959c","t":"bytes","h":"ed959c","n":6,"e":false}',
      '{"b":3,"t":"int","h":null,"n":1,"e":false}',
    ],
    [
      `json "[{'d':'x'},{'d':5}]" | union [ json "{}" | eval d = fromhex("fe") | fields d ] | sort -d | eval h = tohex(d) | fields h`,
      '{"h":"fe"}',
      '{"h":null}',
      '{"h":null}',
    ],
    [`${one} | eval b = len(fromhex("ff00fe")), c = fromhex("616") | fields b, c`, '{"b":6,"c":null}'],
    [
      `json "[{'a':'abc','n':null},{'a':'abc','n':-1}]" | eval l = left(a, n), r = right(a, n), s = substr(a, n), p = lpad(a, n), i = indexof(a, "a", n) | fields l, r, s, p, i`,
      '{"l":null,"r":null,"s":null,"p":null,"i":null}',
      '{"l":"","r":"","s":"c","p":"","i":0}',
    ],
    [
      `json "[{'k':'a'},{'k':'b'}]" | eval m = dict("a", 1, "a", 2), n = dict("a", 1, k, 3) | fields m, n`,
      '{"m":{"a":2},"n":{"a":3}}',
      '{"m":{"a":2},"n":{"a":1,"b":3}}',
    ],
    [
      `json "{'a':'abc'}" | eval b = replace(a, "(b)", "<\\\\1>", "re"), c = replace(a, "(b)", "<$2$1>", "re"), d = replace(a, "b", "\\\\", "re") | fields b, c, d`,
      '{"b":"a<1>c","c":null,"d":null}',
    ],
    [`${one} | eval b = format("%6s|%-6d|", null, null) | fields b`, '{"b":"  null|null  |"}'],
  ],
  'fractions of a second': [
    [
      `json "[{'a':'2024-01-05 10:00:00.5'},{'a':'2024-01-05 10:00:00.050'},{'a':'2024-01-05 10:00:00.1500'}]" | eval d = date(a, "yyyy-MM-dd HH:mm:ss.SSS") | fields d`,
      '{"d":"2024-01-05 10:00:00.005+0000"}',
      '{"d":"2024-01-05 10:00:00.050+0000"}',
      '{"d":"2024-01-05 10:00:01.500+0000"}',
    ],
    [
      `json "[{'a':1704448800.25},{'a':'1704448800.25'},{'a':1704448800250},{'a':-1.5},{'a':1}]" | eval d = epoch(a) | fields d`,
      ...Array.from({ length: 3 }, () => '{"d":"2024-01-05 10:00:00.250+0000"}'),
      '{"d":"1969-12-31 23:59:58.500+0000"}',
      '{"d":"1970-01-01 00:00:01+0000"}',
    ],
  ],
  'hostile texts and numbers': [
    [
      `json "[{'r':1,'c':1},{'r':1,'c':'1'},{'r':1,'c':true}]" | pivot count rows r cols c`,
      '{"r":1,"1":2,"true":1}',
    ],
    [
      `json "[{'a':'10:00 KST'},{'a':'10:00 PDT'},{'a':'10:00 Asia/Seoul'},{'a':'10:00 nowhere'}]" | eval d = date(a, "HH:mm z") | fields d`,
      '{"d":"1970-01-01 01:00:00+0000"}',
      '{"d":"1970-01-01 17:00:00+0000"}',
      '{"d":"1970-01-01 01:00:00+0000"}',
      '{"d":null}',
    ],
    [
      `json "{'a':'\\\\u0001number:1},{\\"b\\":2','c':'\\\\u0001number:7'}"`,
      '{"a":"\\u0001number:1},{\\"b\\":2","c":"\\u0001number:7"}',
    ],
    [`json "{'a':'x\\\\ud800y'}" | eval b = len(a) | fields a, b`, '{"a":"x\uFFFDy","b":3}'],
    [
      `json "[{'n':9223372036854775807},{'n':-9223372036854775808},{'n':null}]" | eval s = substr("abc", n), t = substr("abc", 1, n), i = indexof("abc", "c", n), r = round(1.25, n) | fields s, t, i, r`,
      '{"s":null,"t":"bc","i":-1,"r":1.25}',
      '{"s":"abc","t":"","i":2,"r":0.0}',
      '{"s":null,"t":null,"i":null,"r":null}',
    ],
    [`json "{'line':'\\"open,1'}" | parsecsv a, b`, String.raw`{"a":"\"open","b":"1"}`],
  ],
  'fields with the same name': [
    [
      `json "[{'count':5},{'count':6},{'count':5}]" | stats count by count`,
      '{"count":5,"count (2)":2}',
      '{"count":6,"count (2)":1}',
    ],
    [`json "[{'a':1},{'a':2}]" | stats sum(a), sum(a)`, '{"sum(a)":3,"sum(a) (2)":3}'],
    [
      `json "[{'line':'k=1','k':9},{'line':'z','k':8}]" | parsekv overlay=t | fields k`,
      '{"k":"1"}',
      '{"k":8}',
    ],
    [
      `json "[{'s':10,'t':'x'},{'s':'9','t':'x'}]" | pivot count rows s cols t`,
      '{"s":10,"x":1}',
      '{"s":"9","x":1}',
    ],
  ],
};

describe('the exact values of a query', () => {
  const app = suiteApp();
  before(async () => {
    await addTable(app, 'numbers');
    await addTable(app, 'texts');
    await addTable(app, 'imported');
    await addTable(app, 'kept');
    await addRows(app, 'numbers', `SELECT unnest([10, 9, 100]) AS v`);
    await addRows(app, 'texts', `SELECT 'txt' AS v`);
  });

  for (const [subject, list] of Object.entries(examples)) {
    describe(`of ${subject}`, () => {
      for (const [query, ...lines] of list) {
        it(`are returned by ${query}`, async () => {
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
