import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { FaultProxy, passOn } from '../support/faultProxy';
import { hostileLinks } from '../support/hostileTexts';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import type { TreeView } from './pages/treeView';
import type { Workbench } from './pages/workbench';
import { InstalledVscode } from './support/installedVscode';

const path = '/api/core/scheduled-queries';

/** An icon, and as many links as a name may hold, in one line; the description holds all of them. */
const hostile = `$(warning) ${hostileLinks.join(' ').replace(/\s+/g, ' ')}`.slice(0, 200);

/** Only the page shows what VS Code makes of a text, so this is looked at in the window itself. */
describe('Hostile names, in every place where VS Code shows them', function () {
  this.timeout(120_000);
  let platform: RunningPlatform;
  let proxy: FaultProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(180_000);
    platform = await startPlatform();
    proxy = await FaultProxy.start(platform.baseUrl);
    const first = await create(`first ${hostile}`);
    await create(`after ${hostile}`, {
      trigger_type: 'workflow',
      preceding_guid: first,
      preceding_action: 'succeeded',
    });
    const connection = { name: `Lab ${hostileLinks[0]} $(warning)`, baseUrl: proxy.baseUrl };
    vscode = await InstalledVscode.start({
      settings: { 'logbench.connections': [{ ...connection, environment: 'production' }] },
      env: { [keyVariable(connection.name)]: platform.key },
    });
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.expand(/^Lab/);
    await explorer.expand(/^Scheduled Queries/);
    await explorer.row(/^first/).waitFor();
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  async function create(name: string, changes: Record<string, string> = {}): Promise<string> {
    const form = {
      name,
      description: hostileLinks.join('\n'),
      query: 'json "{}"',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
      enabled: 'false',
      ...changes,
    };
    const { body } = await call(platform.baseUrl, `POST ${path}`, { key: platform.key, form });
    return z.object({ guid: z.string() }).parse(body).guid;
  }

  it('are text in a tip, in the status bar and above an editor', async () => {
    await explorer.click(/^first/);
    await workbench.editor.tab(/first/).waitFor();
    const lenses = workbench.page.locator('.codelens-decoration');
    await lenses.getByText('triggers after').waitFor();
    await assertOnlyText(lenses.getByText('triggers after'));
    await assertOnlyText(await explorer.tip(/^first/));
    const status = workbench.page.locator('#logbench\\.logbench\\.logbench\\.connection');
    await status.waitFor();
    assert.equal(await status.locator('.codicon').count(), 1, 'the lock alone');
    await status.hover();
    const help = workbench.page.locator('.monaco-hover').filter({ hasText: 'locked against changes' });
    await help.waitFor();
    await assertOnlyText(help);
  });

  it('are text in questions and messages', async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await assertOnlyText(quickInput.entry('first').first());
    await assertOnlyText(quickInput.title);
    await quickInput.cancel();

    await explorer.chooseFromMenu(/^first/, 'Enable');
    await notifications.dialog.getByText('locked against changes').waitFor();
    await assertOnlyText(notifications.dialog.locator('.dialog-message-container'));
    await notifications.answerDialog('Unlock Writes…');
    await quickInput.choose('5 minutes');
    await notifications.dialog.getByText('Enable “first').first().waitFor();
    await assertOnlyText(notifications.dialog.locator('.dialog-message-container'));

    await notifications.answerDialog('Enable');
    const done = notifications.toast(/enabled/).first();
    await done.waitFor();
    await assertOnlyText(done.locator('.notification-list-item-message'));
  });

  it('are text in prompts and progress', async () => {
    const { notifications, quickInput } = workbench;
    await explorer.chooseFromMenu(/^Lab/, 'Unlock Writes…');
    await assertOnlyText(quickInput.title);
    await quickInput.choose('5 minutes');
    await explorer.chooseFromMenu(/^first/, 'Delete Scheduled Queries…');
    await notifications.answerDialog('Delete');
    await quickInput.message.getByText('This is a production system').waitFor();
    await assertOnlyText(quickInput.message);
    await quickInput.type('x');
    await quickInput.accept();
    await quickInput.message.getByText('Type Lab').waitFor();
    await assertOnlyText(quickInput.message);
    await quickInput.cancel();

    // No answer comes, so there is time to look.
    proxy.interference = () => undefined;
    await explorer.chooseFromMenu(/^Lab/, 'Test Connection');
    const progress = notifications.toast('Testing Lab').first();
    await progress.waitFor();
    await assertOnlyText(progress.locator('.notification-list-item-message'));
    proxy.interference = passOn;
    await notifications.answer('Testing Lab', 'Cancel');
  });
});

function keyVariable(name: string): string {
  return `LOGBENCH_API_KEY_${name.toUpperCase().replace(/[^\p{Letter}\p{Number}]+/gu, '_')}`;
}

/** Neither a link, nor a picture, nor an icon was made of it; and there is something to see. */
async function assertOnlyText(place: Locator): Promise<void> {
  assert.match(await place.first().innerText(), /Click me/);
  assert.deepEqual(await place.locator('a:not(.label-name), img, .codicon-warning').allInnerTexts(), []);
}
