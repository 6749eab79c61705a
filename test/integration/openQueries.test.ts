import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { keepFresh } from '../../src/extension/features/drafts/keepFresh';
import { PlatformText } from '../../src/extension/features/drafts/platformText';
import { targetOf } from '../../src/extension/features/drafts/queryTarget';
import { keyOf } from '../../src/extension/ui/queryAddress';
import type { QueryAddress } from '../../src/extension/ui/queryAddress';
import type { ScheduledQuery } from '../../src/core/interface/scheduledQuery';
import type { Connection, PlatformsChange } from '../../src/extension/ui/connections/connection';
import type { VisibleRecords } from '../../src/extension/ui/connections/recordPages';
import type { ScheduledQueriesAccess, ScheduledQueriesChanged } from '../../src/extension/ui/access';
import { filesInTabs } from '../../src/extension/ui/documents/filesInTabs';
import { queryUri } from '../../src/extension/ui/documents/queryUri';
import { eventually } from '../support/eventually';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { replacing } from './support/replacing';
import { typeInto } from './support/queryDocuments';
import { sharedQueries } from './support/scheduledQueries';
import type { ShownQueries } from './support/scheduledQueries';
import { inNewest as test } from './support/vscodes';

interface CreatedQuery {
  readonly guid: string;
  readonly uri: vscode.Uri;
}

async function createIn(stored: ShownQueries, name: string): Promise<CreatedQuery> {
  const guid = await stored.create(name);
  return { guid, uri: queryUri({ address: { connection: 'Test', guid }, name }) };
}

/** What follows changes in a window, with drafts and lenses that only tell what is asked of them. */
class Followed implements Disposable {
  readonly taken: string[] = [];
  readonly refreshed: string[] = [];
  readonly lenses: string[] = [];
  seen: () => VisibleRecords | undefined = () => undefined;
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly drafts = new Set<string>();
  redrawn = 0;
  isReached = true;
  readonly #changes = new vscode.EventEmitter<ScheduledQueriesChanged>();
  readonly #platforms = new vscode.EventEmitter<PlatformsChange>();
  readonly #following: vscode.Disposable;

  constructor(private readonly connection: Connection) {
    const copies = {
      keyOf,
      hasDraft: (address: QueryAddress) => this.drafts.has(keyOf(address)),
      applyChange: ({ guid }: QueryAddress, record: ScheduledQuery | undefined) =>
        Promise.resolve(void this.taken.push(`${guid} ${record?.name ?? 'deleted'}`)),
      refresh: ({ guid }: QueryAddress, signal?: AbortSignal) => {
        this.refreshed.push(guid);
        this.signals.push(signal);
        return this.isReached ? Promise.resolve() : Promise.reject(new Error('not reached'));
      },
    };
    const lenses = {
      refresh: () => void (this.redrawn += 1),
      poll: ({ guid }: QueryAddress) => Promise.resolve(void this.lenses.push(guid)),
    };
    const platforms = { onDidChange: this.#platforms.event, find: () => this.connection };
    const access: Pick<ScheduledQueriesAccess, 'onDidChange' | 'watch'> = {
      onDidChange: this.#changes.event,
      watch: (_connection, seen) => {
        this.seen = seen;
        return new vscode.Disposable(() => (this.seen = () => undefined));
      },
    };
    this.#following = keepFresh(copies as never, lenses as never, platforms as never, access, {
      onDidChange: () => new vscode.Disposable(() => undefined),
    });
  }

  change(change: Omit<ScheduledQueriesChanged, 'connection'>): void {
    this.#changes.fire({ connection: this.connection, ...change });
  }

  platformsChange(change: PlatformsChange): void {
    this.#platforms.fire(change);
  }

  [Symbol.dispose](): void {
    this.#following.dispose();
  }
}

function tabsIn(viewColumn: vscode.ViewColumn): readonly string[] {
  const group = vscode.window.tabGroups.all.find((one) => one.viewColumn === viewColumn);
  return (group?.tabs ?? []).map(
    ({ label, isPreview, isDirty }) =>
      `${label.replace(' · Test', '')}${isPreview ? ', in passing' : ''}${isDirty ? ', not saved' : ''}`,
  );
}

function inFront(): string {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.label.replace(' · Test', '') ?? '';
}

