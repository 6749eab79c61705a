import assert from 'node:assert/strict';
import { link, open } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import * as z from 'zod/mini';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { InterruptibleProxy } from '../../support/interruptibleProxy';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { StoredQueries } from '../../support/storedQueries';
import { AuditPanel } from '../pages/auditPanel';
import { StatusPanel } from '../pages/statusPanel';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

const people = `json "[{'who':'ann','n':3},{'who':'=bob','n':5}]"`;
const megabyte = 1024 * 1024;
/** `LOGBENCH_E2E_UPLOAD_MB=200` for a longer look. */
const size = Number(process.env['LOGBENCH_E2E_UPLOAD_MB'] ?? 32) * megabyte;
/** A row to a kilobyte. */
const rows = size / 1024;
/** Bytes a second: a busy machine needs its time until the button to pause is there. */
const slowly = size / 120;

/** In one window, with one reload for all of them: loading a window takes 10 seconds of CPU. */
describe('Uploads and panels in the installed extension', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let proxy: InterruptibleProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async () => {
    platform = await startPlatform();
    proxy = await InterruptibleProxy.to(platform.baseUrl);
    const connection = {
      name: 'Test',
      baseUrl: proxy.address,
      product: 'core',
      environment: 'development',
      readOnly: false,
    };
    vscode = await InstalledVscode.start({
      settings: { 'logbench.connections': [connection] },
      env: { LOGBENCH_API_KEY_TEST: platform.key },
    });
    workbench = await vscode.open({ size: { width: 1200, height: 800 } });
    await writeLog(path.join(vscode.dataFolder, 'big.json'));
    // The commands of an extension are offered once it is known.
    await workbench.openContainer('Logbench');
    await showUploads();
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    proxy[Symbol.dispose]();
    await platform[Symbol.asyncDispose]();
  });

  const explorer = (): ReturnType<Workbench['tree']> => workbench.tree(/Explorer/);
  /** What a try has left behind is not in the way of the next: each has a file and a table of its own. */
  let tries = 0;
  let name: string;
  let table: string;
  const progress = (): ReturnType<Workbench['notifications']['toast']> =>
    workbench.notifications.toast(`Uploading ${name} to ${table} on Test`);

  /** Gives the next upload a file and a table. */
  async function nextUpload(): Promise<void> {
    tries += 1;
    name = `big${tries}.json`;
    table = `logs${tries}`;
    await link(path.join(vscode.dataFolder, 'big.json'), path.join(vscode.dataFolder, name));
    await request('POST /api/core/tables', { table });
  }

  async function showUploads(): Promise<void> {
    await explorer().expand('Test');
    await explorer().expand(/^Uploads/);
  }

  async function request(operation: string, form?: Record<string, string>): Promise<unknown> {
    const response = await call(platform.baseUrl, operation, { key: platform.key, ...(form && { form }) });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  }

  async function storedRows(): Promise<number> {
    const body = await request(`GET /api/core/query?q=${encodeURIComponent(`table ${table} | stats count`)}`);
    return z.object({ count: z.number() }).parse(body).count;
  }

  /** The files of which the platform has a part. */
  async function uploadedNames(): Promise<readonly string[]> {
    const List = z.object({ streams: z.array(z.object({ file_name: z.string() })) });
    return List.parse(await request('GET /api/core/upload-streams')).streams.map((one) => one.file_name);
  }

  async function startUpload(): Promise<void> {
    await workbench.runCommand('Logbench: Upload Log File…');
    await workbench.quickInput.pickPath(path.join(vscode.dataFolder, name));
    await workbench.quickInput.pick(table);
    await workbench.notifications.dialog.getByText(/JSON, one object per line/).waitFor();
    await workbench.notifications.dialog.getByText(/time: 2026-01-01T00:00:00Z/).waitFor();
    await workbench.screenshot('upload-question');
    await workbench.notifications.pressDialogButton('Upload');
  }

  /** Acts once so many bytes have passed. */
  function whenPassed(bytes: number, act: () => void): void {
    const start = proxy.passed;
    proxy.onPass = () => {
      if (proxy.passed - start < bytes) return;
      proxy.onPass = () => undefined;
      act();
    };
  }

  /** Begins one and pauses it after some of it has arrived. */
  async function beginAndPause(): Promise<void> {
    let hasBegun = false;
    whenPassed(2 * megabyte, () => {
      hasBegun = true;
      proxy.bytesPerSecond = slowly;
    });
    await startUpload();
    await eventually(() => hasBegun);
    await progress().getByText('Pause').click();
    await progress()
      .getByText(/paused at/)
      .waitFor();
    proxy.bytesPerSecond = Infinity;
  }

  describe('Uploads by mouse and keyboard', () => {
    beforeEach(nextUpload);

    afterEach(() => {
      proxy.onPass = () => undefined;
      proxy.bytesPerSecond = Infinity;
      proxy.restore();
    });

    after(() => workbench.runCommand('Notifications: Clear All Notifications'));

    it('continue after a pause and a dropped connection', async () => {
      await beginAndPause();
      await workbench.screenshot('uploads-paused');
      let cuts = 0;
      whenPassed(size / 3, () => {
        cuts += 1;
        proxy.cut();
        setTimeout(() => {
          proxy.restore();
        }, 500);
      });
      await progress().getByText('Resume').click();

      await workbench.notifications.toast(new RegExp(`${rows.toLocaleString('en')} rows`)).waitFor({
        timeout: 120_000,
      });
      assert.equal(await storedRows(), rows);
      assert.equal(cuts, 1);
      await workbench.screenshot('uploads-done');
    });

    it('are canceled in the explorer, and leave no rows', async () => {
      await beginAndPause();
      assert.ok((await uploadedNames()).includes(name));
      await explorer().pickFromMenu(name, 'Cancel Upload…');
      await workbench.notifications.dialog.getByText('The data sent so far is discarded').waitFor();
      await workbench.screenshot('uploads-cancel');
      await workbench.notifications.pressDialogButton('Cancel Upload');
      await workbench.notifications.toast(`The upload of ${name} was canceled`).waitFor();

      assert.equal(await storedRows(), 0);
      assert.ok(!(await uploadedNames()).includes(name));
    });
  });

  describe('Panels after a reload of the window', () => {
    const needle = 'needle';
    let status: StatusPanel;
    let audit: AuditPanel;
    let watched: number;
    let endless: number;
    let ended: number;

    before(async function () {
      this.timeout(480_000);
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
      await platform.call(`DELETE /api/core/cursors/${ended}`);
      endless = await watch(600);
      const form = { name: 'Old', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await platform.call('POST /api/core/scheduled-queries', { form });
      await workbench.runCommand('Logbench: Delete Scheduled Queries…');
      await workbench.quickInput.pick('Old');
      await workbench.quickInput.accept();
      await workbench.notifications.pressDialogButton('Delete');
      await workbench.notifications.toast('“Old” deleted').waitFor();
      await runDraft();
      await nextUpload();
      await beginAndPause();
      await workbench.page.keyboard.press('Control+Alt+H');
      await masked().waitFor();
      watched = await watch(20);
      // Results and the status of a query are beside a text. Only the page in front of a group exists.
      await workbench.runCommand('View: Join All Editor Groups');
      await workbench.reload();
    });

    async function watch(seconds: number): Promise<number> {
      const id = await startQuery(platform, seconds);
      status = await StatusPanel.open(workbench, id);
      await status.phase('running').waitFor();
      return id;
    }

    /** Leaves a draft and its results. */
    async function runDraft(): Promise<void> {
      await new StoredQueries(platform).create('People', { query: people });
      await workbench.runCommand('Logbench: Open Scheduled Query…');
      await workbench.quickInput.pick('People');
      await workbench.editor.focused(/People/).waitFor();
      await workbench.editor.replace(`${people} | sort n`);
      await workbench.editor.save();
      await workbench.editor.lens(/Publish$/).waitFor();
      await workbench.page.keyboard.press('Control+Enter');
      await workbench.webview().getByText('Finished').waitFor({ timeout: 60_000 });
    }

    const masked = (): Locator => workbench.page.getByRole('button', { name: /are masked in Logbench/ });

    after(closeAll);

    it('are masked after the reload too, until a click on the status bar shows the values', async () => {
      await masked().waitFor({ timeout: 60_000 });
      await workbench.editor.tab(/Audit/).click();
      await audit
        .row(0)
        .getByText(/user\d+-masked/)
        .first()
        .waitFor({ timeout: 60_000 });
      await masked().click();
      await masked().waitFor({ state: 'hidden' });
      await audit.row(0).getByText('admin').first().waitFor();
      await workbench.editor.tab(`Query ${watched}`).click();
    });

    it('offer the upload that the reload interrupted, which continues', async () => {
      if ((await storedRows()) === rows) return;
      const message = workbench.notifications.listed(`${name} was being uploaded to ${table} on Test`);
      await eventually(async () => {
        // The list closes by itself when its last message goes, which may be one of VS Code that comes before ours.
        await workbench.runCommand('Notifications: Show Notifications');
        await message.waitFor({ timeout: 5_000 });
        return true;
      });
      await workbench.runCommand('Notifications: Hide Notifications');
      await showUploads();
      await explorer()
        .row(new RegExp(`^${name}, interrupted at`))
        .waitFor();
      await workbench.screenshot('uploads-reloaded');
      await explorer().pickFromMenu(name, 'Resume Upload');
      await eventually(async () => (await storedRows()) === rows, { within: 120_000, every: 500 });
    });

    it('poll a query of twenty seconds until it ends', async () => {
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

    it('report that a query no longer exists, and offer no action for it', async () => {
      await workbench.editor.tab(`Query ${ended}`).click();
      const page = workbench.webview();
      await page.getByText(`Query ${ended} no longer exists`).waitFor({ timeout: 60_000 });
      assert.equal(await page.getByRole('button', { name: /Retry|Cancel Query/ }).count(), 0);
    });

    it('offer to re-create a query that was deleted before', async () => {
      await workbench.runCommand('Logbench: Re-create Deleted Queries…');
      await workbench.quickInput.pick('Old');
      await workbench.quickInput.accept();
      await workbench.notifications.pressDialogButton('Re-create');
      await workbench.notifications.toast('“Old” re-created').waitFor();
      const { body } = await platform.call('GET /api/core/scheduled-queries');
      const list = z.object({ scheduled_queries: z.array(z.object({ guid: z.string() })) }).parse(body);
      const guids = list.scheduled_queries.map(({ guid }) => guid).join(',');
      await platform.call('DELETE /api/core/scheduled-queries', {
        form: { guids },
      });
    });

    it('report that the results of a draft were discarded, but the draft was not', async () => {
      await workbench.editor.tab(/^Results: People/).click();
      await workbench
        .webview()
        .getByText('The results were discarded when the window was closed.')
        .waitFor({ timeout: 60_000 });
      await workbench.screenshot('query-results-restored');
      await workbench.editor.tab(/^People · Test/).click();
      await eventually(async () => (await workbench.editor.text()).includes('| sort n'));
      const { body } = await platform.call('GET /api/core/scheduled-queries');
      assert.ok(!JSON.stringify(body).includes('| sort n'), 'published');
    });

    it('run a query again if its results were discarded, in its only tab', async () => {
      const tab = workbench.editor.tab(/^Results: People/);
      await tab.click();
      const results = workbench.webview();
      const again = results.getByRole('button', { name: 'Run Again' });
      const row = results.getByText('=bob').first();
      await again.or(row).first().waitFor({ timeout: 60_000 });
      // Another try finds that it ran.
      if (await again.isVisible()) await again.click();
      await row.waitFor({ timeout: 30_000 });
      await workbench.editor.tab(/^People · Test/).click();
      await workbench.editor.focused(/People/).waitFor();
      await workbench.page.keyboard.press('Control+Enter');
      await row.waitFor({ timeout: 30_000 });

      assert.equal(await tab.count(), 1);
    });

    it('restore the selected week', async () => {
      await workbench.editor.tab(/Overview/).click();
      const load = workbench.webview().locator('.load-panel');
      await load.getByRole('button', { name: 'Previous week' }).click({ timeout: 60_000 });
      await load.locator('vscode-toolbar-button[disabled]').waitFor();
    });

    it('restore their search, and select a time range by dragging', async () => {
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

  describe('Panels that are opened one at a time', () => {
    beforeEach(closeAll);

    it('restore a search from its link after a confirmation', async () => {
      const keyword = '로그인 100% & a=b';
      const panel = await AuditPanel.open(workbench);
      await panel.addKeyword(keyword);
      await panel.count('0 entries').waitFor();
      await workbench.screenshotInThemes('audit-logs');
      await panel.copyLink();
      await workbench.page.getByText('The link to this search was copied to the clipboard').waitFor();
      await workbench.runCommand('View: Close All Editors');

      await workbench.openCopiedLink();
      await workbench.notifications.pressDialogButton('Open');
      await workbench.notifications.dialog.getByText('Open this search').waitFor();
      await workbench.screenshot('audit-link');
      await workbench.notifications.pressDialogButton('Search');
      await panel.keyword(keyword).waitFor({ timeout: 60_000 });
    });

    it('cancel the active query by the command, which otherwise lists only running ones', async () => {
      const ended = await startQueryOf(platform, 'json "{}"');
      const watched = await startQuery(platform, 600);
      const status = await StatusPanel.open(workbench, watched);
      await status.phase('running').waitFor();
      await workbench.screenshotInThemes('query-status');
      await workbench.runCommand('Logbench: Cancel Query');
      await status.phase('cancelled').waitFor();

      await closeAll();
      const other = await startQuery(platform, 600);
      await workbench.runCommand('Logbench: Cancel Query');
      await workbench.quickInput.entry(`Query ${other}`).waitFor();
      assert.ok(!(await workbench.quickInput.labels()).includes(`Query ${ended}`));
      await workbench.quickInput.pick(`Query ${other}`);
      await workbench.notifications.pressDialogButton('Cancel Query');
    });

    it('are not needed to see running queries: the explorer lists them, and cancels those of the user', async () => {
      await explorer().expand('Test');
      await explorer().expand(/^Running Queries/);
      const seconds = 700 + tries;
      await startQuery(platform, seconds);
      const row = new RegExp(`^Query \\d+, admin · .* · rest-api · json .*over=${seconds}s`);
      await explorer().row(row).waitFor();
      await workbench.screenshotInThemes('running-queries');
      await explorer().pickFromMenu(row, 'Cancel Query');
      await workbench.notifications.pressDialogButton('Cancel Query');
      await explorer().row(row).waitFor({ state: 'hidden' });
      await explorer().toggle(/^Running Queries/);
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
  const response = await platform.call('POST /api/core/cursors', { form: { q } });
  return z.object({ id: z.number() }).parse(response.body).id;
}

/** Another client makes tables, which the audit log notes. */
async function act(platform: RunningPlatform, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await platform.call('POST /api/core/tables', { form: { table } });
  }
}

async function writeLog(file: string): Promise<void> {
  const row = { time: '2026-01-01T00:00:00Z', text: '' };
  const text = 'x'.repeat(1023 - JSON.stringify(row).length);
  const block = Buffer.alloc(megabyte, `${JSON.stringify({ ...row, text })}\n`);
  await using handle = await open(file, 'w');
  for (let written = 0; written < size; written += megabyte) await handle.write(block);
}
