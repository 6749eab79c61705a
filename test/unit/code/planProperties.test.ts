import assert from 'node:assert/strict';
import fc from 'fast-check';
import { actionsOf } from '../../../src/code/actions';
import { planChanges } from '../../../src/code/plan';
import type { Action } from '../../../src/code/plan';
import { arbitraryFixture, kindsOf, PlanFixture } from '../../support/planFixture';

const everything = { prune: true, overwrite: true };

describe('The plan', () => {
  it('is unchanged after everything was applied', () => {
    fc.assert(
      fc.property(arbitraryFixture, (world) => {
        const after = perform(world, actionsOf(planOf(world), everything));

        assert.deepEqual(
          new Set(kindsOf(planOf(after))),
          new Set(planOf(after).items.map(({ path }) => `unchanged ${path}`)),
        );
      }),
    );
  });

  it('contains the other half after one half was applied', () => {
    fc.assert(
      fc.property(arbitraryFixture, fc.nat(), (world, some) => {
        const actions = actionsOf(planOf(world), everything);
        const half = actions.length === 0 ? 0 : some % (actions.length + 1);
        const after = perform(world, actions.slice(0, half));

        assert.deepEqual(summary(actionsOf(planOf(after), everything)), summary(actions.slice(half)));
      }),
    );
  });

  it('repeats nothing when the last write was not noted in the lock', () => {
    fc.assert(
      fc.property(arbitraryFixture, fc.nat(), (world, some) => {
        const actions = actionsOf(planOf(world), everything);
        fc.pre(actions.length > 0);
        const last = some % actions.length;
        const before = perform(world, actions.slice(0, last));
        const written = perform(before, actions.slice(last, last + 1));
        const killed = new PlanFixture(world.definitions, written.records, before.lock);
        const left = actionsOf(planOf(killed), everything).filter(({ kind }) => kind !== 'adopt');
        const expected = actions.slice(last + 1).filter(({ kind }) => kind !== 'adopt');

        assert.deepEqual(summary(left), summary(expected));
      }),
    );
  });

  it('leaves conflicts alone unless overwrite is set', () => {
    fc.assert(
      fc.property(arbitraryFixture, (world) => {
        const careful = { prune: true, overwrite: false };
        const touched = new Set(
          actionsOf(planOf(world), careful).flatMap((action) =>
            'current' in action ? action.current.guid : [],
          ),
        );
        for (const item of planOf(world).items) {
          if (item.kind !== 'drift' && item.kind !== 'conflict' && item.kind !== 'question') continue;
          assert.ok(item.current === undefined || !touched.has(item.current.guid));
        }
      }),
    );
  });

  it('never touches an unmanaged record', () => {
    fc.assert(
      fc.property(arbitraryFixture, (world) => {
        const { unmanaged } = planOf(world);
        const after = perform(world, actionsOf(planOf(world), everything));

        for (const record of unmanaged) assert.deepEqual(after.records.get(record.guid), record);
      }),
    );
  });

  it('deletes nothing unless prune is set', () => {
    fc.assert(
      fc.property(arbitraryFixture, (world) => {
        const actions = actionsOf(planOf(world), { prune: false, overwrite: true });

        assert.ok(actions.every(({ kind }) => kind !== 'delete'));
      }),
    );
  });
});

function planOf({ definitions, records, lock }: PlanFixture): ReturnType<typeof planChanges> {
  return planChanges(definitions, [...records.values()], lock);
}

function perform(world: PlanFixture, actions: readonly Action[]): PlanFixture {
  return actions.reduce((current, action) => current.after(action), world);
}

function summary(actions: readonly Action[]): readonly string[] {
  const isStep = (action: Action): boolean =>
    'wanted' in action && action.wanted.name.startsWith('renaming ');
  // Whether names have to be exchanged by way of a third one depends on what is done already.
  return actions
    .filter((action) => !isStep(action))
    .map(({ kind, path }) => `${kind} ${path}`)
    .sort();
}
