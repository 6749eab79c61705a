import assert from 'node:assert/strict';
import { ExplorerModel, SeenLists } from '../../../../../src/extension/features/explorer/explorerModel';
import { RowNode } from '../../../../../src/extension/ui/explorer/explorerSection';
import type {
  ConnectionNode,
  SectionNode,
  ExplorerSection,
  Row,
  SectionChange,
} from '../../../../../src/extension/ui/explorer/explorerSection';
import { lab } from '../../../../support/labConnection';

const row = (id: string, label = id): Row => ({ id, label, contextValue: 'row', value: label });
const filter = { label: '"x"', fields: { keywords: 'x' } };

describe('A list that is read again', () => {
  let rows: readonly Row[];
  let failure: Error | undefined;
  let section: ExplorerSection;
  let model: ExplorerModel;
  let root: ConnectionNode;
  let heading: SectionNode;

  beforeEach(async () => {
    [rows, failure] = [[row('a'), row('b')], undefined];
    section = {
      ...{ id: 'live', label: 'Live', icon: '' },
      source: () => ({
        load: () => (failure ? Promise.reject(failure) : Promise.resolve({ total: rows.length, rows })),
      }),
    };
    model = new ExplorerModel([section], () => 10);
    [root] = model.roots([lab]) as [ConnectionNode];
    [heading] = model.headings(root) as [SectionNode];
    await model.children(heading);
  });

  /** The labels of the nodes to draw again. */
  function redrawn(page: readonly Row[], keywords?: string): readonly string[] {
    const change: SectionChange = {
      ...{ kind: 'page', connection: lab, offset: 0, keywords },
      page: () => ({ total: page.length, rows: page }),
    };
    return model.apply(section, change).map((node) => (node instanceof RowNode ? node.row.label : node.kind));
  }

  it('takes changed rows of a filtered list from any page, and the order only from its own filter', async () => {
    model.listOf(heading)?.restart(filter);
    rows = [row('b')];
    await model.children(heading);
    assert.deepEqual(redrawn([row('a'), row('b', 'changed')]), ['changed']);
    assert.deepEqual(redrawn([row('c')], 'x'), ['section']);
    const list = model.listOf(heading);
    assert.deepEqual(list && model.shown(heading, list).length, 1);
  });

  it('is polled only while it is loaded and expanded', async () => {
    const lists = new SeenLists(model);
    const seen = (): unknown => lists.seen(lab, 'live');
    assert.deepEqual(seen(), { rows: 2 });
    for (const node of [root, heading]) {
      lists.setCollapsed(node, true);
      assert.equal(seen(), undefined);
      lists.setCollapsed(node, false);
      assert.deepEqual(seen(), { rows: 2 });
    }
    assert.equal(lists.seen({ ...lab, name: 'Another' }, 'live'), undefined);
    model.listOf(heading)?.restart(filter);
    assert.equal(seen(), undefined, 'it is not loaded');
    await model.children(heading);
    assert.deepEqual(seen(), { keywords: 'x' });
    failure = new Error('no');
    model.listOf(heading)?.reset();
    await model.children(heading);
    assert.equal(seen(), undefined);
  });

  it('shows how many rows there are now, also while they are not loaded', async () => {
    const lists = new SeenLists(model);
    const list = model.listOf(heading);
    assert.deepEqual([lists.isCounted(lab, 'live'), list?.total], [true, 2]);
    list?.reset();
    assert.equal(lists.isCounted(lab, 'live'), false);
    assert.deepEqual(redrawn([row('a')]), []);
    await list?.count(new AbortController().signal);
    lists.setCollapsed(heading, true);
    assert.equal(lists.isCounted(lab, 'live'), true);
    assert.deepEqual(redrawn([row('a'), row('b'), row('c')]), ['section']);
    assert.equal(list?.total, 3);
    assert.deepEqual(redrawn([row('a'), row('b'), row('d')]), []);
    lists.setCollapsed(root, true);
    assert.equal(lists.isCounted(lab, 'live'), false);
  });
});
