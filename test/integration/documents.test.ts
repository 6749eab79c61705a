import assert from 'node:assert/strict';
import path from 'node:path';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { ActionDeps } from '../../src/extension/features/scheduledQueries/actionDeps';
import { pickQueries, pickQuery, searchFor } from '../../src/extension/features/scheduledQueries/bulkQueries';
import { scheduledQueriesSection } from '../../src/extension/features/scheduledQueries/scheduledQueriesSection';
import { ScheduledQueryItem } from '../../src/extension/features/scheduledQueries/scheduledQueryItem';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { DocumentConnections } from '../../src/extension/ui/documents/documentConnections';
import { followSaveAs } from '../../src/extension/ui/documents/followSaveAs';
import { fileOfTab, filesInTabs } from '../../src/extension/ui/documents/filesInTabs';
import { queryOf, queryUri } from '../../src/extension/ui/documents/queryUri';
import { documentUri, ReadOnlyDocuments } from '../../src/extension/ui/documents/readOnlyDocuments';
import { saveDocument } from '../../src/extension/ui/documents/saveDocument';
import { problemAt, TextProblems } from '../../src/extension/ui/documents/textProblems';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { Polling } from '../../src/extension/ui/panels/polling';
import { RowNode, SectionNode } from '../../src/extension/ui/explorer/explorerSection';
import type { Row } from '../../src/extension/ui/explorer/explorerSection';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { lab } from '../support/labConnection';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { someGuid } from '../support/scheduledQueries';
import { temporaryFolder } from '../support/temporaryFolder';
import { clickRow } from './support/clickRow';
import { closeAllTabs } from './support/closeAllTabs';
import { sharedPlatform, wholeInterface } from './support/connected';
import { typeInto } from './support/queryDocuments';
import { replacing } from './support/replacing';
import { runCommand } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';
import { clientStub } from '../support/clientStub';

