import assert from 'node:assert/strict';
import type { ExplorerDeps } from '../../../../../src/extension/features/explorer/explorerCommands';
import { explorerCommands } from '../../../../../src/extension/features/explorer/explorerCommands';
import { ExplorerModel } from '../../../../../src/extension/features/explorer/explorerModel';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import {
  FailureNode,
  GroupNode,
  MoreNode,
  RowNode,
} from '../../../../../src/extension/ui/explorer/explorerSection';
import type {
  ConnectionNode,
  ExplorerNode,
  SectionNode,
  ExplorerSection,
  Row,
  RowRequest,
  RowSource,
} from '../../../../../src/extension/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';

const plant = { ...lab, name: 'Plant' };

function row(id: string, fields: Partial<Row> = {}): Row {
  return { id, label: `Row ${id}`, contextValue: 'row', value: id, ...fields };
}

/** A section whose rows the test sets; it notes what it was asked for. */
class Rows implements RowSource {
  rows: readonly Row[] = [];
  failure: Error | undefined;
  readonly requests: RowRequest[] = [];

  load(request: RowRequest): ReturnType<RowSource['load']> {
    this.requests.push(request);
    if (this.failure) return Promise.reject(this.failure);
    const rows = this.rows.slice(request.offset, request.offset + request.limit);
    return Promise.resolve({ total: this.rows.length, rows });
  }
}

