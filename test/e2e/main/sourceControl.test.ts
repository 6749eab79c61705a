import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { FaultProxy, passOn, send } from '../../support/faultProxy';
import { holds } from '../../support/holds';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';
import { StoredQueries } from '../support/storedQueries';

describe('A folder of scheduled queries in Source Control', function () {
  this.timeout(90_000);
  let platform: RunningPlatform;
  let queries: StoredQueries;
  let proxy: FaultProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  const names = ['Alpha', 'Beta', 'Conflicting', 'Drifted', 'Gamma'];
  /** A name that is masked where sensitive values are hidden, and never shown in notifications. */
  const lab = '0a-1b-2c-3d-4e-5f';
  let folder: string;
  let changes: TreeView;

  const file = (name: string): string => join(folder, 'scheduled-queries', `${name}.lq`);

  async function edit(name: string, before: string, after: string): Promise<void> {
    const text = await readFile(file(name), 'utf8');
    assert.ok(text.includes(before), text);
    await writeFile(file(name), text.replace(before, after));
  }

  before(async function () {
    this.timeout(180_000);
    platform = await startPlatform();
    queries = new StoredQueries(platform);
    proxy = await FaultProxy.start(platform.baseUrl);
    vscode = await InstalledVscode.connectedTo({ baseUrl: proxy.baseUrl, key: platform.key });
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    await workbench.openContainer('Logbench');
    folder = join(vscode.dataFolder, 'workspace', 'detections');
    changes = workbench.tree(/Source Control/);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  afterEach(() => {
    proxy.interference = passOn;
  });

  /** What another try must find too: nothing pulled, and the queries as they were. */
  async function startOver(): Promise<void> {
    await queries.remove();
    for (const name of names) await queries.create(name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const yaml = `platforms:\n  ${lab}:\n    base_url: ${proxy.baseUrl}\n    environment: staging\n`;
    await writeFile(join(folder, 'logbench.yaml'), yaml);
  }

  it('is pulled, and shows what is to apply, what changed on the platform, and a conflict', async () => {
    await startOver();
    await workbench.runCommand('Logbench: Pull Scheduled Queries into Folder…');
    await workbench.quickInput.pick('detections');
    await workbench.notifications.answerDialog('Pull');
    await workbench.notifications.response('(Staging): files written: 5', 'Open Source Control');
    for (const name of ['Alpha', 'Beta', 'Gamma']) await edit(name, 'enabled: true', 'enabled: false');
    await edit('Conflicting', '| stats count by user', '| stats count by src_ip');
    await queries.change('Conflicting', { query: 'table theirs', cron_schedule: '*/5 * * * *' });
    await queries.change('Drifted', { query: 'table theirs' });
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

  it('resolves the conflict by taking over what the platform has, after a question', async () => {
    if ((await changes.row(/^Conflicting\.lq/).count()) === 0) {
      // A try before this one has resolved it.
      await edit('Conflicting', 'table theirs', 'table ours');
      await queries.change('Conflicting', { query: 'table theirs | limit 1', cron_schedule: '*/5 * * * *' });
      await workbench.runCommand('Logbench: Plan');
    }
    await changes.pickFromMenu(/^Conflicting\.lq/, 'Accept Platform Changes');
    await workbench.notifications.dialog.getByText(`with the copy from ${lab} (Staging)?`).waitFor();
    await workbench.screenshot('source-control-take-over');
    await workbench.notifications.answerDialog('Accept Platform Changes');
    await changes.row('Conflicts').waitFor({ state: 'hidden' });

    assert.match(await readFile(file('Conflicting'), 'utf8'), /table theirs/);
  });

  it('applies the rest although one fails in the middle', async () => {
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
    await workbench.notifications.answerDialog('Apply');
    await workbench.notifications.response('(Staging): 2 applied, 1 failed.', 'Show Results');
    await workbench.editor.tab(/^Apply/).waitFor();
    await eventually(async () =>
      /^failed +change +Beta +scheduled-queries\/Beta\.lq +no room left/m.test(await workbench.editor.text()),
    );
    await workbench.screenshot('source-control-results');
    await changes.row(/^Gamma\.lq/).waitFor({ state: 'hidden' });
  });

  it('marks the lines that differ', async () => {
    const masked = workbench.page.getByRole('button', { name: /are masked in Logbench/ });
    // Left by a try before this one.
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

  it('applies what failed at another try, by the key that publishes a query', async () => {
    for (const name of ['Alpha', 'Gamma']) await make(name, { differ: false });
    await make('Beta', { differ: true });
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Alt+Enter');
    await workbench.notifications.dialog.getByText(`Apply “Beta” to ${lab} (Staging)?`).waitFor();
    await workbench.notifications.answerDialog('Apply');
    await workbench.notifications.toast('(Staging): 1 applied.').waitFor();
    await changes.row('To apply').waitFor({ state: 'hidden' });
  });

  it('leaves Source Control with its folder, and is back with it', async () => {
    const platformName = workbench.page.locator('.statusbar-item').getByText(`${lab} (Staging)`);
    const outside = join(vscode.dataFolder, 'detections');
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
