import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { passOn, send } from '../support/faultProxy';
import { environmentIn, resultOf, runCommand, TestProject } from '../support/project';
import type { CommandResult } from '../support/project';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = 'scheduled-queries';
const query = '---\nschedule: "0 * * * *"\n---\ntable duration=1h auth\n';

describe('A project folder with unusual or broken contents', () => {
  const project = TestProject.forSuite();

  it('is pulled with every name that a query may have, and read back unchanged', async () => {
    const names = ['가'.repeat(255), '😀'.repeat(100), 'Logins', 'LOGINS', 'cafe\u0301', 'caf\u00E9', 'CON'];
    const odd = [
      '../up',
      ' blank ',
      '# x',
      'yes',
      '0123',
      '2026-01-31',
      '*x',
      'a: b',
      'line\nbreak',
      '\u202Ex',
    ];
    for (const name of [...names, ...odd]) await project.create({ name });

    const pulled = await project.run('pull', '--no-rules');
    assert.equal(pulled.code, 0, pulled.notes);
    assert.equal((await project.files()).length, names.length + odd.length);
    await project.remove('logbench.lock.json');
    const plan = await project.run('plan');
    assert.deepEqual([plan.code, plan.output], [0, ''], plan.notes);
  });

  it('is rejected if a file is not valid UTF-8, and nothing is written', async () => {
    await project.write(`${folder}/A.lq`, query);
    await appendFile(path.join(project.root, folder, 'A.lq'), Buffer.from('| search user == "é"', 'latin1'));

    const checked = await project.run('check');
    assert.equal(checked.code, 2);
    assert.match(checked.output, /^scheduled-queries\/A\.lq:1:1: error: .*is not UTF-8\..*\(encoding\)\n$/);
    const applied = await project.run('apply', '--yes');
    assert.deepEqual([applied.code, applied.output], [1, '']);
    assert.match(applied.notes, /A\.lq is not UTF-8/);
    assert.match((await project.run('run', `${folder}/A.lq`)).notes, /A\.lq is not UTF-8/);
    assert.equal((await project.records()).size, 0);
  });

  it('neither reads nor writes through a link, and deletes nothing because of one', async () => {
    await using elsewhere = await temporaryFolder();
    await project.create({ name: 'A' });
    assert.equal((await project.run('pull', '--no-rules')).code, 0);
    await rm(path.join(project.root, folder), { recursive: true });
    await symlink(elsewhere.path, path.join(project.root, folder));

    const pruned = await project.run('apply', '--yes', '--prune');
    assert.equal(pruned.code, 1);
    assert.match(pruned.notes, /scheduled-queries is a symbolic link/);
    assert.equal((await project.records()).size, 1);

    await rm(path.join(project.root, folder));
    await mkdir(path.join(project.root, folder));
    await writeFile(path.join(elsewhere.path, 'A'), 'table secret');
    await symlink(path.join(elsewhere.path, 'A'), path.join(project.root, folder, 'A.lq'));
    const checked = await project.run('check');
    assert.deepEqual([checked.code, checked.output.includes('A.lq is a symbolic link')], [2, true]);

    await project.write(
      'logbench.yaml',
      (await project.read('logbench.yaml')) + 'files: [linked/new/*.lq]\n',
    );
    await symlink(elsewhere.path, path.join(project.root, 'linked'));
    await project.remove('logbench.lock.json');
    const pulled = await project.run('pull', '--no-rules', '--prune');
    await project.edit('logbench.yaml', /files.*\n/, '');
    assert.match(pulled.notes, /linked is a symbolic link/);
    assert.deepEqual(await readdir(elsewhere.path), ['A']);
  });

  it('leaves out a link that the lock file does not know, and does the rest', async () => {
    await using elsewhere = await temporaryFolder();
    await writeFile(path.join(elsewhere.path, 'secret.lq'), query);
    await mkdir(path.join(project.root, folder));
    await symlink(path.join(elsewhere.path, 'secret.lq'), path.join(project.root, folder, 'Link.lq'));
    await symlink(elsewhere.path, path.join(project.root, folder, 'shared'));
    await project.write(`${folder}/A.lq`, query);
    const check = await project.run('check');
    assert.equal(check.code, 0, check.output);
    assert.match(check.output, /Link\.lq:1:1: warning: .* is a symbolic link[^]*shared:1:1: warning: /);
    assert.equal((await project.run('plan')).code, 2);
    assert.equal((await project.run('apply', '--yes')).code, 0);
    assert.deepEqual([...(await project.records()).keys()], ['A']);
    await project.create({ name: 'Link' });
    const pulled = await project.run('pull', '--no-rules', '--prune');
    assert.deepEqual([pulled.code, pulled.output], [0, `add ${folder}/Link-2.lq\n`], pulled.notes);
    assert.deepEqual(await readdir(elsewhere.path), ['secret.lq']);
    assert.equal(await readFile(path.join(elsewhere.path, 'secret.lq'), 'utf8'), query);
  });

  it('names the file of a rule with an alias in its YAML', async () => {
    const guid = '8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11';
    await project.write(
      'rules/test/batch/A.lqrule',
      `---\nname: &a A\nguid: ${guid}\nmsg: *a\n---\ntable a\n`,
    );
    const check = await project.run('check');
    assert.equal(check.code, 2);
    assert.match(check.output, /A\.lqrule:4:6: error: Anchors and aliases are not supported/);
    assert.match((await project.run('plan')).notes, /A\.lqrule:4:6: /);
    const missing = `---\nname: A\nguid: ${guid}\nmsg: *missing\n---\ntable a\n`;
    await project.write('rules/test/batch/A.lqrule', missing);
    assert.match((await project.run('check')).output, /A\.lqrule:\d+:\d+: error: /);
  });

  it('reads nothing outside of it for a platform whose name is a path', async () => {
    const rule = '---\nname: A\nguid: 8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11\n---\n';
    await project.write('outside/batch/A.lqrule', rule);
    await project.write(
      'inside/logbench.yaml',
      'platforms:\n  ../../outside:\n    base_url: http://127.0.0.1\n',
    );
    const at = { cwd: path.join(project.root, 'inside'), env: {} };
    const { code, output, notes } = await runCommand(['check'], at);
    assert.deepEqual(
      [code, output.includes('A.lqrule'), notes.includes('0 files checked, 1 error')],
      [2, false, true],
    );
    assert.match(output, /A platform name can contain only/);
    assert.match((await runCommand(['forget', '../x.lq'], at)).notes, /is not in the folder of the project/);
  });

  it('keeps lock entries that another apply wrote at the same time', async () => {
    await project.write(`${folder}/A.lq`, query);
    await project.write(`${folder}/B.lq`, query);
    let other: CommandResult | undefined;
    project.proxy.interference = async (exchange) => {
      if (exchange.method === 'POST' && other === undefined) {
        project.proxy.interference = passOn;
        other = await project.run('apply', '--yes', '--only', '**/B.lq');
      }
      await passOn(exchange);
    };

    assert.equal((await project.run('apply', '--yes', '--only', '**/A.lq')).code, 0);
    assert.equal(other?.code, 0);
    assert.match(await project.read('logbench.lock.json'), /A\.lq[^]*B\.lq/);
  });

  it('is rejected before the platform is changed if it cannot be written', async () => {
    await project.write(`${folder}/A.lq`, query);
    await mkdir(path.join(project.root, 'logbench.lock.json'));
    const unread = await project.run('apply', '--yes');
    assert.deepEqual([unread.code, unread.notes.includes('logbench.lock.json could not be read')], [1, true]);

    await rm(path.join(project.root, 'logbench.lock.json'), { recursive: true });
    await project.write('elsewhere.json', '{ "version": 1 }');
    await symlink('elsewhere.json', path.join(project.root, 'logbench.lock.json'));
    const { code, notes } = await project.run('apply', '--yes');
    assert.deepEqual([code, notes.includes('logbench.lock.json is a symbolic link')], [1, true], notes);
    assert.deepEqual([...(await project.records()).keys()], []);
  });

  it('uses temporary names only for queries that exchange names', async () => {
    for (const name of ['A', 'B']) await project.create({ name });
    assert.equal((await project.run('pull', '--no-rules')).code, 0);
    await project.edit(`${folder}/A.lq`, 'name: A', 'name: B');
    await project.edit(`${folder}/B.lq`, 'name: B', 'name: A');

    for (const name of ['A', 'B']) {
      const { code, output } = await project.run('apply', '--yes', '--only', `**/${name}.lq`);
      assert.deepEqual([code, output.includes('duplicated name')], [3, true]);
      assert.deepEqual([...(await project.records()).keys()].sort(), ['A', 'B']);
    }
  });

  it('is not compared with a list that misses a record or has a malformed one', async () => {
    for (const name of ['A', 'B']) await project.create({ name });
    assert.equal((await project.run('pull', '--no-rules')).code, 0);
    const damage = (change: (queries: readonly object[]) => readonly object[]): void => {
      project.proxy.interference = async ({ response, forward }) => {
        const reply = await forward();
        const list = JSON.parse(reply.body.toString()) as { readonly scheduled_queries: readonly object[] };
        const changed = { ...list, scheduled_queries: change(list.scheduled_queries) };
        send(response, { ...reply, body: Buffer.from(JSON.stringify(changed)) });
      };
    };

    damage((queries) => queries.slice(1));
    for (const command of ['plan', 'pull', 'apply']) {
      const { code, notes } = await project.run(command, '--prune');
      assert.deepEqual([code, notes.includes('returned 1 of 2 scheduled queries')], [1, true], notes);
    }
    damage(([first, ...rest]) => [{ ...first, query: 5 }, ...rest]);
    const { code, notes } = await project.run('pull', '--prune');
    assert.deepEqual([code, notes.includes("'query' is not as documented")], [1, true], notes);
    assert.deepEqual(await project.files(), ['A.lq', 'B.lq']);
  });

  it('has its lock file checked without a platform, and reports when there is nothing to check', async () => {
    await project.write(`${folder}/A.lq`, query);
    await project.write('logbench.lock.json', '<<<<<<< HEAD\n{}\n');
    await mkdir(path.join(project.root, 'empty'));
    const damaged = await project.run('check');
    assert.equal(damaged.code, 2);
    assert.match(damaged.output, /^logbench\.lock\.json:1:1: error: .*Check for unresolved merge conflicts/);

    const empty = await project.run('check', 'empty');
    assert.deepEqual([empty.code, empty.output], [1, '']);
    assert.match(empty.notes, /There is nothing to check in empty/);
    await rm(path.join(project.root, folder), { recursive: true });
    await project.remove('logbench.lock.json');
    const unmatched = await project.run('check');
    assert.equal(unmatched.code, 0);
    assert.match(unmatched.output, /^logbench\.yaml:1:1: warning: No file matches/);
  });

  it('ends the command if standard output is closed or the disk is full', async () => {
    for (const name of ['A', 'B']) await project.write(`${folder}/${name}.lq`, query);
    const shell = (command: string): Promise<CommandResult> => {
      const env = { ...environmentIn(project.root), LOGBENCH_API_KEY_TEST: project.platform.key };
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      const args = ['-c', `logbench() { "${process.execPath}" "${bundle}" "$@"; }; ${command}`];
      return resultOf(spawn('bash', args, { cwd: project.root, env, stdio: [...stdio] }));
    };
    const bundle = path.join(process.cwd(), 'dist', 'cli.js');

    const closed = await shell('logbench plan | true; exit ${PIPESTATUS[0]}');
    assert.deepEqual([closed.code, closed.notes.includes('logbench:')], [141, false]);
    const full = await shell('logbench plan > /dev/full');
    assert.equal(full.code, 1);
    assert.match(full.notes, /The result could not be written/);
    assert.equal((await shell('logbench plan 2> /dev/full')).code, 2);
  });

  it('is not reported as the problem if the key is malformed', async () => {
    await project.write(`${folder}/A.lq`, query);
    const { key } = project.platform;
    const withKeys = (own: string, common: string): Promise<CommandResult> => {
      const env = { LOGBENCH_API_KEY_TEST: own, LOGBENCH_API_KEY: common };
      return runCommand(['plan'], { cwd: project.root, env });
    };

    assert.equal((await withKeys('', key)).code, 2);
    const odd = await withKeys('ключ', key);
    assert.deepEqual([odd.code, odd.notes.includes('LOGBENCH_API_KEY_TEST has no valid API key')], [1, true]);
  });
});
