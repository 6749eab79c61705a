import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { disposedAfter } from '../../support/ofSuite';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { FaultProxy, passOn, send } from '../../support/faultProxy';
import { holds } from '../../support/holds';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { folderRuleText, rowsFor, writeRules } from '../../support/sigmaFolder';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';
import { everyFiveMinutes, StoredQueries } from '../../support/storedQueries';

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

const unmergedNotebook =
  '---\n<<<<<<< ours\nconnection: Lab\n=======\nconnection: Live\n>>>>>>> theirs\n---\n';

/** In one window, because opening another takes longer than each of them. */
describe('Sigma rules, uploads, notebooks and queries as files, in the installed extension', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let proxy: FaultProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;
  /** Each try has a table of its own. */
  let tries = 0;

  before(async () => {
    platform = await startPlatform();
    proxy = await FaultProxy.start(platform.baseUrl);
    for (const product of products) await fillTable(product);
    vscode = await InstalledVscode.connectedTo({ baseUrl: proxy.baseUrl, key: platform.key });
    // The list of files that VS Code searches may be as old as the first search.
    await writeRules(rulesFolder());
    const mac = folderRuleText({ title: 'On a Mac', product: 'macos' }, 60);
    await writeFile(path.join(rulesFolder(), 'a_mac.yml'), mac);
    await writeFile(path.join(workspace(), 'case.lq.md'), caseNotebook);
    await writeFile(path.join(workspace(), 'merged.lq.md'), unmergedNotebook);
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    // Lenses are drawn again when the connection is known, and a click between would be lost.
    await workbench.openContainer('Logbench');
    explorer = workbench.tree(/Explorer/);
    await explorer.expand('Lab');
  });

  disposedAfter(() => [vscode, proxy, platform]);

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
    await workbench.openFile('rule_03.yml');
    await workbench.editor.lens('Try on Lab').waitFor({ timeout: 60_000 });
    await workbench.screenshot('sigma-rule');
    await workbench.editor.lens('Convert').click();
    await eventually(async () => (await workbench.editor.text()).startsWith('# Sigma: Rule 3'));
    await workbench.screenshot('sigma-converted');
    // A new document asks whether to be saved when all are closed.
    await workbench.runCommand('View: Revert and Close Editor');

    await workbench.page.keyboard.press('Control+1');
    // Lenses are drawn again when their tab comes to the front, and a click on one that goes is lost.
    await eventually(async () => {
      await workbench.editor.lens('Try on Lab').click();
      await workbench.page.locator('iframe.webview.ready').first().waitFor({ timeout: 15_000 });
      return true;
    });
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
    await workbench.notifications.pressDialogButton('Create Disabled');
    await workbench.notifications.toast('“Rule 3” was created').waitFor();
  });

  it('report in the import of a folder of Sigma rules that the platform does not have a table, before and after a trial', async () => {
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
    await workbench.notifications.dialog.getByText(/text: first/).waitFor();
    await workbench.notifications.pressDialogButton('Upload');
    await workbench.notifications
      .toast(`small.json was uploaded to the table ${table}`)
      .waitFor({ timeout: 60_000 });
    await explorer.row(new RegExp(`^Tables, ${others + 1}\\b`)).waitFor();

    const query = encodeURIComponent(`table ${table} | fields text`);
    const { body } = await platform.call(`GET /api/core/query?q=${query}`);
    assert.deepEqual(body, { text: 'first' });
  });

  it('run the queries of a notebook, show their rows in its cells, and export them as a report', async () => {
    await workbench.openFile('case.lq.md');
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

  it('take back what they said of a notebook once its conflicts are resolved', async () => {
    const file = path.join(workspace(), 'merged.lq.md');
    await writeFile(file, unmergedNotebook);
    await workbench.openFile('merged.lq.md');
    const notice = workbench.notifications.toast('merged.lq.md has errors or merge conflicts');
    await notice.waitFor({ timeout: 60_000 });
    await writeFile(file, caseNotebook);
    await notice.waitFor({ state: 'hidden' });
  });

  describe('A folder of scheduled queries in Source Control', function () {
    this.timeout(90_000);
    let queries: StoredQueries;
    const names = ['Alpha', 'Beta', 'Conflicting', 'Drifted', 'Gamma'];
    /** A name that is masked where sensitive values are hidden, and never shown in notifications. */
    const lab = '0a-1b-2c-3d-4e-5f';
    let folder: string;
    let changes: TreeView;

    const file = (name: string): string => path.join(folder, 'scheduled-queries', `${name}.lq`);

    async function edit(name: string, before: string, after: string): Promise<void> {
      const text = await readFile(file(name), 'utf8');
      assert.ok(text.includes(before), text);
      await writeFile(file(name), text.replace(before, after));
    }

    before(async () => {
      queries = new StoredQueries(platform, everyFiveMinutes);
      folder = path.join(workspace(), 'detections');
      changes = workbench.tree(/Source Control/);
      await workbench.closeEditors();
      await workbench.openContainer('Logbench');
    });

    afterEach(() => {
      proxy.interference = passOn;
    });

    /** What another try must find too: nothing pulled, and the queries as they were. */
    async function startOver(): Promise<void> {
      await queries.removeAll();
      for (const name of names) await queries.create(name);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const yaml = `platforms:\n  ${lab}:\n    base_url: ${proxy.baseUrl}\n    environment: staging\n`;
      await writeFile(path.join(folder, 'logbench.yaml'), yaml);
    }

    it('is pulled, and shows what to apply, what changed on the platform, and a conflict', async () => {
      await startOver();
      await workbench.runCommand('Logbench: Pull Scheduled Queries into Folder…');
      await workbench.quickInput.pick('detections');
      await workbench.notifications.pressDialogButton('Pull');
      await workbench.notifications.response('(Staging): files written: 5', 'Open Source Control');
      for (const name of ['Alpha', 'Beta', 'Gamma']) await edit(name, 'enabled: true', 'enabled: false');
      await edit('Conflicting', '| stats count by user', '| stats count by src_ip');
      await queries.replace('Conflicting', { query: 'table theirs', cron_schedule: '*/5 * * * *' });
      await queries.replace('Drifted', { query: 'table theirs' });
      await workbench.runCommand('Logbench: Plan');
      await workbench.notifications.toast('3 to apply, 1 changed on the platform, 1 in conflict').waitFor();
      // VS Code draws the rows of a group one after the other.
      await holds(async () => {
        assert.deepEqual(
          (await changes.names()).map((name) => name.replace(/, detections.*/, '')),
          [
            'Conflicts',
            'Conflicting.lq, Conflicting: conflict',
            'Changed on the platform',
            'Drifted.lq, Drifted: changed on the platform',
            'To apply',
            'Alpha.lq, Alpha: change',
            'Beta.lq, Beta: change',
            'Gamma.lq, Gamma: change',
          ],
        );
      });
    });

    it('shows a conflict side by side', async () => {
      await changes.click(/^Conflicting\.lq/);
      await workbench.editor.tab(`Conflicting.lq: ${lab} (Staging) ↔ file`).waitFor();
      await workbench.page.locator('.editor.original').getByText('table theirs').waitFor();
      await workbench.screenshotInThemes('source-control');
    });

    it('keeps its rows while a file has a problem', async () => {
      const problems = workbench.page.locator('.statusbar-item').getByText('Problems: 1');
      // Also at another try.
      const text = (await readFile(file('Drifted'), 'utf8')).replace('enabeld:', 'enabled:');
      await writeFile(file('Drifted'), text.replace('enabled:', 'enabeld:'));
      await problems.waitFor();
      await changes.row(/^Conflicting\.lq/).waitFor();
      await writeFile(file('Drifted'), text);
      await problems.waitFor({ state: 'hidden' });
    });

    it('resolves the conflict by accepting the platform changes, after a confirmation', async () => {
      if ((await changes.row(/^Conflicting\.lq/).count()) === 0) {
        // An earlier attempt has resolved it.
        await edit('Conflicting', 'table theirs', 'table ours');
        await queries.replace('Conflicting', {
          query: 'table theirs | limit 1',
          cron_schedule: '*/5 * * * *',
        });
        await workbench.runCommand('Logbench: Plan');
      }
      await changes.pickFromMenu(/^Conflicting\.lq/, 'Accept Platform Changes');
      await workbench.notifications.dialog.getByText(`with the copy from ${lab} (Staging)?`).waitFor();
      await workbench.screenshot('source-control-accept');
      await workbench.notifications.pressDialogButton('Accept Platform Changes');
      await changes.row('Conflicts').waitFor({ state: 'hidden' });

      assert.match(await readFile(file('Conflicting'), 'utf8'), /table theirs/);
    });

    it('applies the rest although one in the middle fails', async () => {
      // Also at another try, when some of them were applied before.
      for (const name of ['Alpha', 'Beta', 'Gamma']) await make(name, { differ: true });
      const { guid } = (await queries.find('Beta'))!;
      const body = Buffer.from(JSON.stringify({ error_code: 'illegal-state', error_msg: 'no room left' }));
      proxy.interference = (exchange) => {
        if (exchange.method !== 'PUT' || !exchange.path.includes(guid)) return passOn(exchange);
        send(exchange.response, { status: 500, headers: { 'content-type': 'application/json' }, body });
        return undefined;
      };
      await workbench.runCommand('Logbench: Apply…');
      await workbench.notifications.dialog
        .getByText(`Apply 3 scheduled queries to ${lab} (Staging)?`)
        .waitFor();
      await workbench.screenshot('source-control-apply');
      await workbench.notifications.pressDialogButton('Apply');
      await workbench.notifications.response('(Staging): 2 applied, 1 failed.', 'Show Results');
      await workbench.editor.tab(/^Apply/).waitFor();
      await eventually(async () =>
        /^failed +change +Beta +scheduled-queries\/Beta\.lq +no room left/m.test(
          await workbench.editor.text(),
        ),
      );
      await workbench.screenshot('source-control-results');
      await changes.row(/^Gamma\.lq/).waitFor({ state: 'hidden' });
    });

    it('marks the lines that differ', async () => {
      const masked = workbench.page.getByRole('button', { name: /are masked in Logbench/ });
      // Left by an earlier attempt.
      if (await masked.isVisible()) await masked.click();
      await changes.pickFromMenu(/^Beta\.lq/, 'Open File');
      await workbench.editor.tab(/Beta\.lq/).waitFor();
      await workbench.page.locator('.dirty-diff-modified, .dirty-diff-glyph').first().waitFor();
      await workbench.page.locator('.codelens-decoration').getByText(`${lab} (Staging): change`).waitFor();
      await workbench.screenshot('source-control-marks');
      await workbench.page.keyboard.press('Control+Alt+H');
      await workbench.editor.lens(/host\d+-masked \(Staging\): change/).waitFor();
      await workbench.page.keyboard.press('Control+Alt+H');
      await workbench.editor.lens(`${lab} (Staging): change`).waitFor();
    });

    it('applies the failed one on the next attempt, by the key that publishes a query', async () => {
      for (const name of ['Alpha', 'Gamma']) await make(name, { differ: false });
      await make('Beta', { differ: true });
      await workbench.editor.focus();
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await workbench.notifications.dialog.getByText(`Apply “Beta” to ${lab} (Staging)?`).waitFor();
      await workbench.notifications.pressDialogButton('Apply');
      await workbench.notifications.toast('(Staging): 1 applied.').waitFor();
      await changes.row('To apply').waitFor({ state: 'hidden' });
    });

    it('disappears from Source Control with its folder, and appears again with it', async () => {
      const platformName = workbench.page.locator('.statusbar-item').getByText(`${lab} (Staging)`);
      const outside = path.join(vscode.dataFolder, 'detections');
      await platformName.waitFor();
      await rename(folder, outside);
      try {
        await platformName.waitFor({ state: 'hidden' });
      } finally {
        await rename(outside, folder);
      }
      await platformName.waitFor();
    });

    /** Writes a file that differs from the platform in whether the query is enabled, or in nothing. */
    async function make(name: string, { differ }: { differ: boolean }): Promise<void> {
      const text = await readFile(file(name), 'utf8');
      const enabled = (await queries.find(name))!.enabled !== differ;
      await writeFile(file(name), text.replace(/^enabled: \w+$/m, `enabled: ${enabled}`));
    }
  });
});
