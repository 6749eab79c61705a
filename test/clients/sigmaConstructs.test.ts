import assert from 'node:assert/strict';
import { emptyMapping } from '../../src/core/sigma/mappingFile';
import { queryClient } from '../support/queryClient';
import { importTables, queryOf, ruleText, valuesFound } from '../support/sigmaRules';
import type { EventRecord } from '../support/sigmaRules';
import { suiteApp } from '../support/startApp';

/** A construct of the specification: what it finds, and what it leaves alone. */
type Construct = readonly [
  name: string,
  detection: string,
  found: readonly EventRecord[],
  left: readonly EventRecord[],
];

const selection = (text: string): string => `selection:\n  ${text}\ncondition: selection`;

const values: readonly Construct[] = [
  [
    'a text, whatever its case',
    selection("a: 'Foo'"),
    [{ a: 'foo' }, { a: 'FOO' }],
    [{ a: 'foo ' }, { a: 'xfoo' }, { b: 'foo' }, {}],
  ],
  ['letters beyond ASCII', selection("a: 'ÄÖ*'"), [{ a: 'äöx' }, { a: 'ÄÖ' }], [{ a: 'aox' }]],
  [
    'a letter whose lower case is two',
    selection("a: ['İ*', 'xİ', 'y']"),
    [{ a: 'İx' }, { a: 'İ' }, { a: 'Xİ' }, { a: 'Y' }],
    [{ a: 'ix' }, { a: 'I' }, { a: 'xi' }],
  ],
  [
    'all items of a map',
    selection('a: x\n  b: y'),
    [{ a: 'x', b: 'y' }],
    [{ a: 'x' }, { a: 'x', b: 'z' }, { b: 'y' }],
  ],
  [
    'any map of a list',
    selection('- a: x\n    b: y\n  - c: z'),
    [{ a: 'x', b: 'y' }, { c: 'z' }],
    [{ a: 'x' }, { b: 'y', c: 'x' }],
  ],
  [
    'a number, also as text',
    selection('a: 4625'),
    [{ a: 4625 }, { a: '4625' }],
    [{ a: 46250 }, { a: 'x4625' }, { a: '' }, {}],
  ],
  ['a number in a column of numbers', selection('a: 4625'), [{ a: 4625 }], [{ a: 46250 }, { a: -4625 }]],
  ['a number written in hexadecimal', selection('a: 0x17'), [{ a: 23 }], [{ a: '0x17' }]],
  ['a number as text, over numbers', selection("a: '3'"), [{ a: 3 }, { a: 3 }], [{ a: 33 }]],
  ['a decimal', selection('a: 1.5'), [{ a: 1.5 }, { a: '1.5' }], [{ a: 15 }, { a: '1.50x' }]],
  ['a boolean', selection('a: true'), [{ a: true }, { a: 'True' }], [{ a: false }, { a: '1' }]],
  ['a boolean as text', selection("a: 'false'"), [{ a: false }], [{ a: true }, {}]],
  ['null', selection('a: null'), [{ b: 'x' }, { a: null }], [{ a: '' }, { a: 'null' }]],
  ['an empty text', selection("a: ''"), [{ a: '' }], [{ a: ' ' }, { b: 'x' }]],
  ['null or empty', selection("a: [null, '']"), [{ a: '' }, { b: 'x' }], [{ a: 'x' }]],
  ['a text like a date', selection("a: '2024-01-02'"), [{ a: '2024-01-02' }], [{ a: '2024-01-02 00:00:00' }]],
  [
    'a field with a dash',
    selection("cs-method: 'GET'"),
    [{ 'cs-method': 'get' }],
    [{ 'cs-method': 'put' }, { cs: 'get' }],
  ],
  ['a field with a dot', selection("id.resp_h: 'x'"), [{ 'id.resp_h': 'x' }], [{ id: 'x' }]],
  ['a field with blanks', selection("'a b': 'x'"), [{ 'a b': 'x' }], [{ a: 'x' }]],
  ['quotes and pipes', selection(`a: 'x|"y"|[z'`), [{ a: 'X|"Y"|[z' }], [{ a: 'x' }]],
  ['a line break', selection('a: "x\\ny"'), [{ a: 'X\ny' }], [{ a: 'x y' }]],
];

