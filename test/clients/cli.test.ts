import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseLines } from '../support/queryClient';
import { resultOf, runCommand, startCommandLine } from '../support/project';
import type { CommandResult } from '../support/project';
import { ruleText } from '../support/sigmaRules';
import { suiteFolder } from '../support/temporaryFolder';

/** Runs a command in this process. */
async function sigma(...args: readonly string[]): Promise<CommandResult> {
  return runCommand(['sigma', ...args], { cwd: process.cwd(), env: {} });
}

/** Runs the bundle as users get it. */
async function built(...args: readonly string[]): Promise<CommandResult> {
  return resultOf(startCommandLine(['sigma', ...args], { cwd: process.cwd() }));
}

const good = `id: 11111111-1111-4111-8111-111111111111\nlevel: high\n${ruleText("s: {Image|endswith: '\\cmd.exe'}\ncondition: s", 'Good')}`;
const bad = ruleText('s: {a|re: "(?=x)"}\ncondition: s', 'Bad');
const lookahead =
  'The regular expression uses lookahead or lookbehind, which the query language does not support.';

describe('The command logbench sigma', () => {
  const folder = suiteFolder();
  const file = (...names: readonly string[]): string => path.join(folder.path, ...names);

  before(async () => {
    await mkdir(file('rules', 'deep'), { recursive: true });
    await writeFile(file('rules', 'a.yml'), good);
    await writeFile(file('rules', 'deep', 'b.yaml'), bad);
    await writeFile(file('rules', 'other.yml'), 'just: yaml\n');
    await writeFile(file('rules', 'readme.md'), 'no rule');
  });

  it('converts the rules of folders to one line of JSON each, and exits with 3 if some fail', async () => {
    const args = [file('rules'), '--table', 'ev', '--format', 'json'];
    const { code, output } = await built('convert', ...args);

    assert.equal(code, 3);
    assert.deepEqual(parseLines(output), [
      {
        file: file('rules', 'a.yml'),
        id: '11111111-1111-4111-8111-111111111111',
        title: 'Good',
        level: 'high',
        query:
          '# Sigma: Good\n  id: 11111111-1111-4111-8111-111111111111\n  level: high\n| table ev\n| search lower(Image) == "*\\\\cmd.exe"',
        warnings: [],
        notes: [],
      },
      { file: file('rules', 'deep', 'b.yaml'), id: null, title: 'Bad', error: lookahead, line: 5 },
    ]);
  });

  it('prints queries as text, with a time range on request', async () => {
    const args = [file('rules', 'a.yml'), '--table', 'ev', '--duration', '2d'];
    const { code, output, notes } = await sigma('convert', ...args);

    assert.equal(code, 0);
    assert.match(output, /\n\| table duration=2d ev\n\| search /);
    assert.equal(notes, '1 converted, 0 not converted\n');
  });

  it('takes tables from a mapping, and reports the position of an error in the mapping', async () => {
    await writeFile(file('map.yaml'), 'version: 1\nsources:\n  - {product: test, tables: mapped}\n');
    await writeFile(file('wrong.yaml'), 'version: 1\nsources:\n  - {product: test}\n');

    const mapped = await sigma('convert', file('rules', 'a.yml'), '--map', file('map.yaml'));
    assert.match(mapped.output, /mapped: product test → mapped\n\| table mapped\n/);
    const wrong = await sigma('convert', file('rules', 'a.yml'), '--map', file('wrong.yaml'));
    assert.equal(wrong.code, 1);
    assert.match(wrong.notes, /wrong\.yaml:3: The mapping is not valid at sources\.0\.tables/);
  });

  it('exits with 1 and prints nothing if a file is missing', async () => {
    for (const args of [
      ['convert'],
      ['convert', file('none.yml')],
      ['test', file('rules')],
      ['convert', file('rules'), '--table', 'a b'],
      ['convert', file('rules'), '--duration', 'soon'],
    ]) {
      const { code, output, notes } = await sigma(...args);

      assert.deepEqual([code, output], [1, ''], args.join(' '));
      assert.match(notes, /^logbench: /);
    }
  });

  it('runs rules over events in a temporary platform and prints the hits of each', async () => {
    const System = { EventID: 1, Channel: 'c' };
    const events = [
      { Event: { System, EventData: { Image: 'C:\\Windows\\CMD.exe', ProcessId: 5 } } },
      { Event: { System, EventData: { Image: 'C:\\x.exe', ProcessID: '7' } } },
      { Image: '\\cmd.exe', ProcessID: '7', _line: 9 },
    ];
    await writeFile(file('events.ndjson'), `${events.map((event) => JSON.stringify(event)).join('\n\n')}\n`);
    await writeFile(
      file('case.yml'),
      ruleText('s: {ProcessID: 7}\ncondition: s', 'Names that differ by case'),
    );
    await writeFile(
      file('count.yml'),
      `name: any\n${ruleText("s: {Image: '*'}\ncondition: s")}\n---\ntitle: Count\ncorrelation: {type: event_count, rules: [any], group-by: [EventID], timespan: 1d, condition: {gte: 2}}\n`,
    );
    const paths = [file('rules'), file('case.yml'), file('count.yml')];

    const args = ['--events', file('events.ndjson'), '--format', 'json'];
    const { code, output } = await built('test', ...paths, ...args);

    assert.equal(code, 3, 'one rule is rejected');
    assert.deepEqual(parseLines(output), [
      {
        file: file('rules', 'a.yml'),
        id: '11111111-1111-4111-8111-111111111111',
        title: 'Good',
        hits: 2,
        lines: [1, 5],
      },
      { file: file('rules', 'deep', 'b.yaml'), id: null, title: 'Bad', error: lookahead },
      { file: file('case.yml'), id: null, title: 'Names that differ by case', hits: 2, lines: [3, 5] },
      { file: file('count.yml'), id: null, title: 'Count', hits: 1 },
    ]);
  });

  it('prints the line number of an event that cannot be read', async () => {
    await writeFile(file('broken.ndjson'), '{"a": 1}\n{"a": \n');

    const { code, notes } = await built('test', file('rules'), '--events', file('broken.ndjson'));
    const none = await sigma('test', file('rules'), '--events', file('rules'));

    assert.equal(code, 1);
    assert.match(notes, /broken\.ndjson:2: /);
    assert.equal(none.code, 1);
    assert.match(none.notes, /There is no file .*rules\.\n/);
  });
});
