import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { disposedAfter } from '../../support/ofSuite';
import { hostileLinks } from '../../support/hostileTexts';
import { AuditPanel } from '../pages/auditPanel';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { HostilePlatform, hostile } from '../support/hostilePlatform';
import { InstalledVscode } from '../support/installedVscode';

/** Only the page shows how VS Code renders a text, so this checks the window itself. */
describe('Hostile names in VS Code', function () {
  this.timeout(120_000);
  const connection = `Lab 100% ${hostileLinks[0]} $(warning) \u202e`;
  let platform: HostilePlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(180_000);
    platform = await HostilePlatform.start();
    const first = await createQuery(`first ${hostile}`);
    await createQuery(`after ${hostile}`, {
      trigger_type: 'workflow',
      preceding_guid: first,
      preceding_action: 'succeeded',
    });
    const rule = { description: hostileLinks.join('\n'), query: 'table a', priority: 'LOW' };
    await platform.post('batch-rules', { ...rule, name: `rule ${hostile}`, msg: hostile });
    await platform.post('tables', { table: 'logs' });
    await platform.post('upload-streams', {
      file_name: `file ${hostile}`,
      file_size: '1',
      metadata: JSON.stringify({ table_name: 'logs', format: 'csv', note: hostile }),
    });
    vscode = await InstalledVscode.start({
      settings: {
        'logbench.connections': [{ name: connection, baseUrl: platform.baseUrl, environment: 'production' }],
      },
      env: { [keyVariable(connection)]: platform.key },
    });
    workbench = await vscode.open({ size: { width: 1280, height: 900 } });
    explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.expand(/^Lab/);
    for (const section of [/^Uploads/, /^Detection Rules/, /^Tables/, /^Scheduled Queries/]) {
      await explorer.expand(section);
    }
    await explorer.row(/^first/).waitFor();
  });

  disposedAfter(() => [vscode, platform]);

  async function createQuery(name: string, changes: Record<string, string> = {}): Promise<string> {
    const { guid } = await platform.post('scheduled-queries', {
      name,
      description: hostileLinks.join('\n'),
      query: 'json "{}"',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
      enabled: 'false',
      ...changes,
    });
    return String(guid);
  }

  it('are shown as plain text in a tooltip, in the status bar, on a tab and above an editor', async () => {
    await explorer.click(/^first/);
    await assertNamesConnection(workbench.editor.tab(/first/));
    const lenses = workbench.page.locator('.codelens-decoration');
    await lenses.getByText('triggers after').waitFor();
    await assertOnlyText(lenses.getByText('triggers after'));
    await assertOnlyText(await explorer.tip(/^first/));
    const status = workbench.page.locator('#logbench\\.logbench\\.logbench\\.connection');
    await status.waitFor();
    assert.equal(await status.locator('.codicon').count(), 1, 'the lock alone');
    await status.hover();
    const help = workbench.page.locator('.monaco-hover').filter({ hasText: 'are locked' });
    await help.waitFor();
    await assertOnlyText(help);
  });

  it('are shown as plain text in pickers, confirmations and messages', async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await assertOnlyText(quickInput.entry('first').first());
    await assertOnlyText(quickInput.title);
    await quickInput.cancel();

    await explorer.pickFromMenu(/^first/, 'Enable');
    await notifications.dialog.getByText('are locked').waitFor();
    await assertOnlyText(question());
    await notifications.pressDialogButton('Unlock Writes…');
    await quickInput.pick('5 minutes');
    await notifications.dialog.getByText('Enable “first').first().waitFor();
    await assertOnlyText(question());

    await notifications.pressDialogButton('Enable');
    await assertOnlyText(toast(/enabled/));
  });

  it('are shown as plain text in prompts and progress', async () => {
    const { notifications, quickInput } = workbench;
    await explorer.pickFromMenu(/^Lab/, 'Unlock Writes…');
    await assertOnlyText(quickInput.title);
    await quickInput.pick('5 minutes');
    await explorer.pickFromMenu(/^first/, 'Delete Scheduled Query…');
    await notifications.pressDialogButton('Delete');
    await quickInput.message.getByText('This is a production system').waitFor();
    await assertOnlyText(quickInput.message);
    await quickInput.type('x');
    await quickInput.accept();
    await quickInput.message.getByText('Type Lab').waitFor();
    await assertOnlyText(quickInput.message);
    await quickInput.cancel();

    platform.keepSilent();
    await explorer.pickFromMenu(/^Lab/, 'Test Connection');
    await assertOnlyText(toast('Testing Lab'));
    platform.respond();
    await notifications.response('Testing Lab', 'Cancel');
  });

  it('are shown as plain text in the views of drafts', async () => {
    await explorer.click(/^first/);
    await workbench.editor.append(' ');
    await workbench.editor.save();
    // Above a draft only: before it is saved there is none to show.
    await workbench.editor.lens('Compare').waitFor();
    await workbench.runCommand('Logbench: Show Drafts…');
    await assertOnlyText(workbench.quickInput.entry('first').first());
    await workbench.quickInput.pick('first');
    // The list before has a title, too.
    await workbench.quickInput.title.getByText('first').waitFor();
    await assertOnlyText(workbench.quickInput.title);
    await workbench.quickInput.cancel();
    await workbench.runCommand('Logbench: Compare with Platform');
    await assertNamesConnection(workbench.editor.tab(/your draft/));
    await workbench.runCommand('Logbench: Compare with Platform, Ignoring Layout');
    await assertNamesConnection(workbench.editor.tab(/layout ignored/));
    await workbench.runCommand('View: Close All Editors');
  });

  it('are shown as plain text in the views of rules', async () => {
    const { notifications } = workbench;
    await assertOnlyText(await explorer.tip(/^rule/));
    await explorer.click(/^rule/);
    await assertNamesConnection(workbench.editor.tab(/rule/));
    await explorer.pickFromMenu(/^rule/, 'Enable');
    await notifications.dialog.getByText('rule $').first().waitFor();
    await assertOnlyText(question());
    await notifications.pressDialogButton('Enable');
    await assertOnlyText(toast(/enabled/));
  });

  it('are shown as plain text in the views of tables and their groups', async () => {
    const { quickInput } = workbench;
    await assertOnlyText(await explorer.tip(/^group/));
    await explorer.expand(/^group/);
    await assertOnlyText(await explorer.tip(/^table/));
    await explorer.click(/^table/);
    await assertNamesConnection(workbench.editor.tab(/table/));
    await explorer.pickFromMenu(/^Tables/, 'Filter…');
    await quickInput.accept();
    await quickInput.message.getByText('Schema code of the tables').waitFor();
    await quickInput.accept();
    await assertOnlyText(quickInput.entry(/^group/).first());
    await quickInput.cancel();
  });

  it('are shown as plain text in the views of uploads', async () => {
    await assertOnlyText(await explorer.tip(/^file/));
    await explorer.pickFromMenu(/^file/, 'Cancel Upload…');
    await workbench.notifications.dialog.getByText('file $').first().waitFor();
    await assertOnlyText(question());
    await workbench.page.keyboard.press('Escape');
  });

  it('are shown as plain text in the audit log, and not at all when they come from a link of another user', async () => {
    const { notifications } = workbench;
    await AuditPanel.open(workbench);
    await assertNamesConnection(workbench.editor.tab(/Audit Logs/));

    await openLink(connection);
    await notifications.dialog.getByText('Open this search').waitFor();
    await assertOnlyText(question());
    await workbench.page.keyboard.press('Escape');

    await openLink(hostileLinks[0] ?? '');
    const rejection = toast('a connection that you do not have');
    await rejection.waitFor();
    assert.doesNotMatch(await rejection.innerText(), /Click me/);
  });

  async function openLink(name: string): Promise<void> {
    const [encoded, keyword] = [name, hostile.replace(/\p{Cc}/gu, '')].map((text) =>
      encodeURIComponent(encodeURIComponent(text)),
    );
    // The scheme of the VS Code that the tests run.
    const address = 'code-oss://logbench.logbench/audit';
    await workbench.openLink(`${address}?connection=${encoded}&keyword=${keyword}&range=1h`);
  }

  function question(): Locator {
    return workbench.notifications.dialog.locator('.dialog-message-container');
  }

  function toast(text: string | RegExp): Locator {
    return workbench.notifications.toast(text).first().locator('.notification-list-item-message');
  }
});

function keyVariable(name: string): string {
  return `LOGBENCH_API_KEY_${name.toUpperCase().replace(/[^\p{Letter}\p{Number}]+/gu, '_')}`;
}

/** Neither a link, nor an image, nor an icon was made of it; and there is something to see. */
async function assertOnlyText(locator: Locator): Promise<void> {
  await locator.first().waitFor();
  const text = await locator.first().innerText();
  assert.match(text, /Click me/);
  assert.doesNotMatch(text, turned);
  assert.deepEqual(await locator.locator('a:not(.label-name), img, .codicon-warning').allInnerTexts(), []);
}

/** The tab shows the name of the connection as it is, without codes for its signs. */
async function assertNamesConnection(tab: Locator): Promise<void> {
  await tab.first().waitFor();
  const text = (await tab.first().innerText()).replaceAll(/[\u2060\u200a]/g, '');
  assert.match(text, /Lab 100% \[Click me\]\(command:/);
  assert.doesNotMatch(text, turned);
  assert.equal(await tab.first().locator('.label-name .codicon').count(), 0);
}

const turned = /[\u202a-\u202e\u2066-\u2069]/;
