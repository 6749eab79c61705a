import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { QueryFileSystem } from '../../src/extension/features/drafts';
import { QueryLenses } from '../../src/extension/features/drafts/queryLenses';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import type { QueryAddress } from '../../src/extension/ui/queryAddress';
import type { ScheduledQuery } from '../../src/core/interface/scheduledQuery';
import { assistantProduct } from '../../src/core/interface/userAgent';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { queryUri } from '../../src/extension/ui/documents/queryUri';
import { eventually } from '../support/eventually';
import { FaultProxy, passOn } from '../support/faultProxy';
import { lab } from '../support/labConnection';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { otherGuid, someGuid } from '../support/scheduledQueries';
import { responseOf } from './support/assistants';
import { activeExtension, contributions } from './support/extension';
import { saveDraft, textInFront, typeInto } from './support/queryDocuments';
import { runCommand, testApi } from './support/runCommand';
import { selection, sharedQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';
import { clientStub } from '../support/clientStub';

function fileOf(guid: string, name: string): vscode.Uri {
  return queryUri({ address: { connection: 'Test', guid }, name });
}

describe('The commands of a query in an editor', () => {
  const stored = sharedQueries();

  /** Replaces the connection by one of another name that goes through the proxy. */
  async function connectThrough({ baseUrl }: FaultProxy, name: string): Promise<AsyncDisposable> {
    const connection: Connection = { ...stored.connected.connection, name, baseUrl };
    const settings = await withSettings({ 'logbench.connections': [connection] });
    const { node } = await lineAt(name);
    await runCommand('logbench.connection.setApiKey', [{ input: stored.connected.key }], node);
    return settings;
  }

  test('open it with the stored text while the platform cannot be reached, or explain why they cannot', async () => {
    const name = 'Through a proxy';
    const proxy = await FaultProxy.start(stored.connected.connection.baseUrl);
    await using _ = await connectThrough(proxy, name);
    const [guid, other] = [
      await stored.create('Read', { query: 'table read' }),
      await stored.create('Other'),
    ];
    const uriOf = (one: string): vscode.Uri =>
      queryUri({ address: { connection: name, guid: one }, name: 'Q' });
    await runCommand('logbench.scheduledQuery.open', [], uriOf(guid));
    assert.equal(textInFront(), 'table read');
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\/Read\.lq$/, 'its name of now');
    await vscode.window.tabGroups.close(vscode.window.tabGroups.activeTabGroup.tabs);
    proxy.interference = ({ response }) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error_code":"unauthorized","error_msg":"invalid-api-key"}');
    };

    const known = await runCommand('logbench.scheduledQuery.open', [], uriOf(guid));
    assert.deepEqual([known.notices, textInFront()], [[], 'table read']);
    const unknown = await runCommand('logbench.scheduledQuery.open', [], uriOf(other));
    assert.deepEqual(unknown.notices, [`${name}: The API key was rejected. Set a valid key to continue.`]);
    proxy.interference = passOn;
    await proxy[Symbol.asyncDispose]();
  });

  test('open all selected queries, each in its own tab', async () => {
    for (const name of ['A', 'B']) await stored.create(name);

    await runCommand('logbench.scheduledQuery.open', [], ...selection(await stored.lines('A', 'B')));

    const { tabs } = vscode.window.tabGroups.activeTabGroup;
    assert.deepEqual(
      tabs.map(({ label, isPreview }) => [label, isPreview]),
      [
        ['A · Test', false],
        ['B · Test', false],
      ],
    );
  });

  test('ask for a query if there is no argument, and also on a section although a query is active', async () => {
    const [a] = [await stored.create('A', { enabled: 'true' }), await stored.create('B')];
    const opening = await runCommand('logbench.scheduledQuery.open', [{ search: '', select: 'A' }]);
    assert.match(opening.seen.join(), /\["A","[^"]+ · [^"]+",null\],\["B","disabled · [^"]+",null\]/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, fileOf(a, 'A').path);

    const { node } = await lineAt('Test', 'Scheduled Queries');
    const responses = [{ search: '', select: 'B' }, 'cancel'] as const;
    const editing = await runCommand('logbench.scheduledQuery.edit', responses, node);
    assert.match(editing.seen.join(), /"title":"B · Test/);
    const inFront = await runCommand('logbench.scheduledQuery.edit', ['cancel']);
    assert.match(inFront.seen.join(), /"title":"A · Test/);
  });

  test('run on the query of their argument, even if another is active, including its unsaved text', async () => {
    await using _ = await withSettings({ 'files.autoSave': 'off' });
    const [a, b] = [await stored.create('A'), await stored.create('B')];
    await saveDraft(fileOf(b, 'B'), 'table other');
    await typeInto(fileOf(a, 'A'), 'table mine');
    await vscode.window.showTextDocument(fileOf(b, 'B'));

    await runCommand('logbench.scheduledQuery.publish', [], fileOf(a, 'A'));

    assert.equal((await stored.read(a))?.query, 'table mine');
    assert.equal((await stored.read(b))?.query, 'json "{}"');
  });

  test('ask for a query on a row that VS Code is reading again, although a query with a draft is active', async () => {
    const guid = await stored.create('Active');
    await saveDraft(fileOf(guid, 'Active'), 'table mine');
    await vscode.window.showTextDocument(fileOf(guid, 'Active'));
    const { menus } = contributions(await activeExtension());
    const onRows = (menus['view/item/context'] ?? []).filter(({ when }) => when?.includes('^scheduledQuery'));
    const commands = new Set(onRows.flatMap(({ command }) => command ?? []));
    assert.ok(commands.size > 15);
    for (const command of commands) {
      // VS Code passes nothing for a row that it does not know at present.
      const { seen } = await runCommand(command, ['cancel'], undefined, undefined);
      assert.equal(seen.length, 1, command);
    }
    assert.equal((await stored.read(guid))?.query, 'json "{}"');
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'table mine');
  });

  test('show the request that would publish it, or create it again if it was deleted', async () => {
    await using _ = await withSettings({ 'files.autoSave': 'off' });
    const guid = await stored.create('Shown');
    const uri = fileOf(guid, 'Shown');
    await typeInto(uri, 'table shown');
    await runCommand('logbench.scheduledQuery.showRequest', [], uri);
    assert.match(textInFront(), new RegExp(`curl -X PUT '.*/scheduled-queries/${guid}'`));
    assert.match(textInFront(), /query=table(?:\+|%20| )shown/);
    await stored.remove(guid);

    await runCommand('logbench.scheduledQuery.showRequest', [], uri);

    assert.match(textInFront(), /curl -X POST '.*\/scheduled-queries'/);
    assert.match(textInFront(), /query=table(?:\+|%20| )shown/);
  });

  test('update its row with a mark while it has a draft', async () => {
    const name = 'Marked';
    const uri = fileOf(await stored.create(name), name);
    const row = (): ReturnType<typeof lineAt> => lineAt('Test', 'Scheduled Queries', name);
    await row();
    const { explorer } = await testApi();
    const drawn: unknown[] = [];
    const listening = explorer.onDidChangeTreeData?.((changed) => drawn.push(changed));
    const isDrawnAfter = async (change: () => Promise<unknown>): Promise<void> => {
      const before = drawn.length;
      await change();
      const { node } = await row();
      await eventually(() => drawn.slice(before).some((changed) => [node, undefined].includes(changed)));
    };

    await isDrawnAfter(() => saveDraft(uri, 'table one'));
    assert.match((await row()).contextValue, /\.draft$/);
    const { node: marked } = await row();
    await isDrawnAfter(() =>
      runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], marked),
    );
    assert.doesNotMatch((await row()).contextValue, /\.draft$/);
    listening?.dispose();
  });

  test('compare unsaved text, and discard it with the draft', async () => {
    await using _ = await withSettings({ 'files.autoSave': 'off' });
    const guid = await stored.create('Compared', { query: 'table a' });
    const uri = fileOf(guid, 'Compared');
    await typeInto(uri, 'table a|limit 1');
    await runCommand('logbench.scheduledQuery.compareContent', [], uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const draft = await vscode.workspace.openTextDocument(input.modified);
    await eventually(() => draft.getText() === 'table a\n| limit 1');
    const document = await typeInto(uri, 'table a | limit 2');
    const other = fileOf(await stored.create('In front'), 'In front');
    await vscode.window.showTextDocument(other, { preview: false });
    const inFront = await typeInto(other, 'table in front');

    await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], uri);

    await eventually(() => document.getText() === 'table a' && !document.isDirty);
    assert.deepEqual([inFront.getText(), inFront.isDirty], ['table in front', true]);
    await inFront.save();
    await eventually(() => draft.getText() === 'table a');
  });

  test('set for the menus whether the active query has a draft, and whether any query was deleted', async () => {
    const [drafted, other] = [await stored.create('Drafted'), await stored.create('Other')];
    const contexts = new Map<string, unknown>();
    const { executeCommand } = vscode.commands;
    const record = async (command: string, ...rest: readonly unknown[]): Promise<unknown> => {
      if (command === 'setContext') contexts.set(String(rest[0]), rest[1]);
      return executeCommand(command, ...rest);
    };
    Object.assign(vscode.commands, { executeCommand: record });
    try {
      const isDraft = (expected: boolean): Promise<boolean> =>
        eventually(() => contexts.get('logbench.activeDraft') === expected);
      await saveDraft(fileOf(drafted, 'Drafted'), 'table mine');
      await isDraft(true);
      await vscode.window.showTextDocument(fileOf(other, 'Other'));
      await isDraft(false);
      await vscode.window.showTextDocument(fileOf(drafted, 'Drafted'));
      await isDraft(true);
      await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }]);
      await isDraft(false);
      const deleting = [{ confirm: 'Delete' }, { notice: 'deleted', press: 'Re-create' }];
      contexts.clear();
      const recreating = [{ confirm: 'Re-create' }, { notice: 're-created' }];
      const lines = selection(await stored.lines('Other'));
      await runCommand('logbench.scheduledQuery.delete', [...deleting, ...recreating], ...lines);
      assert.equal(contexts.get('logbench.noDeletedQueries'), true);
      await runCommand(
        'logbench.scheduledQuery.delete',
        deleting.slice(0, 1),
        ...selection(await stored.lines('Other')),
      );
      assert.equal(contexts.get('logbench.noDeletedQueries'), false);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  test('do not let an assistant overwrite unsaved text of the user', async () => {
    const guid = await stored.create('Typed');
    const document = await typeInto(fileOf(guid, 'Typed'), 'table typed');

    const change = { change: guid, query: 'table proposed', reason: 'better' };
    assert.match(await responseOf('propose_change', change), /already has a draft of the user/);

    assert.deepEqual([document.getText(), document.isDirty], ['table typed', true]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal(
      Buffer.from(await vscode.workspace.fs.readFile(fileOf(guid, 'Typed'))).toString(),
      'json "{}"',
    );
  });

  test('keep what the user types while the proposal of an assistant waits for the platform', async () => {
    const name = 'Slow';
    const proxy = await FaultProxy.start(stored.connected.connection.baseUrl);
    await using _ = await connectThrough(proxy, name);
    const guid = await stored.create('Typed');
    const uri = queryUri({ address: { connection: name, guid }, name: 'Typed' });
    await runCommand('logbench.scheduledQuery.open', [], uri);
    // The tool reads first; what the window itself reads then is for the draft.
    let isRead = false;
    proxy.interference = async (exchange) => {
      const isTool = exchange.response.req.headers['user-agent']?.startsWith(`${assistantProduct}/`);
      if (isTool === true) isRead = true;
      else if (isRead) await typeInto(uri, 'table typed');
      await passOn(exchange);
    };

    const change = { change: guid, query: 'table proposed', reason: 'better' };
    assert.match(await responseOf('propose_change', change), /already has a draft of the user/);

    const { document } = await vscode.window.showTextDocument(uri);
    assert.deepEqual([document.getText(), document.isDirty], ['table typed', true]);
    proxy.interference = passOn;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await proxy[Symbol.asyncDispose]();
  });
});