const wildcards: readonly Construct[] = [
  ['* at the end', selection("a: 'x*'"), [{ a: 'x' }, { a: 'Xyz' }, { a: 'x\ny' }], [{ a: 'yx' }]],
  ['* at the start', selection("a: '*x'"), [{ a: 'x' }, { a: 'yX' }], [{ a: 'xy' }]],
  ['* at both ends', selection("a: '*x*'"), [{ a: 'x' }, { a: 'yXy' }], [{ a: 'yy' }]],
  ['* inside', selection("a: 'x*y*z'"), [{ a: 'xyz' }, { a: 'x-y--Z' }], [{ a: 'xz' }, { a: 'xyzz ' }]],
  ['* alone', selection("a: '*'"), [{ a: 'x' }, { a: '' }, { a: 5 }], [{ b: 'x' }]],
  ['?', selection("a: 'x?y'"), [{ a: 'x-y' }, { a: 'XéY' }, { a: 'x\ny' }], [{ a: 'xy' }, { a: 'x--y' }]],
  ['? and *', selection("a: '?x*'"), [{ a: 'axb' }, { a: '.x' }], [{ a: 'x' }, { a: 'aax' }]],
  ['an escaped *', selection("a: 'x\\*y'"), [{ a: 'X*y' }], [{ a: 'x-y' }, { a: 'x\\*y' }]],
  ['an escaped * inside contains', selection("a|contains: '\\*'"), [{ a: 'x*y' }], [{ a: 'xy' }]],
  ['an escaped * at the end', selection("a|endswith: 'x\\*'"), [{ a: 'yx*' }], [{ a: 'yxz' }, { a: 'x*y' }]],
  ['an escaped ?', selection("a: 'x\\?y'"), [{ a: 'x?y' }], [{ a: 'x-y' }]],
  ['a plain backslash', selection("a: 'C:\\Win'"), [{ a: 'c:\\win' }], [{ a: 'c:\\\\win' }, { a: 'c:win' }]],
  ['a doubled backslash', selection("a: 'C:\\\\Win'"), [{ a: 'c:\\win' }], [{ a: 'c:\\\\win' }]],
  ['four backslashes', selection("a: '\\\\\\\\srv'"), [{ a: '\\\\srv' }], [{ a: '\\srv' }]],
  ['a backslash before *', selection("a: 'C:\\\\*'"), [{ a: 'c:\\x' }], [{ a: 'c:x' }, { a: 'c:*' }]],
  ['three backslashes before *', selection("a: 'x\\\\\\*'"), [{ a: 'x\\*' }], [{ a: 'x\\y' }]],
  [
    'a backslash at the end',
    selection("a|contains: '\\Temp\\'"),
    [{ a: 'c:\\temp\\x' }],
    [{ a: 'c:\\temp' }],
  ],
  [
    'signs of other languages',
    selection("a|contains: '100%_[^$.+'"),
    [{ a: 'x100%_[^$.+' }],
    [{ a: 'x100x_[^$.+' }],
  ],
];

