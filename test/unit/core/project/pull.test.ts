import assert from 'node:assert/strict';
import { Lock } from '../../../../src/core/project/lock';
import { planFolder } from '../../../../src/core/project/plan';
import { readProject } from '../../../../src/core/project/project';
import { pullEdits, resolvedBy } from '../../../../src/core/project/pull';
import type { PullEdit } from '../../../../src/core/project/pull';
import { readQueryFile } from '../../../../src/core/project/queryFile';
import type { ScheduledQueryFields } from '../../../../src/core/interface/scheduledQueryFields';
import { labPlan, scheduledQueryFields } from '../../../support/scheduledQueries';

const { project } = readProject('platforms:\n  lab: {base_url: "https://a.example"}\nfiles: ["*.lq"]\n');

function guidOf(name: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
}

/** A record that runs by a schedule, or after the one of that name. */
function recordOf(name: string, after?: string) {
  const workflow = {
    ...{ triggerType: 'workflow', cronSchedule: undefined, precedingAction: 'failed' },
    precedingGuid: guidOf(after ?? ''),
  };
  const fields = { name, query: 'table a', ...(after !== undefined && workflow) };
  return { ...scheduledQueryFields(fields), guid: guidOf(name) };
}

function sourceOf(name: string, after?: string): string {
  const trigger = after === undefined ? 'schedule: "0 * * * *"' : `after:\n  query: ${after}\n  when: failed`;
  return `---\nname: ${name}\nenabled: true\n${trigger}\n---\ntable a\n`;
}

class Folder {
  readonly lock = new Lock();
  readonly sources = new Map<string, string>();
  readonly records: ReturnType<typeof recordOf>[] = [];

  /** A query that is the same in the lock and on the platform, and whose file was moved or deleted. */
  add(name: string, changes: Partial<ScheduledQueryFields> = {}): void {
    const record = recordOf(name);
    this.lock.set('lab', `${name}.lq`, { guid: record.guid, record });
    this.records.push({ ...record, ...changes });
  }

  pull(): readonly PullEdit[] {
    const isAccepted = resolvedBy({ overwrite: false, prune: false });
    const { lock, sources, records } = this;
    const files = [...sources].map(([path, source]) => readQueryFile(path, source, project));
    const plan = planFolder(files, lock, labPlan.platform, records);
    const edits = pullEdits({
      project,
      platform: 'lab',
      files,
      lock,
      plan,
      isAccepted,
      isWanted: () => true,
    });
    return edits.toSorted((one, other) => (one.path < other.path ? -1 : one.path === other.path ? 0 : 1));
  }
}

describe('A pull into a folder', () => {
  it('adopts an equal record, and names it in new files of its dependents', () => {
    const folder = new Folder();
    folder.sources.set('a.lq', sourceOf('a'));
    folder.records.push(recordOf('a'), recordOf('b', 'a'));

    const [adopted, added] = folder.pull();
    assert.deepEqual(
      [adopted?.kind, adopted?.path, adopted?.source, adopted?.entry?.guid],
      ['adopt', 'a.lq', undefined, guidOf('a')],
    );
    assert.equal(added?.source, sourceOf('b', 'a'));
    assert.deepEqual([added.name, added.entry?.guid], ['b', guidOf('b')]);
  });

  it('refers to a query without a file by its GUID, and does not reuse its path', () => {
    const folder = new Folder();
    folder.add('deleted');
    folder.records.push({ ...recordOf('DELETED', 'deleted'), guid: guidOf('x') });

    const [edit, ...others] = folder.pull();
    assert.deepEqual([edit?.kind, edit?.path, others], ['add', 'DELETED-2.lq', []]);
    assert.equal(edit?.source, sourceOf('DELETED', guidOf('deleted')));
  });
});