describe('The connection of a document', () => {
  const plant = { ...lab, name: 'Plant' };
  let all: readonly Connection[];
  let project: Connection | undefined;
  let stored: unknown;
  let pick: () => Promise<Connection>;
  let connections: DocumentConnections;

  const fileAt = (index: number): vscode.Uri => vscode.Uri.file(`/queries/${index}.lq`);
  const namesOf = (...files: readonly number[]): readonly unknown[] =>
    files.map((index) => connections.of(fileAt(index))?.name);

  beforeEach(() => {
    [all, project, stored] = [[lab, plant], undefined, undefined];
    const memory: vscode.Memento = {
      keys: () => [],
      get: () => stored as never,
      update: (_key, value) => Promise.resolve(void (stored = value)),
    };
    const find = (name: string): Connection | undefined => all.find((one) => one.name === name);
    const platforms = { all: () => all, find, pick: () => pick() };
    connections = new DocumentConnections(platforms as never, memory, {
      connectionOf: () => project,
      fileOf: () => undefined,
    });
  });

  test('is stored for the 200 most recently assigned documents', async () => {
    for (let index = 0; index < 199; index++) await connections.remember(fileAt(index), lab);
    await connections.remember(fileAt(0), plant);
    await connections.remember(fileAt(199), lab);
    assert.deepEqual(namesOf(0, 1, 199), ['Plant', 'Lab', 'Lab']);
    await connections.remember(fileAt(200), lab);
    assert.deepEqual(namesOf(0, 1, 2, 200), ['Plant', undefined, 'Lab', 'Lab']);
  });

  test('raises an event when it is assigned, and is forgotten for a name that is used again', async () => {
    let events = 0;
    const listening = connections.onDidChange(() => void (events += 1));
    await connections.remember(fileAt(1), plant);
    await connections.remember(fileAt(2), plant);
    await connections.move(fileAt(1), undefined);
    await connections.move(fileAt(3), undefined);
    listening.dispose();
    assert.deepEqual([events, ...namesOf(1, 2)], [2, undefined, 'Plant']);
  });

  const openUntitled = async (
    location: string,
    connection: Connection,
    text = `table ${path.basename(location)}\n`,
  ): Promise<vscode.TextDocument> => {
    const uri = vscode.Uri.file(location).with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
    await connections.remember(uri, connection);
    return document;
  };

  test('is kept for a saved query when an untitled query with the same text is closed', async () => {
    const following = followSaveAs(connections);
    await using folder = await temporaryFolder();
    const [one, other] = ['one', 'other'].map((name) => path.join(folder.path, name));
    assert.ok(one !== undefined && other !== undefined);
    const unsaved = await openUntitled(other, lab, 'table same');
    const saved = await openUntitled(one, plant, 'table same');
    await saved.save();
    const file = vscode.Uri.file(one);
    await holds(() => assert.equal(connections.of(file)?.name, 'Plant'));
    await vscode.window.showTextDocument(unsaved);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await holds(() => assert.equal(connections.of(unsaved.uri), undefined));
    assert.equal(connections.of(file)?.name, 'Plant');
    following.dispose();
    await closeAllTabs();
  });

  test('of an untitled query is kept when it is saved as a file, and is forgotten when it is closed', async () => {
    const following = followSaveAs(connections);
    await using folder = await temporaryFolder();
    const untitledAt = async (name: string): Promise<vscode.TextDocument> =>
      openUntitled(path.join(folder.path, name), plant);
    const saved = await untitledAt('saved');
    await saved.save();
    const file = vscode.Uri.file(path.join(folder.path, 'saved'));
    await holds(() => assert.equal(connections.of(file)?.name, 'Plant'));
    await holds(() => assert.equal(connections.of(saved.uri), undefined));

    const closed = await untitledAt('closed');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await holds(() => assert.equal(connections.of(closed.uri), undefined));
    assert.equal(connections.of(vscode.Uri.file(path.join(folder.path, 'closed'))), undefined);
    following.dispose();
    await closeAllTabs();
  });

  test('is the selected one if it exists, otherwise that of its project, otherwise the only one', async () => {
    await connections.remember(fileAt(1), plant);
    project = lab;
    assert.deepEqual(namesOf(1, 2), ['Plant', 'Lab']);
    all = [{ ...lab, name: 'Other' }, lab];
    assert.deepEqual(namesOf(1), ['Lab']);
    project = undefined;
    assert.deepEqual(namesOf(1), [undefined]);
    all = [lab];
    assert.deepEqual(namesOf(1, 2), ['Lab', 'Lab']);
    all = [lab, plant];
    stored = { [fileAt(1).toString()]: 'Plant', other: 7 };
    assert.deepEqual(namesOf(1), [undefined], 'something else was stored');
    stored = null;
    assert.deepEqual(namesOf(1), [undefined]);
  });

  test('is requested once if it is unknown', async () => {
    let asked = 0;
    pick = () => {
      asked += 1;
      return Promise.resolve(plant);
    };
    for (const file of [1, 1, 2]) {
      assert.equal((await connections.ofOrAsk(fileAt(file), 'Run')).name, 'Plant');
    }
    assert.equal(asked, 2);
  });

  test('of a scheduled query is that of its URI, never another one', async () => {
    const of = (connection: string): Promise<unknown> =>
      Promise.resolve(connections.of(queryUri({ address: { connection, guid: someGuid }, name: 'q' }))?.name);
    all = [lab];
    assert.deepEqual([await of('Lab'), await of('Removed')], ['Lab', undefined]);
  });
});

describe('Saving a document while another save of it is in progress', () => {
  interface Saving {
    isDirty: boolean;
    outcome?: string;
  }

  /** VS Code returns false at once. */
  async function startSaving(isDirty = true): Promise<Saving> {
    const saving: Saving = { isDirty };
    const document = Object.assign(saving, { save: () => Promise.resolve(false) });
    saveDocument(document as unknown as vscode.TextDocument, 'Query').then(
      () => (saving.outcome = 'saved'),
      (error: unknown) => (saving.outcome = String(error)),
    );
    await new Promise((resolve) => process.nextTick(resolve));
    return saving;
  }

  test('waits two seconds, then fails if there are still unsaved changes', async () => {
    // Nothing else of the window runs while these timers replace the others.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const [failed, late] = [await startSaving(), await startSaving()];
      assert.equal((await startSaving(false)).outcome, 'saved', 'there was nothing to save');
      mock.timers.tick(1999);
      await new Promise((resolve) => process.nextTick(resolve));
      assert.deepEqual([failed.outcome, late.outcome], [undefined, undefined]);
      late.isDirty = false;
      mock.timers.tick(1);
      await new Promise((resolve) => process.nextTick(resolve));
      assert.match(failed.outcome ?? '', /Query could not be saved\. Save it, then try again\./);
      assert.equal(late.outcome, 'saved');
    } finally {
      mock.timers.reset();
    }
  });
});