const texts: readonly Construct[] = [
  ['contains', selection("a|contains: 'X'"), [{ a: 'axb' }, { a: 'x' }], [{ a: 'ab' }, {}]],
  ['contains, over a number', selection('a|contains: 62'), [{ a: 4625 }, { a: 62 }], [{ a: 4526 }]],
  ['contains with nothing', selection("a|contains: ''"), [{ a: 'x' }, { a: '' }], [{ b: 'x' }]],
  ['startswith', selection("a|startswith: 'X'"), [{ a: 'xb' }, { a: 'X' }], [{ a: 'ax' }]],
  ['endswith', selection("a|endswith: 'X'"), [{ a: 'ax' }, { a: 'X' }], [{ a: 'xa' }]],
  ['all', selection("a|contains|all: ['x', 'y']"), [{ a: 'yx' }], [{ a: 'x' }, { a: 'y' }]],
  ['cased', selection("a|cased: 'Foo'"), [{ a: 'Foo' }], [{ a: 'foo' }, { a: 'FOO' }]],
  ['cased contains', selection("a|contains|cased: 'Foo'"), [{ a: 'aFoob' }], [{ a: 'afoob' }]],
  ['cased, with a letter in a column of booleans', selection("a|cased: 'True'"), [], [{ a: true }]],
  [
    'windash',
    selection("a|contains|windash: ' -x'"),
    [{ a: 'a -x' }, { a: 'a /X' }, { a: 'a –x' }, { a: 'a —x' }, { a: 'a ―x' }],
    [{ a: 'a x' }, { a: 'a +x' }],
  ],
  ['windash twice', selection("a|windash: '-x /y'"), [{ a: '/x -y' }, { a: '-x –y' }], [{ a: '-x y' }]],
  ['windash inside a word', selection("a|windash|contains: 'a-b'"), [{ a: 'xa-b' }], [{ a: 'xa/b' }]],
  ['exists', selection('a|exists: true'), [{ a: 'x' }, { a: '' }], [{ b: 'x' }]],
  ['exists not', selection('a|exists: false'), [{ b: 'x' }], [{ a: 'x' }, { a: '' }]],
  ['neq', selection("a|neq: 'X'"), [{ a: 'y' }, { a: '' }], [{ a: 'x' }, { b: 'y' }]],
  ['neq of a list', selection("a|neq: ['x', 5]"), [{ a: 'y' }], [{ a: 'X' }, { a: 5 }]],
  [
    'fieldref',
    selection('a|fieldref: b'),
    [
      { a: 'x', b: 'X' },
      { a: '1', b: 1 },
    ],
    [{ a: 'x', b: 'y' }, { a: 'x' }, {}],
  ],
  ['fieldref, cased', selection('a|fieldref|cased: b'), [{ a: 'x', b: 'x' }], [{ a: 'x', b: 'X' }]],
  ['fieldref with neq', selection('a|fieldref|neq: b'), [{ a: 'x', b: 'y' }], [{ a: 'x', b: 'X' }]],
  [
    'fieldref startswith',
    selection('a|fieldref|startswith: b'),
    [{ a: 'xyz', b: 'XY' }],
    [
      { a: 'axy', b: 'xy' },
      { a: 'x', b: 'xy' },
    ],
  ],
  [
    'fieldref endswith',
    selection('a|fieldref|endswith: b'),
    [{ a: 'xyz', b: 'YZ' }],
    [{ a: 'yza', b: 'yz' }],
  ],
  [
    'fieldref contains',
    selection('a|fieldref|contains: b'),
    [{ a: 'xyz', b: 'Y' }],
    [{ a: 'xz', b: 'y' }, { a: 'xz' }],
  ],
];

const encoded: readonly Construct[] = [
  ['base64', selection("a|base64: 'foo'"), [{ a: 'Zm9v' }], [{ a: 'foo' }, { a: 'Zm9vx' }]],
  ['base64 contains', selection("a|base64|contains: 'foo'"), [{ a: 'x Zm9v x' }], [{ a: 'foo' }]],
  [
    'base64offset',
    selection("a|base64offset|contains: 'http://'"),
    ['http://x', 'ahttp://xy', 'abhttp://xyz', 'abchttp://'].map((text) => ({
      a: Buffer.from(text).toString('base64'),
    })),
    [{ a: 'http://' }, { a: Buffer.from('https://').toString('base64') }],
  ],
  [
    'wide and base64offset',
    selection("a|wide|base64offset|contains: 'IEX'"),
    ['IEX ', 'xIEX', 'xyIEX.'].map((text) => ({ a: Buffer.from(text, 'utf16le').toString('base64') })),
    [{ a: Buffer.from('IEX').toString('base64') }],
  ],
  ['utf16le and base64', selection("a|utf16le|base64: 'é'"), [{ a: '6QA=' }], [{ a: 'w6k=' }]],
  ['utf16be and base64', selection("a|utf16be|base64: 'A'"), [{ a: 'AEE=' }], [{ a: 'QQA=' }]],
  ['utf16 and base64', selection("a|utf16|base64: 'A'"), [{ a: '//5BAA==' }], [{ a: 'QQA=' }]],
  ['wide by itself', selection("a|wide|contains: 'ab'"), [{ a: 'xa\0b\0' }], [{ a: 'ab' }]],
];

