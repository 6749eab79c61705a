import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseLines } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { resultOf, runCommand, startCommandLine } from '../support/project';
import type { CommandResult } from '../support/project';
import { ruleText } from '../support/sigmaRules';
import { suiteFolder } from '../support/temporaryFolder';

const uuid = (digit: number): string => `${digit}1111111-1111-4111-8111-111111111111`;
const rule = (title: string, head: string, selection = '{Image: x}'): string =>
  `${head}\n${ruleText(`s: ${selection}\nunused: {b: 1}\ncondition: s`, title)}\n`;

describe('The commands for Sigma rules', () => {
  const folder = suiteFolder();
  const file = (...names: readonly string[]): string => path.join(folder.path, ...names);
  const sigma = (...args: readonly string[]): Promise<CommandResult> =>
    runCommand(['sigma', ...args], { cwd: folder.path, env: {} });
  const linesOf = ({ output }: CommandResult): readonly Row[] => parseLines(output);

  before(async () => {
    await mkdir(file('rules'));
    await mkdir(file('empty'));
    await writeFile(file('empty', 'other.yml'), 'just: yaml\n');
    await writeFile(
      file('rules', 'high.yml'),
      rule('High', `id: ${uuid(1)}\nlevel: high\nstatus: test\ntags: [attack.t1059.001]`),
    );
    await writeFile(
      file('rules', 'low.yml'),
      rule('Low', `id: ${uuid(2)}\nlevel: low\nstatus: stable`, '{Image: y}'),
    );
    await writeFile(file('rejected.yml'), rule('Rejected', 'level: low', '{a|re: "(?=x)"}'));
    await writeFile(file('events.ndjson'), '{"Image":"x"}\n{"Image":"y"}\n{"Image":"X"}\n');
  });

  it('exit with 1 when there are no rules, or none that matches the filters', async () => {
    for (const args of [
      ['convert', file('empty'), '--table', 'ev'],
      ['convert', file('rules'), '--table', 'ev', '--filter', 'level=critical'],
      ['convert', file('rules'), '--table', 'ev', '--filter', 'author=me'],
      ['check', file('empty')],
    ]) {
      const { code, output, notes } = await sigma(...args);
      assert.deepEqual([code, output], [1, ''], args.join(' '));
      assert.match(notes, /^logbench: /);
    }
  });

  it('convert only the rules of a level, status or tag', async () => {
    const titles = async (...filters: readonly string[]): Promise<readonly unknown[]> => {
      const args = filters.flatMap((filter) => ['--filter', filter]);
      return linesOf(await sigma('convert', file('rules'), '--table', 'ev', '--format', 'json', ...args)).map(
        ({ title }) => title,
      );
    };
    assert.deepEqual(await titles(), ['High', 'Low']);
    assert.deepEqual(await titles('level=high,critical'), ['High']);
    assert.deepEqual(await titles('level=high,low', 'status=stable'), ['Low']);
    assert.deepEqual(await titles('tag=attack.T1059*'), ['High']);
  });

  it('apply several mappings in order, with values and prefixes, and list what was mapped and unused', async () => {
    await writeFile(
      file('one.yaml'),
      'version: 1\nfields: {Image: image}\nstrict: true\nsources: [{product: test, tables: first}]\n',
    );
    await writeFile(
      file('two.yaml'),
      'version: 1\nprefix: win.\nfields: {Image: path}\nvalues: {Image: {X: other, y: 5}}\nsources: [{product: test, tables: second}]\n',
    );
    const maps = ['--map', file('one.yaml'), '--map', file('two.yaml')];
    const [high, low] = linesOf(await sigma('convert', file('rules'), ...maps, '--format', 'json'));
    assert.match(String(high?.['query']), /\| table second\n\| search lower\(path\) == "other"$/);
    assert.match(String(low?.['query']), /search path == 5$/);
    assert.deepEqual(high?.['notes'], ['product test → second', 'Image → path']);
    assert.deepEqual(high['warnings'], [
      { message: 'The condition does not use the selection “unused”.', line: 10 },
    ]);
    await writeFile(file('prefixed.yml'), rule('Prefixed', 'level: low', '{User: x}'));
    const [prefixed] = linesOf(await sigma('convert', file('prefixed.yml'), ...maps, '--format', 'json'));
    assert.match(String(prefixed?.['query']), /lower\(win\.User\) == "x"$/);
  });

  it('compare hits with what is expected', async () => {
    const built = async (expected: unknown, ...args: readonly string[]): Promise<CommandResult> => {
      await writeFile(file('expected.json'), JSON.stringify(expected));
      const files = ['--events', file('events.ndjson'), '--expect', file('expected.json')];
      const all = ['sigma', 'test', ...args, ...files, '--format', 'json'];
      return resultOf(startCommandLine(all, { cwd: process.cwd() }));
    };
    const met = await built({ 'rules/high.yml': [3, 1], Low: 1 }, file('rules'));
    assert.equal(met.code, 0, met.notes);
    assert.deepEqual(
      linesOf(met).map(({ expected, is_expected }) => [expected, is_expected]),
      [
        [[3, 1], true],
        [1, true],
      ],
    );
    const unmet = await built({ [uuid(1)]: [1], 'rules/none.yml': 0 }, file('rules'));
    assert.equal(unmet.code, 1);
    assert.match(unmet.notes, /1 rule does not have the expected hits\./);
    assert.match(unmet.notes, /There is no rule rules\/none\.yml/);
    const rejected = await built({}, file('rejected.yml'));
    assert.equal(rejected.code, 1);
    assert.match(rejected.notes, /None of the rules could be run\./);
  });

  it('list what authors should correct', async () => {
    const clean = `id: ${uuid(3)}\nlevel: low\nstatus: test\ndate: 2025-01-31\n${ruleText('s: {a: 1}\ncondition: s', 'Clean')}`;
    await writeFile(file('clean.yml'), clean);
    assert.deepEqual(await sigma('check', file('clean.yml')), { code: 0, output: '', notes: '0 findings\n' });
    const wrong = [
      'id: one',
      'level: severe',
      'status: done',
      'date: 2025/01/31',
      'tags: [T1059]',
      'title: Wrong',
      'logsource: {product: test}',
      'detection:',
      '  s:',
      '    a|contains|all: x',
      '    b|wide|base64offset|contains: text',
      '  t: {c: 1}',
      '  timeframe: 5m',
      '  condition: s | count() > 5',
    ];
    await writeFile(file('wrong.yml'), wrong.join('\n'));
    await writeFile(file('bare.yml'), 'logsource: {product: test}\ndetection: {s: {a|x: 1}, condition: s}\n');
    const { code, output } = await sigma('check', file('wrong.yml'), file('bare.yml'), file('clean.yml'));
    assert.equal(code, 3);
    assert.deepEqual(
      output
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(folder.path.length + 1)),
      [
        'wrong.yml:1: The ID is not a UUID.',
        'wrong.yml:2: “severe” is not a level. Use one of: informational, low, medium, high, critical.',
        'wrong.yml:3: “done” is not a status. Use one of: stable, test, experimental, deprecated, unsupported.',
        'wrong.yml:4: “2025/01/31” is not a date such as 2025-01-31.',
        'wrong.yml:5: “T1059” is not a tag such as attack.t1059.',
        'wrong.yml:10: The modifier “all” requires several values.',
        'wrong.yml:11: The modifier “wide” is an alias. Use “utf16le”.',
        'wrong.yml:12: The condition does not use the selection “t”.',
        'wrong.yml:14: Counting in a condition is deprecated. Write a correlation rule.',
        'bare.yml:1: The rule has no title.',
        'bare.yml:1: The rule has no level.',
        'bare.yml:1: The rule has no ID. Add a random UUID (version 4).',
        'bare.yml:2: Unknown modifier “x”.',
      ],
    );
    const [finding] = linesOf(await sigma('check', file('bare.yml'), '--format', 'json'));
    assert.deepEqual(finding, { file: file('bare.yml'), line: 1, message: 'The rule has no title.' });
    await writeFile(file('twin.yml'), clean);
    assert.match(
      (await sigma('check', file('clean.yml'), file('twin.yml'))).output,
      /twin\.yml:1: .*clean\.yml has the same ID\./,
    );
  });
});