describe('The content of the explorer', () => {
  let queries: Rows;
  let tables: Rows;
  let model: ExplorerModel;
  let root: ConnectionNode;
  let heading: SectionNode;
  let sections: readonly ExplorerSection[];
  const filter = { label: '"x"', fields: { keywords: 'x' } };

  beforeEach(() => {
    queries = new Rows();
    tables = new Rows();
    sections = [
      {
        id: 'queries',
        label: 'Queries',
        icon: 'q',
        source: () => queries,
        askFilter: (connection, current) =>
          Promise.resolve({ ...filter, label: `${connection.name} after ${current?.label}` }),
      },
      {
        id: 'tables',
        label: 'Tables',
        icon: 't',
        source: () => tables,
        sortings: [
          { id: 'own', label: 'As the Platform' },
          { id: 'down', label: 'Downwards', compare: (one, other) => (one.id < other.id ? 1 : -1) },
        ],
      },
    ];
    model = new ExplorerModel(sections, () => 2);
    [root] = model.roots([lab, plant]) as [ConnectionNode];
    [heading] = model.headings(root) as [SectionNode];
  });

  const shown = async (owner: SectionNode | RowNode = heading): Promise<readonly string[]> =>
    (await model.children(owner)).map((node) => (node instanceof RowNode ? node.row.label : node.kind));

  it('shows connections with a group in a folder, by name and before those without', () => {
    const [seoul, busan] = ['Seoul', 'Busan'].map((group) => ({ ...lab, name: `Lab ${group}`, group }));
    const all = [plant, seoul!, busan!, { ...lab, group: 'Seoul' }];
    const labels = model
      .top(all)
      .map((node) => (node instanceof GroupNode ? node.name : node.connection.name));
    assert.deepEqual(labels, ['Busan', 'Seoul', 'Plant']);
    const [, group, alone] = model.top(all);
    assert.ok(group instanceof GroupNode && alone !== undefined);
    assert.equal(model.top(all)[1], group, 'the same node while there is such a group');
    const below = model.connectionsIn(group);
    const names = below.map(({ connection }) => connection.name);
    assert.deepEqual(names, ['Lab Seoul', 'Lab']);
    const parents = [below[0], alone].map((node) => model.parentOf(node!));
    assert.deepEqual(parents, [group, undefined]);
  });

  it('keeps the node of a row, with its newest values, and its parents', async () => {
    queries.rows = [row('1', { children: tables }), row('2')];
    const [first, second] = (await model.children(heading)) as [RowNode, RowNode];
    tables.rows = [row('1.1')];
    assert.deepEqual(await shown(first), ['Row 1.1']);
    const [below] = await model.children(first);
    assert.ok(below);
    const parents = [root, heading, first, below].map((node) => model.parentOf(node));
    assert.deepEqual(parents, [undefined, root, heading, first]);
    assert.deepEqual(await shown(second), []);
    queries.rows = [row('1', { label: 'Renamed' })];
    model.reset(heading);
    const [again] = await model.children(heading);
    assert.equal(again, first);
    assert.equal(first.row.label, 'Renamed');
    const counts = ['1', '1.1', '9'].map((id) => model.rowsWith('Lab', id).length);
    assert.deepEqual(counts, [1, 1, 0]);
    assert.deepEqual(model.rowsWith('Plant', '1'), []);
    assert.deepEqual(model.rowsWith('Nowhere', '1'), []);
  });

  it('tries failed lists again, and only those, when failures are forgotten', async () => {
    queries.rows = [row('1', { children: tables })];
    tables.failure = new Error('deleted');
    const [first] = (await model.children(heading)) as [RowNode];
    model.setFailure(root, 'down');
    assert.deepEqual(await shown(first), ['failure']);
    tables.failure = undefined;
    assert.deepEqual(await shown(first), ['failure']);

    model.forgetFailures();

    assert.deepEqual(await shown(first), ['empty']);
    assert.equal(model.failureOf(root), undefined);
    assert.deepEqual([await shown(), queries.requests.length], [['Row 1'], 1]);
  });

  it('applies changes of a feature, and returns the nodes to draw again', async () => {
    const [section] = sections as [ExplorerSection];
    const change = { kind: 'rows', connection: lab } as const;
    assert.deepEqual(model.apply(section, { ...change, added: [row('1')] }), []);
    queries.rows = [row('1', { children: tables }), row('2')];
    tables.rows = [row('2'), row('3')];
    const [first, second] = (await model.children(heading)) as [RowNode, RowNode];
    const [inner] = (await model.children(first)) as [RowNode];

    assert.deepEqual(model.apply(section, { ...change, changed: [row('2', { label: 'New' }), row('9')] }), [
      second,
      inner,
    ]);
    assert.deepEqual([second.row.label, inner.row.label], ['New', 'New']);
    assert.deepEqual(model.apply(section, { ...change, removed: ['3'] }), [first]);
    assert.deepEqual(model.apply(section, { ...change, added: [row('4')], changed: [row('2')] }), [
      heading,
      inner,
    ]);
    assert.deepEqual(await shown(), ['Row 4', 'Row 1', 'Row 2']);
    assert.deepEqual(await shown(first), ['Row 2']);

    assert.deepEqual(model.apply(section, { kind: 'below', connection: lab, id: '2' }), []);
    assert.deepEqual(model.apply(section, { kind: 'below', connection: lab, id: '1' }), [first]);
    assert.deepEqual(await shown(first), ['Row 2', 'Row 3']);
    assert.deepEqual([queries.requests.length, tables.requests.length], [1, 2]);
    assert.deepEqual(model.apply(section, { kind: 'reload', connection: lab }), [heading]);
    assert.deepEqual(await shown(), ['Row 1', 'Row 2']);
    assert.deepEqual(await shown(first), ['Row 2', 'Row 3']);
    assert.deepEqual([queries.requests.length, tables.requests.length], [2, 3]);
  });

  describe('by its commands', () => {
    let refreshed: (ExplorerNode | undefined)[];
    let counted: ExplorerNode[];
    let forgotten: (string | undefined)[];
    let ran: unknown[];
    let selection: ExplorerNode[];

    beforeEach(() => {
      [refreshed, counted, forgotten, ran, selection] = [[], [], [], [], []];
    });

    async function run(
      command: string,
      arg?: unknown,
      ...responses: readonly PromptResponse[]
    ): Promise<void> {
      const prompts = new ScriptedPrompts(responses);
      const deps = {
        ui: {
          prompts,
          commands: { run: (...all: readonly unknown[]) => Promise.resolve(ran.push(all)) },
        },
        model,
        sections,
        view: { selection },
        selection: { all: () => Promise.resolve(selection) },
        tree: {
          refresh: (node: ExplorerNode | undefined) => refreshed.push(node),
          countSoon: (node: ExplorerNode) => counted.push(node),
        },
        platforms: {
          all: () => [lab, plant],
          pick: () => Promise.resolve(plant),
          forgetMissingOperations: (connection?: Connection) => forgotten.push(connection?.name),
        },
      } as unknown as ExplorerDeps;
      await explorerCommands(deps)[`logbench.explorer.${command}`]?.(...(arg === undefined ? [] : [arg]));
      prompts.assertFinished();
    }

    it('is refreshed below a node, above a failure, or everywhere', async () => {
      await shown();
      for (const node of [heading, new FailureNode(heading, 'x'), root, 'something else']) {
        await run('refresh', node);
      }
      assert.deepEqual(refreshed, [heading, heading, root, undefined]);
      assert.deepEqual(forgotten, ['Lab', 'Lab', 'Lab', undefined]);
      assert.deepEqual(counted, [heading, heading]);
      await shown();
      assert.equal(queries.requests.length, 2);
    });

    it('loads more of the list that was clicked or is selected, or asks for one', async () => {
      queries.rows = ['1', '2', '3', '4', '5'].map((id) => row(id));
      const [first] = (await model.children(heading)) as [RowNode];
      const more = new MoreNode(heading);
      await run('loadMore', more);
      selection = [first];
      await run('loadMore');
      assert.equal((await shown()).length, 5);
      selection = [];
      await run('loadMore', undefined, { pick: 'Tables' });
      const asked = refreshed.at(-1) as SectionNode;
      assert.deepEqual([asked.connection.name, asked.sectionId], ['Plant', 'tables']);
      assert.deepEqual(refreshed.slice(0, -1), [more, heading, heading]);
      first.row = row('1', { children: tables });
      await run('loadMore', first);
      assert.deepEqual(refreshed.at(-1), first);
    });

    it('deletes the selection when one command can delete all of it', async () => {
      const deletable = (id: string, deleteCommand: string): RowNode =>
        new RowNode(lab, 'queries', row(id, { deleteCommand }), heading);
      const [one, two, three] = [deletable('1', 'a'), deletable('2', 'a'), deletable('3', 'b')];
      selection = [heading, one, two];
      await run('delete');
      assert.deepEqual(ran.splice(0), [['a', [one, [one, two]]]]);
      await assert.rejects(async () => {
        selection = [one, three];
        await run('delete');
      }, /deleted together/);
      for (selection of [[heading], []]) await run('delete');
      assert.deepEqual(ran, []);
      selection = [root];
      await run('delete');
      assert.deepEqual(ran, [['logbench.connection.remove', [root, [root]]]]);
    });

    it('is filtered, sorted and shown whole again, in the list that is clicked or selected', async () => {
      queries.rows = [row('1')];
      await shown();
      const label = (): string | undefined => model.listOf(heading)?.filter?.label;
      const [first] = await model.children(heading);
      await run('filter', first);
      assert.equal(label(), 'Lab after undefined');
      await run('filter', heading);
      assert.equal(label(), 'Lab after Lab after undefined');
      await shown();
      assert.equal(queries.requests.at(-1)?.filter?.fields['keywords'], 'x');
      selection = [new MoreNode(heading)];
      await run('clearFilter');
      assert.equal(label(), undefined);
      assert.deepEqual(refreshed, [heading, heading, heading]);

      const sorted = model.headings(root)[1];
      assert.ok(sorted);
      tables.rows = [row('1'), row('2')];
      await run('sort', sorted, { pick: 'Downwards' });
      assert.deepEqual(await shown(sorted), ['Row 2', 'Row 1']);
      assert.equal(refreshed.at(-1), sorted);
    });

    it('asks which list when the selected one cannot be sorted', async () => {
      selection = [heading];
      await run('sort', undefined, { pick: 'Tables' }, { pick: 'Downwards' });
      const target = refreshed.at(-1) as SectionNode;
      assert.deepEqual([target.connection.name, target.sectionId], ['Plant', 'tables']);
      assert.ok(model.headings(model.rootOf(plant) ?? root).includes(target));
      await assert.rejects(run('sort', undefined, { pick: 'Queries' }), /not among: Tables/);
      await run('filter', root, { pick: 'Queries' });
      assert.equal(refreshed.at(-1), heading, 'only the list is asked for on a connection');
    });
  });
});
