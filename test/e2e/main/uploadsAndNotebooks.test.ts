import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

const longNotebook = [
  '---\nconnection: Lab\n---\n',
  '```lq\ntable later\n```\n',
  `\`\`\`lq\njson "[{'found':'after the reload'}]" | repeat count=2 over=15s\n\`\`\`\n`,
].join('\n');

describe('Uploads and notebooks of the installed extension', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;
  /** Each try has a table of its own. */
  let tries = 0;

  before(async () => {
    platform = await startPlatform();
    vscode = await InstalledVscode.connectedTo(platform);
    workbench = await vscode.open({ size: { width: 1200, height: 800 } });
    await workbench.openContainer('Logbench');
    explorer = workbench.tree(/Explorer/);
    await explorer.expand('Lab');
    // The list of files that VS Code searches may be as old as the first search.
    await writeFile(path.join(vscode.dataFolder, 'workspace', 'long.lq.md'), longNotebook);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  it('upload a file to a new table, which the explorer shows at once, with the uploaded rows', async () => {
    tries += 1;
    const table = `fresh${tries}`;
    const file = path.join(vscode.dataFolder, 'small.json');
    await writeFile(file, '{"_time":"2026-01-01 00:00:00+0000","text":"first"}\n');
    await workbench.runCommand('Logbench: Upload Log File…');
    await workbench.quickInput.pickPath(file);
    // The entry for a new table is not counted as one.
    await workbench.page.getByPlaceholder(`${tries - 1} of ${tries - 1} shown. Type to search`).waitFor();
    await workbench.quickInput.type(table);
    await workbench.quickInput.pick(`New Table “${table}”`);
    await workbench.notifications.dialog.getByText(/text: text · first/).waitFor();
    await workbench.notifications.answerDialog('Upload');
    await workbench.notifications
      .toast(`small.json was uploaded to the table ${table}`)
      .waitFor({ timeout: 60_000 });
    await explorer.row(new RegExp(`^Tables, ${tries}\\b`)).waitFor();

    const query = encodeURIComponent(`table ${table} | fields text`);
    const { body } = await call(platform.baseUrl, `GET /api/core/query?q=${query}`, { key: platform.key });
    assert.deepEqual(body, { text: 'first' });
  });

  it('run the queries of a notebook, show their rows in its cells, and export them as a report', async () => {
    const folder = path.join(vscode.dataFolder, 'workspace');
    const text = [
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
    await writeFile(path.join(folder, 'case.lq.md'), text);
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

    const report = path.join(folder, 'report.html');
    await workbench.runCommand('Logbench: Export Report…');
    await workbench.quickInput.pick('HTML');
    await workbench.quickInput.pick('Show Values');
    await workbench.quickInput.pickPath(report);
    await workbench.notifications.toast('report.html was written').waitFor();
    const html = await readFile(report, 'utf8');
    assert.match(html, /in\(user, &#34;alice&#34;, &#34;carol&#34;\)[^]*&#60;b&#62;web2/);
    assert.equal(await readFile(path.join(folder, 'case.lq.md'), 'utf8'), text);
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
