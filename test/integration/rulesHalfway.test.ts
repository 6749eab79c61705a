import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { FaultProxy, passOn } from '../support/faultProxy';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { shownText } from './support/clickRow';
import { closeAllTabs } from './support/closeAllTabs';
import { connectedPlatform, connectTo, wholeInterface } from './support/connected';
import type { Connected } from './support/connected';
import { responding, runCommand } from './support/runCommand';
import { selection } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt, linesBelow } from './support/tree';
import { inNewest as test } from './support/vscodes';

/** What becomes of rules when something happens on the way. */
describe('A rule that is changed step by step', () => {
  let platform: RunningApp;
  let proxy: FaultProxy;
  let connected: Connected;
  let name: string;

  before(async () => {
    platform = await startApp();
    proxy = await FaultProxy.start(platform.baseUrl);
    connected = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.master });
  });

  beforeEach(() => {
    // Another attempt needs another name.
    name = `Rule ${Date.now()}`;
  });

  afterEach(async () => {
    proxy.interference = passOn;
    await closeAllTabs();
  });

  after(async () => {
    await connected[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  async function create(ruleName: string, query = 'table a'): Promise<string> {
    const { body } = await platform.call('master', 'POST /api/core/batch-rules', {
      form: { name: ruleName, query, priority: 'LOW' },
    });
    return (body as { guid: string }).guid;
  }

  async function update(guid: string, newName: string, query: string): Promise<void> {
    const form = { name: newName, query, priority: 'LOW' };
    await platform.call('master', `PUT /api/core/batch-rules/${guid}`, { form });
  }

  /** A rule with two versions, whose first name is taken by another one now. */
  async function rejectedRule(): Promise<string> {
    const guid = await create(name);
    await update(guid, `${name} now`, 'table b');
    await create(`A ${name}`, 'table decoy');
    const other = await create(name, 'table other');
    await runCommand('logbench.explorer.refresh');
    return other;
  }

  const firstVersion = async (rule: string): Promise<unknown> =>
    (await lineAt('Test', 'Detection Rules', rule, 'Version 1')).node;

  test('leads to the other rule that has its name', async () => {
    await rejectedRule();

    await runCommand(
      'logbench.rule.restore',
      [{ confirm: 'Restore' }, { notice: 'was not restored', press: 'Open Other Rule' }],
      await firstVersion(`${name} now`),
    );

    await shownText(/^---\n[^]*\n---\ntable other\n/);
  });

  test('keeps its problems until it is restored, and has none then, although their document is open', async () => {
    const other = await rejectedRule();
    const problems = (): number =>
      vscode.languages
        .getDiagnostics()
        .filter(([uri]) => uri.path.includes('Restore failed'))
        .flatMap(([, found]) => found).length;
    const restoring = [{ confirm: 'Restore' }, { notice: 'was not restored' }];
    await runCommand('logbench.rule.restore', restoring, await firstVersion(`${name} now`));
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    const tabs = (): number => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    const before = tabs();
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    await eventually(() => tabs() === before + 1);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => tabs() === before);
    assert.equal(problems(), 1);

    await update(other, `${name} no more`, 'table other');
    const retrying = [{ pick: 'Retry' }, { confirm: 'Restore' }, { notice: 'was restored' }];
    await runCommand('logbench.document.act', retrying);

    assert.equal(problems(), 0);
  });

  test('shows its new version although it could not be read after the restore', async () => {
    await update(await create(name), name, 'table b');
    await runCommand('logbench.explorer.refresh');
    const node = await firstVersion(name);
    let isWritten = false;
    proxy.interference = (exchange) => {
      if (exchange.method === 'GET' && isWritten) return void exchange.socket.destroy();
      isWritten ||= exchange.method !== 'GET';
      return passOn(exchange);
    };
    await runCommand('logbench.rule.restore', [{ confirm: 'Restore' }, { notice: 'was restored' }], node);
    proxy.interference = passOn;

    await eventually(async () => {
      const labels = (await linesBelow('Test', 'Detection Rules', name)).map(({ label }) => label);
      return labels.includes('Version 3');
    });
  });

  test('is compared with itself if versions of other rules are selected too', async () => {
    await update(await create(name), name, 'table b');
    await update(await create(`${name} other`), `${name} other`, 'table c');
    await runCommand('logbench.explorer.refresh');
    const [own, other] = [await firstVersion(name), await firstVersion(`${name} other`)];

    await runCommand('logbench.rule.compareVersion', [{ pick: 'Current Rule' }], own, [own, other]);

    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const { modified } = input;
    assert.match((await vscode.workspace.openTextDocument(modified)).getText(), /table b/);
  });

  test('is enabled together with rules of its own connection only', async () => {
    const guid = await create(name);
    const twin = { ...connected.connection, name: 'Twin' };
    await using _ = await withSettings({ 'logbench.connections': [connected.connection, twin] });
    await runCommand('logbench.explorer.refresh');
    const lines = [
      await lineAt('Test', 'Detection Rules', name),
      await lineAt('Twin', 'Detection Rules', name),
    ];

    const { notices } = await runCommand('logbench.rule.enable', [], ...selection(lines));

    assert.match(notices.join(), /^The selection spans several connections\./);
    const { body } = await platform.call('master', `GET /api/core/batch-rules/${guid}`);
    assert.match(JSON.stringify(body), /"enabled":false/);
  });
});

describe('A rule in production', () => {
  test('is not taken back by Undo if writes were locked since the restore', async () => {
    await using connected = await connectedPlatform({ environment: 'production' }, 'master', wholeInterface);
    const form = { name: 'Guarded', query: 'table a', priority: 'LOW' };
    const { body } = await connected.call('POST /api/core/batch-rules', { form });
    const { guid } = body as { guid: string };
    await connected.call(`PUT /api/core/batch-rules/${guid}`, { form: { ...form, query: 'table b' } });
    const { node } = await lineAt('Test', 'Detection Rules', 'Guarded', 'Version 1');
    const connection = await lineAt('Test');
    const script = await responding([
      ...[{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }, { confirm: 'Restore' }, { input: 'Test' }],
      { pick: 'Lock now' },
      ...([{ notice: 'was restored', press: 'Undo' }, 'cancel'] as const),
    ]);
    const notify = script.notify.bind(script);
    script.notify = async (notice) => {
      await vscode.commands.executeCommand('logbench.connection.unlockWrites', connection.node);
      return notify(notice);
    };

    await vscode.commands.executeCommand('logbench.rule.restore', node);

    script.assertFinished();
    assert.match(script.seen.at(-1) ?? '', /are locked/);
    const { body: now } = await connected.call(`GET /api/core/batch-rules/${guid}`);
    assert.match(JSON.stringify(now), /table a/);
  });
});
