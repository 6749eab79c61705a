import assert from 'node:assert/strict';
import { disposedAfter } from '../../support/ofSuite';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { sampleStore } from '../../support/sampleStore';
import type { TemporaryFolder } from '../../support/temporaryFolder';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { takeFrame } from '../support/frames';
import { InstalledVscode } from '../support/installedVscode';
import { everyFiveMinutes, StoredQueries } from '../../support/storedQueries';

/** The screenshots are taken in the newest VS Code; each of its steps is part of another end-to-end test there. */
const withImages = process.env['LOGBENCH_SCREENSHOT_FOLDER'] !== undefined;

/** Walked step by step. The images of the README are the frames of this walk. */
describe('The first steps of the README', function () {
  this.timeout(180_000);
  let data: TemporaryFolder;
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(300_000);
    data = await sampleStore();
    platform = await startPlatform({ demo: true, data: data.path });
    const connection = { name: 'Seoul', baseUrl: platform.baseUrl, environment: 'development' };
    vscode = await InstalledVscode.start({
      host: withImages ? 'newest' : 'oldest',
      settings: {
        'logbench.connections': [connection],
        'window.autoDetectColorScheme': true,
        'editor.minimap.enabled': false,
      },
      env: { LOGBENCH_API_KEY_SEOUL: platform.key },
    });
    workbench = await vscode.open({ size: { width: 1040, height: 640 } });
    explorer = workbench.tree(/Explorer/);
  });

  disposedAfter(() => [vscode, platform, data]);

  it('offers the commands of a connection before the extension is active', async () => {
    const command = 'Logbench: Search Audit Logs';
    assert.deepEqual(await workbench.offeredCommands(command), [command]);
  });

  it('shows the overview of the platform', async () => {
    await workbench.openContainer('Logbench');
    await workbench.runCommand('Logbench: Open Overview');
    await workbench.webview().locator('.chain-node').first().waitFor({ timeout: 90_000 });
    await workbench.webview().locator('[data-row="0"]:not([aria-busy])').waitFor({ timeout: 60_000 });
    await workbench
      .webview()
      .getByText('The last run failed: The table does not exist. (10605)')
      .first()
      .waitFor();
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    // High enough for the chains.
    await workbench.resize(1280, 860);
    await image('overview');
    await workbench.resize(1040, 640);
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  });

  it('shows tables, and the details of one', async () => {
    await explorer.expand(/^Seoul/);
    await explorer.expand(/^Tables/);
    await explorer.expand(/^Firewall/);
    await explorer.click(/^fw_seoul_core/);
    await workbench.editor.tab(/fw_seoul_core/).waitFor({ timeout: 60_000 });
    await workbench.webview().getByText('Newest rows').waitFor({ timeout: 60_000 });
    await workbench.webview().getByText('Counting…').waitFor({ state: 'hidden', timeout: 60_000 });
    await image('tables');
  });

  it('opens, changes and publishes a scheduled query', async () => {
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await workbench.quickInput.type('Top talkers');
    await workbench.quickInput.pick('Top talkers');
    await workbench.editor.tab(/Top talkers/).waitFor();
    await workbench.editor.append(' | limit 5');
    await workbench.editor.save();
    const publish = workbench.page.getByText('Publish', { exact: true }).first();
    await publish.waitFor();
    await image('publish');
    await publish.click();

    const queries = new StoredQueries(platform, everyFiveMinutes);
    await eventually(async () => String((await queries.find('Top talkers'))?.query).endsWith('| limit 5'), {
      within: 60_000,
    });
  });

  it('runs it and shows the rows', async () => {
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Enter');
    await workbench.webview().getByText('Finished').waitFor({ timeout: 90_000 });
    // Text and rows beside each other need the whole width of a small image.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await image('run');
  });

  it('finds its own change in the audit log', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Logbench: Search Audit Logs');
    await workbench.webview().getByText('Top talkers').first().waitFor({ timeout: 90_000 });
    await image('audit');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  });

  it('restores a rule to its first version', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Logbench: Restore Rule Version…');
    await workbench.quickInput.type('Repeated logon');
    // The list is filled again by the search; a click into the one before goes nowhere.
    await eventually(async () => {
      if ((await workbench.quickInput.entry(/^Version \d+$/).count()) > 0) return true;
      await workbench.quickInput.entry('Repeated logon failures').first().click({ timeout: 5_000 });
      await workbench.quickInput
        .entry(/^Version \d+$/)
        .first()
        .waitFor({ timeout: 10_000 });
      return true;
    });
    await workbench.quickInput.pick(/^Version 1$/);
    await workbench.notifications.dialog.waitFor({ timeout: 60_000 });
    await image('restore');
    await workbench.notifications.pressDialogButton('Restore');
    await workbench.notifications.toast(/Version 1 of .* was restored/).waitFor({ timeout: 60_000 });
  });

  it('runs a notebook about a silent source', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Logbench: New Notebook…');
    await workbench.quickInput.pick('Silent Source');
    await workbench.page.locator('.kernel-label').getByText('Seoul').waitFor({ timeout: 60_000 });
    if (withImages) await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.page.getByRole('button', { name: 'Run All' }).first().click();
    const result = workbench.webview().locator('.logbench-cell').first();
    await result.locator('[data-row="0"]:not([aria-busy])').waitFor({ timeout: 90_000 });
    await workbench.page.getByRole('button', { name: 'Run All' }).first().waitFor({ timeout: 60_000 });
    await workbench.resize(1040, 820);
    await image('notebook');
  });

  it('keeps the results of the notebook when it is saved as a file', async () => {
    const { page, quickInput } = workbench;
    await page.keyboard.press('Control+S');
    await eventually(async () => (await quickInput.typed()).endsWith('Notebook-1.lq.md'));
    await quickInput.accept();
    await page.locator('.breadcrumbs-control').getByText('Notebook-1.lq.md').waitFor();
    await workbench
      .webview()
      .getByText(/^Seoul · /)
      .first()
      .waitFor();
  });

  async function image(name: string): Promise<void> {
    if (withImages) await takeFrame(workbench, name);
  }
});
