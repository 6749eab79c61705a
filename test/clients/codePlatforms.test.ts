import assert from 'node:assert/strict';
import { createScheduledQuery, removeScheduledQueries } from '../../src/core/api/operations/scheduledQueries';
import { parseLines } from '../support/queryClient';
import { runCommand, TestProject } from '../support/project';
import type { CommandResult } from '../support/project';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { deleteRecords, suiteApp, suiteClient } from '../support/startApp';

const first = 'scheduled-queries/First.lq';

describe('A project with two platforms', () => {
  const project = TestProject.forSuite();
  const live = suiteApp();
  const liveClient = suiteClient(live);

  beforeEach(async () => {
    await deleteRecords(live);
    await project.edit(
      'logbench.yaml',
      /$/,
      `  live:\n    base_url: ${live.baseUrl}\n    environment: staging\n`,
    );
  });

  async function run(...args: readonly string[]): Promise<CommandResult> {
    const env = { LOGBENCH_API_KEY_TEST: project.platform.key, LOGBENCH_API_KEY_LIVE: live.keys.master };
    return runCommand(args, { cwd: project.root, env });
  }

  async function succeeds(...args: readonly string[]): Promise<void> {
    const { code, notes, output } = await run(...args);
    assert.equal(code, 0, notes + output);
  }

  const firstSource = '---\nname: First\nschedule: "0 * * * *"\n---\ntable a\n';

  /** The platforms of a plan for all. */
  async function planned(): Promise<readonly string[]> {
    const documents = JSON.parse((await run('plan', '--all', '--json')).output) as { platform: string }[];
    return documents.map(({ platform }) => platform);
  }

  it('pulls a query for the platform that has it, and for the other one when that has it too', async () => {
    await project.create({ name: 'First', query: 'table a' });
    await succeeds('pull', '--platform', 'test');
    assert.match(await project.read(first), /^platforms:\n {2}live: false$/m);
    const plan = await run('plan', '--platform', 'live');
    assert.deepEqual([plan.code, plan.output], [0, '']);

    await liveClient.send(createScheduledQuery(scheduledQueryFields({ name: 'First', query: 'table b' })));
    await succeeds('pull', '--platform', 'live');
    assert.deepEqual(await project.files(), ['First.lq']);
    assert.match(
      await project.read(first),
      /platforms:\n {2}live:\n {4}query: \|\n {6}table b\n---\ntable a\n$/,
    );
    for (const platform of ['test', 'live']) await succeeds('plan', '--platform', platform, '--prune');
  });

  it('excludes a query that one platform deleted, and deletes nothing on the other', async () => {
    await project.write(first, firstSource);
    for (const platform of ['test', 'live']) await succeeds('apply', '--yes', '--platform', platform);
    await project.client.send(removeScheduledQueries([(await project.records()).get('First')?.guid ?? '']));
    await succeeds('pull', '--platform', 'test', '--prune');

    assert.match(await project.read(first), /^platforms:\n {2}test: false$/m);
    for (const platform of ['test', 'live']) await succeeds('plan', '--platform', platform, '--prune');
  });

  it('skips a new query whose name a file of the same platform has, and says so', async () => {
    await project.create({ name: 'First' });
    await succeeds('pull', '--platform', 'test');
    await project.edit(first, 'name: First', 'name: Second');
    await project.create({ name: 'Second' });

    const pull = await run('pull', '--platform', 'test');
    assert.equal(pull.code, 3, pull.notes);
    assert.match(
      pull.notes,
      /skipped scheduled-queries\/Second\.lq, Second: .*First\.lq also has the name “Second”/,
    );
    assert.deepEqual(await project.files(), ['First.lq']);
    assert.equal((await run('plan', '--platform', 'test')).code, 2);
  });

  it('uses LOGBENCH_API_KEY when a command addresses one platform only', async () => {
    const env = { LOGBENCH_API_KEY: project.platform.key };
    const one = await runCommand(['plan', '--platform', 'test'], { cwd: project.root, env });
    assert.equal(one.code, 0, one.notes);
    const all = await runCommand(['plan', '--all'], { cwd: project.root, env });
    assert.equal(all.code, 1);
    assert.match(
      all.notes,
      /There is no API key: set LOGBENCH_API_KEY_TEST\. LOGBENCH_API_KEY is for a single platform/,
    );
  });

  it('plans all platforms, and says for which there are changes', async () => {
    await project.write(first, firstSource);
    await succeeds('apply', '--yes', '--platform', 'test');

    const plan = await run('plan', '--all');
    assert.equal(plan.code, 2);
    assert.match(plan.notes, /^test \(development\)[^]*^No changes[^]*^live \(staging\)[^]*^1 to create/m);
    assert.deepEqual(await planned(), ['test', 'live']);
    await succeeds('apply', '--yes', '--platform', 'live');
    await succeeds('plan', '--all');
  });

  it('plans the other platforms when one is unreachable, and fails', async () => {
    await project.write(first, firstSource);
    const address = new RegExp(live.baseUrl.replaceAll('.', '\\.'));
    await project.edit('logbench.yaml', address, 'http://127.0.0.1:9');

    const plan = await run('plan', '--all');
    assert.equal(plan.code, 1);
    assert.match(
      plan.notes,
      /^test \(development\)[^]*^1 to create[^]*^Not read: live\.$[^]*127\.0\.0\.1:9/m,
    );
    assert.deepEqual(await planned(), ['test']);
  });
});

describe('A project with one platform', () => {
  const project = TestProject.forSuite();

  it('lists as JSON what was done, what was skipped and why, and what is uncertain', async () => {
    const source = (name: string): string => `---\nname: ${name}\nschedule: "0 * * * *"\n---\ntable a\n`;
    for (const name of ['A', 'B']) await project.write(`scheduled-queries/${name}.lq`, source(name));
    assert.equal((await project.run('apply', '--yes')).code, 0);
    await project.change('A', { description: 'Changed by hand' });
    await project.edit('scheduled-queries/B.lq', 'table a', 'table b');
    await project.write('scheduled-queries/C.lq', source('C'));
    project.proxy.interference = async ({ method, socket, forward, response }) => {
      const { status, headers, body } = await forward();
      if (method === 'PUT') socket.destroy();
      else response.writeHead(status, headers).end(body);
    };

    const { code, output } = await project.run('apply', '--yes', '--json');
    assert.equal(code, 3);
    const reported = parseLines(output).map(({ kind, name, done, skipped, uncertain, error }) => ({
      ...{ kind, name, done, skipped, uncertain },
      error: String(error).slice(0, 9),
    }));
    const none = { skipped: undefined, uncertain: undefined };
    assert.deepEqual(
      reported.toSorted((one, other) => (String(one.name) < String(other.name) ? -1 : 1)),
      [
        { ...none, kind: 'drift', name: 'A', done: false, skipped: true, error: 'changed o' },
        { ...none, kind: 'change', name: 'B', done: false, uncertain: true, error: '127.0.0.1' },
        { ...none, kind: 'create', name: 'C', done: true, error: 'undefined' },
      ],
    );
  });

  it('rejects an assistant when logbench.yaml has problems', async () => {
    await project.edit('logbench.yaml', /$/, 'platform: test\n');

    const { code, notes } = await project.run('mcp');
    assert.equal(code, 1);
    assert.match(notes, /logbench\.yaml:\d+:1: Unknown key “platform”/);
  });
});
