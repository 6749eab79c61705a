import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { defaultMapping } from '../../../../src/core/sigma/defaultMapping';
import { readHeader } from '../../../../src/core/sigma/header';
import { findSource, readMapping } from '../../../../src/core/sigma/mapping';
import { emptyMapping } from '../../../../src/core/sigma/mappingFile';
import { queryExpression } from '../../../../src/core/sigma/regularExpression';
import type { LogSource } from '../../../../src/core/sigma/sigmaDocument';
import { SigmaRejection } from '../../../../src/core/sigma/sigmaRejection';
import { convertText, queryOf, rejectionOf, ruleText } from '../../../support/sigmaRules';

describe('The query of a Sigma rule', () => {
  it('has a line for each selection, in the order of the condition', () => {
    const detection = `
selection_img:
  - Image|endswith: ['\\cmd.exe', '\\pwsh.exe']
  - OriginalFileName: 'Cmd.Exe'
selection_cli:
  CommandLine|contains|all: [' /c ', 'http']
filter_main_a: {User: 'SYSTEM'}
filter_main_b: {ParentImage: null}
condition: all of selection_* and not 1 of filter_main_*`.trim();

    const [, ...commands] = queryOf(ruleText(detection), { duration: '1d' }).split('\n| ');

    assert.deepEqual(commands, [
      'table duration=1d ev',
      `search
    (lower(Image) == "*\\\\cmd.exe" or lower(Image) == "*\\\\pwsh.exe" or lower(OriginalFileName) == "cmd.exe")
    and lower(CommandLine) == "* /c *" and lower(CommandLine) == "*http*"
    and not(
      lower(User) == "system"
      or isnull(ParentImage)
    )`,
    ]);
  });

  const searches: readonly (readonly [detection: string, search: string])[] = [
    ['s: {a|contains: [x, y], b: z}', '(lower(a) == "*x*" or lower(a) == "*y*") and lower(b) == "z"'],
    ['s: {a|windash: -1}', 'match(a, "(?s)^[-/–—―]1$")'],
    ['s: {a|cidr: FE80::/16}', 'match(lower(a), "^fe80:[0-9a-f:.]+$")'],
    ["s: {a: 'a.b+c?(d)|e'}", String.raw`match(lower(a), "(?s)^a\\.b\\+c.\\(d\\)\\|e$")`],
    ['s: {a: ΟΔΟΣ}', 'lower(a) == "οδοσ"'],
    ['s: {a: "x\\x01y"}', String.raw`match(lower(a), "(?s)^x\\x01y$")`],
    ['s: {constructor: x}', 'lower(constructor) == "x"'],
    ['s: {a: 007, b: 0o17, c: 12e4}', 'a == 7 and b == 15 and lower(c) == "12e4"'],
    ['s: &x {a: 1}\nt: {<<: *x, b: 2}\ncondition: t', 'a == 1 and b == 2'],
    ['s: {a|gt: 0x10, b|lt: "-1.5"}', 'a > 16 and b < -1.5'],
    [
      's: {a: +5, b: -007, c: 00, d: -0x10, e: +0x10}',
      'a == 5 and b == -7 and c == 0 and d == -16 and e == 16',
    ],
    ['s: {a|exists: yes, b|exists: "No"}', 'isnotnull(a) and isnull(b)'],
    ['s: {a|re|contains: x.}', 'match(a, "x.")'],
    ["s: {a|re: '(?is)^(?=x)y*'}", 'match(a, "(?is)^(?:x)") and match(a, "(?is)^y*")'],
    ['s: {a|base64: 12}', 'lower(a) == "mti="'],
    ['s: [5]', 'contains(rowtext(), "5")'],
    ['s: {"|expand": "u%x%"}', 'contains(lower(rowtext()), "u1") or contains(lower(rowtext()), "ub")'],
    ['s: {a|contains: "*x*"}', 'lower(a) == "*x*"'],
    ['s: {a: "*", b: "İ*"}', 'isnotnull(a) and match(b, "(?is)^İ")'],
    ['s: {a|cased: [Foo, "B*"]}', 'string(a) == "Foo" or a == "B*"'],
    ["s: {a|re: '^(?=.*x)(?!y)z'}", 'match(a, "^(?:.*x)") and match(a, "^z") and not(match(a, "^(?:y)"))'],
    [
      's: {a|hour|gte: 18, b|month: 5}',
      'datepart(date(replace(string(a), "T", " "), "yyyy-MM-dd HH:mm"), "hour") >= 18 and datepart(date(string(b), "yyyy-MM-dd"), "mon") == 5',
    ],
    [
      's: {a: [1, "*y", 2, x, null], b|lt: [3, 4]}',
      '(in(a, 1, 2) or lower(a) == "x" or lower(a) == "*y" or isnull(a)) and (b < 3 or b < 4)',
    ],
    ['s: [x, y*z]', 'contains(lower(rowtext()), "x") or match(lower(rowtext()), "(?s)y[^\\\\x1f]*z")'],
    ['s: ["y?z"]', 'match(lower(rowtext()), "(?s)y[^\\\\x1f]z")'],
    [
      's: {a|expand: "%x%-%y%?"}',
      'match(lower(a), "(?s)^1-3.$") or match(lower(a), "(?s)^1-4.*.$") or match(lower(a), "(?s)^b-3.$") or match(lower(a), "(?s)^b-4.*.$")',
    ],
  ];
  const mapping = { ...emptyMapping, placeholders: { x: ['1', 'B'], y: ['3', '4*'] } };
  for (const [detection, search] of searches) {
    it(`is search ${search} for ${detection.replaceAll('\n', ' / ')}`, () => {
      const text = detection.includes('condition') ? detection : `${detection}\ncondition: s`;

      assert.equal(queryOf(ruleText(text), { mapping }).split('\n| ').at(-1), `search ${search}`);
    });
  }

  const expressions: readonly (readonly [written: string, converted: string])[] = [
    ['x{5,2500}', 'x{5,1000}x{0,1000}x{0,500}'],
    ['x{1500,1501}?', 'x{1000}?x{500,501}?'],
    ['(?<n>a)$', String.raw`(a)\n?$`],
    ['[]a]', String.raw`[\]a]`],
    [String.raw`[\b]`, String.raw`[\x08]`],
    [String.raw`[a-\d]`, String.raw`[a\-\d]`],
    [String.raw`[\d-a]`, String.raw`[\d\-a]`],
    [String.raw`[\pL\a\x{10ffff}]`, String.raw`[\pL\a\x{10ffff}]`],
    ['x{10000}', 'x{1000}'.repeat(10)],
    ['{x}b{2}', String.raw`\{x}b{2}`],
    ['[^]-a]', String.raw`[^\]-a]`],
    [String.raw`\u0041\e\h\0\_\é`, String.raw`\x{0041}\x1b[ \t]\x00_é`],
    [String.raw`\R\Z`, String.raw`(?:\r\n|\n|\r)\n?\z`],
    ['a(?#note)b(?P<n>c)(?i:d)', 'ab(c)(?i:d)'],
    ['a*?b+?c??d{2}?|e{2,}', 'a*?b+?c??d{2}?|e{2,}'],
    ['x{1500,}', 'x{1000}x{500,}'],
    ['{,3}', String.raw`\{,3}`],
  ];
  for (const [written, converted] of expressions) {
    it(`converts the expression ${written} to ${converted}`, () => {
      const flags = { ignoreCase: false, multiLine: false, dotMatchesAll: false };

      assert.equal(queryExpression(written, flags), converted);
    });
  }

  it('groups by every field of an old condition, with a warning for an unused selection', () => {
    const text = ruleText('s: {a: x}\nt: {a: y}\ntimeframe: 5m\ncondition: s | count() by a, b > 5');
    const [rule] = convertText(text);

    assert.match(queryOf(text), /\| stats count as events by a, b, _time\n\| search events > 5$/);
    assert.deepEqual(rule && 'warnings' in rule && rule.warnings.map(({ line }) => line), [6]);
  });

  it('resolves aliases by the name of a rule that is referred to by ID', () => {
    const rule = `id: 5\nname: r\n${ruleText('s: {a: x}\ncondition: s')}`;
    const correlation = (name: string, of: string, more: string): string =>
      `name: ${name}\ntitle: ${name}\ncorrelation: {type: event_count, rules: [${of}], timespan: 5m, condition: {gte: 2}${more}}`;
    const text = [
      rule,
      correlation('inner', '5', ', group-by: [u], aliases: {u: {r: user}}'),
      correlation('outer', 'inner', ''),
    ].join('\n---\n');

    assert.match(queryOf(text), /\| eval u = user\n/);
  });

  it('uses the most specific duration, table and keyword field', () => {
    const mapping = readMapping(
      'version: 1\nduration: 2d\nkeywords: k\nsources: [{product: test, tables: t, keywords: raw}]\n',
    );
    const convert = (options: Parameters<typeof queryOf>[1]): string =>
      queryOf(ruleText('s: [x]\ncondition: s'), { mapping, ...options })
        .split('\n| ')
        .slice(1)
        .join(' | ');

    assert.equal(convert({ duration: '1h' }), 'table duration=1h t | search lower(raw) == "*x*"');
    assert.equal(convert({ onlyTable: 'only' }), 'table duration=2d only | search lower(raw) == "*x*"');
  });

  it('ignores a global document after a reset', () => {
    const rule = 'logsource: {product: test}\ndetection: {s: {a: x}, condition: s}';
    const [global, again] = ['action: global\ntitle: g', 'action: global\nid: 5'];
    const documents = [global, again, rule, 'action: repeat\nid: 6', 'action: reset', rule];
    const rules = convertText(documents.join('\n---\n'));

    assert.deepEqual(
      rules.map(({ information }) => [information?.title, information?.id]),
      [
        ['g', '5'],
        ['g', '6'],
        [undefined, undefined],
      ],
    );
  });

  it('starts with a header, whose parts can be read again', () => {
    const text = `
title: Pipes | and [brackets]
id: 0e95725d-7320-415d-80f7-004da920fc11
level: high
status: test
author: [Ann, null, {x: y}, "\\n Bob"]
date: 2024-01-02
modified: 2024-03-04
license: MIT
references: ['https://example.com/a|b', 'http://a|b', 'see https://a|b', ' A "book" ']
${ruleText('s: {a: x}\ncondition: s').replace('title: A rule\n', '')}`;

    const query = queryOf(text);

    assert.equal(
      query.slice(0, query.indexOf('\n|')),
      `# Sigma: Pipes ¦ and (brackets)
  id: 0e95725d-7320-415d-80f7-004da920fc11
  level: high
  status: test
  author: Ann, Bob
  date: 2024-01-02
  modified: 2024-03-04
  license: MIT
  reference: https://example.com/a%7Cb
  reference: http://a%7Cb
  reference: see https://a¦b
  reference: A 'book'`,
    );
    assert.deepEqual(readHeader(query), {
      id: '0e95725d-7320-415d-80f7-004da920fc11',
      modified: '2024-03-04',
    });
    assert.deepEqual(readHeader('table x'), { id: undefined, modified: undefined });
    assert.deepEqual(readHeader('# Sigma: x\n  date: 2024-01-02\n| json "{}"\n  id: 7'), {
      id: undefined,
      modified: '2024-01-02',
    });
  });
});

