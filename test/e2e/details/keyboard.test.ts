import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { disposedAfter } from '../../support/ofSuite';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { StoredQueries } from '../../support/storedQueries';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

/** A user without a mouse: no step of this clicks, or puts the focus anywhere itself. */
describe('The path from a query to its results, by keyboard only', function () {
  this.timeout(120_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async function () {
    this.timeout(240_000);
    const member = { login: 'mia', role: 'MEMBER', key: 'the-key-of-a-member' } as const;
    platform = await startPlatform({ accounts: [member] });
    const query = `json "[{'who':'ann'},{'who':'bob'}]"`;
    await platform.call('POST /api/core/tables', { form: { table: 'visits' } });
    await new StoredQueries(platform).create('People', { query });
    const { baseUrl, key } = platform;
    vscode = await InstalledVscode.start({
      settings: {
        'logbench.connections': [
          { name: 'Live', baseUrl, environment: 'production' },
          { name: 'Lab', baseUrl, environment: 'staging' },
        ],
        'logbench.results.placement': 'below',
      },
      env: { LOGBENCH_API_KEY_LAB: key, LOGBENCH_API_KEY_LIVE: member.key },
    });
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    await workbench.openContainer('Logbench');
    await workbench
      .tree(/Explorer/)
      .row(/^Lab/)
      .waitFor({ timeout: 60_000 });
  });

  disposedAfter(() => [vscode, platform]);

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };

  async function run(command: string): Promise<void> {
    await press('F1');
    await workbench.quickInput.focused();
    await workbench.page.keyboard.type(command);
    await workbench.quickInput.entry(command).first().waitFor();
    await press('Enter');
  }

  /** Takes what a list has marked, once it shows it. */
  async function take(label: string | RegExp): Promise<void> {
    await workbench.quickInput.marked(label).waitFor();
    await press('Enter');
  }

  async function publishedText(): Promise<string> {
    const { body } = await platform.call('GET /api/core/scheduled-queries');
    const List = z.object({ scheduled_queries: z.array(z.object({ query: z.string() })) });
    return List.parse(body).scheduled_queries[0]?.query ?? '';
  }

  it('opens a query from lists with a default item, which is not production', async () => {
    await run('Logbench: Open Scheduled Query…');
    await take('Lab');
    await take('People');
    await workbench.editor.tab('People · Lab').waitFor();
  });

  it('edits, formats and publishes it', async () => {
    await press('Control+End');
    await workbench.page.keyboard.insertText(' | limit 1');
    await run('Format Document');
    await eventually(async () => (await workbench.editor.text()).endsWith('\n| limit 1'));
    // The text may have changed before the palette has given the focus back, and a key would be lost.
    await workbench.editor.focused(/People/).waitFor();
    await press('Control+S');
    await workbench.editor.lens(/Publish$/).waitFor();
    await press('Control+Alt+Enter');

    await eventually(async () => (await publishedText()).endsWith('\n| limit 1'), { within: 30_000 });
  });

  it('shows the connection of the active query in the status bar, and offers it first', async () => {
    await workbench.page.getByRole('button', { name: 'Lab · Staging' }).waitFor();
    await run('Logbench: Test Connection');
    await workbench.quickInput.marked('Lab').waitFor();
    await workbench.quickInput.cancel();
  });

  it('edits the schedule of the active query', async () => {
    await run('Logbench: Edit Schedule and Properties…');
    await workbench.quickInput.title.getByText('People · Lab (Staging)').waitFor();
    await workbench.quickInput.cancel();
  });

  it('runs it, moves to the rows and exports them to a file with its name', async () => {
    if ((await workbench.editor.tab(/^Results: People/).count()) > 0) {
      // Left by an earlier attempt, with the focus somewhere else.
      await workbench.editor.tab(/^Results: People/).click();
      await workbench.runCommand('View: Close Editor');
      await workbench.editor.tab(/^People/).click();
      await workbench.editor.focus();
    }
    await press('Control+Enter');
    const results = workbench.webview();
    await results.getByText('Finished').waitFor({ timeout: 60_000 });
    const top = async (tab: RegExp): Promise<number> =>
      (await workbench.editor.tab(tab).boundingBox())?.y ?? 0;
    assert.ok((await top(/^Results: People/)) > (await top(/^People/)) + 100, 'below, as set');
    await press('Control+2');
    await workbench.page.getByRole('button', { name: 'Lab · Staging' }).waitFor();
    await results.locator('.grid-cell:focus').waitFor();
    const exporting = results.locator('vscode-toolbar-button:focus-within').filter({ hasText: 'Export' });
    await eventually(async () => {
      await press('Shift+Tab');
      return (await exporting.count()) > 0;
    });
    // Back from the text, the focus is where it was.
    await press('Control+1');
    await workbench.editor.focused(/People/).waitFor();
    // VS Code asks a page only every 250 ms whether it has lost the focus. If it learns that after the key, it takes the
    // page for left and gives it no focus: then the user presses the key again.
    await eventually(async () => {
      await press('Control+2');
      await exporting.waitFor({ timeout: 5_000 });
      return true;
    });
    const file = path.join(vscode.dataFolder, 'workspace', 'People.csv');
    await rm(file, { force: true });
    await press('Enter');
    await results.getByRole('menuitem', { name: 'Export as CSV…' }).waitFor();
    await press('Enter');
    await eventually(async () => (await workbench.quickInput.typed()) === file);
    await press('Enter');
    await workbench.notifications.toast('1 row was written').waitFor();

    assert.match(await readFile(file, 'utf8'), /ann/);
  });

  it('offers another key if the role for the audit log is missing, on a page that shows the lock', async () => {
    await workbench.closeEditors();
    await run('Logbench: Search Audit Logs');
    await workbench.quickInput.marked('Lab').waitFor();
    await workbench.page.keyboard.type('Live');
    await take('Live');
    const page = workbench.webview();
    await page.getByText('Locked', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Set API Key…' }).waitFor();
    await workbench.screenshot('audit-missing-role');
    await press('Control+1');
    await eventually(async () => {
      await press('Tab');
      return (await page.locator('vscode-button:focus').filter({ hasText: 'Set API Key…' }).count()) > 0;
    });
    await press('Enter');
    await workbench.quickInput.title.getByText('Set API Key · Live').waitFor();
    await workbench.quickInput.cancel();
  });

  it('backtests a query with the role of a member, which may not read schedules', async () => {
    await workbench.closeEditors();
    await run('Logbench: New Query');
    // The one that was selected last.
    await workbench.quickInput.marked(/^(Lab|Live)/).waitFor();
    await workbench.page.keyboard.type('Live');
    await take('Live');
    await workbench.editor.focused(/Untitled/).waitFor();
    await workbench.page.keyboard.insertText('table duration=1h visits | search who == "ann"');
    await run('Logbench: Backtest…');
    const page = workbench.webview();
    await page.getByText('The query only filters: it runs in 8 slices').waitFor();
    await eventually(async () => {
      await press('Tab');
      return (await page.locator('vscode-button:focus').filter({ hasText: 'Start' }).count()) > 0;
    });
    await press('Enter');
    await page.getByText('0 rows in 8 runs').waitFor();
    await workbench.screenshot('backtest-member');
    await workbench.closeEditors();
    await run('Logbench: Show Runs');
    // The one that was selected last.
    await take('Live');
    await workbench.page
      .getByText(/requires the role ADMIN/)
      .first()
      .waitFor();
    await workbench.quickInput.cancel();
  });
});
