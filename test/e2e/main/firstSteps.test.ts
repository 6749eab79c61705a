import assert from 'node:assert/strict';
import path from 'node:path';
import { inProject, outputFolder } from '../../../scripts/project.mjs';
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
const withImages = process.env['LOGBENCH_TOUR'] === '1';
const tourFolder = path.join(outputFolder, 'tour');
const docsImages = inProject('docs', 'images');

/** Walked step by step. The moving picture of the README consists of the frames of this walk. */
describe('The first steps of the README', function () {
  this.timeout(180_000);
  let data: TemporaryFolder;
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;
  let frames = 0;

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
    workbench = await vscode.open({ size: { width: 1120, height: 700 } });
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
      .getByText(/^The last run failed: The table “\w+” does not exist\. \(10605\)$/)
      .first()
      .waitFor();
    await frame('overview');
    await workbench.runCommand('View: Close All Editors');
  });

  it('shows tables, and the details of one', async () => {
    await explorer.expand(/^Seoul/);
    await explorer.expand(/^Tables/);
    await explorer.expand(/^Firewall/);
    await explorer.click(/^fw_seoul_core/);
    await workbench.editor.tab(/fw_seoul_core/).waitFor({ timeout: 60_000 });
    await workbench.webview().getByText('Newest rows').waitFor({ timeout: 60_000 });
    await workbench.webview().getByText('Counting…').waitFor({ state: 'hidden', timeout: 60_000 });
    await frame('table');
  });

  it('opens, changes and publishes a scheduled query', async () => {
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await workbench.quickInput.type('Top talkers');
    await workbench.quickInput.entry('Top talkers').first().waitFor();
    await frame('open');
    await workbench.quickInput.pick('Top talkers');
    await workbench.editor.tab(/Top talkers/).waitFor();
    await frame('text');
    await workbench.editor.append(' | limit 5');
    await workbench.editor.save();
    const publish = workbench.page.getByText('Publish', { exact: true }).first();
    await publish.waitFor();
    await frame('draft');
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
    // Text and rows beside each other need the whole width of a small picture.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await frame('run');
  });

  it('finds its own change in the audit log', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Logbench: Search Audit Logs');
    await workbench.webview().getByText('Top talkers').first().waitFor({ timeout: 90_000 });
    await frame('audit');
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
    await frame('restore');
    await workbench.notifications.pressDialogButton('Restore');
    await workbench.notifications.toast(/Version 1 of .* was restored/).waitFor({ timeout: 60_000 });
    await frame('restored');
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
    await frame('notebook');
    await workbench.resize(1120, 820);
    if (withImages) await takeFrame(workbench, 'notebook', docsImages);
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

  async function frame(name: string): Promise<void> {
    frames += 1;
    if (withImages) await takeFrame(workbench, `${String(frames).padStart(2, '0')}-${name}`, tourFolder);
  }
});
