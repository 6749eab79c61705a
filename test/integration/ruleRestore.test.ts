import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { passOn } from '../support/faultProxy';
import { shownText } from './support/clickRow';
import { closeAllTabs } from './support/closeAllTabs';
import { proxiedPlatform } from './support/connected';
import { runCommand } from './support/runCommand';
import { lineAt, linesBelow } from './support/tree';
import { inOldest as test } from './support/vscodes';

/** What becomes of rules when something happens on the way. */
describe('Restoring and comparing a rule', () => {
  const shared = proxiedPlatform();
  let name: string;

  beforeEach(() => {
    // Another attempt needs another name.
    name = `Rule ${Date.now()}`;
  });

  afterEach(closeAllTabs);

  async function create(ruleName: string, query = 'table a'): Promise<string> {
    const { body } = await shared.platform.call('master', 'POST /api/core/batch-rules', {
      form: { name: ruleName, query, priority: 'LOW' },
    });
    return (body as { guid: string }).guid;
  }

  async function update(guid: string, newName: string, query: string): Promise<void> {
    const form = { name: newName, query, priority: 'LOW' };
    await shared.platform.call('master', `PUT /api/core/batch-rules/${guid}`, { form });
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

  test('opens the other rule that has its name', async () => {
    await rejectedRule();

    await runCommand(
      'logbench.rule.restore',
      [{ confirm: 'Restore' }, { notice: 'was not restored', press: 'Open Other Rule' }],
      await firstVersion(`${name} now`),
    );

    await shownText(/^---\n[^]*\n---\ntable other\n/);
  });

  test('keeps its problems until it is restored, and clears them then although their document is open', async () => {
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

  test('shows the new version although it could not be read after the restore', async () => {
    await update(await create(name), name, 'table b');
    await runCommand('logbench.explorer.refresh');
    const node = await firstVersion(name);
    let isWritten = false;
    shared.proxy.interference = (exchange) => {
      if (exchange.method === 'GET' && isWritten) return void exchange.socket.destroy();
      isWritten ||= exchange.method !== 'GET';
      return passOn(exchange);
    };
    await runCommand('logbench.rule.restore', [{ confirm: 'Restore' }, { notice: 'was restored' }], node);
    shared.proxy.interference = passOn;

    await eventually(async () => {
      const labels = (await linesBelow('Test', 'Detection Rules', name)).map(({ label }) => label);
      return labels.includes('Version 3');
    });
  });

  test('compares the rule with itself if versions of other rules are selected too', async () => {
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
});
