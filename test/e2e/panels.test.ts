import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { rowsFor, writeRules } from '../support/sigmaFolder';
import { AuditPanel } from './pages/auditPanel';
import { StatusPanel } from './pages/statusPanel';
import type { Workbench } from './pages/workbench';
import { InstalledVscode } from './support/installedVscode';

describe('Panels in the installed extension', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async () => {
    platform = await startPlatform();
    const connection = {
      name: 'Test',
      baseUrl: platform.baseUrl,
      product: 'core',
      environment: 'development',
      readOnly: false,
    };
    vscode = await InstalledVscode.start({
      settings: { 'logbench.connections': [connection] },
      env: { LOGBENCH_API_KEY_TEST: platform.key },
    });
    workbench = await vscode.open({ size: { width: 1200, height: 800 } });
    // The commands of an extension are offered once it is known.
    await workbench.openContainer('Logbench');
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  /** One reload for all of them: loading a window is what takes long here. */
  describe('over a reload of the window', () => {
    const needle = 'needle';
    let status: StatusPanel;
    let audit: AuditPanel;
    let watched: number;
    let endless: number;
    let ended: number;

    before(async () => {
      await act(platform, [`${needle}_one`, 'hay', `${needle}_two`]);
      audit = await AuditPanel.open(workbench);
      await audit.addKeyword(needle);
      await audit.count('2 entries').waitFor();
      await workbench.runCommand('Logbench: Open Overview');
      await workbench
        .webview()
        .getByRole('heading', { name: 'Needs attention' })
        .waitFor({ timeout: 60_000 });
      await workbench.webview().getByRole('button', { name: 'Next week' }).click();
      ended = await watch(600);
      await call(platform.baseUrl, `DELETE /api/core/cursors/${ended}`, { key: platform.key });
      endless = await watch(600);
      const form = { name: 'Old', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await call(platform.baseUrl, 'POST /api/core/scheduled-queries', { key: platform.key, form });
      await workbench.runCommand('Logbench: Delete Scheduled Queries…');
      await workbench.quickInput.choose('Old');
      await workbench.quickInput.accept();
      await workbench.notifications.answerDialog('Delete');
      await workbench.notifications.toast('“Old” deleted').waitFor();
      watched = await watch(10);
      await workbench.reload();
    });

    async function watch(seconds: number): Promise<number> {
      const id = await startQuery(platform, seconds);
      status = await StatusPanel.open(workbench, id);
      await status.phase('running').waitFor();
      return id;
    }

    after(closeAll);

    it('watch a query of ten seconds to its end', async () => {
      await status.heading(watched).waitFor({ timeout: 60_000 });
      await status.phase('finished').waitFor({ timeout: 60_000 });
      assert.equal(await status.fact('Rows').innerText(), '100');
    });

    it('cancel a query', async () => {
      await workbench.editor.tab(`Query ${endless}`).click();
      await status.phase('running').waitFor({ timeout: 60_000 });
      await status.cancel();
      await status.phase('cancelled').waitFor({ timeout: 30_000 });
    });

    it('say that a query no longer exists, and offer nothing that cannot work', async () => {
      await workbench.editor.tab(`Query ${ended}`).click();
      const page = workbench.webview();
      await page.getByText(`Query ${ended} no longer exists`).waitFor({ timeout: 60_000 });
      assert.equal(await page.getByRole('button', { name: /Retry|Cancel Query/ }).count(), 0);
    });

    it('come with an offer to re-create a query that was deleted before', async () => {
      await workbench.runCommand('Logbench: Re-create Deleted Queries…');
      await workbench.quickInput.choose('Old');
      await workbench.quickInput.accept();
      await workbench.notifications.answerDialog('Re-create');
      await workbench.notifications.toast('“Old” re-created').waitFor();
      const { body } = await call(platform.baseUrl, 'GET /api/core/scheduled-queries', { key: platform.key });
      const list = z.object({ scheduled_queries: z.array(z.object({ guid: z.string() })) }).parse(body);
      const guids = list.scheduled_queries.map(({ guid }) => guid).join(',');
      await call(platform.baseUrl, 'DELETE /api/core/scheduled-queries', {
        key: platform.key,
        form: { guids },
      });
    });

    it('come back to the week that was shown', async () => {
      await workbench.editor.tab(/Overview/).click();
      const load = workbench.webview().locator('.load-panel');
      await load.getByRole('button', { name: 'Previous week' }).click({ timeout: 60_000 });
      await load.locator('vscode-toolbar-button[disabled]').waitFor();
    });

    it('come back with their search, and are brushed', async () => {
      await workbench.editor.tab(/Audit/).click();
      await audit.count('2 entries').waitFor({ timeout: 60_000 });
      await audit.removeKeyword(needle);
      await audit.count('2 entries').waitFor({ state: 'hidden' });
      await audit.histogram.waitFor();
      // Bars that are drawn while the mouse is down take what was marked with them.
      await eventually(async () => {
        await audit.brush(0.2, 0.6);
        const from = await audit.from.inputValue({ timeout: 2000 }).catch(() => '');
        return /^\d{4}-\d\d-\d\d /.test(from);
      });
      const page = workbench.webview();
      // Nothing new comes into a period that has ended, and there is a way back from it.
      await page.getByRole('switch', { name: 'Follow' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Zoom Out' }).click();
      await page.getByRole('switch', { name: 'Follow' }).waitFor();
      await audit.from.waitFor({ state: 'hidden' });
    });
  });

  describe('one at a time', () => {
    beforeEach(closeAll);

    it('open a search again by its link, once the person agrees', async () => {
      const keyword = '로그인 100% & a=b';
      const panel = await AuditPanel.open(workbench);
      await panel.addKeyword(keyword);
      await panel.count('0 entries').waitFor();
      await panel.copyLink();
      await workbench.page.getByText('The link to this search was copied to the clipboard').waitFor();
      await workbench.runCommand('View: Close All Editors');

      await workbench.openCopiedLink();
      await workbench.notifications.answerDialog('Open');
      await workbench.notifications.dialog.getByText('Open this search').waitFor();
      await workbench.screenshot('audit-link');
      await workbench.notifications.answerDialog('Search');
      await panel.keyword(keyword).waitFor({ timeout: 60_000 });
    });

    it('cancel the query in front by the command, which elsewhere offers running ones only', async () => {
      const ended = await startQueryOf(platform, 'json "{}"');
      const watched = await startQuery(platform, 600);
      const status = await StatusPanel.open(workbench, watched);
      await status.phase('running').waitFor();
      await workbench.runCommand('Logbench: Cancel Query');
      await status.phase('cancelled').waitFor();

      await closeAll();
      const other = await startQuery(platform, 600);
      await workbench.runCommand('Logbench: Cancel Query');
      await workbench.quickInput.entry(`Query ${other}`).waitFor();
      assert.ok(!(await workbench.quickInput.labels()).includes(`Query ${ended}`));
      await workbench.quickInput.choose(`Query ${other}`);
      await workbench.notifications.answerDialog('Cancel Query');
    });

    it('find entries by the words of their message', async () => {
      await act(platform, ['worded', 'not a name']);
      const panel = await AuditPanel.open(workbench);
      await panel.addKeyword('worded');
      await panel.count('1 entry').waitFor();
      await panel.row(0).getByText('worded').waitFor();
      await panel.removeKeyword('worded');
      await panel.addKeyword('failed');
      await workbench.webview().getByRole('row').getByText('Success').first().waitFor({ state: 'detached' });
      await panel.row(0).getByText('Failure').waitFor();

      await panel.filter('Result', 'Success');
      await panel.count('0 entries').waitFor();
      await workbench.webview().locator('.select-face-badge').getByText('Success').waitFor();
      await workbench.webview().getByRole('button', { name: 'Clear All' }).click();
      await panel.filter('User', 'admin');
      await panel.row(0).getByText('admin').waitFor();
    });

    it('follow while another client acts', async () => {
      await act(platform, ['old']);
      const panel = await AuditPanel.open(workbench);
      await panel.press('Follow');
      await act(platform, ['fresh_one', 'fresh_two']);
      await panel.count('2 new').waitFor({ timeout: 30_000 });
      await workbench.screenshot('audit-follow');
    });

    it('export everything that matches, and tell whether it was changed since', async () => {
      await act(platform, ['exported']);
      const panel = await AuditPanel.open(workbench);
      const file = path.join(vscode.dataFolder, 'audit.ndjson');
      await panel.press('Export');
      await panel.choose('Export as NDJSON…');
      await workbench.quickInput.choosePath(file);
      await workbench.notifications.toast('with a manifest').waitFor();
      assert.match(await readFile(file, 'utf8'), /"exported"/);

      await verifyExport(`${file}.manifest.json`, 'The export is unchanged');
      await appendFile(file, 'one more\n');
      await verifyExport(`${file}.manifest.json`, 'changed after the export');
    });

    async function verifyExport(manifest: string, verdict: string): Promise<void> {
      await workbench.runCommand('Logbench: Verify Audit Log Export…');
      await workbench.quickInput.choosePath(manifest);
      await workbench.notifications.toast(verdict).waitFor();
    }

    it('are drawn in the theme of the window', async () => {
      await workbench.useTheme('hc-black');
      const id = await startQuery(platform, 600);
      const status = await StatusPanel.open(workbench, id);
      await status.phase('running').waitFor();
      await workbench.screenshotInThemes('query-status');
      await status.cancel();
      await status.phase('cancelled').waitFor();
      const audit = await AuditPanel.open(workbench);
      await audit.histogram.waitFor();
      await workbench.screenshotInThemes('audit-logs');
      await workbench.useTheme('vs-dark');
    });
  });

  describe('for Sigma rules', () => {
    let folder: string;

    before(async () => {
      folder = path.join(vscode.dataFolder, 'workspace');
      await writeRules(path.join(folder, 'rules'));
      for (const product of ['windows', 'linux']) {
        await act(platform, [product]);
        const rows = JSON.stringify(rowsFor(product)).replaceAll('"', "'");
        await startQueryOf(platform, `json "${rows}" | import ${product} | limit 0`);
      }
      await workbench.useTheme('vs-dark');
    });

    afterEach(closeAll);

    it('convert, try and schedule the rule in the editor', async () => {
      await workbench.page.keyboard.press('Control+P');
      await workbench.quickInput.type('rule_03.yml');
      await workbench.quickInput.choose('rule_03.yml');
      await workbench.editor.lens('Try on Test').waitFor({ timeout: 60_000 });
      await workbench.screenshot('sigma-rule');
      await workbench.editor.lens('Convert').click();
      await eventually(async () => (await workbench.editor.text()).startsWith('# Sigma: Rule 3'));
      await workbench.screenshot('sigma-converted');
      // A new document asks whether to be saved when all are closed.
      await workbench.runCommand('View: Revert and Close Editor');

      await workbench.page.keyboard.press('Control+1');
      await workbench.editor.lens('Try on Test').click();
      const results = workbench.webview();
      await results.getByText('Finished').waitFor({ timeout: 60_000 });
      await results.getByText('3 rows').first().waitFor();
      await workbench.screenshot('sigma-tried');

      await workbench.page.keyboard.press('Control+1');
      await workbench.editor.lens('Schedule…').click();
      await workbench.quickInput.message.getByText('Name (must be unique)').waitFor();
      await workbench.quickInput.accept();
      await workbench.quickInput.message.getByText('Cron expression').waitFor();
      assert.equal(await workbench.quickInput.typed(), '0 * * * *');
      await workbench.quickInput.accept();
      await workbench.notifications.dialog.getByText('Create “Rule 3” on Test').waitFor();
      await workbench.screenshot('sigma-schedule');
      await workbench.notifications.answerDialog('Create Disabled');
      await workbench.notifications.toast('“Rule 3” was created').waitFor();
    });

    it('import a folder of fifty', async () => {
      await workbench.runCommand('Logbench: Import Sigma Rules…');
      await workbench.quickInput.choosePath(path.join(folder, 'rules'));
      const page = workbench.webview();
      await page.getByText('Convertible: 44 · needs a mapping: 5').waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Select All Shown' }).click();
      await page.getByText('Shown: 50 · selected: 44').waitFor();
      await page.getByRole('button', { name: 'Try', exact: true }).click();
      await page.locator('[data-row="2"] .hits').waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Create Scheduled Queries…' }).click({ timeout: 60_000 });
      await workbench.notifications.answerDialog('Create Disabled');
      await page.getByText('Created (disabled)').first().waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Try', exact: true }).waitFor({ timeout: 60_000 });
      await workbench.screenshot('sigma-import');
      const { body } = await call(platform.baseUrl, 'GET /api/core/scheduled-queries', { key: platform.key });
      const list = z.object({ scheduled_queries: z.array(z.object({ enabled: z.boolean() })) }).parse(body);
      assert.equal(list.scheduled_queries.length, 44);
      assert.ok(list.scheduled_queries.every(({ enabled }) => !enabled));
    });
  });

  async function closeAll(): Promise<void> {
    await workbench.runCommand('View: Close All Editors');
  }
});

/** A query that lasts that many seconds and passes a hundred rows; returns its number. */
async function startQuery(platform: RunningPlatform, seconds: number): Promise<number> {
  return startQueryOf(platform, `json "{'a':1}" | repeat count=100 over=${seconds}s | search a == 1`);
}

async function startQueryOf(platform: RunningPlatform, q: string): Promise<number> {
  const answer = await call(platform.baseUrl, 'POST /api/core/cursors', { key: platform.key, form: { q } });
  return z.object({ id: z.number() }).parse(answer.body).id;
}

/** Another client makes tables, which the audit log notes. */
async function act(platform: RunningPlatform, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await call(platform.baseUrl, 'POST /api/core/tables', { key: platform.key, form: { table } });
  }
}