describe('Scheduled queries in tabs', () => {
  const stored = sharedQueries();

  describe('Open queries', () => {
    const created = (name: string): Promise<CreatedQuery> => createIn(stored, name);

    test('show changes without another request, and are read again if the change is unknown', async () => {
      const [a, b, c] = [await created('A'), await created('B'), await created('C')];
      for (const { uri } of [a, b]) await vscode.window.showTextDocument(uri, { preview: false });
      await vscode.window.showTextDocument(c.uri, { viewColumn: vscode.ViewColumn.Two });
      using followed = new Followed(stored.connected.connection);
      await eventually(() => followed.refreshed.includes(c.guid));
      followed.refreshed.length = 0;
      await eventually(() => followed.lenses.length > 0);
      followed.lenses.length = 0;
      const closed = '00000000-0000-4000-8000-000000000009';

      followed.change({
        changed: [
          scheduledQueryRecord({ guid: a.guid.toUpperCase(), name: 'new A' }),
          scheduledQueryRecord({ guid: closed }),
        ],
        removed: [b.guid.toUpperCase(), closed],
      });

      await eventually(() => followed.lenses.length === 2);
      assert.deepEqual(followed.taken, [`${a.guid} new A`, `${b.guid} deleted`]);
      const visible = new Set([b.guid, c.guid]);
      assert.deepEqual(new Set(followed.lenses), visible);
      assert.deepEqual(new Set(followed.seen()?.guids), visible);
      assert.deepEqual(followed.refreshed, []);

      followed.change({});
      await eventually(() => followed.refreshed.length === 2);
      assert.deepEqual(new Set(followed.refreshed), visible);
    });

    test('are read again when connections change, and only update their CodeLenses when locks do', async () => {
      const { guid, uri } = await created('A');
      await vscode.window.showTextDocument(uri);
      using followed = new Followed(stored.connected.connection);
      followed.isReached = false;
      await vscode.window.tabGroups.close(vscode.window.tabGroups.activeTabGroup.tabs);
      await vscode.window.showTextDocument(uri);
      await eventually(() => followed.refreshed.length === 2);
      assert.deepEqual(followed.refreshed, [guid, guid]);

      followed.redrawn = 0;
      followed.platformsChange('locks');
      assert.deepEqual([followed.refreshed.length, followed.redrawn], [2, 1]);
      followed.platformsChange('connections');
      assert.deepEqual([followed.refreshed.length, followed.redrawn], [3, 1]);
    });

    test('are read again when the window gets the focus, because another window may have published them', async () => {
      const { guid, uri } = await created('A');
      await vscode.window.showTextDocument(uri);
      const states = new vscode.EventEmitter<{ readonly focused: boolean }>();
      using _ = replacing(vscode.window, 'onDidChangeWindowState', states.event as never);
      using followed = new Followed(stored.connected.connection);
      followed.isReached = false;
      await eventually(() => followed.redrawn === 1);
      await vscode.window.tabGroups.close(vscode.window.tabGroups.activeTabGroup.tabs);
      await vscode.window.showTextDocument(uri);
      await eventually(() => followed.refreshed.length === 2);
      states.fire({ focused: false });
      assert.equal(followed.refreshed.length, 2);
      await eventually(() => {
        states.fire({ focused: true });
        return followed.refreshed.length === 3;
      });
      assert.deepEqual(followed.refreshed, [guid, guid, guid]);
    });

    test('are polled until their last tab is closed, also in another group', async () => {
      const { uri } = await created('A');
      for (const viewColumn of [vscode.ViewColumn.One, vscode.ViewColumn.Two]) {
        await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
      }
      using followed = new Followed(stored.connected.connection);
      const states = [];
      for (const left of [1, 0]) {
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        await eventually(() => filesInTabs(uri.scheme).length === left);
        states.push(followed.signals[0]?.aborted);
      }
      assert.deepEqual(states, [false, true]);
    });

    test('that were created again are opened at the position of the old ones, behind the active tab', async () => {
      const [old, made, front] = [await created('Old'), await created('Made'), await created('Front')];
      await vscode.window.showTextDocument(old.uri, { preview: false });
      await vscode.window.showTextDocument(front.uri, { preview: false });
      const { Two, Three } = vscode.ViewColumn;
      await vscode.window.showTextDocument(old.uri, { preview: true, viewColumn: Two, preserveFocus: true });
      const beside = { preview: false, viewColumn: Three, preserveFocus: true };
      await vscode.window.showTextDocument((await created('Beside')).uri, beside);
      using followed = new Followed(stored.connected.connection);
      await eventually(() => inFront() === 'Front');

      const record = scheduledQueryRecord({ guid: made.guid, name: 'Made' });
      followed.change({ recreated: [{ guid: old.guid.toUpperCase(), record }] });

      await eventually(() => tabsIn(Two).join() === 'Made, in passing' && inFront() === 'Front');
      await eventually(() => [...tabsIn(vscode.ViewColumn.One)].sort().join() === 'Front,Made');
      assert.deepEqual(tabsIn(Three), ['Beside'], 'no column has moved');
    });

    test('that were created again keep the focus if the old one had it', async () => {
      const [old, made] = [await created('Old'), await created('Made')];
      const { One, Two } = vscode.ViewColumn;
      await vscode.window.showTextDocument(old.uri, { preview: false, viewColumn: One });
      await vscode.window.showTextDocument(old.uri, { preview: false, viewColumn: Two, preserveFocus: true });
      using followed = new Followed(stored.connected.connection);
      await eventually(() => inFront() === 'Old');

      const record = scheduledQueryRecord({ guid: made.guid, name: 'Made' });
      followed.change({ recreated: [{ guid: old.guid, record }] });

      await eventually(() => tabsIn(One).join() === 'Made' && tabsIn(Two).join() === 'Made');
      assert.equal(vscode.window.tabGroups.activeTabGroup.viewColumn, One);
    });

    test('with a draft or unsaved changes stay open when their queries were created again', async () => {
      const [drafted, unsaved, old] = [
        await created('Drafted'),
        await created('Unsaved'),
        await created('Old'),
      ];
      const made = [await created('Made 1'), await created('Made 2'), await created('Made 3')];
      for (const { uri } of [drafted, old]) await vscode.window.showTextDocument(uri, { preview: false });
      await typeInto(unsaved.uri, 'table unsaved');
      using followed = new Followed(stored.connected.connection);
      followed.drafts.add(keyOf({ connection: 'Test', guid: drafted.guid }));

      followed.change({
        recreated: [drafted, unsaved, old].map(({ guid }, index) => {
          const { guid: newGuid = '' } = made[index] ?? {};
          return { guid, record: scheduledQueryRecord({ guid: newGuid, name: `Made ${index + 1}` }) };
        }),
      });

      const tabs = 'Drafted,Made 3,Unsaved, not saved';
      await eventually(() => [...tabsIn(vscode.ViewColumn.One)].sort().join() === tabs);
      await eventually(() => inFront() === 'Unsaved');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });
  });

  describe('The texts of an open comparison', () => {
    const created = (name: string): Promise<CreatedQuery> => createIn(stored, name);

    test('are read again only if they have changed, and only those of the query', async () => {
      const [a, b] = [await created('A'), await created('B')];
      const addressOf = ({ guid }: { guid: string }): QueryAddress => ({ connection: 'Test', guid });
      const side = ({ uri }: { uri: vscode.Uri }, query: string): vscode.Uri =>
        uri.with({ scheme: 'logbench-platform', query });
      const sides = [side(a, ''), side(a, 'platform, laid out'), side(a, 'draft, laid out'), side(b, '')];
      for (const uri of sides) await vscode.workspace.openTextDocument(uri);
      let query = 'table a|limit 1';
      let isDeleted = false;
      const texts = new PlatformText({
        keyOf,
        open: () => Promise.resolve({ base: scheduledQueryRecord({ query }) } as never),
        readPlatformText: () => Promise.resolve(isDeleted ? undefined : query),
        recordOf: () => scheduledQueryRecord({ query }),
      });
      const fired: string[] = [];
      const listening = texts.onDidChange((uri) => fired.push(`${uri.path.slice(-4)} ${uri.query}`));
      const shown = await Promise.all(sides.map(async (uri) => texts.provideTextDocumentContent(uri)));
      const formatted = 'table a\n| limit 1';
      assert.deepEqual(shown, [query, formatted, formatted, query]);

      texts.refresh(addressOf(a));
      assert.deepEqual(fired.splice(0), ['A.lq draft, laid out']);
      query = 'table b';
      texts.refresh({ ...addressOf(a), guid: a.guid.toUpperCase() });
      assert.deepEqual(fired.splice(0).sort(), ['A.lq ', 'A.lq draft, laid out', 'A.lq platform, laid out']);
      const target = targetOf(stored.connected.connection, { guid: b.guid, name: 'B' });
      await texts.compare(target);
      assert.deepEqual(fired.splice(0), ['B.lq '], 'a document that VS Code still has is read again');
      isDeleted = true;
      assert.equal(await texts.provideTextDocumentContent(side(a, '')), '');
      listening.dispose();
      texts.dispose();
    });
  });
});
