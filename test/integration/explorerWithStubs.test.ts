import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import {
  KeyRejectedError,
  PermissionError,
  RejectedError,
  UnreachableError,
} from '../../src/core/api/errors';
import { setZone } from '../../src/extension/ui/format/timeZones';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import type { Connection } from '../../src/extension/ui/connections/connection';
import type { ExplorerNode, Row } from '../../src/extension/ui/explorer/explorerSection';
import { eventually } from '../support/eventually';
import { lab } from '../support/labConnection';
import { someGuid, otherGuid } from '../support/scheduledQueries';
import { pending } from './support/comparedProject';
import { TestedExplorer } from './support/explorerParts';
import { inNewest as test } from './support/vscodes';

const plant = { ...lab, name: 'Plant' };

function row(id: string, fields: Partial<Row> = {}): Row {
  return { id, label: `Row ${id}`, contextValue: 'row', value: id, ...fields };
}

function kinds(nodes: readonly ExplorerNode[]): readonly string[] {
  return nodes.map(({ kind }) => kind);
}

/** Rejects for one connection. */
function rejecting(name: string, error: Error): (connection: Connection) => Promise<void> {
  return (connection) => (connection.name === name ? Promise.reject(error) : Promise.resolve());
}

describe('The tree of the explorer', () => {
  test('sends one request to an unreachable platform until connections change, and shows the reason', async () => {
    for (const failure of [new UnreachableError('reset', 'connection reset'), new KeyRejectedError(401)]) {
      using tested = new TestedExplorer();
      const { queries, tables } = tested;
      queries.response = () => Promise.reject(failure);
      const [root, ...below] = await tested.opened();
      assert.deepEqual(kinds(below), ['failure']);
      await eventually(() => tested.drawn.includes(root));
      assert.match((await tested.item(root)).contextValue ?? '', /\.failed$/);
      tested.takeDrawn();
      await tested.below(root);
      // Drawn again it would ask again, and so on.
      assert.deepEqual(await tested.settledDrawn(), []);
      tested.platformsChanged.fire('locks');
      await tested.below(root);
      assert.deepEqual([queries.counts.length, tables.counts.length], [1, 0]);

      queries.response = () => Promise.resolve();
      tested.takeDrawn();
      tested.platformsChanged.fire('connections');
      assert.deepEqual(tested.takeDrawn(), [undefined]);
      assert.deepEqual(kinds(await tested.below(root)), ['section', 'section']);
      assert.equal((await tested.item(root)).contextValue, 'connection.staging.open');
    }
  });

  test('knows a MEMBER by what the first section requires, until there is another key', async () => {
    using tested = new TestedExplorer();
    const facets = async (): Promise<string | undefined> => {
      const [, , tables] = await tested.opened();
      return (await tested.item(tables)).contextValue;
    };
    tested.queries.response = () => Promise.reject(new PermissionError('ADMIN'));
    assert.equal(await facets(), 'section.tables.member');
    tested.queries.response = () => Promise.resolve();
    tested.platformsChanged.fire('connections');
    assert.equal(await facets(), 'section.tables');
  });

  test('shows all sections if only one of them fails', async () => {
    using tested = new TestedExplorer();
    tested.queries.response = () => Promise.reject(new RejectedError(500, 'x', 'broken'));
    const [root, ...below] = await tested.opened();
    assert.deepEqual(kinds(below), ['section', 'section']);
    assert.doesNotMatch((await tested.item(root)).contextValue ?? '', /failed/);
    assert.deepEqual(kinds(await tested.below(below[0])), ['failure']);
    assert.deepEqual(kinds(await tested.below(below[1])), ['empty']);
  });

  test('keeps the sections of a connection expanded while the platform is slow to respond again', async () => {
    using tested = new TestedExplorer();
    const [root, ...sections] = await tested.opened();
    const response = pending<undefined>();
    tested.queries.response = () => response.promise;
    tested.queries.changed.fire({ kind: 'reload', connection: lab });
    tested.platformsChanged.fire('connections');
    // Another list of sections, or a placeholder, would collapse what a user has expanded.
    assert.deepEqual(await tested.below(root), sections);
    tested.takeDrawn();
    response.resolve(undefined);
    await eventually(() => tested.drawn.includes(root));
    assert.deepEqual(await tested.below(root), sections);
  });

  test('keeps rows while their list is slow, but not with another filter', async () => {
    using tested = new TestedExplorer();
    const { tables } = tested;
    tables.rows = [row('one'), row('other')];
    const [, , heading] = await tested.opened();
    const folders = await tested.below(heading);
    const response = pending<undefined>();
    tables.response = () => response.promise;
    tables.changed.fire({ kind: 'reload', connection: lab });
    // A placeholder would collapse and deselect them.
    assert.deepEqual(await tested.below(heading), folders);
    tested.takeDrawn();
    await tested.commands.run('logbench.explorer.filter', heading);
    assert.deepEqual(kinds(await tested.below(heading)), ['loading']);
    response.resolve(undefined);
    await eventually(() => tested.drawn.includes(heading));
    assert.deepEqual(kinds(await tested.below(heading)), ['row', 'row']);
  });

  test('does not keep showing a failure while the platform is slow to respond again', async () => {
    using tested = new TestedExplorer();
    tested.queries.response = () => Promise.reject(new UnreachableError('reset', 'connection reset'));
    const [root] = await tested.opened();
    const response = pending<undefined>();
    tested.queries.response = () => response.promise;
    tested.platformsChanged.fire('connections');
    assert.deepEqual(kinds(await tested.below(root)), ['loading']);
    response.resolve(undefined);
  });

  test('shows sections with their counts, which are requested once', async () => {
    using tested = new TestedExplorer();
    tested.tables.rows = [row('1'), row('2')];
    const [root, queries, tables] = await tested.opened();
    assert.equal((await tested.item(tables)).description, '2');
    assert.equal((await tested.item(queries)).description, '0');
    await tested.below(root);
    await tested.below(tables);
    tested.queries.rows = [row('3')];
    await tested.below(queries);
    await eventually(() => tested.drawn.includes(queries));
    assert.deepEqual(tested.takeDrawn(), [queries]);
    assert.deepEqual([tested.queries.counts.length, tested.tables.counts.length], [1, 1]);
  });

  test('shows a section without its count while that is slow, and updates it when it arrives', async () => {
    using tested = new TestedExplorer();
    const response = pending<undefined>();
    tested.tables.response = () => response.promise;
    const [, , tables] = await tested.opened();
    assert.equal((await tested.item(tables)).description, '');
    response.resolve(undefined);
    await eventually(() => tested.drawn.includes(tables));
    assert.equal((await tested.item(tables)).description, '0');
  });

  test('draws a section with a slow count again with its rows, and not after them', async () => {
    using tested = new TestedExplorer();
    const count = pending<undefined>();
    tested.tables.rows = [row('1')];
    tested.tables.response = () => count.promise;
    const [, , tables] = await tested.opened();
    await tested.item(tables);
    const rows = pending<undefined>();
    tested.tables.response = () => rows.promise;
    assert.deepEqual(kinds(await tested.below(tables)), ['loading']);
    rows.resolve(undefined);
    await eventually(() => tested.drawn.includes(tables));
    assert.equal((await tested.item(tables)).description, '1');
    tested.takeDrawn();
    assert.deepEqual(kinds(await tested.below(tables)), ['row']);
    count.resolve(undefined);
    assert.deepEqual(await tested.settledDrawn(), []);
  });

  test('shows the rows of an uncounted section without a placeholder, which may get the focus, if they are not slow', async () => {
    using tested = new TestedExplorer();
    const count = pending<undefined>();
    tested.tables.rows = [row('1')];
    tested.tables.response = () => count.promise;
    const [, , tables] = await tested.opened();
    tested.tables.response = () => sleep(20);
    assert.deepEqual(kinds(await tested.below(tables)), ['row']);
    count.resolve(undefined);
  });

  test('keeps the count of a section until its rows are read again', async () => {
    using tested = new TestedExplorer();
    tested.tables.rows = [row('1')];
    const [, , tables] = await tested.opened();
    await tested.below(tables);
    tested.tables.changed.fire({ kind: 'reload', connection: lab });
    assert.equal((await tested.item(tables)).description, '1');
    await tested.settledDrawn();
    await tested.below(tables);
    assert.deepEqual(await tested.settledDrawn(), []);
  });

  test('shows no count that is older than the refresh, and none if the platform cannot count any more', async () => {
    using tested = new TestedExplorer();
    tested.tables.rows = [row('1')];
    const [root, , tables] = await tested.opened();
    const older = pending<undefined>();
    tested.tables.response = () => older.promise;
    await tested.commands.run('logbench.explorer.refreshAll', tables);
    await tested.below(root);
    tested.tables.response = () => Promise.resolve();
    tested.tables.rows = [row('1'), row('2')];
    await tested.commands.run('logbench.explorer.refreshAll', tables);
    await tested.below(root);
    tested.tables.rows = [];
    older.resolve(undefined);
    await tested.settledDrawn();
    assert.equal((await tested.item(tables)).description, '2');

    tested.tables.response = () => Promise.reject(new RejectedError(500, 'x', 'broken'));
    await tested.commands.run('logbench.explorer.refreshAll', tables);
    await tested.below(root);
    assert.equal((await tested.item(tables)).description, '');
  });

  test('counts a collapsed section again when it is refreshed', async () => {
    using tested = new TestedExplorer();
    const [, , tables] = await tested.opened();
    tested.tables.rows = [row('1')];
    await tested.commands.run('logbench.explorer.refresh', tables);
    await eventually(async () => (await tested.item(tables)).description === '1');
  });

  test('shows that more rows are being loaded', async () => {
    using tested = new TestedExplorer();
    tested.tables.rows = Array.from({ length: 300 }, (_, index) => row(String(index)));
    const [, , tables] = await tested.opened();
    const more = (await tested.below(tables)).at(-1);
    const icon = async () => ((await tested.item(more)).iconPath as vscode.ThemeIcon).id;
    assert.equal(await icon(), 'ellipsis');
    const response = pending<undefined>();
    tested.tables.response = () => response.promise;
    await tested.settledDrawn();
    const loading = tested.commands.run('logbench.explorer.loadMore', more);
    assert.deepEqual([tested.drawn.includes(more), await icon()], [true, 'loading~spin']);
    response.resolve(undefined);
    await loading;
    assert.equal((await tested.below(tables)).length, 300);
  });

  test('reports a rejected key once for each connection, and again after it was accepted', async () => {
    using tested = new TestedExplorer();
    tested.connections = [lab, plant];
    const { queries, tables } = tested;
    const roots = await tested.below();
    const reject = (): Promise<never> => Promise.reject(new KeyRejectedError(401));
    /** What is reported when both connections are counted again, without a list. */
    const count = async (response: typeof queries.response): Promise<readonly string[]> => {
      queries.response = response;
      for (const connection of tested.connections) queries.changed.fire({ kind: 'reload', connection });
      tested.platformsChanged.fire('connections');
      for (const root of roots) await tested.below(root);
      return tested.reported.splice(0);
    };
    assert.deepEqual(
      await count(() => Promise.reject(new UnreachableError('reset', 'connection reset'))),
      [],
    );
    assert.deepEqual(await count(reject), ['Lab', 'Plant']);
    assert.deepEqual(await count(reject), []);
    assert.deepEqual(await count(rejecting('Lab', new KeyRejectedError(401))), []);
    assert.deepEqual(await count(reject), ['Plant']);

    assert.deepEqual(await count(() => Promise.resolve()), []);
    const [, heading] = await tested.below(roots[0]);
    /** What is reported when one list is loaded again. */
    const load = async (response: typeof tables.response): Promise<readonly string[]> => {
      tables.response = response;
      tables.changed.fire({ kind: 'reload', connection: lab });
      await tested.below(heading);
      return tested.reported.splice(0);
    };
    assert.deepEqual(await load(reject), ['Lab']);
    assert.deepEqual(await load(reject), []);
    assert.deepEqual(await load(() => Promise.resolve()), []);
    assert.deepEqual(await load(reject), ['Lab']);
  });

  test('updates only the rows that a lock, a mark, a feature or a moved file changes', async () => {
    using tested = new TestedExplorer();
    const live = { ...plant, environment: 'production' } as const;
    tested.connections = [lab, live];
    tested.queries.rows = [row(someGuid), row(otherGuid)];
    const [root, other] = await tested.below();
    assert.ok(root && other);
    const [heading] = await tested.below(root);
    const [, second] = await tested.below(heading);
    const [sameNameElsewhere] = await tested.below(other);
    await tested.below(sameNameElsewhere);
    for (const node of [root, other]) await tested.item(node);
    await eventually(() => tested.drawn.length >= 2);
    tested.takeDrawn();

    tested.platformsChanged.fire('locks');
    assert.deepEqual(tested.takeDrawn(), []);
    tested.unlocked.set('Plant', 90_000);
    tested.platformsChanged.fire('locks');
    assert.deepEqual(tested.takeDrawn(), [other]);
    await tested.item(other);
    tested.unlocked.set('Plant', 61_000);
    tested.platformsChanged.fire('locks');
    assert.deepEqual(tested.takeDrawn(), []);
    tested.unlocked.set('Plant', 60_000);
    tested.platformsChanged.fire('locks');
    assert.deepEqual(tested.takeDrawn(), [other]);

    tested.marked.fire({ connection: 'Lab', guid: otherGuid });
    assert.deepEqual(tested.takeDrawn(), [second]);
    tested.queries.changed.fire({ kind: 'rows', connection: lab, changed: [row(otherGuid, { label: 'B' })] });
    assert.deepEqual(tested.takeDrawn(), [second]);
    tested.queries.changed.fire({ kind: 'reload', connection: lab });
    assert.deepEqual(tested.takeDrawn(), [heading, root]);
    tested.moved.fire();
    assert.deepEqual(tested.takeDrawn(), [undefined]);
    hideValues(undefined);
    assert.deepEqual(tested.takeDrawn(), [undefined]);
  });

  test('loads its rows again when times are shown in another zone', async () => {
    using tested = new TestedExplorer();
    const [, heading] = await tested.opened();
    await tested.below(heading);
    await eventually(() => tested.drawn.length > 0);
    tested.takeDrawn();
    try {
      setZone('Asia/Kathmandu');
      assert.deepEqual(tested.takeDrawn(), [undefined]);
      await tested.below(heading);
      assert.equal(tested.queries.loads.length, 2);
    } finally {
      setZone(undefined);
    }
  });

  test('cancels a request when its list is collapsed, and sends it again when that is expanded', async () => {
    using tested = new TestedExplorer();
    const [root, heading] = await tested.opened();
    assert.ok(heading);
    let signal: AbortSignal | undefined;
    tested.queries.response = (_connection, input) => {
      signal = input;
      return new Promise((_resolve, reject) => {
        input.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    const loading = tested.below(heading);
    await eventually(() => signal !== undefined);
    tested.collapsed.fire({ element: heading });
    assert.equal(signal?.aborted, true);
    await loading;
    await eventually(() => tested.drawn.includes(heading));

    tested.queries.response = () => Promise.resolve();
    tested.queries.rows = [row('1')];
    assert.deepEqual(kinds(await tested.below(heading)), ['row']);
    await tested.settledDrawn();
    for (const element of [heading, root]) tested.collapsed.fire({ element });
    assert.deepEqual(tested.takeDrawn(), []);
  });

  test('ignores all events after it is disposed, and cancels its counts', async () => {
    const tested = new TestedExplorer();
    let signal: AbortSignal | undefined;
    tested.queries.response = (_connection, input) => {
      signal = input;
      return new Promise((_resolve, reject) => {
        input.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    const [root] = await tested.below();
    const counting = tested.below(root);
    await eventually(() => signal !== undefined);
    tested.takeDrawn();
    tested.dispose();
    assert.equal(signal?.aborted, true);
    assert.equal(tested.queries.watches.size, 0);
    tested.platformsChanged.fire('connections');
    tested.moved.fire();
    hideValues(undefined);
    setZone(undefined);
    tested.queries.changed.fire({ kind: 'reload', connection: lab });
    assert.deepEqual([tested.takeDrawn(), tested.queries.watches.size], [[], 0]);
    assert.deepEqual(kinds(await counting), ['section', 'section']);
  });
});

describe('Files that are dropped on the explorer', () => {
  async function drop(items: Readonly<Record<string, unknown>>, onNode = true): Promise<readonly unknown[]> {
    using tested = new TestedExplorer();
    const [root] = await tested.opened();
    const transfer = new vscode.DataTransfer();
    for (const [type, value] of Object.entries(items)) {
      transfer.set(
        type,
        value instanceof vscode.DataTransferItem ? value : new vscode.DataTransferItem(value),
      );
    }
    const token = new vscode.CancellationTokenSource().token;
    await tested.explorer.drops.handleDrop?.(onNode ? root : undefined, transfer, token);
    return tested.dropped.flatMap((arg) => {
      const [node, files] = arg as [unknown, readonly vscode.Uri[]];
      assert.equal(node, root);
      return files.map(String);
    });
  }

  test('are those of the URI list, without its comments and blank lines', async () => {
    const list = '#from VS Code\r\nfile:///a%20b.log\r\n\nfile:///c.log\r\n';
    assert.deepEqual(await drop({ 'text/uri-list': list }), ['file:///a%20b.log', 'file:///c.log']);
  });

  test('are those of the desktop if VS Code provides them, unless there is a URI list', async () => {
    const item = new vscode.DataTransferItem('');
    const uri = vscode.Uri.file('/desktop.log');
    item.asFile = () => ({ name: 'desktop.log', uri, data: async () => Promise.resolve(new Uint8Array()) });
    const files = { files: item, 'text/plain': 'no file' };
    assert.deepEqual(await drop(files), ['file:///desktop.log']);
    assert.deepEqual(await drop({ ...files, 'text/uri-list': '' }), ['file:///desktop.log']);
    assert.deepEqual(await drop({ ...files, 'text/uri-list': 'file:///a.log' }), ['file:///a.log']);
    item.asFile = () => ({ name: 'x', data: async () => Promise.resolve(new Uint8Array()) });
    assert.deepEqual(await drop(files), []);
  });

  test('are ignored without a node or without files', async () => {
    assert.deepEqual(await drop({ 'text/uri-list': 'file:///a.log' }, false), []);
    assert.deepEqual(await drop({ 'text/uri-list': '# nothing\r\n', 'text/plain': 'file:///a.log' }), []);
    assert.deepEqual(await drop({}), []);
  });
});

describe('The lists of the explorer', () => {
  test('are polled only while they are expanded and the explorer is visible', async () => {
    using tested = new TestedExplorer();
    tested.queries.rows = [row('1'), row('2')];
    const [, heading] = await tested.opened();
    assert.ok(heading);
    const seen = (): unknown => [...tested.queries.watches.keys()].map((watch) => watch());
    assert.deepEqual(seen(), [undefined]);
    await tested.below(heading);
    assert.deepEqual(seen(), [{ rows: 2 }]);
    tested.sees = false;
    assert.deepEqual(seen(), [undefined]);
    tested.sees = true;
    tested.collapsed.fire({ element: heading });
    assert.deepEqual(seen(), [undefined]);
  });

  test('are polled once for each connection', async () => {
    using tested = new TestedExplorer();
    const names = (): readonly string[] => [...tested.queries.watches.values()];
    assert.deepEqual(names(), ['Lab']);
    tested.connections = [lab, plant];
    tested.platformsChanged.fire('connections');
    tested.visibility.fire();
    assert.deepEqual(names(), ['Lab', 'Plant']);
    tested.connections = [plant];
    tested.platformsChanged.fire('connections');
    assert.deepEqual(names(), ['Plant']);
    await tested.below();
  });
});
