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

  it('says what has changed since a plan was saved', async () => {
    await project.edit(first, 'table a', 'table b');
    const other = first.replace('First', 'Other');
    const stale = async (message: RegExp): Promise<void> => {
      const { code, notes } = await project.run('apply', 'plan.json', '--yes');
      assert.deepEqual([code, message.test(notes)], [1, true], notes);
    };
    await project.run('plan', '--out', 'plan.json');
    await project.edit(first, 'table b', 'table c');
    await stale(/First\.lq: changed in the file \(query\)\n/);
    await project.write(other, source.replace('First', 'Other'));
    await stale(/Other\.lq: not in the plan, now to create\n/);
    await project.remove(other);
    await project.edit(first, 'table c', 'table b');
    await project.change('First', { description: 'By hand' });
    await stale(/First\.lq: planned to change, now conflict\n/);
    await project.run('plan', '--out', 'plan.json', '--overwrite');
    await project.change('First', { description: 'Again' });
    await stale(/First\.lq: changed on the platform \(description\)\n/);
    assert.deepEqual(project.proxy.writes, []);
  });

  it('shows in a plan what a new file would create', async () => {
    const more = 'description: More\nafter:\n  query: First\n  when: failed\noutput_parameter: true\n';
    await project.write(first.replace('First', 'New'), `---\n${more}---\ntable b\n| limit 1\n`);
    const { output } = await project.run('plan');
    const lines = [
      '+ create: New (scheduled-queries/New.lq)',
      '    description: "More"',
      '    enabled: false',
      '    after: "First"',
      '    when: "failed"',
      '    output_parameter: true',
      '    query:',
      '      + table b',
      '      + | limit 1',
    ];
    assert.equal(output, `${lines.join('\n')}\n`);
  });

  it('rejects options that a saved plan already has, and files that are no plans', async () => {
    await project.run('plan', '--out', 'plan.json');
    assert.match((await project.run('apply', 'plan.json', '--prune')).notes, /--prune is part of the plan/);
    assert.match((await project.run('apply', first)).notes, /is not a plan/);
    assert.match((await project.run('apply', 'missing.json')).notes, /cannot be read/);
  });

  it('gets nothing from a saved plan to which consent was added: that is given with the command', async () => {
    await project.edit('logbench.yaml', 'environment: development', 'environment: production');
    await project.edit(first, 'table a', 'table b');
    for (const option of [
      '"allow-production": true',
      '"yes": true',
      '"api-key-file": "key"',
      '"json": true',
    ]) {
      await project.run('plan', '--out', 'plan.json');
      await project.edit('plan.json', '"prune": false', `${option}, "prune": false`);
      const { code, notes } = await project.run('apply', 'plan.json', '--yes');
      assert.deepEqual([code, notes.includes('is not a plan')], [1, true], notes);
    }
    await project.run('plan', '--out', 'plan.json');
    assert.match((await project.run('apply', 'plan.json', '--yes')).notes, /without --allow-production/);
    assert.deepEqual(project.proxy.writes, []);
    assert.equal((await project.run('apply', 'plan.json', '--yes', '--allow-production')).code, 0);
  });

  it('loses no protected query to a saved plan unless the command allows it too', async () => {
    await project.edit(first, '---\ntable', 'protect: true\n---\ntable');
    assert.equal((await project.run('apply', '--yes')).code, 0);
    await project.remove(first);
    await project.run('plan', '--out', 'plan.json', '--prune', '--allow-protected');
    const { code, notes } = await project.run('apply', 'plan.json', '--yes');
    assert.deepEqual([code, notes.includes('without --allow-protected')], [1, true], notes);
    assert.equal((await project.records()).size, 1);
    assert.equal((await project.run('apply', 'plan.json', '--yes', '--allow-protected')).code, 0);
    assert.equal((await project.records()).size, 0);
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