const expressions: readonly Construct[] = [
  [
    're with lookahead at the start',
    selection("a|re: '^(?=.*x)(?=.*(y|z\\))).+w'"),
    [{ a: 'x y w' }, { a: 'z) x w' }],
    [{ a: 'x w' }, { a: 'y w' }, { a: 'x y' }, {}],
  ],
  [
    're with negative lookahead',
    selection("a|re: '(?i)^(?!.*[x)])(?!y)'"),
    [{ a: 'a' }, { a: '' }, { a: 'ay' }],
    [{ a: 'aX' }, { a: 'Yes' }, { a: ')' }, { b: 'a' }],
  ],
  ['re', selection("a|re: 'b[0-9]+c'"), [{ a: 'ab12cd' }], [{ a: 'aB12c' }, { a: 'bc' }, {}]],
  ['re over numbers', selection("a|re: '^46'"), [{ a: 4625 }], [{ a: 1462 }]],
  ['re anchored', selection("a|re: '^b$'"), [{ a: 'b' }, { a: 'b\n' }], [{ a: 'ab' }, { a: 'b\nc' }]],
  ['re with i', selection("a|re|i: 'FoO'"), [{ a: 'xfoo' }], [{ a: 'fo' }]],
  ['re with m', selection("a|re|m: '^b$'"), [{ a: 'a\nb\nc' }, { a: 'b' }], [{ a: 'ab' }]],
  ['re with s', selection("a|re|s: 'a.b'"), [{ a: 'a\nb' }, { a: 'a-b' }], [{ a: 'ab' }]],
  ['re in which . does not match a line break', selection("a|re: 'a.b'"), [{ a: 'a-b' }], [{ a: 'a\nb' }]],
  ['re with flags inside', selection("a|re: '(?i)foo'"), [{ a: 'FOO' }], [{ a: 'fo' }]],
  ['re with quotes and pipes', selection(`a|re: '("|\\|)x'`), [{ a: '"x' }, { a: '|x' }], [{ a: 'x' }]],
  ['re with a class beside a dash', selection("a|re: '^[\\w-.]+$'"), [{ a: 'a-b.c' }], [{ a: 'a b' }]],
  ['re with a bracket in a class', selection("a|re: '^[[a]$'"), [{ a: '[' }, { a: 'a' }], [{ a: 'b' }]],
  [
    're with named sets',
    selection("a|re: '^[[:alpha:]\\p{Greek}\\x{31}-\\x33]+$'"),
    [{ a: 'aΩ2' }],
    [{ a: 'a4' }, { a: 'é' }],
  ],
  ['re with a named group', selection("a|re: '(?<x>b)+'"), [{ a: 'abb' }], [{ a: 'a' }]],
  ['re with literal braces', selection("a|re: '\\{\\d\\}{x'"), [{ a: '{1}{x' }], [{ a: '1x' }]],
  ['a list of re', selection("a|re: ['^x', 'y$']"), [{ a: 'xa' }, { a: 'ay' }], [{ a: 'axya' }]],
  ['all re', selection("a|re|all: ['x', 'y']"), [{ a: 'yx' }], [{ a: 'x' }]],
];

const numbers: readonly Construct[] = [
  ['lt', selection('a|lt: 5'), [{ a: 4 }, { a: '-1' }], [{ a: 5 }, { a: 'x' }, {}]],
  ['lte', selection('a|lte: 5'), [{ a: 5 }, { a: 4.5 }], [{ a: 5.5 }]],
  ['gt', selection('a|gt: 5'), [{ a: 6 }, { a: '10' }], [{ a: 5 }]],
  ['gte', selection('a|gte: 5'), [{ a: 5 }], [{ a: 4 }]],
  ['minute', selection('a|minute: 40'), [{ a: '2025-11-27T07:40:10Z' }], [{ a: '2025-11-27T07:41:10Z' }]],
  [
    'hour',
    selection('a|hour: [7, 8]'),
    [{ a: '2025-11-27 07:40:10' }, { a: '2025-01-01 08:00:00' }],
    [{ a: '2025-11-27 09:40:10' }, { a: 'x' }],
  ],
  ['day', selection('a|day: 27'), [{ a: '2025-11-27 07:40:10' }], [{ a: '2025-11-26 07:40:10' }]],
  ['week', selection('a|week: 48'), [{ a: '2025-11-27 07:40:10' }], [{ a: '2025-01-27 07:40:10' }]],
  ['month', selection('a|month: 11'), [{ a: '2025-11-27 07:40:10' }], [{ a: '2025-10-27 07:40:10' }]],
  ['year', selection('a|year: 2025'), [{ a: '2025-11-27 07:40:10' }], [{ a: '2024-11-27 07:40:10' }]],
];

