import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { KeyRejectedError, RejectedError, UnreachableError } from '../../src/core/api/errors';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { RowNode } from '../../src/extension/ui/explorer/explorerSection';
import type { ExplorerNode, Row } from '../../src/extension/ui/explorer/explorerSection';
import { inMarkdown } from '../../src/extension/ui/format/markdown';
import { lab } from '../support/labConnection';
import { someGuid, otherGuid } from '../support/scheduledQueries';
import { pending } from './support/comparedProject';
import { TestedExplorer } from './support/explorerParts';
import { inNewest as test } from './support/vscodes';

function row(id: string, fields: Partial<Row> = {}): Row {
  return { id, label: `Row ${id}`, contextValue: 'row', value: id, ...fields };
}

/** The items of one section with these rows. */
async function itemsOf(tested: TestedExplorer, ...rows: readonly Row[]): Promise<readonly vscode.TreeItem[]> {
  tested.queries.rows = rows;
  const [, heading] = await tested.opened();
  return Promise.all((await tested.below(heading)).map((node) => tested.item(node)));
}

function iconOf({ iconPath }: vscode.TreeItem): string | undefined {
  return iconPath instanceof vscode.ThemeIcon ? iconPath.id : undefined;
}

describe('The tree item of a connection', () => {
  test('shows its environment, lock and state in its text, icon, tooltip and context value', async () => {
    using tested = new TestedExplorer();
    const production = { ...lab, environment: 'production' } as const;
    const shown = async (): Promise<readonly unknown[]> => {
      const [root] = await tested.below();
      const item = await tested.item(root);
      const readLabel = item.accessibilityInformation?.label;
      assert.ok(root);
      const { token } = new vscode.CancellationTokenSource();
      const resolved = await tested.explorer.tree.resolveTreeItem?.(item, root, token);
      const lines = ['Lab', lab.baseUrl, ...String(item.description).split(' · ')];
      const access = iconOf(item) === 'debug-disconnect' ? [] : ['Account: kim, role MEMBER.'];
      assert.equal(resolved?.tooltip, [...lines, ...access].join('\n'));
      assert.equal(readLabel, ['Lab', ...String(item.description).split(' · ')].join(', '));
      return [item.description, item.contextValue, iconOf(item)];
    };
    assert.deepEqual(await shown(), ['Staging', 'connection.staging.open', 'plug']);
    tested.connections = [{ ...lab, found: true }];
    assert.deepEqual(await shown(), ['Staging', 'connection.staging.open.found', 'plug']);
    tested.connections = [production];
    assert.deepEqual(await shown(), ['Production · locked', 'connection.production.locked', 'lock']);
    tested.unlocked.set('Lab', 61_000);
    const open = 'connection.production.open';
    assert.deepEqual(await shown(), ['Production · unlocked, 2 minutes left', open, 'unlock']);
    tested.queries.response = () => Promise.reject(new UnreachableError('reset', 'connection reset'));
    await tested.opened();
    const states = 'Production · unlocked, 2 minutes left · not connected';
    assert.deepEqual(await shown(), [states, `${open}.failed`, 'debug-disconnect']);
  });
});

