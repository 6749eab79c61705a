import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkAgainst, checkRules } from '../../../../src/core/sigma/checkSigmaRules';
import type { PlatformFacts } from '../../../../src/core/sigma/checkSigmaRules';
import type { UsedSource } from '../../../../src/core/sigma/convertRule';
import { readMapping } from '../../../../src/core/sigma/mapping';
import { readRuleFiles } from '../../../../src/core/sigma/readRuleFiles';
import { durationOf, scheduleOfRule, techniquesOf } from '../../../../src/core/sigma/ruleSchedule';
import type { Information } from '../../../../src/core/sigma/sigmaDocument';
import { convertText, ruleText } from '../../../support/sigmaRules';
import { temporaryFolder } from '../../../support/temporaryFolder';

describe('The problems of a Sigma rule', () => {
  it('are rejections, missing mappings and unused selections', () => {
    const text = [
      ruleText('s: {a|contain: x}\ncondition: s'),
      ruleText('s: {a|expand: "%who%"}\ncondition: s'),
      ruleText('s: {a: x}\nt: {b: y}\ncondition: s'),
    ].join('\n---\n');

    assert.deepEqual(
      checkRules(convertText(text)).map(({ code, line, severity }) => [code, line, severity]),
      [
        ['rejected', 5, 'error'],
        ['mapping', 12, 'warning'],
        ['unused-selection', 20, 'warning'],
      ],
    );
  });

  it('contain one rejection for each field', () => {
    const text = ruleText(
      [
        's:',
        '  a|contain: x',
        "  b|re: ['(x', 'y)']",
        't:',
        '  - c|cidr: 1.2.3',
        '  - d: x',
        'u: {e|nothing: x}',
        'condition: s or t',
      ].join('\n'),
    );

    assert.deepEqual(
      checkRules(convertText(text)).map(({ code, line }) => [code, line]),
      [
        ['rejected', 6],
        ['rejected', 7],
        ['rejected', 9],
        ['unused-selection', 11],
      ],
    );
    const linesOf = (detection: string): readonly number[] =>
      checkRules(convertText(ruleText(detection))).map(({ line }) => line);
    assert.deepEqual(linesOf('s: {a|contain: x}\ncondition: s and'), [6, 5]);
    assert.deepEqual(linesOf('s: {a|contain: x, b|nothing: y}\ncondition: s'), [5, 5]);
  });

  const sources = 'sources: [{product: test, tables: [ev, "old_*", "missing?"], fields: {a: alpha}}]';
  const mapping = readMapping(`version: 1\n${sources}`);
  const rules = convertText(ruleText('s: {a: x, b|fieldref: c}\nt: {a: z}\ncondition: s or t'), { mapping });

  it('name tables that the platform lacks, at the log source', async () => {
    const platform: PlatformFacts = {
      tables: ['old_1', 'other'],
      absentFields: () => Promise.resolve(['b']),
    };

    const [problem, ...others] = await checkAgainst(rules, platform);

    const message = 'Table “ev” does not exist on the platform; the log source is mapped to it.';
    assert.deepEqual([problem?.message, problem?.line, others], [message, 2, []]);
  });

  it('name fields that no row has, at their first use', async () => {
    const asked: UsedSource[] = [];
    const platform: PlatformFacts = {
      tables: ['ev', 'old_1'],
      absentFields: (source) => {
        asked.push(source);
        return Promise.resolve(['c', 'alpha']);
      },
    };

    const problems = await checkAgainst(rules, platform);

    assert.deepEqual(
      problems.map(({ message, line }) => [message, line]),
      [
        ['None of the newest rows of ev, old_*, missing? has the field “alpha”.', 5],
        ['None of the newest rows of ev, old_*, missing? has the field “c”.', 5],
      ],
    );
    assert.deepEqual(
      asked.map(({ fields }) => fields.map(({ name }) => name)),
      [['alpha', 'b', 'c']],
    );
  });

  it('are none when the rule names no field', async () => {
    const keywords = convertText(ruleText('s: [x]\ncondition: s'), { mapping });
    const absentFields = (): Promise<never> => Promise.reject(new Error('asked'));

    assert.deepEqual(await checkAgainst(keywords, { tables: ['ev', 'old_1'], absentFields }), []);
  });

  it('are none when the tables are unknown', async () => {
    const platform: PlatformFacts = { tables: [], absentFields: () => Promise.resolve(['b']) };

    assert.deepEqual(await checkAgainst(rules, platform), []);
  });
});

