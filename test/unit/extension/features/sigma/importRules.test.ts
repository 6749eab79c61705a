import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { markUncertain, UnreachableError } from '../../../../../src/core/api/errors';
import { ProjectFolder } from '../../../../../src/core/project/projectFolder';
import {
  createFiles,
  createQueries,
  findProject,
  runningAt,
} from '../../../../../src/extension/features/sigma/importRules';
import { queryAt } from '../../../../../src/core/sigma/ruleSchedule';
import type { NumberedRule } from '../../../../../src/extension/features/sigma/importRules';
import { importedRule, loadRules } from '../../../../../src/extension/features/sigma/loadRules';
import { convertCollection } from '../../../../../src/core/sigma/convertCollection';
import { defaultMapping } from '../../../../../src/core/sigma/defaultMapping';
import { folderRuleText } from '../../../../support/sigmaFolder';
import { folderOfEachTest, temporaryFolder } from '../../../../support/temporaryFolder';
import { clientStub } from '../../../../support/clientStub';
import { lab } from '../../../../support/labConnection';

function rulesNamed(...titles: readonly string[]): readonly NumberedRule[] {
  const files = titles.map((title, index) => ({
    name: `/r/${index}.yml`,
    text: folderRuleText({ title }, index),
  }));
  const rules = convertCollection(files, { mapping: defaultMapping() });
  return rules.flatMap((rule, number) => ('query' in rule ? [{ number, rule }] : []));
}

const { signal } = new AbortController();

describe('Rules as files of a project', () => {
  const folder = folderOfEachTest();
  let project: ProjectFolder;

  beforeEach(async () => {
    project = new ProjectFolder(folder.path);
    await write('logbench.yaml', 'platforms:\n  lab: {base_url: "http://localhost", environment: local}\n');
    await mkdir(path.join(folder.path, 'scheduled-queries'));
  });

  async function write(file: string, text: string): Promise<void> {
    await writeFile(path.join(folder.path, file), text);
  }

  async function create(...titles: readonly string[]): Promise<readonly string[]> {
    const results: string[] = [];
    await createFiles(
      rulesNamed(...titles),
      project,
      (number, { state, message }) => results.push(`${number} ${state}: ${message}`),
      signal,
    );
    return results;
  }

  it('are disabled and scheduled, and created once per name, also within one import', async () => {
    await write('scheduled-queries/other.lq', '---\nname: Taken\nschedule: "0 * * * *"\n---\ntable a\n');

    assert.deepEqual(await create('New', 'Taken', 'New'), [
      '0 written: scheduled-queries/New.lq',
      '1 exists: scheduled-queries/other.lq already has this name.',
      '2 exists: scheduled-queries/New.lq already has this name.',
    ]);
    const text = await readFile(path.join(folder.path, 'scheduled-queries/New.lq'), 'utf8');
    assert.match(
      text,
      /^---\nname: New\ndescription: What New is for\.\nenabled: false\nschedule: "0 \* \* \* \*"\n---\n/,
    );
  });

  it('replace no file, whatever the case and form of its name', async () => {
    const other = '---\nname: Another\nschedule: "0 * * * *"\n---\ntable a\n';
    await write('scheduled-queries/SCAN.lq', other);
    await write(`scheduled-queries/${'Café'.normalize('NFD')}.lq`, other.replace('Another', 'A third'));

    assert.deepEqual(await create('Scan', 'Café', 'scan'), [
      '0 written: scheduled-queries/Scan-2.lq',
      '1 written: scheduled-queries/Café-2.lq',
      '2 written: scheduled-queries/scan-3.lq',
    ]);
  });

  it('are not written when the project has a problem or the import is canceled', async () => {
    const abort = new AbortController();
    const received: number[] = [];
    const writing = createFiles(
      rulesNamed('One', 'Two'),
      project,
      (number) => {
        received.push(number);
        abort.abort();
      },
      abort.signal,
    );
    await assert.rejects(writing, { name: 'AbortError' });
    assert.deepEqual(received, [0]);
    await write('logbench.yaml', 'platforms:\n  lab: {base_url: "nowhere"}\n');
    await assert.rejects(create('Three'), /^ExplainedError: logbench\.yaml: /);
  });

  it('go to the first folder with a project', async () => {
    await using none = await temporaryFolder();
    assert.equal((await findProject([none.path, folder.path]))?.root, folder.path);
    assert.equal(await findProject([none.path]), undefined);
    assert.equal(await findProject([]), undefined);
  });

  it('are read from their folder, and listed by file when they have no title', async () => {
    for (let index = 0; index < 3; index++) {
      await write(`${index}.yml`, folderRuleText({ title: `Rule ${index}` }, index));
    }
    await write(
      'bare.yml',
      folderRuleText({ title: 'x' }, 9).replace(/^(title|id|level|description): .*\n/gm, ''),
    );
    const rules = await loadRules(folder.path, defaultMapping(), () => undefined, signal);
    const shown = rules.map((rule) => importedRule(rule, folder.path));

    assert.equal(shown.filter(({ title }) => title.startsWith('Rule')).length, 3);
    const bare = shown.find(({ file }) => file === 'bare.yml');
    assert.deepEqual([bare?.title, bare?.id, bare?.level, bare?.description], ['bare.yml', null, '', '']);
  });
});

describe('Rules as scheduled queries', () => {
  it('have the query of their schedule', () => {
    const [first] = rulesNamed('One');
    assert(first);
    const schedule = { name: 'One', description: undefined, cron: '0 * * * *', query: 'table ev' };
    const changed = runningAt(schedule, '0 */2 * * *', first.rule, 0);

    assert.deepEqual(changed, {
      ...schedule,
      cron: '0 */2 * * *',
      query: queryAt(first.rule, '0 */2 * * *'),
    });
    assert.match(changed.query, /\| table duration=126m windows\n/);
  });

  it('are not created twice after a lost response, and their outcome is unknown', async () => {
    const lost = new UnreachableError('reset', 'connection reset');
    markUncertain(lost);
    const failures = [lost, new Error('rejected'), undefined];
    const sent: unknown[] = [];
    const client = clientStub({
      'GET scheduled-queries': () => ({ items: [] }),
      'POST scheduled-queries': (operation) => {
        sent.push(operation);
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
      },
    });
    const results: string[] = [];
    const rules = rulesNamed('Lost', 'Lost', 'Rejected', 'Rejected');

    await createQueries(
      rules.map(({ rule }, number) => ({
        number,
        rule: { ...rule, information: { ...rule.information, id: undefined } },
      })),
      { connection: lab, client, log: { info: () => undefined }, explain: String },
      (number, { state }) => results.push(`${number} ${state}`),
      signal,
    );

    assert.deepEqual(results, ['0 unknown', '1 exists', '2 failed', '3 created']);
    assert.equal(sent.length, 3);
  });
});