describe('A scheduled query as a file', () => {
  const uri = queryUri({ address: { connection: 'Lab', guid: someGuid }, name: 'q' });

  function filesThatFail(open: () => Promise<unknown>): QueryFileSystem {
    return new QueryFileSystem({ open } as never);
  }

  const codeOf = async (read: Promise<unknown>): Promise<unknown> =>
    read.then(
      () => 'none',
      (error: unknown) => (error instanceof vscode.FileSystemError ? error.code : String(error)),
    );

  test('is not found only if the platform reports that, and cannot be deleted or renamed', async () => {
    const deleted = filesThatFail(() => Promise.resolve(undefined));
    const away = filesThatFail(() => Promise.reject(new Error('not reached')));
    for (const read of ['stat', 'readFile'] as const) {
      assert.equal(await codeOf(deleted[read](uri)), 'FileNotFound');
      assert.equal(await codeOf(away[read](uri)), 'Unavailable');
    }
    const folder = vscode.Uri.from({ scheme: 'logbench', path: '/Lab' });
    assert.equal((await deleted.stat(folder)).type, vscode.FileType.Directory);
    assert.equal(await codeOf(deleted.readFile(folder)), 'FileNotFound');
    assert.equal(await codeOf(deleted.writeFile(folder, Buffer.from('x'))), 'FileNotFound');
    assert.throws(() => deleted.delete(uri), /Delete Scheduled Queries/);
    assert.throws(() => deleted.rename(uri), /Edit Schedule and Properties/);
  });
});

