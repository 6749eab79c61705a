import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createFiles,
  findProject,
  createQueries,
  tryRules,
} from '../../src/extension/features/sigma/importRules';
import { importedRule, loadRules } from '../../src/extension/features/sigma/loadRules';
import type { NumberedRule } from '../../src/extension/features/sigma/importRules';
import { KnownPlatform } from '../../src/extension/features/sigma/platformFacts';
import { checkAgainst } from '../../src/core/sigma/checkSigmaRules';
import type { ConvertedRule } from '../../src/core/sigma/convertCollection';
import { defaultMapping } from '../../src/core/sigma/defaultMapping';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { rowsFor, writeRules } from '../support/sigmaFolder';
import { importEvents } from '../support/sigmaRules';
import { suiteApp, suiteClient } from '../support/startApp';
import { suiteFolder, temporaryFolder } from '../support/temporaryFolder';
import { runOwnQuery } from '../../src/core/api/operations/queries';
import { listScheduledQueries } from '../../src/core/api/operations/scheduledQueries';

describe('A folder of Sigma rules', () => {
  const app = suiteApp();
  const client = suiteClient(app, 'admin');
  const folder = suiteFolder();
  let rules: readonly ConvertedRule[];
  const { signal } = new AbortController();
  const explain = String;

  before(async () => {
    await writeRules(folder.path);
    for (const product of ['windows', 'linux']) await importEvents(app, product, rowsFor(product));
    rules = await loadRules(folder.path, defaultMapping(), () => undefined, signal);
  });

  function numbered(count: number): readonly NumberedRule[] {
    return rules.flatMap((rule, number) => ('query' in rule ? [{ number, rule }] : [])).slice(0, count);
  }

  it('lists each rule with its title and whether it can be converted', () => {
    const shown = rules.map((rule) => importedRule(rule, folder.path));

    assert.equal(shown.length, 50);
    const states = (state: string): number => shown.filter((rule) => rule.state === state).length;
    assert.deepEqual([states('unchecked'), states('mapping'), states('rejected')], [44, 5, 1]);
    assert.deepEqual(
      shown.find(({ title }) => title === 'Rule 2'),
      {
        file: path.join('linux', 'rule_02.yml'),
        title: 'Rule 2',
        id: '00000000-0000-4000-8000-000000000002',
        level: 'high',
        product: 'linux',
        techniques: ['T1051.001'],
        description: 'What Rule 2 is for.',
        state: 'unchecked',
        reason: null,
        line: 1,
      },
    );
    const rejected = shown.find(({ state }) => state === 'rejected');
    assert.equal(rejected?.line, 10);
    assert.match(rejected.reason ?? '', /uses lookahead/);
  });

  it('is read without blocking, and only until it is canceled', async () => {
    const abort = new AbortController();
    const reading = loadRules(folder.path, defaultMapping(), () => undefined, abort.signal);
    abort.abort();

    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('is tested with the hits of each rule, and leaves no query open', async () => {
    const hits = new Map<string, number>();
    await tryRules(
      numbered(20),
      { client, span: '1d', explain },
      (number, trial) => {
        if (trial?.state === 'done') hits.set(rules[number]?.information?.title ?? '', trial.hits);
      },
      signal,
    );

    assert.equal(hits.size, 20);
    for (const [title, found] of hits) assert.equal(found, Number(title.split(' ')[1]) % 5, title);
    const left = await client.send(runOwnQuery('system queries | search source != "rest-api"'));
    assert.deepEqual(left, []);
  });

  it('reports which rule failed in a test and which table is missing, and continues with the others', async () => {
    const [first, second, third] = numbered(3);
    assert(first && second && third);
    const elsewhere = first.rule.sources.map((source) => ({ ...source, tables: ['no_such_table'] }));
    const lost = {
      ...first,
      rule: { ...first.rule, sources: elsewhere, queryOver: () => 'table no_such_table' },
    };
    const broken = { ...second, rule: { ...second.rule, queryOver: () => 'table' } };
    const outcomes = new Map<number, string>();

    await tryRules(
      [lost, broken, third],
      { client, span: '1d', explain: () => 'Something else.' },
      (number, trial) => {
        outcomes.set(number, trial?.state === 'failed' ? trial.message : (trial?.state ?? ''));
      },
      signal,
    );

    assert.deepEqual(
      [lost, broken, third].map(({ number }) => outcomes.get(number)),
      [
        'Table “no_such_table” does not exist on the platform; the log source is mapped to it.',
        'Something else.',
        'done',
      ],
    );
  });

  const connection: Connection = {
    name: 'Lab',
    baseUrl: 'http://localhost',
    product: 'core',
    environment: 'local',
    readOnly: false,
  };

  it('is imported as disabled scheduled queries, and none twice', async () => {
    const receipts: string[] = [];
    const log = { info: (message: string) => receipts.push(message) };
    const results: (readonly [number, string])[] = [];
    const create = (selected: readonly NumberedRule[]): Promise<void> =>
      createQueries(
        selected,
        { connection, client, log, explain },
        (number, { state }) => results.push([number, state]),
        signal,
      );

    await create(numbered(2));
    await create(numbered(4).flatMap((rule) => [rule, copyOf(rule)]));

    assert.deepEqual(
      results.map(([, state]) => state),
      ['created', 'created', ...Array<string>(4).fill('exists'), 'created', 'exists', 'created', 'exists'],
    );
    assert.equal(receipts.length, 4);
    const { items } = await client.send(listScheduledQueries({}));
    assert.deepEqual(
      items.map(({ enabled }) => enabled),
      [false, false, false, false],
    );
    const rule = items.find(({ name }) => name === 'Rule 2');
    assert.equal(rule?.cronSchedule, '*/15 * * * *');
    assert.equal(rule.description, 'What Rule 2 is for.');
    // The 15 minutes between two runs, which end five minutes before the run.
    assert.match(rule.query, /\| table duration=21m linux\n.*"min", -20\) and .*"min", -5\)\n/);
  });

  /** The same rule in another file, under another title. */
  function copyOf({ number, rule }: NumberedRule): NumberedRule {
    return { number, rule: { ...rule, information: { ...rule.information, title: 'A copy' } } };
  }

  it('is imported as files of a project, and none twice', async () => {
    await using project = await temporaryFolder();
    await writeFile(
      path.join(project.path, 'logbench.yaml'),
      'platforms:\n  lab: {base_url: "http://localhost", environment: local}\n',
    );
    const found = await findProject([folder.path, project.path]);
    assert(found);
    const results: string[] = [];
    const write = (): Promise<void> =>
      createFiles(numbered(2), found, (_, { state, message }) => results.push(`${state} ${message}`), signal);

    await write();
    await write();

    assert.equal(results.length, 4);
    assert.match(results[0] ?? '', /^written scheduled-queries\/Rule \d+\.lq$/);
    assert.match(results[2] ?? '', /^exists /);
    const files = await readdir(path.join(project.path, 'scheduled-queries'));
    assert.equal(files.length, 2);
    const text = await readFile(path.join(project.path, 'scheduled-queries', files[0] ?? ''), 'utf8');
    assert.match(
      text,
      /^---\nname: Rule \d+\ndescription: .*\nenabled: false\nschedule: ".*"\n---\n# Sigma: Rule/,
    );
  });

  it('is checked against the tables and fields of a platform', async () => {
    const known = new KnownPlatform(() => Promise.resolve(client));
    const [rule] = rules.filter((one) => one.logSource?.product === 'windows' && 'query' in one);
    assert(rule && 'query' in rule);
    const [source] = rule.sources;
    assert(source);
    const other = { ...rule, sources: [{ ...source, fields: [...source.fields, { name: 'a b', line: 9 }] }] };
    const elsewhere = { ...rule, sources: [{ ...source, tables: ['macos'] }] };

    const problems = await checkAgainst([rule, other, elsewhere], await known.facts());

    assert.deepEqual(
      problems.map(({ code, line }) => [code, line]),
      [
        ['missing-field', 9],
        ['missing-table', source.line],
      ],
    );
  });
});
