import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getRule, listRules } from '../../src/core/api/operations/rules';
import { resultOf, TestProject } from '../support/project';

const scan = 'rules/test/batch/Scan.lqrule';
const web = 'rules/test/stream/Web.lqrule';

describe('A detection rule that could never find anything', () => {
  const project = TestProject.forSuite();

  beforeEach(async () => {
    const post = async (path: string, form: Record<string, string>): Promise<void> => {
      const headers = { authorization: `Bearer ${project.platform.key}` };
      const address = `${project.platform.baseUrl}/api/core/${path}`;
      const response = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(form) });
      assert.equal(response.status, 200);
    };
    await post('batch-rules', { name: 'Scan', query: 'table fw', schedule: '0 * * * *' });
    const condition = { template_id: 'in', field_name: 'ip', args: [], invert: false, ordinal: 1 };
    const commands = JSON.stringify([{ ...condition, query: 'table hosts' }]);
    await post('stream-rules', { name: 'Web', commands });
    assert.equal((await project.run('pull')).code, 0);
  });

  const faults = [
    ['a query with an error', scan, 'table fw', '| searc user_agent ( == …', /Scan\.lqrule:\d+:1: error: /],
    ['no query', scan, /table fw\n/, '', /Scan\.lqrule:\d+:\d+: error: The text of the query is missing/],
    [
      'only a comment',
      scan,
      'table fw',
      '# Scans\ntable fw',
      /Scan\.lqrule:\d+:\d+: error: The text has nothing but a comment/,
    ],
    [
      'no schedule',
      scan,
      /enabled: false([^]*)schedule: .*\n/,
      'enabled: true$1',
      /:\d+:1: error: A batch rule requires “schedule”/,
    ],
    ['an impossible schedule', scan, '0 * * * *', '99 * * * *', /:\d+:1: error: “99” is not valid.*\(cron\)/],
    [
      'a condition with an error',
      web,
      'table hosts',
      'table hosts | search (a',
      /Web\.lqrule:\d+:\d+: error: /,
    ],
  ] as const;
  for (const [title, file, before, after, message] of faults) {
    it(`is reported by check and plan and not applied, while others are: ${title}`, async () => {
      await project.edit(file, before, after);
      const other = file === scan ? web : scan;
      await project.edit(other, /^name: .*$/m, 'name: Renamed');

      const check = await project.run('check');
      assert.equal(check.code, 2, check.notes);
      assert.match(check.output, message);
      assert.match(check.notes, /^2 files checked, [1-9] errors?, /m);
      assert.equal((await project.run('check', file)).code, 2);
      const plan = await project.run('plan');
      assert.equal(plan.code, 2);
      assert.match(plan.output, /^~ change rule: .*\n[^]*? {4}not applied: \d+:\d+: /m);
      const apply = await project.run('apply', '--yes');
      assert.equal(apply.code, 3, apply.output);
      assert.match(apply.output, /^failed ~ change rule: .*: The file has an error: /m);
      assert.match(apply.notes, /1 done, 1 failed\./);
      const [rule] = (await project.client.send(listRules(file === scan ? 'batch' : 'stream', {}))).items;
      assert.match(JSON.stringify(rule?.raw), file === scan ? /"table fw"/ : /"table hosts"/);
    });
  }

  it('is applied when only its name changes or it is disabled', async () => {
    const [rule] = (await project.client.send(listRules('batch', {}))).items;
    const headers = { authorization: `Bearer ${project.platform.key}` };
    const body = new URLSearchParams({ name: 'Scan', query: '| (', schedule: '0 * * * *' });
    const address = `${project.platform.baseUrl}/api/core/batch-rules/${rule?.guid ?? ''}`;
    assert.equal((await fetch(address, { method: 'PUT', headers, body })).status, 200);
    assert.equal((await project.run('pull')).code, 0);
    await project.edit(scan, 'name: Scan', 'name: Probe');
    assert.equal((await project.run('apply', '--yes')).code, 0);
    assert.equal((await project.client.send(getRule('batch', rule?.guid ?? '')))?.name, 'Probe');
  });

  it('is the same for the text of a scheduled query, new or changed', async () => {
    const file = 'scheduled-queries/A.lq';
    await project.write(file, '---\nschedule: "0 * * * *"\n---\ntable a\n| search (b\n');
    assert.match((await project.run('plan')).output, /^ {4}not applied: line 2 of the text: /m);
    assert.equal((await project.run('apply', '--yes')).code, 3);
    assert.equal((await project.records()).size, 0);
    await project.edit(file, '(b', 'b');
    assert.equal((await project.run('apply', '--yes')).code, 0);
    await project.edit(file, ' b', ' (c');
    const apply = await project.run('apply', '--yes');
    assert.deepEqual([apply.code, apply.output.includes('The file has an error: line 2')], [3, true]);
    await project.edit(file, '0 * * * *', '1 * * * *');
    assert.equal((await project.run('apply', '--yes')).code, 3);
    assert.equal((await project.records()).get('A')?.query, 'table a\n| search b');
  });

  it('is not applied with a text above the limit of the platform, which the sentence names', async () => {
    const file = 'scheduled-queries/A.lq';
    await project.write(file, `---\nschedule: "0 * * * *"\n---\ntable a # ${'x'.repeat(4_000_000)}\n`);
    await project.edit(scan, 'table fw', `table fw # ${'x'.repeat(18_000_000)}`);
    const check = await project.run('check');
    assert.equal(check.code, 2);
    assert.match(
      check.output,
      /A\.lq:\d+:1: error: The text is too long: .* 4,000,000 characters\. \(too-long\)/,
    );
    assert.match(check.output, /Scan\.lqrule:\d+:1: error: The text is too long: .* 4,000,000 characters/);
    const apply = await project.run('apply', '--yes');
    assert.equal(apply.code, 3);
    assert.equal(apply.output.match(/^failed .*4,000,000 characters/gm)?.length, 2, apply.output.slice(-500));
    assert.equal((await project.records()).size, 0);
  });

  it('is reported with the other limits of the platform, but other platforms may accept it', async () => {
    const file = 'scheduled-queries/A.lq';
    const text = `table a | search in(b, ${'1, '.repeat(30_000)}1)`;
    await project.write(file, `---\nschedule: "0 * * * *"\n---\n${text}\n`);
    const check = await project.run('check', file);
    assert.match(check.output, /warning: The query is too large: the limit of the platform is 30,000 words/);
    assert.equal((await project.run('apply', '--yes')).code, 0);
  });

  it('is neither enabled nor disabled by accident: with an error, only the latter is applied', async () => {
    const [rule] = (await project.client.send(listRules('batch', {}))).items;
    const headers = { authorization: `Bearer ${project.platform.key}` };
    const body = new URLSearchParams({ name: 'Scan', query: '| (', schedule: '0 * * * *', enabled: 'false' });
    const address = `${project.platform.baseUrl}/api/core/batch-rules/${rule?.guid ?? ''}`;
    assert.equal((await fetch(address, { method: 'PUT', headers, body })).status, 200);
    await project.create({ name: 'A', query: '| (', enabled: false });
    assert.equal((await project.run('pull')).code, 0);
    await project.edit(scan, 'enabled: false', 'enabled: true');
    await project.edit('scheduled-queries/A.lq', 'enabled: false', 'enabled: true');
    assert.equal((await project.run('plan')).output.match(/^ {4}not applied: /gm)?.length, 2);
    const apply = await project.run('apply', '--yes');
    assert.deepEqual([apply.code, apply.output.match(/^failed /gm)?.length], [3, 2], apply.output);
    assert.equal((await project.records()).get('A')?.enabled, false);
    assert.equal((await project.client.send(getRule('batch', rule?.guid ?? '')))?.enabled, false);
  });

  it('is reported by check in the text for one platform too', async () => {
    await project.write(
      'scheduled-queries/A.lq',
      '---\nschedule: "0 * * * *"\nplatforms:\n  test:\n    query: table a | search (b\n---\ntable a\n',
    );
    const check = await project.run('check');
    assert.match(check.output, /^scheduled-queries\/A\.lq:5:\d+: error: The parentheses do not match/m);
    assert.equal(check.code, 2);
  });

  it('is reported by check with the other files when it cannot be read', async () => {
    const { root } = project;
    await writeFile(path.join(root, scan), Buffer.from('\uFEFF---\nname: Scan\n---\n', 'utf16le'));
    await mkdir(path.join(root, 'scheduled-queries'));
    await writeFile(path.join(root, 'scheduled-queries/A.lq'), Buffer.from([0xff, 0xfe, 0x41, 0]));
    await rename(path.join(root, web), path.join(root, 'Web'));
    await symlink(path.join(root, 'Web'), path.join(root, web));
    const check = await project.run('check');
    assert.equal(check.code, 2, check.notes);
    assert.match(check.output, /^rules\/test\/batch\/Scan\.lqrule:1:1: error: .* is not UTF-8/m);
    assert.match(check.output, /^scheduled-queries\/A\.lq:1:1: error: .* is not UTF-8/m);
    assert.match(check.output, /^rules\/test\/stream\/Web\.lqrule:1:1: warning: .* is a symbolic link/m);
    assert.match(check.notes, /2 errors, 1 warning\./);
  });

  it('is reported by check with the other files when it may not be read', async () => {
    await project.write('scheduled-queries/A.lq', '---\nschedule: "0 * * * *"\n---\ntable a\n');
    const { root } = project;
    for (const file of ['scheduled-queries/A.lq', scan]) await chmod(path.join(root, file), 0);
    await chmod(root, 0o755);
    // Root may read everything.
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const cli = path.resolve('dist/cli.js');
    const child = spawn(process.execPath, [cli, 'check'], { cwd: root, env: {}, ...user });
    const check = await resultOf(child);
    assert.equal(check.code, 2, check.notes);
    assert.match(check.output, /^scheduled-queries\/A\.lq:1:1: error: .* could not be read: EACCES/m);
    assert.match(check.output, /^rules\/test\/batch\/Scan\.lqrule:1:1: error: .* could not be read/m);
  });
});