describe('The CodeLenses above a query', () => {
  const address = { connection: 'Lab', guid: someGuid };
  const document = { uri: queryUri({ address, name: 'q' }) } as vscode.TextDocument;
  let unlockedFor: number;
  let isKnown: boolean;
  let requests: number;
  let updated: string;
  let dependents: readonly ScheduledQuery[];
  let lenses: QueryLenses;

  beforeEach(() => {
    [unlockedFor, isKnown, requests, updated] = [0, true, 0, '2026-01-01 00:00:00+0900'];
    const copies = {
      recordOf: ({ guid }: QueryAddress) => scheduledQueryRecord({ guid, updated }),
      hasDraft: () => true,
      isDeleted: () => false,
      proposedSchedule: () => undefined,
    };
    const platforms = {
      find: () => (isKnown ? lab : undefined),
      unlockedFor: () => unlockedFor,
      isLocked: () => unlockedFor === 0,
      clientFor: () => {
        requests += 1;
        return Promise.resolve(client);
      },
    };
    const client = clientStub(
      {
        'GET audit-logs': ({ query }) => ({
          items: [{ method: 'update', user: String(query?.['keywords']), time: '2026-01-01T00:00:00Z' }],
        }),
      },
      { mayHave: () => Promise.resolve(true) },
    );
    dependents = [];
    const access = {
      describe: (): Promise<object> => Promise.resolve({ text: 'always' }),
      recordsOf: () => ({
        readDependents: async () => Promise.resolve(false),
        dependentsOf: (guid: string) => (guid === otherGuid ? dependents : []),
      }),
    };
    lenses = new QueryLenses(copies as never, platforms as never, access as never, () => undefined);
  });

  afterEach(() => lenses.dispose());

  const unlocking = async (): Promise<readonly unknown[]> => {
    const all = await lenses.provideCodeLenses(document);
    return all
      .filter(({ command }) => command?.command === 'logbench.connection.unlockWrites')
      .map(({ command }) => [
        command?.title.replace(/\$\(\w+\) /, ''),
        (command?.arguments?.[0] as { connection?: Connection } | undefined)?.connection?.name,
      ]);
  };

  test('show how long writes are unlocked or that they are locked, and unlock those of their connection', async () => {
    assert.deepEqual(await unlocking(), [['locked: unlock to publish', 'Lab']]);
    unlockedFor = 1;
    assert.deepEqual(await unlocking(), [['unlocked, 1 minute left', 'Lab']]);
    isKnown = false;
    assert.deepEqual(await unlocking(), []);
  });

  test('are updated after a poll, each with the data of its own query', async () => {
    const other = { connection: 'Lab', guid: otherGuid };
    const known = async (of: typeof address): Promise<readonly unknown[]> => {
      const all = await lenses.provideCodeLenses({ uri: queryUri({ address: of, name: 'q' }) } as never);
      const titles = all.map(({ command }) => command?.title ?? '');
      return titles.flatMap((title) => /changed by [^,]*|triggers .*|always/.exec(title)?.[0] ?? []);
    };
    let drawn = 0;
    const listening = lenses.onDidChangeCodeLenses(() => void (drawn += 1));
    const { signal } = new AbortController();
    await lenses.poll(other, signal);
    assert.equal(drawn, 1);
    assert.deepEqual(await known(address), ['always']);
    await lenses.poll(address, signal);
    assert.deepEqual(await known(address), ['always', `changed by ${someGuid}`]);
    assert.deepEqual(await known(other), ['always', `changed by ${otherGuid}`]);
    dependents = [scheduledQueryRecord({ name: 'Next', precedingGuid: otherGuid })];
    assert.deepEqual(await known(other), ['always', 'triggers Next', `changed by ${otherGuid}`]);
    listening.dispose();
  });

  test('request the last change again only after another change', async () => {
    const { signal } = new AbortController();
    for (let times = 0; times < 3; times++) await lenses.poll(address, signal);
    assert.equal(requests, 1);
    updated = '2026-01-02 00:00:00+0900';
    await lenses.poll(address, signal);
    assert.equal(requests, 2);
  });

  test('request nothing for a query without a connection, and are updated when values are hidden', async () => {
    isKnown = false;
    await lenses.poll(address, new AbortController().signal);
    assert.equal(requests, 0);
    let drawn = 0;
    const listening = lenses.onDidChangeCodeLenses(() => void (drawn += 1));
    hideValues(undefined);
    assert.equal(drawn, 1);
    lenses.dispose();
    hideValues(undefined);
    assert.equal(drawn, 1);
    listening.dispose();
  });
});