describe('The tree item of a row', () => {
  const query = pathOf({ connection: 'Lab', guid: someGuid }, 'Logins');
  const [here, elsewhere] = ['here', 'elsewhere'].map((name) => vscode.Uri.file(`/${name}.lq`));

  async function clicked(tested: TestedExplorer, fields: Partial<Row>): Promise<readonly unknown[]> {
    tested.queries.rows = [row('1', fields)];
    const [, heading] = await tested.opened();
    const [command, ...args] = (await tested.click((await tested.below(heading))[0])) ?? [];
    return [command, ...args.map((one) => (one instanceof RowNode ? one.row.id : String(one)))];
  }

  test('opens its command, document or file when it is clicked', async () => {
    const opened = async (fields: Partial<Row>): Promise<readonly unknown[]> => {
      using tested = new TestedExplorer();
      return await clicked(tested, fields);
    };
    assert.deepEqual(await opened({}), [undefined]);
    assert.deepEqual(await opened({ command: 'logbench.x', file: query }), ['logbench.x', '1']);
    const [command, uri] = await opened({ document: ['rules', 'a.json'] });
    assert.equal(command, 'vscode.open');
    assert.match(String(uri), /^logbench-document:\/logbench-document\/Lab\/rules\//);
    const file = vscode.Uri.from({ scheme: 'logbench', path: query });
    assert.deepEqual(await opened({ file: query }), ['vscode.open', String(file)]);
  });

  test('runs its command also if VS Code knows its selection only after it has read the list again', async () => {
    using tested = new TestedExplorer();
    tested.queries.rows = [row('1', { command: 'logbench.x' })];
    const [, heading] = await tested.opened();
    const [node] = await tested.below(heading);
    const { command } = await tested.item(node);
    assert.deepEqual(command, { command: 'logbench.explorer.openSelected', title: '' });
    const opening = tested.commands.run(command.command);
    tested.selection = node === undefined ? [] : [node];
    await opening;
    assert.deepEqual(tested.commands.runs.slice(1), [['logbench.x', node]]);
  });

  test('is opened only if it is the last one that was clicked, and the only one selected', async () => {
    using tested = new TestedExplorer();
    tested.queries.rows = ['1', '2'].map((id) => row(id, { command: 'logbench.x' }));
    const [, heading] = await tested.opened();
    const [first, second] = await tested.below(heading);
    assert.ok(first && second);
    const click = async (): Promise<void> => tested.commands.run('logbench.explorer.openSelected');
    const opened = (): readonly unknown[] =>
      tested.commands.runs.splice(0).filter(([id]) => id === 'logbench.x');

    const clicks = [click(), click()];
    tested.selection = [second];
    await Promise.all(clicks);
    assert.deepEqual(opened(), [['logbench.x', second]]);

    tested.selection = [];
    const lost = click();
    tested.select(first);
    await lost;
    assert.deepEqual(opened(), [], 'another one has been selected since the click');

    tested.selection = [first, second];
    await click();
    assert.deepEqual(opened(), []);
  });

  test('is deleted with all that are selected, as soon as VS Code has read their lists again', async () => {
    using tested = new TestedExplorer();
    tested.queries.rows = ['1', '2'].map((id) => row(id, { deleteCommand: 'logbench.x' }));
    const [, heading] = await tested.opened();
    const [first, second] = await tested.below(heading);
    assert.ok(first && second);
    const remove = async (): Promise<void> => tested.commands.run('logbench.explorer.delete');
    const removed = (): readonly unknown[] =>
      tested.commands.runs.splice(0).filter(([id]) => id === 'logbench.x');
    tested.select(first, second);
    for (const known of [[], [first]]) {
      const response = pending<undefined>();
      tested.queries.response = () => response.promise;
      // VS Code may ask for the rows only after the key was pressed.
      tested.selection = known;
      const deleting = [remove(), remove()];
      await tested.commands.run('logbench.explorer.refresh', heading);
      const reading = tested.below(heading);
      await sleep(100);
      response.resolve(undefined);
      await reading;
      tested.selection = [first, second];
      await Promise.all(deleting);
      assert.deepEqual(removed(), [['logbench.x', first, [first, second]]], 'once');
    }
    tested.selection = [];
    const changed = assert.rejects(remove(), /The list has changed/);
    tested.select(first);
    await changed;
    assert.deepEqual(removed(), []);
  });

  test('opens the file of a query in a project, or asks first if that belongs to another connection', async () => {
    assert.ok(here && elsewhere);
    using tested = new TestedExplorer();
    tested.files.set(someGuid, { file: here, connection: lab });
    assert.deepEqual(await clicked(tested, { file: query }), ['vscode.open', String(here)]);
    using other = new TestedExplorer();
    other.files.set(someGuid, { file: elsewhere, connection: { ...lab, name: 'Plant' } });
    const [command, arg] = await clicked(other, { file: query });
    assert.deepEqual(
      [command, arg],
      ['logbench.scheduledQuery.open', String(vscode.Uri.from({ scheme: 'logbench', path: query }))],
    );
  });

  test('has the mark of its file in its context value and label for screen readers', async () => {
    using tested = new TestedExplorer();
    tested.marks.set(query, { facet: 'draft', text: 'has a draft' });
    const path = pathOf({ connection: 'Lab', guid: otherGuid }, 'Other');
    const [marked, unmarked, silent] = await itemsOf(
      tested,
      row('1', { file: query, accessibleLabel: 'Logins, enabled' }),
      row('2', { file: path, accessibleLabel: 'Other' }),
      row('3'),
    );
    assert.deepEqual(
      [marked, unmarked, silent].map((item) => [item?.contextValue, item?.accessibilityInformation?.label]),
      [
        ['row.draft', 'Logins, enabled, has a draft'],
        ['row', 'Other'],
        ['row', undefined],
      ],
    );
  });

  test('is never invisible, and can be expanded only with children', async () => {
    using tested = new TestedExplorer();
    const [blank, named, parent] = await itemsOf(
      tested,
      row('1', { label: '  ', accessibleLabel: '  , enabled' }),
      row('2', {
        icon: { name: 'play', color: 'charts.red' },
        description: 'b\u202ec',
        accessibleLabel: 'd\u202ee',
      }),
      row('3', { children: tested.tables.source(lab) }),
    );
    assert.equal(blank?.label, '(blank name)');
    assert.equal(blank.accessibilityInformation?.label, '(blank name), enabled');
    assert.deepEqual([named && iconOf(named), named?.description], ['play', 'b[U+202E]c']);
    assert.equal(named?.accessibilityInformation?.label, 'd[U+202E]e');
    assert.equal((named.iconPath as vscode.ThemeIcon).color?.id, 'charts.red');
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    assert.deepEqual([named.collapsibleState, parent?.collapsibleState], [None, Collapsed]);
  });

  test('gets its tooltip only when it is requested', async () => {
    using tested = new TestedExplorer();
    let written = 0;
    const tooltip = (): ReturnType<typeof inMarkdown> => {
      written += 1;
      return inMarkdown`**All**`;
    };
    tested.queries.rows = [row('1', { tooltip }), row('2')];
    const [, heading] = await tested.opened();
    const nodes = await tested.below(heading);
    const token = new vscode.CancellationTokenSource().token;
    const tooltips = [];
    for (const node of nodes) {
      const item = await tested.item(node);
      assert.equal(written, tooltips.length);
      const resolved = await tested.explorer.tree.resolveTreeItem?.(item, node, token);
      tooltips.push((resolved?.tooltip as vscode.MarkdownString | undefined)?.value);
    }
    assert.deepEqual([tooltips, written], [['**All**', undefined], 1]);
  });
});

describe('The tree items without rows', () => {
  test('show that there is nothing, a failure and the command of a click, and keep their IDs', async () => {
    using tested = new TestedExplorer();
    const [, heading] = await tested.opened();
    const shown = async (): Promise<readonly unknown[]> => {
      const [node] = await tested.below(heading);
      const item = await tested.item(node);
      const [command, arg] = (await tested.click(node)) ?? [];
      const { kind } = (arg ?? {}) as Partial<ExplorerNode>;
      return [item.id, item.label, item.contextValue, iconOf(item), command, kind];
    };
    const reload = (): void => tested.queries.changed.fire({ kind: 'reload', connection: lab });
    const none = 'Lab/queries/:empty';
    assert.deepEqual(await shown(), [none, 'No items.', 'empty', undefined, undefined, undefined]);
    tested.queries.response = () => Promise.reject(new RejectedError(500, 'x', 'bro\u202eken'));
    reload();
    const failure = 'Lab/queries/:failure';
    const retry = ['failure', 'warning', 'logbench.explorer.refresh', 'failure'];
    assert.deepEqual(await shown(), [failure, 'Rejected by the platform', ...retry]);
    const [rejection] = await tested.below(heading);
    const { tooltip } = await tested.item(rejection);
    assert.ok(typeof tooltip === 'string' && tooltip.endsWith('bro[U+202E]ken'));
    tested.queries.response = () => Promise.reject(new KeyRejectedError(401));
    reload();
    const key = ['failure.key', 'key', 'logbench.connection.setApiKey', 'connection'];
    assert.deepEqual(await shown(), [failure, 'API key rejected', ...key]);
    const [node] = await tested.below(heading);
    const item = await tested.item(node);
    assert.match(String(item.accessibilityInformation?.label), /^Why: /);
    assert.equal(item.description, 'click to set a key');
    assert.equal(item.accessibilityInformation?.label, item.tooltip);
  });

  test('show that a filter matches nothing, which its section shows too', async () => {
    using tested = new TestedExplorer();
    const [, heading] = await tested.opened();
    const shown = async (): Promise<readonly unknown[]> => {
      const [empty] = await tested.below(heading);
      const section = await tested.item(heading);
      const { label } = await tested.item(empty);
      return [label, section.contextValue, iconOf(section), section.description];
    };
    assert.deepEqual(await shown(), ['No items.', 'section.queries', 'table', '0']);
    await tested.commands.run('logbench.explorer.filter', heading);
    const filtered = ['section.queries.filtered', 'filter-filled', '0 · filter: "x"'];
    assert.deepEqual(await shown(), ['No items match the filter.', ...filtered]);
    const readLabel = (await tested.item(heading)).accessibilityInformation?.label;
    assert.equal(readLabel, 'queries, 0 · filter: "x"');
    await tested.commands.run('logbench.explorer.clearFilter', heading);
    assert.deepEqual(await shown(), ['No items.', 'section.queries', 'table', '0']);
  });

  test('have unique IDs below each connection, section and row', async () => {
    using tested = new TestedExplorer();
    const children = tested.tables.source(lab);
    tested.queries.rows = [row('1', { children })];
    const [root, heading] = await tested.opened();
    const [first] = await tested.below(heading);
    const [below] = await tested.below(first);
    const ids = [];
    for (const node of [root, heading, first, below]) ids.push((await tested.item(node)).id);
    assert.deepEqual(ids, ['Lab', 'Lab/queries', 'Lab/queries/1', 'Lab/queries/1/:empty']);
    for (const [node, parent] of [
      [below, first],
      [first, heading],
      [heading, root],
      [root, undefined],
    ] as const) {
      assert.ok(node);
      assert.equal(await tested.explorer.tree.getParent?.(node), parent);
    }
  });
});