describe('The mapping of Sigma rules', () => {
  const rejection = (text: string): readonly [string, number] => {
    try {
      readMapping(text);
    } catch (error) {
      assert(error instanceof SigmaRejection);
      return [error.message, error.line];
    }
    assert.fail('no rejection');
  };

  it('is rejected at the line of the mistake', () => {
    assert.equal(rejection('version: 2\n')[1], 1);
    assert.deepEqual(rejection('version: 1\nsources:\n  - product: x\n    tabels: y\n')[1], 3);
    assert.deepEqual(rejection('version: 1\nsources:\n  - product: x\n    tables: a b\n')[1], 4);
    assert.deepEqual(rejection('version: 1\nsources:\n  - tables: t\n    condition: a ==\n'), [
      'The condition of the mapping is not a valid expression: a ==',
      4,
    ]);
    assert.deepEqual(rejection('version: 1\nsources:\n  - tables: t\n    condition: a == 1 | drop\n')[1], 4);
    assert.equal(rejection('version: 1\nduration: soon\n')[1], 2);
    assert.equal(rejection('version: 1\nsources:\n  - tables: t\n  - tables: a b\n')[1], 4);
    assert.equal(rejection('version: 1\nsources:\n  - tables: t\n    fields:\n      a: [x]\n')[1], 5);
    assert.equal(rejection('strict: true\nduration: 1d\n')[1], 1);
    assert.equal(rejection('')[1], 1);
  });

  it('uses the most specific source', () => {
    const mapping = readMapping(`
version: 1
sources:
  - {product: windows, category: process_creation, tables: [p, q]}
  - {product: Windows, tables: [v]}
  - {product: WINDOWS, tables: w}
  - {category: process_creation, tables: c}
`);
    const tablesOf = (product?: string, category?: string): readonly string[] | undefined =>
      findSource(mapping, { product, category, service: undefined, line: 1 })?.tables;

    assert.deepEqual(tablesOf('windows', 'process_creation'), ['p', 'q']);
    assert.deepEqual(tablesOf('windows', 'other'), ['w']);
    assert.deepEqual(tablesOf('linux', 'process_creation'), ['c']);
    assert.equal(tablesOf('linux'), undefined);
  });

  it('lists missing fields when it is strict', () => {
    const mapping = readMapping(
      'version: 1\nstrict: true\nfields: {a: b}\nsources: [{product: test, tables: t}]\n',
    );

    const [rule] = convertText(ruleText('s: {a: x, c: x, d|fieldref: e}\ncondition: s'), { mapping });
    assert(rule && 'rejection' in rule);
    assert.deepEqual(
      [rule.rejection.message, rule.rejection.reason],
      ['The mapping has no names for these fields: c, d, e.', 'mapping'],
    );
    const sourceOf = (source: string): string =>
      rejectionOf(`logsource: {${source}}\ndetection: {s: {a: x}, condition: s}`, {
        mapping,
        table: undefined,
      })[0];
    const without = 'The mapping has no table for the log source';
    assert.equal(sourceOf('category: a, service: b'), `${without} category a, service b.`);
    assert.equal(sourceOf(''), `${without} unnamed.`);
    assert.match(
      queryOf(ruleText('s: {a: x}\ncondition: s'), { mapping }),
      /mapped: a → b\n.*lower\(b\) == "x"/s,
    );
  });

  it('has default log sources with valid conditions', () => {
    const mapping = defaultMapping();

    for (const { condition, tables } of mapping.sources) {
      assert.equal(tables.length, 1);
      if (condition !== undefined) assert.deepEqual(parseQuery(`search ${condition}`).problems, []);
    }
    const sourceOf = (logSource: Partial<LogSource>): string => {
      const named = { product: undefined, category: undefined, service: undefined, line: 1, ...logSource };
      const { tables = [], condition = '' } = findSource(mapping, named) ?? {};
      return `${tables.join()} ${condition}`.trim();
    };
    assert.equal(
      sourceOf({ product: 'windows', category: 'image_load' }),
      'windows Channel == "Microsoft-Windows-Sysmon/Operational" and EventID == 7',
    );
    assert.equal(
      sourceOf({ product: 'Windows', category: 'ps_script' }),
      'windows in(Channel, "Microsoft-Windows-PowerShell/Operational", "PowerShellCore/Operational") and EventID == 4104',
    );
    assert.equal(sourceOf({ product: 'fortinet', service: 'event' }), 'fortigate');
    assert.equal(sourceOf({ service: 'netflow' }), 'netflow');
    assert.equal(sourceOf({ service: 'apache' }), 'web');
  });
});
