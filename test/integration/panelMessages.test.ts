import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { Masker } from '../../src/core/privacy/masker';
import { page as describedPage } from '../../src/core/pages/page';
import type { Connection, Platforms } from '../../src/extension/ui/connections/connection';
import { adoptPanel, openPanel, WebviewPanel } from '../../src/extension/ui/panels/webviewPanel';
import { eventually } from '../support/eventually';
import { lab } from '../support/labConnection';
import { closeAllTabs } from './support/closeAllTabs';
import { replacing } from './support/replacing';
import { ScriptedPanel, scriptedEnvironment } from './support/scriptedPanel';
import type { ScriptedEnvironment } from './support/scriptedPanel';
import { inNewest as test } from './support/vscodes';

/** A state message of a table; one without a name is nothing to keep. */
function stateOf(table: string): State {
  return { kind: 'state', connection: { name: lab.name }, table };
}

const toPage = z.object({
  kind: z.literal('state'),
  connection: z.object({ name: z.string() }),
  table: z.string(),
});
type State = Readonly<z.infer<typeof toPage>>;

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), timeZone: z.string() }),
  z.object({ kind: z.literal('viewChanged'), view: z.number() }),
  z.object({ kind: z.literal('search'), text: z.string() }),
  z.object({ kind: z.literal('copy'), text: z.string() }),
  z.object({ kind: z.literal('save'), text: z.string() }),
  z.object({ kind: z.literal('refresh') }),
  z.object({ kind: z.literal('setApiKey') }),
]);
type PostedMessage = z.infer<typeof fromPage>;

const type = describedPage({
  name: 'table',
  toPage,
  fromPage,
  resume: z.object({ connection: z.string(), table: z.string().check(z.minLength(1)) }),
  titleOf: ({ table }) => `Table ${table}`,
});

const address = '10.20.30.40';

describe('The messages of a panel', () => {
  let environment: ScriptedEnvironment;
  let page: ScriptedPanel;
  let panel: WebviewPanel<typeof type>;
  let received: PostedMessage[];

  beforeEach(() => {
    environment = scriptedEnvironment();
    page = new ScriptedPanel();
    panel = new WebviewPanel(page.panel, type, environment, `Table of ${address}`);
    received = [];
    panel.onDidReceive((message) => received.push(message));
  });

  afterEach(() => {
    hideValues(undefined);
    environment.dispose();
  });

  it('are not sent to a page that is hidden or closed', () => {
    page.show(false);
    panel.post(stateOf('a'));
    page.show(true);
    assert.deepEqual([page.sent, panel.visible, panel.active], [[], true, true]);

    const seen: boolean[] = [];
    panel.onDidDispose(() => seen.push(panel.visible, panel.active));
    page.dispose();
    environment.connections.onDidChange(() => seen.push(true));
    panel.post(stateOf('b'));
    panel.title = 'Late';
    panel.connection = { ...lab, name: 'Late' };
    assert.deepEqual([page.sent, seen], [[], [false, false]]);
  });

  it('report that the connection was removed or has another address, also to a page that reloads', () => {
    panel.connection = lab;
    assert.deepEqual(page.sent, []);
    environment.removeConnections();
    environment.removeConnections();
    const [notice, ...more] = page.ofKind('notice') as readonly { readonly text: string }[];
    assert.match(notice?.text ?? '', /^The connection Lab was removed or has another address now\./);
    assert.deepEqual(more, []);
    page.say({ kind: 'ready' });
    assert.deepEqual(page.ofKind('notice'), [notice, notice]);
  });

  it('make VS Code keep the state with the view that the page has reported', () => {
    page.say({ kind: 'viewChanged', view: 1 });
    assert.deepEqual(page.sent, []);
    panel.post(stateOf('a'));
    page.say({ kind: 'viewChanged', view: 2 });
    page.say({ kind: 'viewChanged', view: 2 });
    page.say({ kind: 'search', text: 'x' });
    panel.post(stateOf(''));
    assert.deepEqual(page.ofKind('keep'), [
      { kind: 'keep', resume: { connection: 'Lab', table: 'a' } },
      { kind: 'keep', resume: { connection: 'Lab', table: 'a', view: 2 } },
    ]);
    // What was sent before it was ready is lost.
    page.say({ kind: 'ready', timeZone: 'UTC' });
    panel.post(stateOf('a'));
    panel.post(stateOf('a'));
    assert.equal(page.ofKind('keep').length, 3);
    page.show(false);
    page.say({ kind: 'viewChanged', view: 3 });
    page.dispose();
    page.say({ kind: 'viewChanged', view: 4 });
    assert.equal(page.ofKind('keep').length, 3);
  });

  it('are masked when they are sent to the page, and unmasked when they return, except for copied text', () => {
    hideValues(new Masker());
    panel.post(stateOf(address));
    const { table } = page.newest('state') as State;
    assert.match(table, /^ip\d+-masked$/);
    assert.deepEqual(page.newest('keep'), { kind: 'keep', resume: { connection: 'Lab', table: address } });
    page.say({ kind: 'search', text: table });
    page.say({ kind: 'copy', text: table });
    page.say({ kind: 'save', text: table });
    // The page may have been drawn before values were shown again.
    hideValues(undefined);
    page.say({ kind: 'search', text: table });
    assert.deepEqual(
      received.map((message) => 'text' in message && message.text),
      [address, table, table, address],
    );
  });

  it('restart the page when values are hidden or shown, unless it is hidden or closed', () => {
    page.say({ kind: 'ready', timeZone: 'UTC' });
    hideValues(new Masker());
    const [started] = page.sent;
    assert.match((started as { readonly title: string }).title, /^Table of ip\d+-masked$/);
    assert.deepEqual([page.title, page.sent.length], [(started as { title: string }).title, 1]);
    page.show(false);
    hideValues(undefined);
    assert.deepEqual([page.title, page.sent.length], [`Table of ${address}`, 1]);
    page.dispose();
    hideValues(new Masker());
    assert.equal(page.sent.length, 1);
  });

  it('are dropped with a line in the log if they are not valid', () => {
    page.say({ kind: 'search', text: 7 });
    page.say({ kind: 'unknown' });
    page.say({ kind: 'ready', timeZone: 'Asia/Seoul' });
    assert.deepEqual(
      received.map(({ kind }) => kind),
      ['ready'],
    );
    assert.deepEqual(environment.zones, ['Asia/Seoul']);
    assert.equal(environment.warnings.filter((line) => line.startsWith('logbench.table: dropped')).length, 2);
  });

  test('are reported with the connection if their handler fails, and the next one is handled', async () => {
    const calls: unknown[] = [];
    const failures = {
      report: (error: Error, { connection }: { readonly connection?: Connection }) =>
        Promise.resolve(calls.push(`${error.message} on ${connection?.name}`)),
      setApiKey: ({ name }: Connection) => Promise.resolve(calls.push(`key of ${name}`)),
    };
    const handlers = {
      ready: () => undefined,
      viewChanged: () => Promise.reject(new Error('no view')),
      search: () => {
        throw new Error('no search');
      },
      save: () => undefined,
      refresh: () => calls.push('refresh'),
    };
    panel.handle(handlers, failures as unknown as Parameters<typeof panel.handle>[1], () => lab);
    page.say({ kind: 'search', text: 'x' });
    page.say({ kind: 'viewChanged', view: 1 });
    page.say({ kind: 'setApiKey' });
    await eventually(() => calls.includes('refresh'));
    assert.deepEqual(calls, ['no search on Lab', 'key of Lab', 'no view on Lab', 'refresh']);
    page.say({ kind: 'copy', text: 'copied from a page' });
    await eventually(async () => (await vscode.env.clipboard.readText()) === 'copied from a page');
  });
});