describe('A Sigma rule as a scheduled query', () => {
  const scheduled = (head: string, text: string): readonly [string, string | undefined] => {
    const rule = convertText(`${head}\n${text}`).at(-1);
    assert(rule && 'query' in rule);
    const { cron, query } = scheduleOfRule(rule, 'rule.yml');
    return [cron, /table duration=(\S+)/.exec(query)?.[1]];
  };
  const plain = ruleText('s: {a: x}\ncondition: s');

  it('runs as often as its level says, and reads since the run before with five minutes of delay', () => {
    assert.deepEqual(scheduled('level: critical', plain), ['*/5 * * * *', '11m']);
    assert.deepEqual(scheduled('level: high', plain), ['*/15 * * * *', '21m']);
    assert.deepEqual(scheduled('level: medium', plain), ['0 * * * *', '66m']);
    assert.deepEqual(scheduled('level: low', plain), ['0 */6 * * *', '366m']);
    assert.deepEqual(scheduled('level: informational', plain), ['0 6 * * *', '1446m']);
    assert.deepEqual(scheduled('level: constructor', plain), ['0 * * * *', '66m']);
    assert.deepEqual(scheduled('id: x', plain), ['0 * * * *', '66m']);
  });

  it('reads further back by the timespan of a correlation', () => {
    const correlation = `name: one\n${plain}\n---\ntitle: many\nlevel: high\ncorrelation:\n  type: event_count\n  rules: [one]\n  timespan: 90s\n  condition: {gte: 5}\n`;

    assert.deepEqual(scheduled('id: x', correlation), ['*/15 * * * *', '1350s']);
    const counting = ruleText('s: {a: x}\ntimeframe: 5m\ncondition: s | count() > 5');
    assert.deepEqual(scheduled('level: high', counting), ['*/15 * * * *', '26m']);
  });

  it('has a title and a description of at most the allowed length, without half of a surrogate pair', () => {
    const [rule] = convertText(
      `description: "${'d'.repeat(1999)}😀"\n${plain.replace('A rule', `${'x'.repeat(254)}😀y`)}`,
    );
    assert(rule && 'query' in rule);

    const { name, description } = scheduleOfRule(rule, 'rule.yml');

    assert.deepEqual([name, description], ['x'.repeat(254), 'd'.repeat(1999)]);
    const nameOf = (information: Partial<Information>): string =>
      scheduleOfRule(
        { ...rule, information: { ...rule.information, title: undefined, ...information } },
        'r.yml',
      ).name;
    assert.deepEqual([nameOf({ id: '5' }), nameOf({})], ['5', 'r.yml']);
  });

  it('keeps the duration of its table command', () => {
    const periods = {
      '# Sigma: x\n| table duration=15m windows\n| search a == 1': '15m',
      'table order=asc duration=2h ev': '2h',
      'table ev\n| search duration=5': undefined,
      'tables duration=1d ev': undefined,
      'search "| table duration=1d ev"': undefined,
    };
    assert.deepEqual(Object.keys(periods).map(durationOf), Object.values(periods));
  });

  it('has its techniques, without tactics and other tags', () => {
    const tags = ['attack.execution', 'attack.t1059.001', 'attack.T1078', 'cve.2021-1675', 'attack.s0002'];

    assert.deepEqual(techniquesOf({ tags }), ['T1059.001', 'T1078']);
  });
});

describe('The rule files of a folder', () => {
  it('are the YAML files, with those of subfolders, by name', async () => {
    await using folder = await temporaryFolder();
    const names = ['z.yml', 'c.yaml', 'notes.txt', 'x.yml.txt', path.join('a', 'B.YML')];
    mkdirSync(path.join(folder.path, 'a'));
    mkdirSync(path.join(folder.path, 'folder.yml'));
    for (const name of names) writeFileSync(path.join(folder.path, name), name);

    const files = await readRuleFiles([folder.path]);

    const texts = files.map(({ text }) => text);
    assert.deepEqual(texts, [path.join('a', 'B.YML'), 'c.yaml', 'z.yml']);
    const notes = path.join(folder.path, 'notes.txt');
    assert.deepEqual(await readRuleFiles([notes]), [{ name: notes, text: 'notes.txt' }]);
    await assert.rejects(readRuleFiles([notes], AbortSignal.abort()), { name: 'AbortError' });
  });
});

describe('A mapping with defaults', () => {
  it('has its own sources before the default ones', () => {
    const mapping = readMapping(
      'version: 1\ndefaults: true\nsources:\n  - {product: linux, tables: syslog}\n  - {product: acme, tables: acme}\n',
    );
    const tableOf = (product: string): string | undefined => {
      const text = ruleText('s: {a: x}\ncondition: s').replace('product: test', `product: ${product}`);
      const rule = convertText(text, { mapping, table: undefined })[0];
      return rule && 'sources' in rule ? rule.sources[0]?.tables.join() : undefined;
    };

    assert.equal(tableOf('linux'), 'syslog');
    assert.equal(tableOf('acme'), 'acme');
    assert.equal(tableOf('macos'), 'macos');
    assert.equal(tableOf('unheard-of'), undefined);
  });
});
