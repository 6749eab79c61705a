import assert from 'node:assert/strict';
import { actionsOf } from '../../../../src/core/project/actions';
import { fieldsOfDefinition } from '../../../../src/core/project/definition';
import type { Definition } from '../../../../src/core/project/definition';
import { planChanges, temporaryName } from '../../../../src/core/project/plan';
import type { ScheduledQueryFields } from '../../../../src/core/interface/scheduledQueryFields';

const guid = '00000000-0000-4000-8000-000000000001';
const path = 'scheduled-queries/a.lq';
const base: Definition = {
  name: 'a',
  description: undefined,
  enabled: true,
  trigger: { schedule: '0 3 * * *' },
  nodeTypes: [],
  outputParameter: false,
  query: 'table a',
};
const changed = { ...base, query: 'table b' };
const others = { ...base, query: 'table c' };

const other = '00000000-0000-4000-8000-000000000002';

function fieldsOf(definition: Definition): ScheduledQueryFields {
  return fieldsOfDefinition(definition, (name) => name);
}

/** One or two records, and a lock that has each of them at a path with its name. */
function recorded(folder: string, ...definitions: readonly Definition[]) {
  const records = definitions.map((definition, index) => ({
    ...fieldsOf(definition),
    guid: [guid, other][index]!,
  }));
  const lock = new Map(records.map((record) => [folder + record.name, { guid: record.guid, record }]));
  return { records, lock };
}

/** What the plan makes of a file, a record and what both were; undefined where there is none. */
function kindOf(file?: Definition, record?: Definition, before?: Definition): string | undefined {
  const plan = planChanges(
    new Map(file ? [[path, file]] : []),
    record ? [{ ...fieldsOf(record), guid }] : [],
    new Map(before ? [[path, { guid, record: fieldsOf(before) }]] : []),
  );
  return plan.items[0]?.kind;
}