const networks: readonly Construct[] = [
  [
    'cidr /8',
    selection("a|cidr: '10.0.0.0/8'"),
    [{ a: '10.1.2.3' }],
    [{ a: '11.1.2.3' }, { a: '10.1.2' }, { a: '10.1.2.300' }, { a: '110.1.2.3' }, {}],
  ],
  ['cidr /32', selection("a|cidr: '1.2.3.4/32'"), [{ a: '1.2.3.4' }], [{ a: '1.2.3.5' }, { a: '1.2.3.44' }]],
  ['cidr /0', selection("a|cidr: '0.0.0.0/0'"), [{ a: '8.8.8.8' }], [{ a: '::1' }, { a: 'x' }]],
  [
    'a list of cidr',
    selection("a|cidr: ['127.0.0.0/8', '::1/128']"),
    [{ a: '127.0.0.1' }, { a: '::1' }, { a: '0:0:0:0:0:0:0:1' }],
    [{ a: '::2' }, { a: '1.1.1.1' }],
  ],
  [
    'cidr fe80::/10',
    selection("a|cidr: 'fe80::/10'"),
    [{ a: 'fe80::1' }, { a: 'FEBF::1' }, { a: 'fe80:0:0:0:1:2:3:4' }],
    [{ a: 'fec0::1' }, { a: 'fe8::1' }, { a: '::1' }],
  ],
  [
    'cidr with zeros inside',
    selection("a|cidr: '2001:db8:0:1::/64'"),
    [{ a: '2001:db8:0:1::5' }, { a: '2001:0db8:0000:0001:0:0:0:5' }, { a: '2001:0db8::1:2:3:4:5' }],
    [{ a: '2001:db8:0:2::5' }, { a: '2001:db8:1:1::5' }],
  ],
  ['cidr ::/0', selection("a|cidr: '::/0'"), [{ a: '2001::5' }, { a: '::' }], [{ a: '1.2.3.4' }]],
];

const keywords: readonly Construct[] = [
  [
    'keywords',
    "keywords: ['Foo', 'bar']\ncondition: keywords",
    [{ a: 'xfoo' }, { b: 'BAR', c: 1 }, { a: 1, b: 'afoob' }],
    [{ foo: 'x' }, { a: 'fo', b: 'o' }],
  ],
  ['a single keyword', "keywords: 'foo'\ncondition: keywords", [{ a: 'xfoo' }], [{ a: 'x' }]],
  [
    'all keywords',
    "keywords:\n  '|all': ['foo', 'bar']\ncondition: keywords",
    [{ a: 'foo', b: 'bar' }, { a: 'foobar' }],
    [{ a: 'foo' }],
  ],
  [
    'keywords with wildcards',
    "keywords: ['f*o', 'b?r']\ncondition: keywords",
    [{ a: 'f--o' }, { a: 'xber' }],
    [{ a: 'f', b: 'o' }, { a: 'br' }, { a: 'b', b: 'r' }],
  ],
  ['re over keywords', "keywords:\n  '|re': 'b[0-9]c'\ncondition: keywords", [{ a: 'xb1c' }], [{ a: 'bc' }]],
  [
    'keywords beside maps',
    "selection:\n  - 'foo'\n  - a: bar\ncondition: selection",
    [{ b: 'xfoox' }, { a: 'bar' }],
    [{ b: 'bar' }],
  ],
  [
    'keywords that are not there',
    "selection: {a: x}\nkeywords: ['foo']\ncondition: selection and not keywords",
    [{ a: 'x' }],
    [{ a: 'x', b: 'foo' }],
  ],
  [
    "the platform's own fields, which keywords do not mean",
    "keywords: ['t_']\ncondition: keywords",
    [{ a: 't_' }],
    [{ a: 'x' }],
  ],
];

