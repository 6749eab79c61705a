import assert from 'node:assert/strict';
import { parseQuery } from '../../../src/language/parseQuery';
import { defaultMapping } from '../../../src/sigma/defaultMapping';
import { readHeader } from '../../../src/sigma/header';
import { findSource, readMapping } from '../../../src/sigma/mapping';
import type { LogSource } from '../../../src/sigma/sigmaDocument';
import { SigmaRefusal } from '../../../src/sigma/sigmaRefusal';
import { convertText, queryOf, refusalOf, ruleText } from '../../support/sigmaRules';

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

  it('matches the signs of a value literally, beside a wildcard too', () => {
    const query = queryOf(ruleText(`s: {Image: 'a.b+c?(d)|e'}\ncondition: s`));

    assert.ok(query.includes(String.raw`"(?s)^a\\.b\\+c.\\(d\\)\\|e$"`), query);
  });

  it('is one that the language finds nothing wrong with', () => {
    const query = queryOf(
      ruleText(`s: {'a b|re': '("|x)[|]', c: ['1', '*"*']}\ncondition: s`, `'A "title" | with [signs]'`),
    );

    assert.deepEqual(parseQuery(query).problems, []);
  });

  it('begins with what the rule tells about itself, and its parts can be read again', () => {
    const text = `
title: Pipes | and [brackets]
id: 0e95725d-7320-415d-80f7-004da920fc11
level: high
status: test
author: Ann, Bob
date: 2024-01-02
modified: 2024-03-04
license: MIT
references: ['https://example.com/a|b', 'A "book"']
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
  reference: A 'book'`,
    );
    assert.deepEqual(readHeader(query), {
      id: '0e95725d-7320-415d-80f7-004da920fc11',
      modified: '2024-03-04',
    });
    assert.deepEqual(readHeader('table x'), { id: undefined, modified: undefined });
  });

  it('comes with a warning for a selection that the condition does not use', () => {
    const [rule] = convertText(ruleText('s: {a: x}\nunused: {b: x}\ncondition: s'));

    assert(rule && 'warnings' in rule);
    assert.deepEqual(rule.warnings, [
      { message: 'The condition does not use the selection "unused".', line: 6 },
    ]);
  });
});

describe('The mapping of Sigma rules', () => {
  const refusal = (text: string): readonly [string, number] => {
    try {
      readMapping(text);
    } catch (error) {
      assert(error instanceof SigmaRefusal);
      return [error.message, error.line];
    }
    assert.fail('no refusal');
  };

  it('is refused with the place of what is wrong', () => {
    assert.equal(refusal('version: 2\n')[1], 1);
    assert.deepEqual(refusal('version: 1\nsources:\n  - product: x\n    tabels: y\n')[1], 3);
    assert.deepEqual(refusal('version: 1\nsources:\n  - product: x\n    tables: a b\n')[1], 4);
    assert.deepEqual(refusal('version: 1\nsources:\n  - tables: t\n    condition: a ==\n'), [
      'The condition of the mapping is not a valid expression: a ==',
      4,
    ]);
    assert.deepEqual(refusal('version: 1\nsources:\n  - tables: t\n    condition: a == 1 | drop\n')[1], 4);
    assert.equal(refusal('version: 1\nduration: soon\n')[1], 2);
  });

  it('takes the source that says most about a log source', () => {
    const mapping = readMapping(`
version: 1
sources:
  - {product: windows, category: process_creation, tables: [p, q]}
  - {product: windows, tables: w}
  - {category: process_creation, tables: c}
`);
    const tablesOf = (product?: string, category?: string): readonly string[] | undefined =>
      findSource(mapping, { product, category, service: undefined, line: 1 })?.tables;

    assert.deepEqual(tablesOf('windows', 'process_creation'), ['p', 'q']);
    assert.deepEqual(tablesOf('windows', 'other'), ['w']);
    assert.deepEqual(tablesOf('linux', 'process_creation'), ['c']);
    assert.equal(tablesOf('linux'), undefined);
  });

  it('lists the fields that it lacks where it is strict', () => {
    const mapping = readMapping(
      'version: 1\nstrict: true\nfields: {a: b}\nsources: [{product: test, tables: t}]\n',
    );

    assert.equal(
      refusalOf(ruleText('s: {a: x, c: x, d|fieldref: e}\ncondition: s'), { mapping })[0],
      'The mapping has no names for these fields: c, d, e.',
    );
    assert.match(
      queryOf(ruleText('s: {a: x}\ncondition: s'), { mapping }),
      /mapped: a → b\n.*lower\(b\) == "x"/s,
    );
  });

  it('knows the usual log sources where nobody gives one, with conditions that are queries', () => {
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
    assert.equal(
      sourceOf({ product: 'windows', service: 'ntfs' }),
      'windows Channel == "Microsoft-Windows-Ntfs/Operational"',
    );
    assert.equal(
      sourceOf({ product: 'kubernetes', category: 'application', service: 'audit' }),
      'kubernetes',
    );
    assert.equal(sourceOf({ product: 'django', category: 'application' }), 'application');
    assert.equal(sourceOf({ product: 'fortinet', service: 'event' }), 'fortigate');
    assert.equal(sourceOf({ service: 'netflow' }), 'netflow');
    assert.equal(sourceOf({ service: 'apache' }), 'web');
  });
});
