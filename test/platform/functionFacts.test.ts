import assert from 'node:assert/strict';
import { testExamples } from '../support/examples';
import type { Examples } from '../support/examples';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

const row = `{'n':7,'x':2.5,'t':'12','s':'Silver Fox','b':true,'no':false,'list':[4,'five',null],'map':{'k':'v','m':2},'nothing':null}`;
const time = 'date("2025-03-05 07:08:09.010", "yyyy-MM-dd HH:mm:ss.SSS")';

/** What the manual of the language says of functions, with examples of our own. */
const examples: Examples = {
  'texts that are numbers': [
    ...['abs', 'ceil', 'floor', 'round', 'exp', 'log', 'log10', 'sqrt', 'sin', 'cos', 'tan'].map(
      (name) => [`${name}(t)`, null] as const,
    ),
    ...['asin', 'acos', 'atan'].map((name) => [`${name}("0.5")`, null] as const),
    ['isnum(t)', false],
    ['sumarray(array(1, "2", 3.5))', 4.5],
    ['mod(t, 5)', null],
    ['t + 1', null],
    ['int(t) + 1', 13],
    ['abs(b)', null],
  ],
  'other values as text': [
    ['left(n * 111, 2)', '77'],
    ['right(12345, 2)', '45'],
    ['len(1234)', 4],
    ['lower(b)', 'true'],
    ['upper(b)', 'TRUE'],
    ['substr(98765, 1, 3)', '87'],
    ['trim(5)', '5'],
    ['lpad(7, 3, 0)', '007'],
    ['rpad(7, 3, "*")', '7**'],
    ['match(n, "^7$")', true],
    ['concat(n, x, b)', '72.5true'],
  ],
  truth: [
    ['if(0, "yes", "no")', 'yes'],
    ['if("false", "yes", "no")', 'yes'],
    ['if("", "yes", "no")', 'yes'],
    ['if(no, "yes", "no")', 'no'],
    ['if(nothing, "yes", "no")', 'no'],
    ['if(map, "yes", "no")', 'yes'],
    ['case(nothing, 1, no, 2, s, 3, 4)', 3],
    ['case(nothing, 1, 4)', 4],
    ['not(nothing)', true],
    ['if(s and n, 1, 2)', 1],
  ],
  comparison: [
    ['n != "error"', true],
    ['n == "error"', false],
    ['n > "error"', false],
    ['n == "7"', true],
    ['t == 12', true],
    ['t != 13', true],
    ['s != 5', true],
    ['b != 1', true],
    ['b == "true"', true],
    ['nothing != "error"', false],
    ['list != 5', true],
    ['ip("10.0.0.7") == "10.0.0.7"', true],
    ['ip("10.0.0.7") != "none"', true],
    ['n != "4*"', true],
    ['in(n, "error", "7")', true],
  ],
  text: [
    ['len(nothing)', 0],
    ['len(list)', 3],
    ['substr("harbor", -2)', 'or'],
    ['substr("harbor", 1, -1)', 'arbo'],
    ['substr("harbor", 6)', null],
    ['substr("harbor", 2, 99)', 'rbor'],
    ['substr("harbor", 3, 3)', ''],
    ['substr("harbor", -1, 50)', 'r'],
    ['substr("harbor", 2)', 'rbor'],
    ['lpad("harbor", 3)', 'har'],
    ['rpad("harbor", 4, "-")', 'harb'],
    ['rpad("ab", 7, "xyz")', 'abxyzxy'],
    ['lpad("ab", 7, "xyz")', 'xyzxyab'],
    ['lpad("ab", nothing, "x")', null],
    ['lpad("ab", 4, nothing)', null],
    ['strjoin("+", list)', '4+five+null'],
    ['strjoin("+", nothing)', null],
    ['trim("\\t one \\n")', 'one'],
    ['contains(s, nothing)', false],
    ['indexof(s, "e", 5)', -1],
    ['indexof(nothing, "e")', null],
    ['lastindexof("abcabc", "abc", 2)', 0],
    ['lastindexof("abcabc", "abc", 3)', 3],
    ['lastindexof("abcabc", "c", 1)', -1],
    ['lastindexof("abcabc", "b")', 4],
    ['split("a-b-c-d", "-", 2)', ['a', 'b-c-d']],
    ['split("a-b-c-d", "-", 9)', ['a', 'b', 'c', 'd']],
    ['split("a.b", ".")', ['a', 'b']],
    ['replace("a.b.c", ".", "-")', 'a-b-c'],
    ['urldecode("%C7%D1%B1%DB", "EUC-KR")', '한글'],
    ['urlencode("한", "EUC-KR")', '%C7%D1'],
    ['reverseip("10.1.2.3")', '3.2.1.10'],
    ['reverseip("x")', null],
  ],
  format: [
    ['format("%2$s and %1$s", "b", "a")', 'a and b'],
    ['format("%s/%s", array("x", 9))', 'x/9'],
    ['format("%05d|%,d|%x|%X|%o", 42, 1234567, 255, 255, 8)', '00042|1,234,567|ff|FF|10'],
    ['format("%.3f|%8.2f|%-6s|%6s|", 3.14159, 2.5, "ab", "cd")', '3.142|    2.50|ab    |    cd|'],
    ['format("%e", 12345.678)', '1.234568e+04'],
    ['format("%+d %(d % d", 5, -6, 7)', '+5 (6)  7'],
    ['format("%c%%%n%b", 65, true)', 'A%\ntrue'],
    ['format("%S %.2s", "up", "cut")', 'UP cu'],
    ['format("%s %<s %s", "a", "b")', 'a a b'],
    ['format("%s", nothing)', 'null'],
    ['format("%d", "x")', null],
    ['format("%#x", 255)', '0xff'],
  ],
  'regular expressions': [
    ['match("release-42", "release-(?=4)")', true],
    ['match("release-52", "release-(?!5)")', false],
    ['match("price 30", "(?<=price )\\\\d+")', true],
    ['match("hello", "(l)\\\\1")', true],
    ['match("abc", "(?<first>a)bc")', true],
    ['match("a1", "a\\\\p{Digit}$")', true],
    ['match("AB", "(?i)a(?=b)")', true],
    ['groups("k=v", "(?<=^)(\\\\w)=(\\\\w)")', ['k', 'v']],
    ['groups("k=v", "(\\\\w)=(\\\\d)")', null],
    ['groups("ab", "(x)?(b)")', ['', 'b']],
    ['groups("ab", "(x)?(?=a)(a)")', ['', 'a']],
    ['replace("2024-05", "(\\\\d+)-(\\\\d+)", "$2/$1", "re")', '05/2024'],
    ['replace("5 won", "(\\\\d) won", "\\\\$$1", "re")', '$5'],
    ['replace("aXbX", "X(?=b)", "-", "re")', 'a-bX'],
    ['replace("user=kim", "user=(?<name>\\\\w+)", "${name}!", "re")', 'kim!'],
    ['replace("abc", "", "-", "re")', '-a-b-c-'],
  ],
  conversion: [
    ['int(9.9)', 9],
    ['int(ip("255.255.255.254"))', -2],
    ['long(ip("255.255.255.254"))', 4_294_967_294],
    ['int(array("5", 6.7, "x", array(1)))', [5, 6, null, null]],
    ['int("")', null],
    ['double("1.50")', 1.5],
    ['ip(-2) == ip("255.255.255.254")', true],
    ['ip(4294967294) == ip("255.255.255.254")', true],
    ['ip(4294967296)', null],
    ['ip("none")', null],
    ['ip("10.0.0.7")', '/10.0.0.7'],
    ['ip("::1")', '/0:0:0:0:0:0:0:1'],
    ['dict("a", ip("10.0.0.1"))', { a: '/10.0.0.1' }],
    ['string(ip("10.0.0.7"))', '10.0.0.7'],
    ['ip("/10.0.0.7") == ip("10.0.0.7")', true],
    ['typeof(valueof(array(ip("10.0.0.1")), 0))', 'ipv4'],
    ['binary("A")', '41'],
    ['long2ip(-3)', '255.255.255.253'],
    ['long2ip(3232235777)', '192.168.1.1'],
    ['ip2int("255.255.255.255")', -1],
    ['ip2int("0.0.1.0")', 256],
    ['ip2int("none")', null],
    ['ip2long("255.255.255.255")', 4_294_967_295],
    ['tohex(binary("Az"))', '417a'],
    ['tohex("Az")', null],
    ['tohex(5)', null],
    ['tobase64("Az")', null],
    ['tobase64(encode("Az"))', 'QXo='],
    ['decode(frombase64("QXo="))', 'Az'],
    ['decode("text")', null],
    ['encode(5)', null],
    ['decode(binary("가", "EUC-KR"), "EUC-KR")', '가'],
    ['tohex(binary("가", "EUC-KR"))', 'b0a1'],
    ['tohex(hash("sha1", binary("a")))', '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    ['hash("sha1", "a")', null],
    ['len(tohex(hash("sha512", binary("a"))))', 128],
    ['len(tohex(hash("sha384", binary("a"))))', 96],
    ['tohex(hash("md5", binary("a")))', '0cc175b9c0f1b6a831c399e269772661'],
    ['array(nothing)', [null]],
    ['dict("a", 1, "a", 2)', { a: 2 }],
    ['typeof(ip("::1"))', 'ipv6'],
    ['typeof(binary("a"))', 'bytes'],
  ],
  numbers: [
    ['typeof(sqrt(-4))', 'double'],
    ['isnum(log(-1))', true],
    ['string(sqrt(-1))', 'NaN'],
    ['string(log(-1))', 'NaN'],
    ['isnull(log10(-1))', false],
    ['ceil(2.1)', 3],
    ['floor(-2.1)', -3],
    ['round(1260, -2)', 1300],
    ['round(5, 1.5)', null],
    ['round(2.567, 2)', 2.57],
    ['floor(2.567, 1)', 2.5],
    ['ceil(12)', 12],
    ['mod(7, 0)', null],
    ['mod(7, nothing)', null],
    ['max(3, nothing, 9)', 9],
    ['min(nothing, nothing)', null],
    ['asin(1) == acos(0)', true],
    ['atan(0)', 0],
    ['isnull(asin(2))', false],
    ['rand(1000, 5) == rand(1000, 5)', true],
    ['rand(1)', 0],
    ['len(tohex(randbytes(6)))', 12],
    ['seq()', 1],
  ],
  dates: [
    ['string(date("20250231", "yyyyMMdd"), "yyyy-MM-dd")', '2025-03-03'],
    ['string(date("2025-01-01 25:61:00", "yyyy-MM-dd HH:mm:ss"), "yyyy-MM-dd HH:mm")', '2025-01-02 02:01'],
    ['string(date(20250115, "yyyyMMdd"), "yyyy-MM-dd")', '2025-01-15'],
    ['date("", "yyyy")', null],
    ['date("soon", "yyyy")', null],
    [`string(date("05 March 2025", "dd MMMM yyyy", "en"), "MM")`, '03'],
    [`string(date("2025년 3월 5일", "yyyy년 M월 d일", "ko"), "MM-dd")`, '03-05'],
    [`string(date("5 mars 2025", "d MMMM yyyy", "fr"), "MM-dd")`, '03-05'],
    [`string(date("2025-03-05T07:08", "yyyy-MM-dd'T'HH:mm"), "HH")`, '07'],
    [`string(date("2025-03-05 07:00 +0200", "yyyy-MM-dd HH:mm Z"), "HH")`, '05'],
    [`string(date("2025-03-05 07:00 KST", "yyyy-MM-dd HH:mm z"), "HH dd")`, '22 04'],
    [`string(${time}, "HH", "GMT+09")`, '16'],
    [`string(${time}, "HH:mm Z", "GMT+0930")`, '16:38 +0930'],
    [`string(${time}, "HH", "GMT+9:00")`, '16'],
    [`string(${time}, "HH", "KST")`, '16'],
    [`string(${time}, "HH", "UTC")`, '07'],
    [`string(${time}, "EEE MMM", "en")`, 'Wed Mar'],
    [`string(${time}, "EEEE MMMM", "ko")`, '수요일 3월'],
    ['datetrunc("2025-03-05 07:08:09", "1h")', null],
    ['datetrunc(5, "1h")', null],
    [`string(datetrunc(${time}, "1h"), "HH:mm:ss")`, '07:00:00'],
    [`string(datetrunc(${time}, "1d", "6h"), "dd HH")`, '05 06'],
    [`string(datetrunc(dateadd(${time}, "hour", -2), "1d", "6h"), "dd HH")`, '04 06'],
    [`string(datetrunc(${time}, span="1h", offset="15m"), "HH:mm")`, '06:15'],
    [`string(datetrunc(${time}, "1mon"), "MM-dd HH")`, '03-01 00'],
    [`string(datetrunc(${time}, "1w"), "MM-dd")`, '03-03'],
    ['dateadd("2025-01-01", "day", 1)', null],
    ['datediff(1, 2, "day")', null],
    ['datepart("2025-01-01", "year")', null],
    ...(
      [
        ['century', 21],
        ['decade', 202],
        ['millenium', 3],
        ['year', 2025],
        ['isoyear', 2025],
        ['quarter', 1],
        ['mon', 3],
        ['month', 3],
        ['week', 10],
        ['day', 5],
        ['doy', 64],
        ['dow', 3],
        ['isodow', 3],
        ['hour', 7],
        ['min', 8],
        ['minute', 8],
        ['sec', 9],
        ['seconds', 9],
        ['msec', 10],
        ['milliseconds', 9010],
        ['microseconds', 9_010_000],
        ['epoch', 1_741_158_489],
        ['timezone', 0],
        ['timezone_hour', 0],
        ['timezone_minute', 0],
      ] as const
    ).map(([part, value]) => [`datepart(${time}, "${part}")`, value] as const),
    ['string(epoch(86400), "yyyy-MM-dd")', '1970-01-02'],
    ['string(epoch(1741158489010), "HH:mm:ss.SSS")', '07:08:09.010'],
    ['string(epoch(200000000000), "yyyy")', '8307'],
    ['len(daterange(epoch(0), epoch(259200)))', 3],
    [
      'strjoin(",", daterange(epoch(0), epoch(7200), "1h"))',
      '1970-01-01 00:00:00+0000,1970-01-01 01:00:00+0000',
    ],
    ['string(valueof(daterange(epoch(0), epoch(259200)), 1), "dd")', '02'],
    ['typeof(valueof(daterange(epoch(0), epoch(259200)), 1))', 'date'],
    ['daterange(1, 2)', null],
  ],
  'lists and maps': [
    ['valueof(list, 1)', 'five'],
    ['valueof(list, 9)', null],
    ['valueof(map, "k")', 'v'],
    ['valueof(map, "z")', null],
    ['valueof(map, 1)', null],
    ['valueof(list, "1")', null],
    ['valueof(s, 0)', null],
    ['typeof(valueof(list, 0))', 'int'],
    ['subarray(array(1, 2, 3, 4), 1, 3)', [2, 3]],
    ['subarray(array(1, 2, 3, 4), -2)', [3, 4]],
    ['subarray(array(1, 2, 3, 4), 4)', null],
    ['subarray(array(1, 2, 3, 4), 2, 99)', [3, 4]],
    ['subarray(s, 1)', null],
    ['foreach(_1 * 10, array(1, 2, 3))', [10, 20, 30]],
    ['foreach(concat(_1, "-", _2), array("a", "b"), array(1, 2))', ['a-1', 'b-2']],
    ['foreach(_1 + n, array(1, 2))', [8, 9]],
    ['foreach(concat(_1, _2), array("a", "b"), "!")', ['a!', 'b!']],
    ['foreach(nvl(_2, "none"), array(1, 2), array("x"))', ['x', 'none']],
    ['flatten(array(1, array(2, array("[3]", null))))', [1, 2, '[3]', null]],
    ['flatten(5)', 5],
    ['sumarray(array(1, 2, 3))', 6],
    ['sumarray(array())', 0],
    ['sumarray(array("1"))', 0],
    ['sumarray(s)', null],
    ['len(strjoin("", unique(array("a", "b", "a"))))', 2],
    ['strjoin("", unique(array(1, "1", 1)))', '11'],
    ['unique(5)', [5]],
    ['unique(nothing)', null],
  ],
  'computed names': [
    ['field(concat("no", "thing"))', null],
    ['field(left("number", 1))', 7],
    ['field(concat("l", "ist"))', [4, 'five', null]],
    ['field(nothing)', null],
    ['field(concat("m", "issing"))', null],
  ],
  encryption: [
    [
      'tohex(encrypt("AES", fromhex("000102030405060708090a0b0c0d0e0f"), binary("sixteen letters."), fromhex("00000000000000000000000000000000")))',
      'b6a167c72ff8db0b6c3bd18f825ca272',
    ],
    [
      'decode(decrypt("AES/CBC/PKCS5Padding", binary("0123456789abcdef"), encrypt("AES/CBC/PKCS5Padding", binary("0123456789abcdef"), binary("plain text"), binary("abcdef0123456789")), binary("abcdef0123456789")))',
      'plain text',
    ],
    [
      'decode(decrypt("AES/ECB/PKCS5Padding", binary("0123456789abcdef"), encrypt("AES/ECB/PKCS5Padding", binary("0123456789abcdef"), binary("plain"))))',
      'plain',
    ],
    ['encrypt("AES", binary("short"), binary("x"))', null],
    ['encrypt("AES", "0123456789abcdef", "x")', null],
  ],
};

describe('a function, as the manual describes it,', () => {
  const app = suiteApp();
  const client = queryClient(app);

  testExamples(app, `json "${row}"`, examples);

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
        (await client.rejection(`json "${row}" | eval a = ${expression}`)).startsWith(message),
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
