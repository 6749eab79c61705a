import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { applyAndNote } from '../../../src/code/keepLock';
import type { Action } from '../../../src/code/plan';
import { ProjectFolder } from '../../../src/code/projectFolder';
import { responding } from '../../support/httpServer';
import { labPlan, otherGuid, scheduledQueryFields, someGuid } from '../../support/scheduledQueries';
import { temporaryFolder } from '../../support/temporaryFolder';

const record = scheduledQueryFields({ name: 'A' });
const entry = { guid: someGuid, record };

/** The files of the lock on disk with their GUIDs. */
function noted(folder: string): readonly (readonly [string, string])[] {
  const lock = new ProjectFolder(folder).readLock();
  return [...lock.of('lab')].map(([path, { guid }]) => [path, guid]);
}

describe('Writing the lock', () => {
  it('notes each applied action before the next one, and nothing for an empty plan', async () => {
    await using server = await responding(200, { guid: otherGuid });
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    for await (const _ of applyAndNote(server.api, project, labPlan, [])) assert.fail('nothing to do');
    assert.deepEqual(await readdir(folder.path), []);

    await project.changeLock((lock) => lock.set('lab', 'old.lq', entry));
    const actions: readonly Action[] = [
      { kind: 'create', path: 'b.lq', name: 'B', wanted: { ...record, name: 'B' } },
      { kind: 'adopt', path: 'new.lq', name: 'A', movedFrom: 'old.lq', entry },
    ];
    const steps: unknown[] = [];
    for await (const { failure } of applyAndNote(server.api, project, labPlan, actions)) {
      steps.push([failure, ...noted(folder.path)]);
    }
    const b = ['b.lq', otherGuid] as const;
    assert.deepEqual(steps[0], [undefined, b, ['old.lq', someGuid]]);
    assert.deepEqual(noted(folder.path), [b, ['new.lq', someGuid]]);
  });
});
