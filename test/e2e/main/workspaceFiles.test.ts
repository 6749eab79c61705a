import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { folderRuleText, rowsFor, writeRules } from '../../support/sigmaFolder';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

/** What the rules are tried on. */
const products = ['windows', 'linux'];

const caseNotebook = [
  '---',
  'connection: Lab',
  'parameters:',
  '  least: 2',
  '---',
  '',
  '# Suspicious accounts',
  '',
  '```lq name=suspects',
  `json "[{'user':'alice','n':3},{'user':'bob','n':1},{'user':'carol','n':2}]"`,
  '| search n >= $("least") | stats sum(n) as n by user',
  '```',
  '',
  '```lq',
  `json "[{'user':'bob','host':'web1'},{'user':'carol','host':'<b>web2</b>'}]"`,
  '| search in(user, $("suspects.user"))',
  '```',
  '',
].join('\n');

const longNotebook = [
  '---\nconnection: Lab\n---\n',
  '```lq\ntable later\n```\n',
  `\`\`\`lq\njson "[{'found':'after the reload'}]" | repeat count=2 over=15s\n\`\`\`\n`,
].join('\n');

/** In one window, because opening another takes longer than each of them. */
describe('Sigma rules, uploads and notebooks of the installed extension', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;
  /** Each try has a table of its own. */
  let tries = 0;

  before(async () => {
    platform = await startPlatform();
    for (const product of products) await fillTable(product);
    vscode = await InstalledVscode.connectedTo(platform);
    // The list of files that VS Code searches may be as old as the first search.
    await writeRules(rulesFolder());
    const mac = folderRuleText({ title: 'On a Mac', product: 'macos' }, 60);
    await writeFile(path.join(rulesFolder(), 'a_mac.yml'), mac);
    await writeFile(path.join(workspace(), 'case.lq.md'), caseNotebook);
    await writeFile(path.join(workspace(), 'long.lq.md'), longNotebook);
    workbench = await vscode.open({ size: { width: 1200, height: 800 } });
    // Lenses are drawn again when the connection is known, and a click between would be lost.
    await workbench.openContainer('Logbench');
    explorer = workbench.tree(/Explorer/);
    await explorer.expand('Lab');
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  function workspace(): string {
    return path.join(vscode.dataFolder, 'workspace');
  }

  function rulesFolder(): string {
    return path.join(workspace(), 'rules');
  }

  async function fillTable(table: string): Promise<void> {
    const rows = JSON.stringify(rowsFor(table)).replaceAll('"', "'");
    await post('tables', { table });
    await post('cursors', { q: `json "${rows}" | import ${table} | limit 0` });
  }

  async function post(resource: string, form: Record<string, string>): Promise<void> {
    const { baseUrl, key } = platform;
    const { status, body } = await call(baseUrl, `POST /api/core/${resource}`, { key, form });
    assert.equal(status, 200, JSON.stringify(body));
  }

  it('convert, try and schedule the Sigma rule in the editor', async () => {
    await workbench.page.keyboard.press('Control+P');
    await workbench.quickInput.type('rule_03.yml');
    await workbench.quickInput.pick('rule_03.yml');
    await workbench.editor.lens('Try on Lab').waitFor({ timeout: 60_000 });
    await workbench.screenshot('sigma-rule');
    await workbench.editor.lens('Convert').click();
    await eventually(async () => (await workbench.editor.text()).startsWith('# Sigma: Rule 3'));
    await workbench.screenshot('sigma-converted');
    // A new document asks whether to be saved when all are closed.
    await workbench.runCommand('View: Revert and Close Editor');

    await workbench.page.keyboard.press('Control+1');
    await workbench.editor.lens('Try on Lab').click();
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
    await workbench.notifications.dialog.getByText('Create “Rule 3” on Lab').waitFor();
    await workbench.screenshot('sigma-schedule');
    await workbench.notifications.answerDialog('Create Disabled');
    await workbench.notifications.toast('“Rule 3” was created').waitFor();
  });

  it('say in the import of a folder of Sigma rules that the platform lacks a table, before and after a trial', async () => {
    await workbench.closeEditors();
    await workbench.runCommand('Logbench: Import Sigma Rules…');
    await workbench.quickInput.pickFolder(`${rulesFolder()}/`);
    const page = workbench.webview();
    await page.getByText('Not on the platform: 1').waitFor({ timeout: 60_000 });
    const row = page.locator('.grid-row', { hasText: 'On a Mac' });
    await row.getByText('Table “macos” does not exist on the platform').waitFor();
    assert.equal(await row.locator('.codicon-pass').count(), 0);
    await page.getByRole('button', { name: 'Select All Shown' }).click();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText(/Tried: \d+ · with hits: \d+ · hits: \d+ · failed: 1/).waitFor({ timeout: 60_000 });
    await workbench.screenshot('sigma-import');
    await row.dblclick();
    await page.locator('.detail').getByRole('button', { name: 'Edit Mapping' }).click();
    await workbench.editor.tab(/sigma-map\.yaml/).waitFor();
  });

  it('upload a file to a new table, which the explorer shows at once, with the uploaded rows', async () => {
    await workbench.closeEditors();
    tries += 1;
    const table = `fresh${tries}`;
    const file = path.join(vscode.dataFolder, 'small.json');
    await writeFile(file, '{"_time":"2026-01-01 00:00:00+0000","text":"first"}\n');
    await workbench.runCommand('Logbench: Upload Log File…');
    await workbench.quickInput.pickPath(file);
    // The entry for a new table is not counted as one.
    const others = products.length + tries - 1;
    await workbench.page.getByPlaceholder(`${others} of ${others} shown. Type to search`).waitFor();
    await workbench.quickInput.type(table);
    await workbench.quickInput.pick(`New Table “${table}”`);
    await workbench.notifications.dialog.getByText(/text: text · first/).waitFor();
    await workbench.notifications.answerDialog('Upload');
    await workbench.notifications
      .toast(`small.json was uploaded to the table ${table}`)
      .waitFor({ timeout: 60_000 });
    await explorer.row(new RegExp(`^Tables, ${others + 1}\\b`)).waitFor();

    const query = encodeURIComponent(`table ${table} | fields text`);
    const { body } = await call(platform.baseUrl, `GET /api/core/query?q=${query}`, { key: platform.key });
    assert.deepEqual(body, { text: 'first' });
  });

  it('run the queries of a notebook, show their rows in its cells, and export them as a report', async () => {
    await workbench.page.keyboard.press('Control+P');
    await workbench.quickInput.type('case.lq.md');
    await workbench.quickInput.pick('case.lq.md');
    const outputs = workbench.webview();
    await outputs.getByRole('heading', { name: 'Suspicious accounts' }).waitFor({ timeout: 60_000 });
    await workbench.page.locator('.kernel-label').getByText('Lab').waitFor();
    await workbench.screenshot('notebook-opened');
    await workbench.page.getByRole('button', { name: 'Run All' }).first().click();
    await outputs.getByText('<b>web2</b>').waitFor({ timeout: 60_000 });
    await workbench.screenshotInThemes('notebook');

    const report = path.join(workspace(), 'report.html');
    await workbench.runCommand('Logbench: Export Report…');
    await workbench.quickInput.pick('HTML');
    await workbench.quickInput.pick('Show Values');
    await workbench.quickInput.pickPath(report);
    await workbench.notifications.toast('report.html was written').waitFor();
    const html = await readFile(report, 'utf8');
    assert.match(html, /in\(user, &#34;alice&#34;, &#34;carol&#34;\)[^]*&#60;b&#62;web2/);
    assert.equal(await readFile(path.join(workspace(), 'case.lq.md'), 'utf8'), caseNotebook);
  });

  it('return to the query of a notebook that ran when the window was reloaded, and retry one that failed', async () => {
    await workbench.closeEditors();
    await workbench.page.keyboard.press('Control+P');
    await workbench.quickInput.type('long.lq.md');
    await workbench.quickInput.pick('long.lq.md');
    await workbench.page.locator('.kernel-label').getByText('Lab').waitFor();
    await workbench.page.getByRole('button', { name: 'Run All' }).first().click();
    const running =
      'system queries | search query_string == "*over=15s" and not(query_string == "system*") | stats count';
    const list = `GET /api/core/query?q=${encodeURIComponent(running)}`;
    await eventually(async () => {
      const { body } = await call(platform.baseUrl, list, { key: platform.key });
      return JSON.stringify(body) === '{"count":1}';
    });
    await workbench.reload();
    const outputs = workbench.webview();
    await outputs.getByText('after the reload').first().waitFor({ timeout: 60_000 });
    await call(platform.baseUrl, 'POST /api/core/tables', { key: platform.key, form: { table: 'later' } });
    await outputs.getByRole('button', { name: 'Retry' }).click();
    await outputs.getByText('The query returned no rows.').waitFor({ timeout: 60_000 });
  });
});
