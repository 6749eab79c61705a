import assert from 'node:assert/strict';
import { TestProject } from '../support/project';

const first = 'scheduled-queries/First.lq';
const source = '---\nname: First\nenabled: true\nschedule: "0 * * * *"\n---\ntable a\n';

describe('A folder that was applied', () => {
  const project = TestProject.forSuite();

  beforeEach(async () => {
    await project.write(first, source);
    assert.equal((await project.run('apply', '--yes')).code, 0);
    project.proxy.seen.length = 0;
  });

  it('gets exactly the changes of a saved plan', async () => {
    await project.edit(first, 'table a', 'table b');
    assert.equal((await project.run('plan', '--out', 'plan.json')).code, 2);

    const apply = await project.run('apply', 'plan.json', '--yes');
    assert.equal(apply.code, 0, apply.notes);
    assert.equal((await project.records()).get('First')?.query, 'table b');
    const again = await project.run('apply', 'plan.json', '--yes');
    assert.equal(again.code, 1);
    assert.match(again.notes, /Nothing was written: .*Save a new plan/);
  });

  it('gets no changes of a saved plan after a file, the lock file or the platform has changed', async () => {
    await project.edit(first, 'table a', 'table b');
    await project.run('plan', '--out', 'plan.json', '--prune');
    for (const change of [
      async () => project.edit(first, 'table b', 'table c'),
      async () => project.change('First', { description: 'Changed by hand' }),
      async () => project.remove('logbench.lock.json'),
    ]) {
      await change();
      project.proxy.seen.length = 0;
      assert.equal((await project.run('apply', 'plan.json', '--yes')).code, 1);
      assert.deepEqual(project.proxy.writes, []);
    }
  });

  it('rejects options that a saved plan already has, and files that are no plans', async () => {
    await project.run('plan', '--out', 'plan.json');
    assert.match((await project.run('apply', 'plan.json', '--prune')).notes, /--prune is part of the plan/);
    assert.match((await project.run('apply', first)).notes, /is not a plan/);
    assert.match((await project.run('apply', 'missing.json')).notes, /cannot be read/);
  });

  it('has its plan as Markdown for a review, whatever the query contains', async () => {
    await project.edit(first, 'table a', 'table b\n| search c == "````"');
    const { code, output } = await project.run('plan', '--format', 'markdown');
    assert.equal(code, 2);
    assert.match(output, /^### Plan for test \(development\), http/);
    assert.match(output, /\n\n1 to change, 0 unchanged\.\n\n`{5}diff\n~ change: First [^]*\n`{5}\n$/);
    assert.match((await project.run('plan', '--format', 'xml')).notes, /--format must be one of/);
  });

  it('neither deletes nor disables a protected query without permission', async () => {
    await project.edit(first, '---\ntable', 'protect: true\n---\ntable');
    assert.equal((await project.run('apply', '--yes')).code, 0);
    await project.edit(first, 'enabled: true', 'enabled: false');

    const plan = await project.run('plan');
    assert.equal(plan.code, 2);
    assert.match(plan.output, /skipped: protected/);
    const apply = await project.run('apply', '--yes', '--json');
    assert.equal(apply.code, 3);
    assert.match(apply.output, /"skipped":true,"error":"protected/);
    assert.match(apply.notes, /1 protected: add --allow-protected\./);
    assert.equal((await project.records()).get('First')?.enabled, true);

    await project.remove(first);
    assert.equal((await project.run('apply', '--yes', '--prune')).code, 3);
    assert.equal((await project.records()).size, 1);
    assert.equal((await project.run('apply', '--yes', '--prune', '--allow-protected')).code, 0);
    assert.equal((await project.records()).size, 0);
  });

  it('forgets a file, whose query then is neither changed nor deleted', async () => {
    await project.remove(first);
    assert.equal((await project.run('plan', '--prune')).code, 2);

    const forget = await project.run('forget', first);
    assert.equal(forget.code, 0, forget.notes);
    assert.equal((await project.run('plan', '--prune')).code, 0);
    assert.equal((await project.run('forget', first)).code, 1);
  });

  it('recognizes a file that was moved and changed', async () => {
    const moved = 'scheduled-queries/Other.lq';
    const guid = (await project.records()).get('First')?.guid;
    await project.remove(first);
    assert.equal((await project.run('move', first, moved)).code, 1);
    await project.write(moved, source.replace('First', 'Other').replace('table a', 'table b'));
    assert.match((await project.run('plan', '--prune')).output, /create[^]*delete|delete[^]*create/);

    assert.equal((await project.run('move', first, moved)).code, 0);
    assert.equal((await project.run('apply', '--yes', '--prune')).code, 0);
    assert.equal((await project.records()).get('Other')?.guid, guid);
  });
});
