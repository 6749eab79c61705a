import assert from 'node:assert/strict';
import { KeyRefusedError, UnreachableError } from '../../../../src/api/errors';
import { ExplorerModel } from '../../../../src/features/explorer/explorerModel';
import { LiveReads } from '../../../../src/features/explorer/liveReads';
import { RowNode } from '../../../../src/ui/explorer/explorerNode';
import type { ConnectionNode, ExplorerNode, SectionNode } from '../../../../src/ui/explorer/explorerNode';
import type { ExplorerSection, Row } from '../../../../src/ui/explorer/explorerSection';
import { lab } from '../../../support/labConnection';

const { signal } = new AbortController();
const row = (id: string, label = id): Row => ({ id, label, contextValue: 'row', value: label });

describe('Lists that change by themselves', () => {
  let rows: readonly Row[];
  let failure: Error | undefined;
  let refreshed: string[];
  let told: string[];
  let interval: number;
  let model: ExplorerModel;
  let root: ConnectionNode;
  let heading: SectionNode;
  let reads: LiveReads;

  beforeEach(async () => {
    [rows, failure, refreshed, told, interval] = [[row('a'), row('b')], undefined, [], [], -1];
    const source: ExplorerSection['source'] = () => ({
      load: () => (failure ? Promise.reject(failure) : Promise.resolve({ total: rows.length, rows })),
    });
    const still: ExplorerSection = { id: 'still', label: 'Still', icon: '', source };
    const live: ExplorerSection = {
      ...{ id: 'live', label: 'Live', icon: '', source },
      rowsChanged: ({ name }, changed) =>
        void told.push(`${name}: ${changed.map(({ label }) => label).join()}`),
    };
    model = new ExplorerModel([live, still], () => 10);
    const nameOf = (node: ExplorerNode): string => (node instanceof RowNode ? node.row.label : node.kind);
    // A negative interval: what was read a moment ago is due.
    reads = new LiveReads(
      model,
      (node) => refreshed.push(nameOf(node)),
      () => interval,
    );
    [root] = model.roots([lab]) as [ConnectionNode];
    [heading] = model.headings(root) as [SectionNode];
    for (const each of model.headings(root)) await model.children(each);
  });

  it('draw the rows again that have changed, and tell of them', async () => {
    rows = [row('a'), row('b', 'changed')];
    assert.equal(await reads.poll(lab, signal), 'continue');
    assert.deepEqual([refreshed, told], [['changed'], [`${lab.name}: changed`]]);
    assert.equal(await reads.poll(lab, signal), 'continue');
    assert.deepEqual([refreshed.length, told.length], [1, 1]);
  });

  it('draw the list again where rows came, went or moved, and tell only of what is new', async () => {
    rows = [row('b'), row('a')];
    await reads.poll(lab, signal);
    assert.deepEqual([refreshed, told], [['section'], []]);
    rows = [row('b'), row('c')];
    await reads.poll(lab, signal);
    assert.deepEqual([refreshed, told], [['section', 'section'], [`${lab.name}: c`]]);
  });

  it('are read only while they are expanded and were loaded, and not more often than every 15 intervals', async () => {
    for (const node of [root, heading]) {
      reads.setCollapsed(node, true);
      assert.equal(await reads.poll(lab, signal), 'rest');
      reads.setCollapsed(node, false);
      assert.equal(await reads.poll(lab, signal), 'continue');
    }
    assert.equal(await reads.poll({ ...lab, name: 'Another' }, signal), 'rest');
    const list = model.listOf(heading);
    assert.ok(list);
    interval = 1000;
    list.loadedAt = new Date(Date.now() - 14_000);
    assert.equal(await reads.poll(lab, signal), 'rest');
    list.loadedAt = new Date(Date.now() - 15_001);
    assert.equal(await reads.poll(lab, signal), 'continue');
    list.loadedAt = undefined;
    assert.equal(await reads.poll(lab, signal), 'rest');
  });

  it('end with a refused key, and go on after other failures', async () => {
    failure = new KeyRefusedError(401);
    assert.equal(await reads.poll(lab, signal), 'stop');
    failure = new UnreachableError('reset', 'no');
    await assert.rejects(reads.poll(lab, signal), UnreachableError);
    assert.deepEqual([refreshed, told], [[], []]);
  });
});
