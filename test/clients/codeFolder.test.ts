import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resultOf, startCommandLine, TestProject } from '../support/project';

const first = 'scheduled-queries/First.lq';
const second = 'scheduled-queries/Second.lq';

interface PlanDocument {
  readonly items: readonly {
    readonly kind: string;
    readonly to_do: boolean;
    readonly changes: readonly object[];
  }[];
}

describe('A folder of scheduled queries', () => {
  const project = TestProject.forSuite();

  /** Two queries, the second after the first, pulled into the folder. */
  async function pulled(): Promise<void> {
    const guid = await project.create({ name: 'First', query: 'table duration=1h auth\n| stats count' });
    await project.create({
      name: 'Second',
      triggerType: 'workflow',
      cronSchedule: undefined,
      precedingGuid: guid,
      precedingAction: 'finished',
    });
    const { code, notes } = await project.run('pull');
    assert.equal(code, 0, notes);
    assert.match(notes, /^2 added\.$/m);
    project.proxy.seen.length = 0;
  }

  it('is pulled, planned without changes, and pulled again without a write', async () => {
    await pulled();
    assert.deepEqual(await project.files(), ['First.lq', 'Second.lq']);
    assert.match(
      await project.read(second),
      /^---\nname: Second\nenabled: true\nafter:\n {2}query: First\n {2}when: finished\n---\n/,
    );
    const before = await project.read('logbench.lock.json');

    const plan = await project.run('plan');
    assert.deepEqual([plan.code, plan.output], [0, ''], plan.notes);
    const pull = await project.run('pull');
    assert.deepEqual([pull.code, pull.output], [0, '']);
    assert.match(pull.notes, /^No changes\.$/m);
    assert.equal(await project.read('logbench.lock.json'), before);
    assert.deepEqual(project.proxy.writes, []);
  });

  it('applies a changed file, field by field in the plan, and leaves the rest alone', async () => {
    await pulled();
    await project.edit(first, 'enabled: true', 'enabled: false # too noisy');
    await project.edit(first, '| stats count', '| stats count by user');

    const plan = await project.run('plan');
    assert.equal(plan.code, 2);
    assert.match(plan.output, /^~ change: First \(scheduled-queries\/First\.lq\)$/m);
    assert.match(plan.output, /enabled: true → false/);
    assert.match(plan.output, /- \| stats count\n\s+\+ \| stats count by user/);
    const { items } = JSON.parse((await project.run('plan', '--json')).output) as PlanDocument;
    assert.deepEqual(
      items.map(({ kind, to_do: toDo, changes: [change] }) => [kind, toDo, change]),
      [
        ['change', true, { key: 'enabled', platform: true, file: false }],
        ['unchanged', false, undefined],
      ],
    );

    const apply = await project.run('apply', '--yes');
    assert.equal(apply.code, 0, apply.notes);
    assert.deepEqual(project.proxy.writes.length, 1);
    assert.equal((await project.records()).get('First')?.enabled, false);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('keeps control characters of the platform away from the terminal', async () => {
    await pulled();
    await project.change('First', {
      description: '\u001b[2J',
      query: 'table a\n| search b == "\u001b]0;x\u0007"',
    });

    const plan = await project.run('plan');
    assert.match(plan.output, /^! changed on the platform: First/m);
    assert.doesNotMatch(plan.output, /[\u001b\u0007]/);
    assert.equal((await project.run('pull')).code, 0);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('rejects a pattern that no file matches', async () => {
    await pulled();
    await project.edit(first, 'enabled: true', 'enabled: false');

    for (const command of ['plan', 'apply']) {
      const { code, notes } = await project.run(command, '--only', 'scheduled-query/**');
      assert.equal(code, 1);
      assert.match(notes, /No file of the project matches --only scheduled-query\/\*\*\./);
    }
    assert.equal((await project.run('plan', '--only', './scheduled-queries/F*')).code, 2);
    assert.equal((await project.run('plan', '--only', 'scheduled-queries/S*')).code, 0);
  });

  it('requires --yes without a terminal, and writes nothing', async () => {
    await pulled();
    await project.edit(first, 'enabled: true', 'enabled: false');

    // In a process of its own, which has no terminal to ask on.
    const apply = await resultOf(project.start('apply'));
    assert.equal(apply.code, 1);
    assert.match(apply.notes, /Add --yes/);
    assert.deepEqual(project.proxy.writes, []);
  });

  it('treats Ctrl-C at its question as a no, and reports it on its own line', async () => {
    await pulled();
    await project.edit(first, 'enabled: true', 'enabled: false');

    const asTerminal = 'process.stdin.isTTY=process.stderr.isTTY=true;process.stdin.setRawMode=()=>{}';
    const apply = startCommandLine(['apply'], {
      cwd: project.root,
      env: {
        LOGBENCH_API_KEY_TEST: project.platform.key,
        NODE_OPTIONS: `--import=data:text/javascript,${asTerminal}`,
      },
      input: 'pipe',
    });
    apply.stdin?.end('\u0003');
    const { code, notes } = await resultOf(apply);
    assert.equal(code, 1);
    assert.match(notes, /Write 1 query to test \(development\)\? \[y\/N\] .*\nNothing was written\.\n$/);
    assert.deepEqual(project.proxy.writes, []);
  });

  it('writes nothing to production without the option for it', async () => {
    await pulled();
    await project.edit('logbench.yaml', 'development', 'production');
    await project.edit(first, 'enabled: true', 'enabled: false');

    const rejected = await project.run('apply', '--yes');
    assert.equal(rejected.code, 1);
    assert.match(rejected.notes, /--allow-production/);
    assert.deepEqual(project.proxy.writes, []);
    assert.equal((await project.run('apply', '--yes', '--allow-production')).code, 0);
    assert.equal((await project.records()).get('First')?.enabled, false);
  });

  it('reports what another client changed, and accepts it with comments kept', async () => {
    await pulled();
    await project.edit(first, 'enabled: true', 'enabled: true # agreed with the SOC');
    await project.change('First', { cronSchedule: '*/5 * * * *', description: 'Changed by hand' });

    const plan = await project.run('plan');
    assert.equal(plan.code, 2);
    assert.match(
      plan.output,
      /^! changed on the platform: First.*\n {4}description: none → "Changed by hand"\n {4}schedule: "0 \* \* \* \*" → "\*\/5 \* \* \* \*"$/m,
    );
    const apply = await project.run('apply', '--yes');
    assert.equal(apply.code, 3, apply.notes);
    assert.deepEqual(project.proxy.writes, []);

    assert.equal((await project.run('pull')).code, 0);
    const source = await project.read(first);
    assert.match(
      source,
      /enabled: true # agreed with the SOC\nschedule: "\*\/5 \* \* \* \*"\ndescription: Changed by hand/,
    );
    assert.equal((await project.run('plan')).code, 0);
  });

  it('reports a conflict, which a user resolves to either side', async () => {
    await pulled();
    await project.edit(first, 'stats count', 'stats count by user');
    await project.change('First', { query: 'table theirs', enabled: false });

    assert.match(
      (await project.run('plan')).output,
      /^! conflict: First.*\n {4}enabled: false on the platform, true in the file\n {4}query \(- platform, \+ file\):\n {6}- table theirs$/m,
    );
    assert.equal((await project.run('pull')).code, 3);
    assert.match(await project.read(first), /stats count by user/);
    assert.equal((await project.run('apply', '--yes')).code, 3);
    assert.equal((await project.records()).get('First')?.query, 'table theirs');

    assert.equal((await project.run('pull', '--overwrite')).code, 0);
    assert.match(await project.read(first), /table theirs/);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('says that a record changed on the platform stays although its file was deleted', async () => {
    await pulled();
    await project.remove(second);
    await project.change('Second', { description: 'Still needed' });

    const { code, notes } = await project.run('apply', '--yes', '--overwrite');
    assert.equal(code, 3);
    assert.match(notes, /0 done, 0 failed\. 1 skipped: update the files with pull, or add --prune\./);
    assert.equal((await project.run('apply', '--yes', '--overwrite', '--prune')).code, 0);
    assert.deepEqual([...(await project.records()).keys()], ['First']);
  });

  it('recognizes a file that was renamed, and a query that was, with the one that follows it', async () => {
    await pulled();
    const guid = (await project.records()).get('First')?.guid;
    await project.move(first, 'scheduled-queries/Logins.lq');
    await project.edit('scheduled-queries/Logins.lq', 'name: First', 'name: Logins');
    await project.edit(second, 'query: First', 'query: Logins');

    const plan = await project.run('plan');
    assert.match(
      plan.output,
      /^~ change: Logins \(scheduled-queries\/Logins\.lq, was scheduled-queries\/First\.lq\)$/m,
    );
    assert.doesNotMatch(plan.output, /create|delete|Second/);
    assert.equal((await project.run('apply', '--yes', '--prune')).code, 0);
    const records = await project.records();
    assert.deepEqual([records.get('Logins')?.guid, records.get('Second')?.precedingName], [guid, 'Logins']);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('follows a query that was renamed on the platform, in the file that follows it too', async () => {
    await pulled();
    await project.change('First', { name: 'Logins' });

    assert.equal((await project.run('pull')).code, 0);
    assert.match(await project.read(first), /name: Logins/);
    assert.match(await project.read(second), /query: Logins/);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('deletes only with --prune, dependents first', async () => {
    await pulled();
    const records = await project.records();
    await project.remove(first);
    await project.remove(second);

    const plan = await project.run('plan');
    assert.equal(plan.code, 0);
    assert.match(plan.notes, /2 without a file: --prune deletes them/);
    assert.equal((await project.run('plan', '--prune')).code, 2);
    const apply = await project.run('apply', '--yes', '--prune');
    assert.equal(apply.code, 0, apply.notes);
    assert.deepEqual(apply.output.match(/(?<=^done - delete: )\w+/gm), ['Second', 'First']);
    assert.equal((await project.records()).size, records.size - 2);
  });

  it('adopts equal queries when the lock is missing, and reports different ones', async () => {
    await pulled();
    await project.remove('logbench.lock.json');
    assert.equal((await project.run('plan')).code, 0);
    await project.edit(first, 'enabled: true', 'enabled: false');

    const plan = await project.run('plan');
    assert.equal(plan.code, 2);
    assert.match(plan.output, /^\? exists with different content/m);
    assert.equal((await project.run('apply', '--yes')).code, 3);
    assert.deepEqual(project.proxy.writes, []);
    assert.equal((await project.run('apply', '--yes', '--overwrite')).code, 0);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('says in one sentence what is wrong with a file, and writes nothing', async () => {
    await pulled();
    await project.edit(first, 'enabled: true', 'enable: true');

    for (const command of ['plan', 'pull', 'apply']) {
      const result = await project.run(command);
      assert.equal(result.code, 1);
      assert.match(result.notes, /First\.lq:3:1: Unknown key “enable”\. Did you mean “enabled”\?/);
    }
    assert.deepEqual(project.proxy.writes, []);
  });

  it('has a lock that Git merges when two branches add queries', async () => {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: project.root,
        encoding: 'utf8',
      });
    await pulled();
    await project.create({ name: 'Middle' });
    assert.equal((await project.run('pull')).code, 0);
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all');
    git('commit', '--quiet', '--message=start');
    for (const name of ['Alpha', 'Zulu']) {
      git('checkout', '--quiet', '-b', name, 'main');
      await project.write(
        `scheduled-queries/${name}.lq`,
        `---\nname: ${name}\nschedule: "0 0 * * *"\n---\ntable a\n`,
      );
      assert.equal((await project.run('apply', '--yes')).code, 0);
      git('add', '--all');
      git('commit', '--quiet', `--message=${name}`);
    }
    git('merge', '--quiet', '--no-edit', 'Alpha');

    assert.equal((await project.run('plan')).code, 0);
  });
});