describe('A new panel', () => {
  test('opens beside the active editor, or in the active column if there is none', async () => {
    await closeAllTabs();
    const environment = scriptedEnvironment();
    const columns: unknown[] = [];
    using _ = replacing(
      vscode.window,
      'createWebviewPanel',
      (_type: string, _title: string, { viewColumn }: { readonly viewColumn: vscode.ViewColumn }) => {
        columns.push(viewColumn);
        return new ScriptedPanel().panel;
      },
    );
    const open = (): unknown => openPanel(type, { connection: lab.name, table: 'a' }, environment);
    open();
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    open();
    assert.deepEqual(columns, [vscode.ViewColumn.Active, vscode.ViewColumn.Beside]);
    environment.dispose();
    await closeAllTabs();
  });
});

describe('A panel after a reload', () => {
  const platforms = {
    find: (name: string) => (name === lab.name ? lab : undefined),
  } as unknown as Platforms;

  it('is closed if its state is not valid or its connection no longer exists', () => {
    const environment = scriptedEnvironment();
    for (const remains of [undefined, { table: 'a' }, { connection: 'Removed', table: 'a' }]) {
      const page = new ScriptedPanel();
      assert.equal(adoptPanel(type, page.panel, remains, environment, platforms), undefined);
      assert.equal(page.closed, true);
    }
  });

  it('has its connection again, and a title that is masked only while values are hidden', () => {
    const environment = scriptedEnvironment();
    const page = new ScriptedPanel();
    page.title = 'Table ip9-masked';
    const remains = { connection: lab.name, table: address };
    const adopted = adoptPanel(type, page.panel, remains, environment, platforms);
    assert.deepEqual([adopted?.connection, adopted?.resume, page.closed], [lab, remains, false]);
    assert.equal(page.title, `Table ${address}`);
    hideValues(new Masker());
    const masked = page.title;
    hideValues(undefined);
    assert.match(masked, /^Table ip\d+-masked$/);
  });
});
