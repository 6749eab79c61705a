import assert from 'node:assert/strict';
import { send as respond } from '../support/faultProxy';
import { TestProject } from '../support/project';

const path = (name: string, kind = 'batch'): string => `rules/test/${kind}/${name}.lqrule`;

describe('The files of detection rules', () => {
  const project = TestProject.forSuite();
  const guids = new Map<string, string>();

  async function send(method: string, address: string, form?: Record<string, string>): Promise<string> {
    const response = await fetch(`${project.platform.baseUrl}/api/core/${address}`, {
      method,
      headers: { authorization: `Bearer ${project.platform.key}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { guid?: string }).guid ?? '';
  }

  async function deleteRule(name: string): Promise<void> {
    project.proxy.interference = async ({ path: asked, response, forward }) => {
      const reply = await forward();
      const list = JSON.parse(reply.body.toString()) as { rules?: { name: string }[]; total_count: number };
      if (asked.includes('batch-rules') && list.rules !== undefined) {
        list.rules = list.rules.filter((rule) => rule.name !== name);
        list.total_count = list.rules.length;
      }
      respond(response, { ...reply, body: Buffer.from(JSON.stringify(list)) });
    };
    return Promise.resolve();
  }

  async function rulesLeft(): Promise<readonly string[]> {
    const left: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      if (await project.read(path(name)).then(Boolean, () => false)) left.push(name);
    }
    return left;
  }

  beforeEach(async () => {
    for (const name of ['A', 'B', 'C']) {
      const rule = { name, query: 'table fw', schedule: '0 * * * *', enabled: 'true' };
      guids.set(name, await send('POST', 'batch-rules', rule));
    }
    assert.equal((await project.run('pull')).code, 0);
  });

  const damages: readonly (readonly [string, (rules: readonly object[]) => readonly object[], RegExp])[] = [
    ['misses one', (rules) => rules.slice(1), /returned 2 of 3 batch rules/],
    [
      'has one twice instead of another',
      ([, ...rules]) => [...rules.slice(0, 1), ...rules],
      /returned 2 of 3/,
    ],
    [
      'has a malformed one',
      ([first, ...rules]) => [{ ...first, name: 5 }, ...rules],
      /'name' is not as documented/,
    ],
    ['is empty', () => [], /returned 0 of 3/],
    [
      'has one without a GUID',
      ([first, ...rules]) => [{ ...first, guid: '' }, ...rules],
      /returned 2 of 3 batch rules/,
    ],
  ];
  for (const [title, damage, message] of damages) {
    it(`are all kept by pull --prune when the list ${title}`, async () => {
      project.proxy.interference = async ({ path: asked, response, forward }) => {
        const reply = await forward();
        const list = JSON.parse(reply.body.toString()) as { readonly rules?: readonly object[] };
        const isList = asked.includes('batch-rules') && list.rules !== undefined;
        const changed = isList ? { ...list, rules: damage(list.rules) } : list;
        respond(response, { ...reply, body: Buffer.from(JSON.stringify(changed)) });
      };
      for (const args of [
        ['pull', '--prune'],
        ['pull', '--prune', '--overwrite'],
        ['plan'],
        ['apply', '--yes'],
      ]) {
        const { code, notes } = await project.run(...args);
        assert.deepEqual([code, message.test(notes)], [1, true], notes);
      }
      assert.deepEqual(await rulesLeft(), ['A', 'B', 'C']);
      assert.match(await project.read('logbench.lock.json'), /A\.lqrule[^]*B\.lqrule[^]*C\.lqrule/);
    });
  }

  it('are removed by pull --prune when their rules were deleted, but not with changes of their own', async () => {
    await deleteRule('A');
    await project.edit(path('A'), 'table fw', 'table proxy');
    const { notes } = await project.run('pull', '--prune');
    assert.match(notes, /A\.lqrule is not on the platform, and its file has changes of its own/);
    assert.deepEqual(await rulesLeft(), ['A', 'B', 'C']);
    await project.run('pull', '--prune', '--overwrite');
    assert.deepEqual(await rulesLeft(), ['A', 'B', 'C']);

    await project.edit(path('A'), 'table proxy', 'table fw');
    await project.run('pull', '--prune');
    assert.deepEqual(await rulesLeft(), ['B', 'C']);
  });

  it('are kept by pull --prune when the lock file does not know them', async () => {
    await deleteRule('A');
    await project.remove('logbench.lock.json');
    await project.run('pull', '--prune');
    assert.deepEqual(await rulesLeft(), ['A', 'B', 'C']);
  });

  it('are neither written nor removed by pull when --only does not match them', async () => {
    await deleteRule('A');
    const change = { name: 'B', query: 'table theirs' };
    await send('PUT', `batch-rules/${guids.get('B') ?? ''}`, change);
    await send('PUT', `batch-rules/${guids.get('C') ?? ''}`, { ...change, name: 'C' });
    await send('POST', 'batch-rules', { name: 'D', query: 'table fw' });
    await project.run('pull', '--prune', '--only', '**/*.lq');
    assert.deepEqual(await rulesLeft(), ['A', 'B', 'C']);
    await project.run('pull', '--prune', '--only', path('C'));
    assert.deepEqual(await rulesLeft(), ['A', 'B', 'C']);
    assert.match(await project.read(path('B')), /table fw/);
    assert.match(await project.read(path('C')), /table theirs/);
    await assert.rejects(project.read(path('D')));
  });

  it('contain nothing that only the platform sets, so that nobody else changes them', async () => {
    const name = { name: 'A', query: 'table fw', unheard_name: 'kept' };
    await send('PUT', `batch-rules/${guids.get('A') ?? ''}`, name);
    project.proxy.interference = async ({ path: asked, response, forward }) => {
      const reply = await forward();
      const list = JSON.parse(reply.body.toString()) as { rules?: object[] | undefined };
      const names = { category_guid: 'c', category_name: 'C', ticket_assignee_names: ['kim'] };
      if (asked.includes('batch-rules')) list.rules = list.rules?.map((rule) => ({ ...rule, ...names }));
      respond(response, { ...reply, body: Buffer.from(JSON.stringify(list)) });
    };
    assert.equal((await project.run('pull')).code, 0);
    const text = await project.read(path('A'));
    assert.match(text, /^category_guid: c\n[^]*^unheard_name: kept\n/m);
    assert.doesNotMatch(text, /^(user_name|created|updated|category_name|ticket_assignee_names):/m);
    assert.doesNotMatch(await project.read('logbench.lock.json'), /"(user_name|updated|category_name)":/);
    const plan = await project.run('plan');
    assert.deepEqual([plan.code, plan.output], [0, '']);
  });

  it('make pull exit with 3 when some were skipped, as conflicts of queries do', async () => {
    await send('PUT', `batch-rules/${guids.get('A') ?? ''}`, { name: 'A', query: 'table theirs' });
    await project.edit(path('A'), 'table fw', 'table ours');
    assert.equal((await project.run('pull')).code, 3);
    assert.equal((await project.run('pull', '--no-rules')).code, 0);
    assert.equal((await project.run('pull', '--overwrite')).code, 0);
    await deleteRule('A');
    assert.equal((await project.run('pull')).code, 3);
    assert.equal((await project.run('pull', '--prune')).code, 0);

    await project.create({ name: 'Query' });
    assert.equal((await project.run('pull')).code, 0);
    await project.change('Query', { query: 'table theirs' });
    await project.edit('scheduled-queries/Query.lq', 'auth', 'ours');
    assert.equal((await project.run('pull')).code, 3);
    assert.equal((await project.run('pull', '--overwrite')).code, 0);
  });

  it('are counted by plan and pull, which do not say that nothing has changed when only a rule has', async () => {
    await project.create({ name: 'Query' });
    assert.match((await project.run('pull')).notes, /^1 added\.$/m);
    await project.edit(path('A'), 'table fw', 'table ours');
    const plan = await project.run('plan');
    assert.match(plan.notes, /^Queries: 1 unchanged\.\nRules: 1 to change, 2 unchanged\.$/m);
    assert.doesNotMatch(plan.notes, /No changes/);
    await send('PUT', `batch-rules/${guids.get('B') ?? ''}`, { name: 'B', query: 'table theirs' });
    assert.match((await project.run('pull')).notes, /^1 rule written\.$/m);
    assert.equal((await project.run('apply', '--yes')).code, 0);
    assert.match(
      (await project.run('plan')).notes,
      /^No changes, 1 unchanged\.\nRules: No changes, 3 unchanged\.$/m,
    );
    await deleteRule('B');
    assert.match((await project.run('pull', '--prune')).notes, /^1 rule file removed\.$/m);
  });
});
