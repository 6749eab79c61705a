import assert from 'node:assert/strict';
import { once } from 'node:events';
import { send } from '../support/faultProxy';
import { resultOf, TestProject } from '../support/project';

describe('An apply that is killed', () => {
  it('can be repeated after each write, with nothing lost or done twice', async () => {
    await using project = await TestProject.start();
    for (const name of ['Changed', 'Deleted', 'Left', 'Right', 'Untouched']) await project.create({ name });
    assert.equal((await project.run('pull')).code, 0);
    const before = await project.records();
    await project.write('scheduled-queries/a.lq', '---\nname: A\nafter: B\n---\ntable a\n');
    await project.write('scheduled-queries/b.lq', '---\nname: B\nschedule: "0 0 * * *"\n---\ntable b\n');
    await project.edit('scheduled-queries/Changed.lq', 'enabled: true', 'enabled: false');
    await project.edit('scheduled-queries/Left.lq', 'name: Left', 'name: Right');
    await project.edit('scheduled-queries/Right.lq', 'name: Right', 'name: Left');
    await project.remove('scheduled-queries/Deleted.lq');
    project.proxy.seen.length = 0;

    const codes: (number | null)[] = [];
    while (codes.at(-1) !== 0 && codes.length < 20) codes.push(await applyKilledAfterItsFirstWrite(project));

    // Two creations, one change, one deletion, and an exchange of names, which takes three steps.
    assert.equal(project.proxy.writes.length, 7);
    assert.deepEqual(codes, [null, null, null, null, null, null, null, 0]);
    const after = await project.records();
    assert.deepEqual([...after.keys()], ['A', 'B', 'Changed', 'Left', 'Right', 'Untouched']);
    assert.equal(after.get('A')!.precedingGuid, after.get('B')!.guid);
    assert.equal(after.get('Changed')!.enabled, false);
    assert.equal(after.get('Left')!.guid, before.get('Right')!.guid);
    assert.equal(after.get('Right')!.guid, before.get('Left')!.guid);
    const plan = await project.run('plan', '--prune');
    assert.deepEqual([plan.code, plan.output], [0, '']);
  });
});

/** The platform has done the write, and the process that asked for it never learns. */
async function applyKilledAfterItsFirstWrite(project: TestProject): Promise<number | null> {
  const child = project.start('apply', '--yes', '--prune');
  const exited = once(child, 'exit');
  project.proxy.interference = async ({ method, response, forward }) => {
    const reply = await forward();
    if (method !== 'GET') {
      child.kill('SIGKILL');
      await exited;
    }
    send(response, reply);
  };
  const { code, notes } = await resultOf(child);
  assert.ok(code === null || code === 0, notes);
  return code;
}