describe('Sorting scheduled queries by their last run', () => {
  test('lists the newest first, and those that never ran last', async () => {
    const quiet = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const section = scheduledQueriesSection(
      { onDidChange: quiet } as never,
      { onDidChangeAway: quiet } as never,
    );
    const rows = ['2026-01-02 00:00:00+0900', undefined, 'whenever', '2026-03-01 00:00:00+0900'].map(
      (lastRunTime) => {
        const label = lastRunTime ?? 'never';
        return { label, value: new ScheduledQueryItem(scheduledQueryRecord({ lastRunTime })) } as Row;
      },
    );
    const byLastRun = section.sortings?.find(({ id }) => id === 'lastRun')?.compare;
    const sorted = await Promise.resolve(rows.sort(byLastRun));
    assert.deepEqual(
      sorted.map(({ label }) => label),
      ['2026-03-01 00:00:00+0900', '2026-01-02 00:00:00+0900', 'never', 'whenever'],
    );
    section.dispose();
  });
});

describe('The list of scheduled queries', () => {
  test('reports to other views what was read, changed, or may have changed', async () => {
    const query = scheduledQueryRecord();
    const page = { total: 1, items: [query], malformed: [] };
    const platforms = {
      all: () => [lab],
      current: (connection: Connection) => connection,
      onDidChange: () => new vscode.Disposable(() => undefined),
      clientFor: async () => Promise.resolve(clientStub({ 'GET scheduled-queries': () => page })),
    };
    const polling = new Polling(() => 1000, vscode.window.onDidChangeWindowState);
    const section = scheduledQueriesSection(platforms, polling);
    const events: unknown[] = [];
    section.onDidChangeRecords(({ connection, ...change }) => events.push([connection.name, change]));
    section.onDidChange?.(({ kind }) => events.push(kind));

    for (const changed of [[query], undefined]) {
      await section.source(lab).load({ offset: 0, limit: 10 }, new AbortController().signal);
      const records = changed && ['Lab', { changed, removed: [] }];
      await eventually(() => events.length === (records === undefined ? 1 : 2));
      assert.deepEqual(events.splice(0), ['page', ...(records === undefined ? [] : [records])]);
    }
    await section.update(lab, { removed: ['g'], added: [query] });
    const change = { changed: [], removed: ['g'], recreated: [] };
    assert.deepEqual(events.splice(0), ['rows', ['Lab', change]]);
    section.reload(lab);
    assert.deepEqual(events.splice(0), ['reload', ['Lab', {}]]);
    section.dispose();
    polling.dispose();
  });
});

