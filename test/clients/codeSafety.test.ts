import assert from 'node:assert/strict';
import { parseLines } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { TestProject } from '../support/project';

describe('A folder of scheduled queries', () => {
  const project = TestProject.forSuite();

  /** Returns the GUID of the first. */
  async function createTwo(): Promise<string> {
    const [guid = ''] = await Promise.all(['First', 'Second'].map((name) => project.create({ name })));
    return guid;
  }

  async function setFiles(...patterns: readonly string[]): Promise<void> {
    await project.edit('logbench.yaml', /$/, `files: ${JSON.stringify(patterns)}\n`);
  }

  async function pull(...args: readonly string[]): Promise<void> {
    const { code, notes } = await project.run('pull', ...args);
    assert.equal(code, 0, notes);
  }

  const query = (name: string, trigger = 'schedule: "0 * * * *"'): string =>
    `---\nname: ${name}\nenabled: true\n${trigger}\n---\ntable a\n`;

  for (const pattern of ['{prod,shared}/**/*.lq', 'queries/*/prod-*.lq']) {
    it(`keeps what it pulled when it is applied with --prune and its files are ${pattern}`, async () => {
      await createTwo();
      await setFiles(pattern);
      await pull();

      const plan = await project.run('plan', '--prune');
      assert.deepEqual([plan.code, plan.output], [0, ''], plan.notes);
      assert.equal((await project.run('apply', '--yes', '--prune')).code, 0);
      assert.equal((await project.records()).size, 2);
    });
  }

  it('pulls nothing, and says why, when no pattern has room for a new file', async () => {
    await createTwo();
    await setFiles('only.lq');

    const { code, notes } = await project.run('pull');
    assert.equal(code, 1);
    assert.match(notes, /No new file for “Second” can match “files” in logbench\.yaml/);
    await assert.rejects(project.read('only.lq'));
    await assert.rejects(project.read('logbench.lock.json'));
  });

  it('deletes nothing with --prune when a file exists but its pattern was removed', async () => {
    await project.create({ name: 'First' });
    await pull();
    await setFiles('queries/**/*.lq');

    for (const command of [
      ['plan', '--prune'],
      ['apply', '--yes', '--prune'],
      ['pull', '--prune'],
    ]) {
      const { code, notes } = await project.run(...command);
      assert.equal(code, 1);
      assert.match(notes, /scheduled-queries\/First\.lq.*no pattern of “files” matches/);
    }
    assert.equal((await project.records()).size, 1);
  });

  it('keeps a preceding query with --prune while a query without a file follows it', async () => {
    const guid = await project.create({ name: 'First' });
    await pull();
    await project.create({
      name: 'Theirs',
      triggerType: 'workflow',
      cronSchedule: undefined,
      precedingGuid: guid,
      precedingAction: 'failed',
    });
    await project.remove('scheduled-queries/First.lq');

    const plan = await project.run('plan', '--prune');
    assert.equal(plan.code, 2);
    assert.match(plan.output, /^- delete: First .*\n {4}kept: “Theirs” still runs after it$/m);
    const apply = await project.run('apply', '--yes', '--prune');
    assert.equal(apply.code, 3, apply.notes);
    assert.match(apply.output, /^failed - delete: First .*: “Theirs” still runs after it\.$/m);
    assert.deepEqual([...(await project.records()).keys()].sort(), ['First', 'Theirs']);
  });

  it('keeps a preceding query with --prune that a new or changed file names by GUID', async () => {
    const guid = await createTwo();
    await pull();
    await project.remove('scheduled-queries/First.lq');
    await project.write('scheduled-queries/Second.lq', query('Second', `after: ${guid}`));
    await project.write('scheduled-queries/new.lq', query('New', `after: ${guid.toUpperCase()}`));

    const plan = await project.run('plan', '--prune');
    assert.match(plan.output, /^- delete: First .*\n {4}kept: “(New|Second)” still runs after it$/m);
    const apply = await project.run('apply', '--yes', '--prune', '--json');
    assert.equal(apply.code, 3, apply.output);
    assert.deepEqual(
      parseLines(apply.output).map(({ name, done, skipped }) => [name, done, skipped]),
      [
        ['Second', true, undefined],
        ['New', true, undefined],
        ['First', false, true],
      ],
    );
    assert.deepEqual([...(await project.records()).keys()].sort(), ['First', 'New', 'Second']);
  });

  it('rejects a circular chain that names one of its files by GUID', async () => {
    const guid = await project.create({ name: 'First' });
    await pull();
    await project.write('scheduled-queries/First.lq', query('First', 'after: Second'));
    await project.write('scheduled-queries/Second.lq', query('Second', `after: ${guid.toUpperCase()}`));

    for (const args of [['check'], ['plan'], ['apply', '--yes']]) {
      const { code, output, notes } = await project.run(...args);
      assert.equal(code, args[0] === 'check' ? 2 : 1, notes);
      assert.match(output + notes, /The chain is circular: First → Second → First\./);
    }
  });

  it('counts nothing as deleted on a platform with another address, removes no file, and says so', async () => {
    await using other = await startApp();
    const before = project.proxy.baseUrl;
    for (const name of ['First', 'Second', 'Third']) await project.create({ name });
    await pull();
    const files = await project.files();
    await project.edit('logbench.yaml', before, other.baseUrl);
    await project.remove('scheduled-queries/Third.lq');

    const plan = await project.run('plan', '--prune');
    assert.equal(plan.code, 2);
    assert.match(plan.notes, new RegExp(`The lock file belongs to ${before}`));
    assert.match(plan.notes, /restore “base_url”/);
    assert.deepEqual(plan.output.match(/^. [a-z]+/gm), ['+ create', '+ create']);
    await pull('--prune', '--overwrite');
    assert.deepEqual(await project.files(), files.slice(0, 2));
    assert.equal((await project.run('plan', '--prune')).code, 2);

    const apply = await project.run('apply', '--yes', '--prune');
    assert.equal(apply.code, 0, apply.notes + apply.output);
    const again = await project.run('plan', '--prune');
    assert.deepEqual([again.code, again.output], [0, '']);
    assert.doesNotMatch(again.notes, /belongs to/);
    assert.equal((await project.records()).size, 3);
  });

  it('recognizes the records when the same platform only moved', async () => {
    await createTwo();
    await pull();
    await project.edit('scheduled-queries/First.lq', 'name: First', 'name: Renamed');
    await project.remove('scheduled-queries/Second.lq');
    await project.edit('logbench.yaml', project.proxy.baseUrl, `${project.platform.baseUrl}/`);

    const apply = await project.run('apply', '--yes', '--prune');
    assert.equal(apply.code, 0, apply.notes);
    assert.deepEqual([...(await project.records()).keys()].sort(), ['Renamed', 'Second']);
    assert.equal((await project.run('plan', '--prune')).code, 0);
  });
});
