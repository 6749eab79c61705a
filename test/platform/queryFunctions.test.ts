import assert from 'node:assert/strict';
import { testExamples } from '../support/examples';
import type { Examples } from '../support/examples';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

const row = `{'n':7,'x':2.5,'s':'Hello World','b':true,'list':[1,'two',3],'map':{'k':'v','m':2},'nothing':null,'digits':'42'}`;
const timestamp = 'date("2024-02-29 13:45:56.789", "yyyy-MM-dd HH:mm:ss.SSS")';

const examples: Examples = {
  operators: [
    ['n + 1', 8],
    ['n - 10', -3],
    ['n * 2', 14],
    ['n / 2', 3.5],
    ['n / 0', null],
    ['-n', -7],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['9223372036854775807 + 1', null],
    ['digits + 1', null],
    ['s + 1', null],
    ['n == 7', true],
    ['n != 7', false],
    ['n >= 7 and n <= 7', true],
    ['digits == 42', true],
    ['s == "Hello*"', true],
    ['s == "*World"', true],
    ['s == "*lo W*"', true],
    ['s == "H*o*d"', true],
    ['s == "hello*"', false],
    ['s != "Hello*"', false],
    ['s == "Hello_World"', false],
    ['nothing == 1', false],
    ['nothing != 1', false],
    ['missing == null', false],
    ['ago($("span")) < ago("1d")', true],
    ['not(nothing == 1)', true],
    ['-digits', null],
    ['-(0 - 9223372036854775807 - 1)', null],
    ['typeof(n / 7)', 'double'],
    ['typeof(9223372036854775807)', 'long'],
    ['typeof(9223372036854775808)', 'long'],
    ['n == 1 or n == 7 and s == "x"', false],
    ['s == "*"', true],
    ['s == "Hello**"', true],
    ['s > "H*z"', true],
    ['list == array(1, "two", 3)', true],
    ['map != dict("k", "v", "m", 2)', false],
    ['b == "true"', true],
    ['b == 1', false],
    ['epoch(1) == 1000', false],
    ['epoch(0) == "1970-01-01 00:00:00"', true],
    ['3 >= "2.5" and 2 <= "2.5"', true],
  ],
  conversion: [
    ['string(date("20240229", "yyyyMMdd"), "yyyy/MM/dd")', '2024/02/29'],
    ['date("2024-02-29 10:00:00+0900", "yyyy-MM-dd HH:mm:ssZ")', '2024-02-29 01:00:00+0000'],
    ['date("soon", "yyyy")', null],
    ['double("1.5")', 1.5],
    ['int("12")', 12],
    ['int(3.9)', 3],
    ['int("-3.9")', -3],
    ['int("12x")', null],
    ['int(3000000000)', null],
    ['int(-2147483648)', -2_147_483_648],
    ['string(9223372036854775807)', '9223372036854775807'],
    ['long("3000000000")', 3_000_000_000],
    ['string(n)', '7'],
    ['string(n, "yyyy")', '7'],
    ['string(b)', 'true'],
    ['string(list)', '[1,"two",3]'],
    ['int("1e3")', 1000],
    ['strjoin(",", s)', null],
    [
      `string(${timestamp}, "EEE, d MMM yyyy HH:mm:ss.SSS Z 'at' h a")`,
      'Thu, 29 Feb 2024 13:45:56.789 +0000 at 1 PM',
    ],
    ['"10.0.0.9" < ip("10.0.0.10")', true],
    ['ip("10.0.0.9") < ip("10.0.0.10")', true],
    ['ip("::1") == "0:0:0:0:0:0:0:1"', true],
    ['ip("2001:db8::2") > ip("2001:db8::1")', true],
    ['ip("10.1.2.3") == "10.0.0.0/8"', true],
    ['ip("11.1.2.3") == "10.0.0.0/8"', false],
    ['ip("11.1.2.3") != "10.0.0.0/8"', true],
    ['ip("172.32.0.0") == "172.16.0.0/12"', false],
    ['ip("2001:db8:1::5") == "2001:db8::/32"', true],
    ['ip("10.0.0.1") == "::/0"', false],
    ['ip("10.0.0.1") == "10.0.0.0/33"', false],
    ['ip("nothing") != "10.0.0.0/8"', false],
    ['ip("nothing") == ip("nothing")', false],
    ['array(n, s, null)', [7, 'Hello World', null]],
    ['dict("a", n, "b", s)', { a: 7, b: 'Hello World' }],
    ['dict()', {}],
    ['array()', []],
    ['fromhex("6869")', '6869'],
    ['fromhex("zz")', null],
    ['tohex("hi")', null],
    ['frombase64("aGk=")', '6869'],
    ['frombase64("!")', null],
    ['tobase64("hi")', null],
    ['groups(s, "(\\\\w+) (\\\\w+)")', ['Hello', 'World']],
    ['groups(s, "(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(x)?")', [...Array.from('Hello Worl'), '']],
    ['groups(s, concat("(H)(?:e)(?<rest>l+)", ""))', ['H', 'll']],
    ['groups(s, concat("(", ""))', null],
    ['groups(s, "(\\\\d+)")', null],
    ['groups(s, "Hello")', []],
  ],
  tests: [
    ['isnull(nothing)', true],
    ['isnull(missing)', true],
    ['isnotnull(n)', true],
    ['isnum(n)', true],
    ['isnum(s)', false],
    ['isstr(s)', true],
    ['isstr(n)', false],
    ['typeof(n)', 'int'],
    ['typeof(n * 3000000000)', 'long'],
    ['typeof(x)', 'double'],
    ['typeof(s)', 'string'],
    ['typeof(b)', 'bool'],
    ['typeof(list)', 'list'],
    ['typeof(map)', 'map'],
    [`typeof(${timestamp})`, 'date'],
    ['typeof(nothing)', null],
  ],
  choice: [
    ['if(n > 5, "big", "small")', 'big'],
    ['if(missing > 5, "big", "small")', 'small'],
    ['case(n < 5, "low", n < 10, "middle", "high")', 'middle'],
    ['case(n < 5, "low", "high")', 'high'],
    ['case(n < 5, "low", n < 6, "middle")', null],
    ['in(n, 1, 7)', true],
    ['in(s, "a", "Hello*")', true],
    ['in(s, "a", "b")', false],
    ['match(s, "^Hello")', true],
    ['match(missing, "x")', false],
    ['match(s, concat("^", "Hello"))', true],
    ['match(s, concat("(", "Hello"))', false],
    ['replace(s, concat("o", ""), "0")', 'Hell0 W0rld'],
    ['nvl(missing, "d")', 'd'],
    ['nvl(n, 1)', 7],
    ['match(s, missing)', false],
    ['groups(s, missing)', null],
    ['replace(s, missing, "x", "re")', null],
    ['not(b)', false],
  ],
  text: [
    ['concat(s, "-", n)', 'Hello World-7'],
    ['contains(s, "lo W")', true],
    ['contains(s, "lo w")', false],
    ['format("%s has %d and %.2f%%", s, n, x)', 'Hello World has 7 and 2.50%'],
    ['format("%05d|%-4s|%x", n, "ab", 255)', '00007|ab  |ff'],
    ['format("%f|%5s|%-5d|%n%s", x, "ab", n)', null],
    ['len(format("%2000s", s))', 2000],
    ['len(format("%.40f", x))', 42],
    ['len(guid())', 36],
    ['indexof(s, "o")', 4],
    ['indexof(s, "z")', -1],
    ['indexof(s, "o", 5)', 7],
    ['indexof(s, "H", -3)', 0],
    ['lastindexof(s, "o")', 7],
    ['lastindexof(s, "z")', -1],
    ['left(s, 5)', 'Hello'],
    ['right(s, 5)', 'World'],
    ['len(s)', 11],
    ['len(list)', 3],
    ['lower(s)', 'hello world'],
    ['upper(s)', 'HELLO WORLD'],
    ['lpad("7", 3, "0")', '007'],
    ['lpad("12345", 3, "0")', '123'],
    ['rpad("7", 3, "0")', '700'],
    ['lpad("7", 3)', '  7'],
    ['rpad("7", 3)', '7  '],
    ['len(lpad("7", 20000, "0"))', 10_000],
    ['replace(s, "o", "0")', 'Hell0 W0rld'],
    ['replace(s, "(\\\\w+) (\\\\w+)", "$2 $1", "re")', 'World Hello'],
    ['split("a,b,c", ",")', ['a', 'b', 'c']],
    ['strjoin("-", list)', '1-two-3'],
    ['substr(s, 6)', 'World'],
    ['substr(s, 2, 4)', 'll'],
    ['substr(s, -3, 10)', 'rl'],
    ['trim("  x ")', 'x'],
    ['urlencode("a b&c")', 'a%20b%26c'],
    ['urlencode("한", "UTF-8")', '%ED%95%9C'],
    ['urldecode("%ED%95%9C", "utf-8")', '한'],
    ['urldecode("a%20b+c")', 'a b c'],
  ],
  numbers: [
    ['abs(-3)', 3],
    ['typeof(abs(-3))', 'int'],
    ['abs(missing)', null],
    ['ceil(x)', 3],
    ['ceil(1.234, 2)', 1.24],
    ['floor(1.239, 2)', 1.23],
    ['floor(1234, -2)', 1200],
    ['round(1250, -2)', 1300],
    ['round(-2.5)', -3],
    ['typeof(floor(1.5, 0))', 'double'],
    ['floor(x)', 2],
    ['round(x)', 3],
    ['round(2.345, 2)', 2.35],
    ['sqrt(16)', 4],
    ['sqrt(-1)', null],
    ['pow(2, 10)', 1024],
    ['exp(0)', 1],
    ['log(1)', 0],
    ['log10(1000)', 3],
    ['mod(n, 4)', 3],
    ['mod(n, 0)', null],
    ['mod(-7, 4)', -3],
    ['min(n, 3, 5)', 3],
    ['max(n, 3.5)', 7],
    ['rand() < 1', true],
    ['typeof(rand(10))', 'int'],
    ['sin(0)', 0],
    ['cos(0)', 1],
    ['tan(0)', 0],
  ],
  dates: [
    ['datediff(ago("3d"), now(), "day")', 3],
    ['epoch(0)', '1970-01-01 00:00:00+0000'],
    ['epoch(1709214356)', '2024-02-29 13:45:56+0000'],
    ['epoch(20000000000)', '2603-10-11 11:33:20+0000'],
    [`string(${timestamp}, "yyyy''dd'%'HH")`, "2024'29%13"],
    ['epoch(1709214356789)', '2024-02-29 13:45:56.789+0000'],
    [`dateadd(${timestamp}, "year", 1)`, '2025-02-28 13:45:56.789+0000'],
    [`dateadd(${timestamp}, "mon", -1)`, '2024-01-29 13:45:56.789+0000'],
    [`dateadd(${timestamp}, "day", 1)`, '2024-03-01 13:45:56.789+0000'],
    [`dateadd(${timestamp}, "hour", 1)`, '2024-02-29 14:45:56.789+0000'],
    [`dateadd(${timestamp}, "min", 20)`, '2024-02-29 14:05:56.789+0000'],
    [`dateadd(${timestamp}, "sec", 4)`, '2024-02-29 13:46:00.789+0000'],
    [`string(dateadd(${timestamp}, "msec", 1), "SSS")`, '790'],
    [`datediff(epoch(0), ${timestamp}, "year")`, 54],
    [`datediff(epoch(0), epoch(1), "msec")`, 1000],
    [`datediff(epoch(0), ${timestamp}, "mon")`, 649],
    [`datediff(epoch(90), epoch(0), "sec")`, -90],
    [`dateadd(${timestamp}, $("unit"), 1)`, '2024-03-01 13:45:56.789+0000'],
    [`datepart(${timestamp}, "year")`, 2024],
    [`datepart(${timestamp}, "mon")`, 2],
    [`datepart(${timestamp}, "day")`, 29],
    [`datepart(${timestamp}, "hour")`, 13],
    [`datepart(${timestamp}, "min")`, 45],
    [`datepart(${timestamp}, "week")`, 9],
    [`datepart(${timestamp}, "dow")`, 4],
    [`datepart(${timestamp}, "doy")`, 60],
    [`datepart(${timestamp}, "sec")`, 56],
    [`datepart(${timestamp}, "msec")`, 789],
    [`datetrunc(${timestamp}, "10m")`, '2024-02-29 13:40:00+0000'],
    [`datetrunc(${timestamp}, "1mon")`, '2024-02-01 00:00:00+0000'],
    [`datetrunc(${timestamp}, "1w")`, '2024-02-26 00:00:00+0000'],
  ],
  'addresses, hashes and parameters': [
    ['ip2long("10.0.0.1")', 167_772_161],
    ['ip2long("x")', null],
    ['ip2long("::1")', null],
    ['ip2long("::ffff:255.255.255.255")', 4_294_967_295],
    ['long2ip(4294967295)', '255.255.255.255'],
    ['long2ip(4294967296)', null],
    ['long2ip(167772161)', '10.0.0.1'],
    ['network("10.1.2.3", 16)', '/10.1.0.0'],
    ['network("10.255.2.3", 11)', '/10.224.0.0'],
    ['network("2001:db8:1:2:3::5", 64)', '/2001:db8:1:2:0:0:0:0'],
    ['network("2001:db8::5", 129)', null],
    ['network("10.1.2.3", 33)', null],
    ['network("10.1.2.3", 16) == "10.0.0.0/8"', true],
    ['tohex(hash("md5", binary("a")))', '0cc175b9c0f1b6a831c399e269772661'],
    ['tohex(hash("sha1", binary("a")))', '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    [
      'tohex(hash("sha256", binary("a")))',
      'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
    ],
    ['$("p")', 5],
    ['$("q", "fallback")', 'fallback'],
    ['field("s")', 'Hello World'],
    ['whoami()', 'admin'],
  ],
};

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

  testExamples(app, `set p = 5 | set span = "3d" | set unit = "day" | json "${row}"`, examples);

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