const three = 'one: {a: x}\ntwo: {b: x}\n_three: {c: x}\ncondition: ';
const conditions: readonly Construct[] = [
  ['and', `${three}one and two`, [{ a: 'x', b: 'x' }], [{ a: 'x' }]],
  ['or', `${three}one or two`, [{ a: 'x' }, { b: 'x' }], [{ c: 'x' }]],
  ['not', `${three}one and not two`, [{ a: 'x' }, { a: 'x', b: 'y' }], [{ a: 'x', b: 'x' }, { b: 'y' }]],
  ['not of what is not there', `${three}not one`, [{ b: 'x' }, { a: 'y' }], [{ a: 'x' }]],
  [
    'and before or',
    `${three}one or two and _three`,
    [{ a: 'x' }, { b: 'x', c: 'x' }],
    [{ b: 'x' }, { c: 'x' }],
  ],
  ['parentheses', `${three}(one or two) and _three`, [{ a: 'x', c: 'x' }], [{ a: 'x' }, { c: 'x' }]],
  ['not before parentheses', `${three}not (one or two)`, [{ c: 'x' }], [{ a: 'x' }, { b: 'x' }]],
  ['capital operators', `${three}one AND NOT two`, [{ a: 'x' }], [{ a: 'x', b: 'x' }]],
  ['1 of them', `${three}1 of them`, [{ a: 'x' }, { b: 'x' }], [{ c: 'x' }]],
  ['all of them', `${three}all of them`, [{ a: 'x', b: 'x' }], [{ a: 'x', c: 'x' }]],
  ['any of', `${three}any of t*`, [{ b: 'x' }], [{ a: 'x' }]],
  [
    '1 of a pattern',
    'sel_a: {a: x}\nsel_b: {b: x}\nother: {c: x}\ncondition: 1 of sel_*',
    [{ a: 'x' }, { b: 'x' }],
    [{ c: 'x' }],
  ],
  [
    'not 1 of a pattern',
    'sel: {a: x}\nfilter_a: {b: x}\nfilter_b: {c: x}\ncondition: sel and not 1 of filter_*',
    [{ a: 'x' }],
    [{ a: 'x', c: 'x' }],
  ],
  [
    'several conditions',
    'one: {a: x}\ntwo: {b: x}\ncondition:\n  - one\n  - two',
    [{ a: 'x' }, { b: 'x' }],
    [{ c: 'x' }],
  ],
];

const placeholders: readonly Construct[] = [
  ['expand', selection("a|expand: '%admins%'"), [{ a: 'root' }, { a: 'ADM_1' }], [{ a: '%admins%' }]],
  [
    'expand inside a text',
    selection("a|contains|expand: 'u:%admins%;'"),
    [{ a: 'x u:root;' }],
    [{ a: 'u:x;' }],
  ],
  ['expand with an escaped sign', selection("a|expand: '\\%admins%'"), [{ a: '%admins%' }], [{ a: 'root' }]],
  ['a placeholder without expand', selection("a: '%admins%'"), [{ a: '%admins%' }], [{ a: 'root' }]],
];

describe('A Sigma rule, converted and run', () => {
  const app = suiteApp();
  const client = queryClient(app);
  let count = 0;

  /** The positions of the events that each construct finds, each in a table of its own. */
  async function find(constructs: readonly Construct[]): Promise<(readonly number[])[]> {
    const tables = constructs.map((construct) => ({
      table: `t_${(count += 1)}`,
      events: eventsOf(construct).map((event, index) => ({ ...event, _index: index })),
    }));
    const queries = constructs.map(([, detection], index) =>
      queryOf(ruleText(detection), { mapping, table: tables[index]!.table }),
    );
    await importTables(app, client, tables);
    const found = await valuesFound(client, queries, '_index');
    return constructs.map((_, index) => found.get(index) ?? []);
  }

  const suites = {
    values,
    wildcards,
    texts,
    encoded,
    expressions,
    numbers,
    networks,
    keywords,
    conditions,
    placeholders,
  };
  for (const [suite, constructs] of Object.entries(suites)) {
    describe(suite, () => {
      let all: (readonly number[])[] | undefined;
      before(async () => {
        // Together. If that fails, each test runs its own construct, so that only those at fault fail.
        all = await find(constructs).catch(() => undefined);
      });

      for (const [index, construct] of constructs.entries()) {
        it(`finds exactly what ${construct[0]} means`, async () => {
          const positions = all ? all[index] : (await find([construct]))[0];
          const events = eventsOf(construct);
          assert.deepEqual(
            positions?.map((found) => events[found]),
            construct[2],
            construct[1],
          );
        });
      }
    });
  }
});

const mapping = { ...emptyMapping, placeholders: { admins: ['root', 'adm_*'] } };

function eventsOf([, , found, left]: Construct): readonly EventRecord[] {
  return [...found, ...left];
}