describe('The plan for one query', () => {
  it('distinguishes changes of the file, the platform, both or none', () => {
    assert.equal(kindOf(base, base, base), 'unchanged');
    assert.equal(kindOf(changed, base, base), 'change');
    assert.equal(kindOf(base, changed, base), 'drift');
    assert.equal(kindOf(changed, others, base), 'conflict');
    assert.equal(kindOf(changed, changed, base), 'adopt');
  });

  it('distinguishes a deleted file from a deleted record', () => {
    assert.equal(kindOf(undefined, base, base), 'delete');
    assert.equal(kindOf(undefined, changed, base), 'conflict');
    assert.equal(kindOf(base, undefined, base), 'drift');
    assert.equal(kindOf(changed, undefined, base), 'conflict');
    assert.equal(kindOf(undefined, undefined, base), 'adopt');
  });

  it('asks when a record only has the same name', () => {
    assert.equal(kindOf(base, undefined, undefined), 'create');
    assert.equal(kindOf(base, base, undefined), 'adopt');
    assert.equal(kindOf(base, changed, undefined), 'question');
  });

  it('deletes dependents before their query, and first changes the trigger of those that stay', () => {
    const second = { ...base, name: 'b', trigger: { after: guid, when: 'failed' } };
    const { records, lock } = recorded('', base, second);
    const order = (...files: readonly Definition[]): readonly string[] =>
      actionsOf(planChanges(new Map(files.map((file) => [file.name, file])), records, lock), {
        prune: true,
        overwrite: false,
      }).map(({ kind, path: file }) => `${kind} ${file}`);

    assert.deepEqual(order(), ['delete b', 'delete a']);
    const plan = planChanges(new Map(), records, lock);
    assert.deepEqual(actionsOf(plan, { prune: false, overwrite: true }), []);
    assert.deepEqual(
      actionsOf(plan, { prune: true, overwrite: false }, (file) => file === 'b').map(
        ({ path: file }) => file,
      ),
      ['b'],
    );
    assert.deepEqual(order({ ...second, trigger: base.trigger }), ['change b', 'delete a']);
  });

  it('renames a query twice when it runs after the one that takes its name', () => {
    const { records, lock } = recorded('', base, { ...base, name: 'b' });
    const files = new Map([
      ['a', { ...base, name: 'b' }],
      ['b', { ...base, name: 'c', trigger: { after: 'b', when: 'failed' } }],
    ]);
    const actions = actionsOf(planChanges(files, records, lock), { prune: false, overwrite: false });
    assert.deepEqual(
      actions.map((action) => [action.path, 'wanted' in action && action.wanted.name]),
      [
        ['b', temporaryName(other)],
        ['a', 'b'],
        ['b', 'c'],
      ],
    );
  });

  it('ignores a temporary name that an interrupted run left', () => {
    assert.equal(kindOf(changed, { ...base, name: temporaryName(guid) }, base), 'change');
    assert.equal(kindOf(changed, { ...base, name: 'theirs' }, base), 'conflict');
    assert.equal(kindOf(changed, { ...others, name: temporaryName(guid) }, base), 'conflict');
  });

  it('compares node types, and ignores spaces around the query', () => {
    const onData = { ...base, nodeTypes: ['data'] };
    assert.equal(kindOf(onData, base, base), 'change');
    assert.equal(kindOf(base, onData, base), 'drift');
    assert.equal(kindOf(onData, onData, onData), 'unchanged');
    assert.equal(kindOf(base, { ...base, query: 'table a\r\n' }, base), 'unchanged');
  });

  it('asks when another record took the name of a deleted one', () => {
    const entry = { guid, record: fieldsOf(base) };
    const theirs = { ...fieldsOf(others), guid: 'another' };
    assert.equal(
      planChanges(new Map([[path, base]]), [theirs], new Map([[path, entry]])).items[0]?.kind,
      'question',
    );
  });

  it('resolves the preceding query by GUID or by the name of its file', () => {
    const dependent = { ...base, name: 'b' };
    const precedingOf = (after: string, ...records: readonly string[]): unknown => {
      const { items } = planChanges(
        new Map([
          ['a.lq', base],
          ['b.lq', { ...dependent, trigger: { after, when: 'failed' } }],
        ]),
        records.map((one) => ({ ...fieldsOf(base), guid: one })),
        new Map([['a.lq', { guid, record: fieldsOf(base) }]]),
      );
      const item = items.find(({ path: file }) => file === 'b.lq');
      return item && 'wanted' in item && item.wanted?.precedingGuid;
    };
    assert.deepEqual(
      [precedingOf(guid), precedingOf('a', guid), precedingOf('a'), precedingOf('none', guid)],
      [guid, guid, 'pending:a.lq', 'pending:none'],
    );
  });
});

describe('A moved file', () => {
  /** What the plan makes of one new file if the lock has another, with its record. */
  function kindsOf(file: Definition, locked: Definition): readonly string[] {
    const { records, lock } = recorded('old ', locked);
    const plan = planChanges(new Map([['new', file]]), records, lock);
    return plan.items.map(({ path: file, kind, movedFrom = '' }) => `${file} ${kind} ${movedFrom}`.trim());
  }

  it('is found by its name or by its content', () => {
    assert.deepEqual(kindsOf(changed, base), ['new change old a']);
    assert.deepEqual(kindsOf({ ...base, name: 'b' }, base), ['new change old a']);
    assert.deepEqual(kindsOf(base, base), ['new adopt old a']);
    const dependent = { ...base, trigger: { after: guid, when: 'failed' } };
    assert.deepEqual(kindsOf({ ...dependent, name: 'b' }, dependent), ['new change old a']);
  });

  it('is created when its name and another field differ', () => {
    const differences: readonly Partial<Definition>[] = [
      { query: 'table b' },
      { description: 'x' },
      { enabled: false },
      { outputParameter: true },
      { trigger: { schedule: '0 4 * * *' } },
      { trigger: { after: guid, when: 'failed' } },
    ];
    for (const difference of differences) {
      assert.deepEqual(kindsOf({ ...base, ...difference, name: 'b' }, base), ['new create', 'old a delete']);
    }
    const dependent = { ...base, trigger: { after: guid, when: 'finished' } };
    const renamed = { ...dependent, name: 'b', trigger: { after: guid, when: 'failed' } };
    assert.deepEqual(kindsOf(renamed, dependent), ['new create', 'old a delete']);
  });
});
