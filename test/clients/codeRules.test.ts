import assert from 'node:assert/strict';
import { listRuleVersions, switchRule, getRule, listRules } from '../../src/core/api/operations/rules';
import { passOn, send as respond } from '../support/faultProxy';
import { parseLines } from '../support/queryClient';
import { TestProject } from '../support/project';

const scan = 'rules/test/batch/Scan.lqrule';
const web = 'rules/test/stream/Web.lqrule';
const commands = [
  { template_id: 'contains', field_name: 'url', args: ['/admin'], invert: false, ordinal: 1 },
];

describe('Detection rules as files', () => {
  const project = TestProject.forSuite();
  let guid: string;

  beforeEach(async () => {
    const batch = {
      name: 'Scan',
      query: 'table fw\n| stats count',
      schedule: '0 * * * *',
      priority: 'HIGH',
      mitre_tactics: 'TA0001,TA0002',
      unheard_of: 'kept',
    };
    guid = await send('POST', 'batch-rules', batch);
    await send('POST', 'stream-rules', { name: 'Web', commands: JSON.stringify(commands), enabled: 'true' });
    assert.equal((await project.run('pull')).code, 0);
    project.proxy.seen.length = 0;
  });

  async function send(method: string, path: string, form?: Record<string, string>): Promise<string> {
    const body = form && new URLSearchParams(form);
    const response = await fetch(`${project.platform.baseUrl}/api/core/${path}`, {
      method,
      headers: { authorization: `Bearer ${project.platform.key}` },
      ...(body && { body }),
    });
    const reply = (await response.json()) as { guid?: string };
    assert.equal(response.status, 200, JSON.stringify(reply));
    return reply.guid ?? '';
  }

  async function versions(): Promise<number> {
    return (await project.client.send(listRuleVersions('batch', guid))).items.length;
  }

  it('are texts with properties and a query or conditions, and match the platform after a pull', async () => {
    assert.match(
      await project.read(scan),
      /^---\nname: Scan\nguid: [^]*unheard_of: kept\n[^]*---\ntable fw\n\| stats count\n$/,
    );
    assert.match(await project.read(web), /---\n1\. url contains \["\/admin"\]\n$/);
    const plan = await project.run('plan');
    assert.deepEqual([plan.code, plan.output], [0, ''], plan.notes);
    assert.match(plan.notes, /Rules: No changes, 2 unchanged\./);
    assert.doesNotMatch((await project.run('pull')).notes, /rule/);
    assert.equal((await project.run('check')).code, 0);
  });

  it('are changed and enabled from their files, each change with one version', async () => {
    await project.edit(scan, '| stats count', '| stats count by src_ip');
    await project.edit(scan, 'enabled: false', 'enabled: true');
    await project.edit(web, '["/admin"]', '["/admin","/login"]');
    const plan = await project.run('plan');
    assert.equal(plan.code, 2);
    assert.match(
      plan.output,
      /^~ change rule: Scan \(rules\/test\/batch\/Scan\.lqrule\)\n {4}enabled: false → true\n {4}query:\n/m,
    );
    assert.deepEqual(project.proxy.writes, []);

    const apply = await project.run('apply', '--yes');
    assert.equal(apply.code, 0, apply.output + apply.notes);
    const rule = await project.client.send(getRule('batch', guid));
    assert.deepEqual(
      [
        rule?.enabled,
        rule?.raw['query'],
        rule?.raw['unheard_of'],
        rule?.raw['mitre_tactics'],
        await versions(),
      ],
      [true, 'table fw\n| stats count by src_ip', 'kept', ['TA0001', 'TA0002'], 2],
    );
    const again = await project.run('plan');
    assert.deepEqual([again.code, again.output], [0, '']);
  });

  it('disable a rule without a new version of its content', async () => {
    await project.edit(web, 'enabled: true', 'enabled: false');
    assert.equal((await project.run('apply', '--yes')).code, 0);
    assert.deepEqual(
      project.proxy.writes.map(({ method, path }) => `${method} ${path.split('/').at(-1) ?? ''}`),
      ['POST disable'],
    );
  });

  it('distinguish changes on the platform from changes in the file, and report conflicts', async () => {
    const rule = await project.client.send(getRule('batch', guid));
    await send('PUT', `batch-rules/${guid}`, { name: 'Scan', query: 'table theirs', priority: 'LOW' });
    await project.client.send(switchRule('batch', guid, true));
    assert.match((await project.run('plan')).output, /^! rule changed on the platform: Scan/m);
    assert.equal((await project.run('apply', '--yes')).code, 3);
    await project.edit(scan, '| stats count', '| stats count by src_ip');
    assert.match(
      (await project.run('plan')).output,
      /^! conflict in a rule \(the file is based on version 1\): Scan/m,
    );
    assert.match((await project.run('pull')).notes, /Scan\.lqrule changed on both sides; --overwrite/);
    assert.match(await project.read(scan), /by src_ip/);
    assert.equal((await project.client.send(getRule('batch', guid)))?.raw['query'], 'table theirs');

    assert.equal((await project.run('apply', '--yes', '--overwrite')).code, 0);
    assert.equal(
      (await project.client.send(getRule('batch', guid)))?.raw['query'],
      `${String(rule?.raw['query'])} by src_ip`,
    );
    await send('PUT', `batch-rules/${guid}`, { name: 'Scan', query: 'table theirs' });
    assert.equal((await project.run('pull')).code, 0);
    assert.match(await project.read(scan), /---\ntable theirs\n$/);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('are neither created nor deleted', async () => {
    await project.remove(scan);
    assert.equal((await project.run('apply', '--yes', '--prune')).code, 0);
    assert.ok(await project.client.send(getRule('batch', guid)));
    await project.write('rules/test/batch/New.lqrule', '---\nname: New\n---\ntable a\n');
    const check = await project.run('check');
    assert.equal(check.code, 2);
    assert.match(check.output, /New\.lqrule:1:1: error: A rule requires “name” and “guid”/);
    assert.equal((await project.run('plan')).code, 1);
    await project.write(
      'rules/test/batch/New.lqrule',
      '---\nname: New\nguid: 8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11\n---\ntable a\n',
    );
    assert.match((await project.run('plan')).output, /^! rule is not on the platform: New/m);
    assert.equal((await project.run('apply', '--yes', '--overwrite')).code, 3);
    assert.deepEqual(project.proxy.writes, []);
  });

  it('are recognized by their GUID when a file was renamed and changed', async () => {
    const renamed = 'rules/test/batch/port scans.lqrule';
    await project.move(scan, renamed);
    await project.edit(renamed, '| stats count', '| stats count by src_ip');
    assert.match(
      (await project.run('plan')).output,
      /^~ change rule: Scan \(rules\/test\/batch\/port scans/m,
    );
    assert.equal((await project.run('apply', '--yes')).code, 0);
    assert.equal((await project.run('plan')).code, 0);
    const lock = await project.read('logbench.lock.json');
    assert.deepEqual(lock.match(/batch\/[^"]*/g), ['batch/port scans.lqrule']);

    assert.equal((await project.run('forget', renamed)).code, 0);
    assert.doesNotMatch(await project.read('logbench.lock.json'), /port scans/);
    assert.equal((await project.run('plan')).code, 0);
  });

  it('are not disabled by a file without the property enabled', async () => {
    await project.edit(web, 'enabled: true\n', '');
    const plan = await project.run('plan');
    assert.deepEqual([plan.code, plan.output], [0, ''], plan.notes);
    await project.edit(web, '["/admin"]', '["/login"]');
    assert.equal((await project.run('apply', '--yes')).code, 0);
    assert.deepEqual(
      (await project.client.send(listRules('stream', {}))).items.map(({ enabled }) => enabled),
      [true],
    );

    await project.edit(web, 'name: Web\n', 'name: Web\nenabled: "true"\n');
    assert.match(
      (await project.run('check')).output,
      /Web\.lqrule:1:1: error: “enabled” must be true or false\./,
    );
    assert.equal((await project.run('apply', '--yes')).code, 1);
  });

  it('are not attempted one by one when the key may not write', async () => {
    await project.edit(scan, '| stats count', '| stats count by src_ip');
    await project.edit(web, '["/admin"]', '["/login"]');
    project.proxy.interference = async (exchange) => {
      if (exchange.method === 'GET') return passOn(exchange);
      const body = { error_code: 'illegal-state', error_msg: 'no-permission' };
      const headers = { 'content-type': 'application/json' };
      respond(exchange.response, { status: 500, headers, body: Buffer.from(JSON.stringify(body)) });
    };
    const { code, output } = await project.run('apply', '--yes', '--json');
    assert.equal(code, 3, output);
    const results = parseLines(output);
    assert.deepEqual(
      results.map(({ name, done }) => [name, done]),
      [
        ['Scan', false],
        ['Web', false],
      ],
    );
    assert.equal(results[1]?.['error'], 'Not attempted, for the same reason.');
    assert.equal(project.proxy.writes.length, 1);
  });

  it('are skipped when they change on the platform after the plan was made', async () => {
    await project.edit(scan, '| stats count', '| stats count by src_ip');
    let reads = 0;
    project.proxy.interference = async (exchange) => {
      const isScan = exchange.method === 'GET' && exchange.path.endsWith(`/batch-rules/${guid}`);
      if (isScan && reads++ === 0)
        await send('PUT', `batch-rules/${guid}`, { name: 'Scan', query: 'table b' });
      return passOn(exchange);
    };
    const { code, output } = await project.run('apply', '--yes', '--json');
    assert.equal(code, 3, output);
    const result = JSON.parse(output) as Record<string, unknown>;
    assert.deepEqual([result['done'], result['skipped']], [false, true]);
    assert.equal((await project.client.send(getRule('batch', guid)))?.raw['query'], 'table b');
  });

  it('are part of a saved plan', async () => {
    await project.edit(scan, '| stats count', '| stats count by src_ip');
    assert.equal((await project.run('plan', '--out', 'plan.json')).code, 2);
    await project.edit(scan, 'by src_ip', 'by dst_ip');
    assert.equal((await project.run('apply', 'plan.json', '--yes')).code, 1);
    assert.deepEqual(project.proxy.writes, []);
  });
});
