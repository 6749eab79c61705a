import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatform, type RunningPlatform } from '../support/platform';
import { type Theme, type Workbench } from './pages/workbench';
import { createScheduledQuery } from './support/createScheduledQuery';
import { InstalledVscode } from './support/installedVscode';

const people = `json "[{'who':'ann','n':3},{'who':'=bob','n':5}]"`;
const endless = `json "{'n':1}" | repeat count=100000 over=600s`;

describe('Editing and running a query, by keyboard', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async function () {
    this.timeout(240_000);
    platform = await startPlatform();
    await createScheduledQuery(platform, { name: 'People', query: people, enabled: 'false' });
    await createScheduledQuery(platform, { name: 'Endless', query: endless, enabled: 'false' });
    vscode = await InstalledVscode.connectedTo(platform);
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    // The palette knows the commands once the view is there.
    await workbench.openContainer('Logbench');
    await workbench
      .tree(/Explorer/)
      .row(/^Lab/)
      .first()
      .waitFor({ timeout: 60_000 });
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  async function publishedText(name: string): Promise<string | undefined> {
    const { body } = await call(platform.baseUrl, 'GET /api/core/scheduled-queries', { key: platform.key });
    const list = z.object({
      scheduled_queries: z.array(z.object({ name: z.string(), query: z.string() })),
    });
    return list.parse(body).scheduled_queries.find((query) => query.name === name)?.query;
  }

  /** The queries that the platform runs or holds results of, as text. */
  async function heldQueries(): Promise<string> {
    const operation = 'GET /api/core/query?q=system%20queries&format=json-single';
    return JSON.stringify((await call(platform.baseUrl, operation, { key: platform.key })).body);
  }

  async function open(name: string): Promise<void> {
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await workbench.quickInput.choose(name);
    await workbench.editor.tab(new RegExp(name)).waitFor();
  }

  it('keeps what was typed and saved over a reload, without publishing it', async () => {
    await open('People');
    await workbench.editor.append(' | sort n');
    await workbench.editor.save();
    await workbench.page.getByText('Publish', { exact: true }).first().waitFor();

    await workbench.reload();
    await eventually(async () => (await workbench.editor.text()).includes('| sort n'), { within: 60_000 });
    assert.equal(await publishedText('People'), people);
  });

  it('publishes with a key', async () => {
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Alt+Enter');
    await eventually(async () => (await publishedText('People')) === `${people} | sort n`, {
      within: 30_000,
    });
  });

  it('runs with a key and shows the rows', async () => {
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Enter');
    const results = workbench.webview();
    await results.getByText('Finished').waitFor({ timeout: 60_000 });
    await results.getByText('=bob').first().waitFor();
    for (const theme of ['vs-dark', 'vs', 'hc-black'] satisfies Theme[]) {
      await workbench.useTheme(theme);
      await workbench.screenshot(`query-results-${theme}`);
    }
  });

  it('exports what it shows, safe for a spreadsheet', async () => {
    const file = path.join(vscode.dataFolder, 'people.csv');
    const results = workbench.webview();
    await results.getByRole('toolbar').getByText('Export', { exact: true }).click();
    await results.getByRole('menuitem', { name: 'Export as CSV…' }).click();
    await workbench.quickInput.choosePath(file);
    await workbench.notifications.toast('2 rows were written').waitFor();
    assert.match(await readFile(file, 'utf8'), /ann[^]*'=bob/);
  });

  it('says after a reload that the results are gone, and runs again', async () => {
    await workbench.reload();
    const results = workbench.webview();
    await results
      .getByText('The results were dropped when the window was closed.')
      .waitFor({ timeout: 60_000 });
    await workbench.screenshot('query-results-restored');
    await results.getByRole('button', { name: 'Run Again' }).click();
    await results.getByText('=bob').first().waitFor({ timeout: 30_000 });
  });

  it('cancels a query that takes long', async () => {
    await workbench.runCommand('View: Close All Editors');
    await open('Endless');
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Enter');
    const results = workbench.webview();
    await results.getByText('Running').waitFor({ timeout: 60_000 });
    await workbench.screenshot('query-running');
    await results.getByRole('button', { name: 'Cancel Query' }).click();
    await results.getByText('Cancelled').waitFor({ timeout: 30_000 });
    assert.ok(!(await heldQueries()).includes('repeat count=100000'));
  });
});