describe('Open documents', () => {
  test('are recognized as queries only by their URI, and in a comparison by the side that can be edited', async () => {
    const address = { connection: 'Lab', guid: someGuid };
    assert.deepEqual(queryOf(queryUri({ address, name: 'v1.2' })), { address, name: 'v1.2' });
    for (const other of [undefined, 'logbench:/x', vscode.Uri.file(queryUri({ address, name: 'q' }).path)]) {
      assert.equal(queryOf(other), undefined);
    }
    const [left, right] = ['left', 'right'].map((name) => vscode.Uri.parse(`untitled:${name}.txt`));
    await vscode.commands.executeCommand('vscode.diff', left, right);
    const files = await eventually(() => {
      const found = filesInTabs('untitled').map(({ path }) => path);
      return found.length > 0 && found;
    });
    assert.deepEqual([files, filesInTabs('logbench')], [['right.txt'], []]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

describe('A read-only document', () => {
  const shared = sharedPlatform(undefined, wholeInterface);
  const shows = (text: RegExp): Promise<boolean> =>
    eventually(() => text.test(vscode.window.activeTextEditor?.document.getText() ?? ''));

  test('shows the current text when it is opened again after its tab was closed', async () => {
    const rule = { name: 'Rule', query: 'table before', priority: 'LOW' };
    const { body } = await shared.connected.call('POST /api/core/batch-rules', { form: rule });
    await runCommand('logbench.explorer.refresh');
    const row = await lineAt('Test', 'Detection Rules', 'Rule');
    await clickRow(row);
    await shows(/table before/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const { guid } = body as { guid: string };
    const form = { ...rule, query: 'table after' };
    await shared.connected.call(`PUT /api/core/batch-rules/${guid}`, { form });

    await clickRow(row);

    await shows(/table after/);
  });

  test('is rendered again when values are hidden, but not requested again, however old it is', async () => {
    using _ = replacing(
      vscode.workspace,
      'registerTextDocumentContentProvider',
      () => new vscode.Disposable(() => undefined),
    );
    const documents = new ReadOnlyDocuments({ explain: () => assert.fail() });
    let reads = 0;
    documents.addSource('things', () => Promise.resolve({ text: `read ${++reads}`, actions: [] }));
    const path = ['Test', 'things', 'Thing.txt'];
    const uri = documentUri(path);
    await vscode.window.showTextDocument(uri);
    assert.equal(await documents.provideTextDocumentContent(uri), 'read 1');
    const other = ['Test', 'things', 'Other.txt'];
    assert.deepEqual([documents.isOpen(other), documents.actionsOf(documentUri(other))], [false, []]);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Two });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => filesInTabs(uri.scheme).length === 1);
    assert.equal(await documents.provideTextDocumentContent(uri), 'read 1', 'it has another tab');
    // From now on it is old, although VS Code keeps the document for a while.
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => filesInTabs(uri.scheme).length === 0);
    assert.ok(documents.isOpen(path));

    hideValues(undefined);

    assert.equal(await documents.provideTextDocumentContent(uri), 'read 1');
    assert.equal(await documents.provideTextDocumentContent(uri), 'read 2', 'it is old when it is opened');
    const events: string[] = [];
    documents.onDidChange((changed) => events.push(`${changed.path} ${reads}`));
    await vscode.window.showTextDocument(uri);
    assert.deepEqual([reads, events], [2, []], 'it is new');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => filesInTabs(uri.scheme).length === 0);
    await vscode.window.showTextDocument(uri);
    await eventually(() => events.length > 0);
    assert.deepEqual(events, [`${uri.path} 3`], 'VS Code does not ask for a text that it has');
    documents.dispose();
  });

  test('that could not be read is read again on a retry while it has a tab', async () => {
    using _ = replacing(
      vscode.workspace,
      'registerTextDocumentContentProvider',
      () => new vscode.Disposable(() => undefined),
    );
    let retry: (() => Promise<void>) | undefined;
    const documents = new ReadOnlyDocuments({
      explain: (_error, origin) => {
        retry = origin?.retry;
        return { sentence: 'Not now.', actions: [] };
      },
    });
    const reads: string[] = [];
    let isFailing = true;
    documents.addSource('things', (path) => {
      reads.push(path.slice(path.lastIndexOf('/') + 1));
      if (isFailing && !path.endsWith('Good.txt')) return Promise.reject(new Error('not now'));
      return Promise.resolve({ text: 'read', actions: [] });
    });
    const [good, bad, closed] = ['Good', 'Bad', 'Closed'].map((name) =>
      documentUri(['Test', 'things', `${name}.txt`]),
    );
    assert.ok(good && bad && closed);
    for (const uri of [closed, bad, good]) {
      await vscode.window.showTextDocument(uri, { preview: false });
      await documents.provideTextDocumentContent(uri);
    }
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => fileOfTab(tab)?.path === closed.path));
    await eventually(() => filesInTabs(good.scheme).length === 2);
    reads.length = 0;
    const events: string[] = [];
    documents.onDidChange(({ path }) => events.push(path));

    await retry?.();
    documents.renewFailed();
    await eventually(() => events.length === 2);
    isFailing = false;
    documents.renewFailed();
    await eventually(() => events.length === 3);
    documents.renewFailed();

    assert.deepEqual([reads, events], [Array(3).fill('Bad.txt'), Array(3).fill(bad.path)]);
    documents.dispose();
  });

  test('offers its actions above its text and runs them for its own URI, even if another document is active', async () => {
    const stored = new ShownQueries(shared);
    const guid = await stored.create('Requested');
    const query = queryUri({ address: { connection: 'Test', guid }, name: 'Requested' });
    await (await typeInto(query, 'table requested')).save();
    await runCommand('logbench.scheduledQuery.showRequest', [], query);
    const request = vscode.window.activeTextEditor?.document;
    assert.ok(request);
    const lenses = await vscode.commands.executeCommand<readonly vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      request.uri,
      10,
    );
    const command = lenses.find(({ command: one }) => one?.title === 'Copy All')?.command;
    assert.ok(command);
    await vscode.window.showTextDocument(query);

    await runCommand(command.command, [], ...((command.arguments ?? []) as unknown[]));
    assert.equal(await vscode.env.clipboard.readText(), request.getText());
    await runCommand(command.command, [], request.uri, 7);
    await runCommand(command.command, ['cancel']);
  });
});

