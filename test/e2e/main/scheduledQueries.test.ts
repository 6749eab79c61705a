import assert from 'node:assert/strict';
import { disposedAfter } from '../../support/ofSuite';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { QueryRows } from '../pages/queryRows';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';
import { openBacktest } from '../support/openBacktest';
import { everyFiveMinutes, endless, StoredQueries } from '../../support/storedQueries';

/** Both schedules of a query, of which each try takes the one that it does not have yet. */
const nightly = { cron: '0 2 * * *', text: 'at 02:00' };
const byDay = { cron: '*/15 8-18 * * 1-5', text: 'every 15 minutes' };

describe('Scheduled queries by mouse and keyboard', function () {
  this.timeout(90_000);
  let platform: RunningPlatform;
  let queries: StoredQueries;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let rows: QueryRows;
  let explorer: TreeView;

  before(async function () {
    this.timeout(180_000);
    platform = await startPlatform();
    queries = new StoredQueries(platform, everyFiveMinutes);
    await seed();
    vscode = await InstalledVscode.connectedTo(platform);
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    rows = await QueryRows.show(workbench, /Nightly traffic totals/);
    ({ explorer } = rows);
  });

  disposedAfter(() => [vscode, platform]);

  async function seed(): Promise<void> {
    const first = await queries.create('Failed logins per user');
    const after = { trigger_type: 'workflow', preceding_guid: first, preceding_action: 'succeeded' };
    await queries.create('Report on failed logins', after);
    await createToDelete();
    await queries.create('Beacon hunting', endless);
    await queries.create('Nightly traffic totals', { cron_schedule: nightly.cron });
    for (const name of ['Endless correlation', 'Beacon hunting']) await queries.untilNamedRuns(name);
  }

  /** One that another runs after, and one that runs. */
  async function createToDelete(): Promise<void> {
    const guid = await queries.create('Archive old sessions', {
      enabled: 'false',
      cron_schedule: '0 3 * * 0',
    });
    const after = { trigger_type: 'workflow', preceding_guid: guid, preceding_action: 'succeeded' };
    await queries.create('Report on old sessions', after);
    await queries.create('Endless correlation', endless);
  }

  it('stops a running one from its context menu', async () => {
    if ((await queries.find('Beacon hunting'))?.running_state !== 'running') {
      // An earlier attempt has stopped it.
      await queries.replace('Beacon hunting', endless);
      await queries.untilNamedRuns('Beacon hunting');
      await workbench.closeEditors();
      await workbench.runCommand('Logbench: Refresh');
    }
    await queries.replace('Beacon hunting', {});
    await rows.select(/Beacon hunting/);
    await workbench.editor.lens('running').waitFor();
    await explorer.pickFromMenu(/Beacon hunting/, 'Stop Scheduled Query…');
    await workbench.notifications.dialog.getByText('Stop “Beacon hunting” on Lab (Staging)?').waitFor();
    await workbench.notifications.pressDialogButton('Stop');
    await workbench.notifications.toast('“Beacon hunting” stopped').waitFor();

    assert.equal((await queries.find('Beacon hunting'))?.running_state, 'stopped');
    await workbench.editor.lens('running').waitFor({ state: 'hidden' });
  });

  it('finds a word in the texts of queries and detection rules, and opens its line', async () => {
    const word = `needle${Date.now()}`;
    const { baseUrl, key } = platform;
    await queries.create(`Query with ${word}`, { query: `table fw_seoul\n| search user == "${word}"` });
    const form = { name: `Rule of ${word}`, query: 'table fw_seoul' };
    await call(baseUrl, 'POST /api/core/batch-rules', { key, form });
    await workbench.runCommand('Logbench: Search in Queries and Rules…');
    await workbench.quickInput.type(word);
    await workbench.quickInput.accept();
    await workbench.editor.tab(/Search results/).waitFor();
    await eventually(async () =>
      (await workbench.editor.text()).includes(`Rule of ${word} · Batch rule · Lab`),
    );
    await workbench.screenshotInThemes('search-results');

    assert.match(await workbench.editor.text(), /2 lines\. Texts: 2 of \d+\./);
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Home');
    for (let line = 0; line < 3; line++) await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('F12');
    await workbench.editor.tab(new RegExp(`Query with ${word}`)).waitFor();
    await workbench.page.getByText('Ln 2, Col 19').waitFor();
  });

  it('backtests a query, and runs it at once without changing its schedule', async () => {
    const page = await openBacktest(platform, queries, workbench, rows);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText(/^1 row in 8 runs/).waitFor();
    await workbench.screenshotInThemes('backtest');
    await workbench.closeEditors();
    await explorer.pickFromMenu(/^Web hits/, 'Run Now');
    await workbench.notifications.toast('ran as a query of your own').waitFor();
    assert.equal((await queries.find('Web hits'))?.['last_run_time'], null);
  });

  it('counts a failing query in the badge of the view, shows its runs after a change, and opens the failing position', async () => {
    await queries.removeNamed('Web misses');
    const schedule = { cron_schedule: '* * * * * *', enabled: 'true' };
    const hasRun = (state: string) => async (): Promise<boolean> =>
      (await queries.find('Web misses'))?.['result_state'] === state;
    await queries.create('Web misses', { query: 'json "{}"', ...schedule });
    await eventually(hasRun('succeeded'));
    await queries.replace('Web misses', { query: 'table missing_table', ...schedule });
    await eventually(hasRun('failed'));
    await workbench.closeEditors();
    await workbench.runCommand('Logbench: Refresh');
    await workbench.page.getByRole('tab', { name: /Lab: \d+ failing scheduled quer/ }).waitFor();
    await explorer.pickFromMenu(/^Web misses/, 'Show Runs');
    const page = workbench.webview();
    await page.getByText(/^Failing since/).waitFor();
    await page
      .locator('.run-error', { hasText: 'The table “missing_table” does not exist. (10605)' })
      .waitFor();
    await page.locator('.changes li', { hasText: 'admin' }).first().waitFor();
    await page.locator('.run-list tbody tr[data-outcome=succeeded]').first().waitFor();
    await workbench.screenshotInThemes('runs');
    await page.getByRole('button', { name: 'Open at the Failing Position' }).click();
    await workbench.editor.tab(/^Web misses/).waitFor();
    await workbench.page.getByText(/Ln 1, Col 20 \(13 selected\)/).waitFor();
    await queries.removeNamed('Web misses');
  });

  it('edits a schedule, with the typed cron expression explained', async () => {
    const isNightly = (await queries.find('Nightly traffic totals'))?.cron_schedule === nightly.cron;
    const [before, after] = isNightly ? [nightly, byDay] : [byDay, nightly];
    await rows.select(/Nightly traffic totals/);
    await workbench.editor.lens(before.text).waitFor();
    await explorer.pickFromMenu(/Nightly traffic totals/, 'Edit Schedule and Properties…');
    await workbench.quickInput.pick('Schedule:');
    await workbench.quickInput.pick('On a schedule');
    // The box for the expression, not the list before it.
    await workbench.quickInput.message.getByText('Next runs').waitFor();
    await workbench.quickInput.type('61 * * * *');
    await workbench.quickInput.message.getByText('“61” is not valid in the field “minute”').waitFor();
    await workbench.quickInput.type(after.cron);
    await workbench.quickInput.message.getByText('Next runs').waitFor();
    await workbench.screenshot('edit-cron');
    await workbench.quickInput.accept();
    await workbench.quickInput.entry('Apply to').first().waitFor();
    await workbench.screenshot('edit-overview');
    await workbench.page.keyboard.press('Escape');
    await workbench.notifications.pressDialogButton('Keep Editing');
    await workbench.quickInput.pick('Apply to');
    await workbench.notifications.toast('was updated').waitFor();

    assert.equal((await queries.find('Nightly traffic totals'))?.cron_schedule, after.cron);
    await explorer.row(new RegExp(`Nightly traffic totals.*${after.text}`)).waitFor();
    await workbench.editor.lens(after.text).waitFor();
  });

  it('deletes several queries, including a running one, shows a line for each, and creates them again from there', async () => {
    if (
      (await queries.find('Archive old sessions')) === undefined ||
      (await queries.find('Endless correlation')) === undefined
    ) {
      // An earlier attempt has deleted them.
      await queries.removeNamed('Archive old sessions', 'Report on old sessions', 'Endless correlation');
      await createToDelete();
      await workbench.runCommand('Logbench: Refresh');
    }
    await queries.untilNamedRuns('Endless correlation');
    await rows.select(/^Archive old sessions/, /Endless correlation/);
    await explorer.pickFromMenu(/^Archive old sessions/, 'Delete Scheduled Queries…');
    await workbench.notifications.dialog.getByText('Never run again').waitFor();
    await workbench.screenshot('delete');
    await workbench.resize(700, 600);
    await workbench.screenshot('delete-narrow');
    await workbench.resize(1280, 800);
    await workbench.notifications.pressDialogButton('Include Running');
    await workbench.notifications.dialog.getByText('will be stopped before deletion').waitFor();
    await workbench.notifications.pressDialogButton('Delete, Including Running');
    await workbench.notifications.response('2 deleted', 'Show Results');
    await workbench.editor
      .tab(/Delete Scheduled Queries/)
      .first()
      .waitFor();
    await eventually(async () => /deleted +Archive old sessions/.test(await workbench.editor.text()));
    await workbench.screenshot('delete-results');

    assert.equal(await queries.find('Endless correlation'), undefined);
    assert.equal(await explorer.row(/Endless correlation/).count(), 0);

    await workbench.editor.lens('Re-create').click();
    await workbench.notifications.dialog
      .getByText('Re-create 2 scheduled queries on Lab (Staging)?')
      .waitFor();
    await workbench.screenshot('re-create');
    await workbench.notifications.pressDialogButton('Re-create');
    await workbench.notifications.toast('2 re-created').waitFor();

    const again = await queries.find('Archive old sessions');
    assert.equal(again?.cron_schedule, '0 3 * * 0');
    assert.equal((await queries.find('Report on old sessions'))?.preceding_guid, again.guid);
    await explorer.row(/^Archive old sessions/).waitFor();
  });

  it('moves a connection to a new group, and out of it', async () => {
    await explorer.pickFromMenu(/^Lab/, 'Move to Group…');
    await workbench.quickInput.pick('New group…');
    await workbench.quickInput.message.getByText('Name of the group').waitFor();
    await workbench.quickInput.type('Seoul');
    await workbench.quickInput.accept();
    await explorer.row(/^Seoul, 1 connection/).waitFor();
    await workbench.screenshot('connection-group');
    await explorer.pickFromMenu(/^Lab/, 'Move to Group…');
    await workbench.quickInput.pick('No Group');
    await explorer.row(/^Seoul, 1 connection/).waitFor({ state: 'detached' });
    await explorer.row(/^Lab/).waitFor();
  });
});