describe('A problem that the platform found in a text', () => {
  test('is shown until the text changes, unless the editor already shows it at its position', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'table a' });
    const others = vscode.languages.createDiagnosticCollection('others');
    const problems = new TextProblems('platform');
    const range = new vscode.Range(0, 0, 0, 5);
    const shown = (from: number, code: number): number => {
      problems.clear(document.uri);
      problems.show(document, { from, to: 5, code, message: 'No.' });
      return vscode.languages.getDiagnostics(document.uri).length;
    };
    others.set(document.uri, [problemAt(range, 'Not so.', 1)]);
    assert.deepEqual([shown(0, 1), shown(1, 1), shown(0, 2)], [1, 2, 2]);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ' '));
    await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 1);
    problems.dispose();
    others.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('The query that a command is called for', () => {
  const other = '00000000-0000-4000-8000-000000000002';
  const records = [scheduledQueryRecord({ name: 'A' }), scheduledQueryRecord({ name: 'B', guid: other })];
  const asked: unknown[] = [];
  const deps = {
    ui: { prompts: { search: (question: unknown) => Promise.resolve(asked.push(question) && records[0]) } },
    platforms: {
      find: (name: string) => (name === 'Lab' ? lab : undefined),
      platformOf: () => undefined,
      pick: () => Promise.resolve(lab),
      clientFor: () =>
        Promise.resolve(clientStub({ 'GET scheduled-queries': () => ({ items: records, total: 3n }) })),
    },
  } as unknown as ActionDeps;

  test('is found by a search whose total does not count the excluded query', async () => {
    const find = async (except?: string): Promise<unknown> => {
      const { signal } = new AbortController();
      const { total, choices } = await searchFor(deps, lab, 'Title', except).find(undefined, signal);
      return [Number(total), choices.map(({ label }) => label)];
    };
    assert.deepEqual(await find(), [3, ['A', 'B']]);
    assert.deepEqual(await find(other), [2, ['A']]);
    assert.deepEqual(await find('nobody'), [3, ['A', 'B']]);
  });

  test('is the clicked one, although others are selected before it', async () => {
    const [a, b] = records.map((query) => {
      const row = { id: query.guid, label: query.name, value: new ScheduledQueryItem(query) } as Row;
      return new RowNode(lab, 'scheduledQueries', row, new SectionNode(lab, 'scheduledQueries'));
    });
    const { value } = await pickQuery(deps, [b, [a, b]], 'Title');
    assert.equal(value.name, 'B');
    const { value: all } = await pickQueries(deps, [b, [a, b]], 'Title');
    assert.deepEqual(
      all.map(({ name }) => name),
      ['A', 'B'],
    );
  });

  test('is that of the URI, without a question, when its connection no longer exists', async () => {
    const uriOn = (connection: string): vscode.Uri =>
      queryUri({ address: { connection, guid: other }, name: 'Tab' });
    const tab = { guid: other, name: 'Tab' };
    assert.deepEqual(await pickQuery(deps, [uriOn('Lab')], 'Title'), { connection: lab, value: tab });
    assert.deepEqual(await pickQueries(deps, [uriOn('Lab')], 'Title'), { connection: lab, value: [tab] });
    for (const pick of [pickQuery, pickQueries])
      await assert.rejects(pick(deps, [uriOn('Removed')], 'Title'), /^ExplainedError: There is no longer/);
    assert.deepEqual(asked, []);
  });
});
