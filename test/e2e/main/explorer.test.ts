import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyLocalPlatformStore } from '../../../scripts/sampleStore.mjs';
import { outputFolder } from '../../../scripts/project.mjs';
import { makeGroupedTables } from '../../support/makeTables';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode, packageFile } from '../support/installedVscode';
import { everyFiveMinutes, StoredQueries } from '../../support/storedQueries';

const target = `${process.platform}-${process.arch}`;

/** By name, when they run. */
const schedules = {
  'Failed logins of administrators outside office hours, by country and workstation': '0 * * * *',
  'Access keys created': '0 7 * * *',
  'Denied connections by source': '*/15 * * * *',
  '야간 로그인 시도': '30 2 * * 1-5',
  'Server errors': '*/5 * * * *',
};

/** In the package for one kind of machine, which carries a platform. */
describe('The explorer of the installed extension', function () {
  // On a busy machine a window takes its time; every step waits for what it needs to see.
  this.timeout(120_000);
  let dataFolder: string;
  let platform: RunningPlatform;
  let queries: StoredQueries;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(300_000);
    dataFolder = await mkdtemp(path.join(tmpdir(), 'logbench-explorer-'));
    await makeGroupedTables(dataFolder, ['Endpoint', 'Network']);
    platform = await startPlatform({ data: dataFolder });
    queries = new StoredQueries(platform, everyFiveMinutes);
    for (const [name, cron_schedule] of Object.entries(schedules)) {
      await queries.create(name, { query: 'json "{}"', cron_schedule });
    }
    // A list is read again after fifteen of these.
    vscode = await InstalledVscode.start({
      settings: { 'logbench.queryStatus.interval': 200 },
      vsix: packageFile(target, outputFolder),
    });
    await copyLocalPlatformStore(vscode.dataFolder);
    workbench = await vscode.open({ size: { width: 1100, height: 720 }, timeZone: 'Asia/Seoul' });
    explorer = workbench.tree(/Explorer/);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
    await rm(dataFolder, { recursive: true, force: true });
  });

  /** Types into the box once it asks this: the one before may still be there. */
  async function response(prompt: string, text: string): Promise<void> {
    await workbench.quickInput.message.getByText(prompt).waitFor();
    await workbench.quickInput.type(text);
    await workbench.quickInput.accept();
  }

  // Which commands apply in which state is computed from the manifest elsewhere; this shows that VS Code agrees.
  it('has a palette without a connection that lists only the commands that work without one', async () => {
    assert.deepEqual(await workbench.offeredCommands('Logbench: '), [
      'Logbench: Add Connection…',
      'Logbench: Collect Diagnostics…',
      'Logbench: Import Connections…',
      'Logbench: Show Drafts…',
      'Logbench: Start Local Platform',
      'Logbench: Verify Audit Log Export…',
    ]);
  });

  it('shows the welcome view without a connection', async () => {
    await workbench.openContainer('Logbench');
    await workbench.welcome.getByText('Connect to your log-analytics platform').waitFor();
    assert.equal(await workbench.welcome.getByRole('button', { name: 'Add Connection…' }).count(), 1);
    await workbench.screenshotInThemes('welcome');
  });

  it('adds a connection step by step', async () => {
    // Another try finds it added.
    if ((await explorer.row(/^Plant/).count()) === 0) await addConnection();
    await explorer.row(/^Plant, Production, locked/).waitFor();
  });

  async function addConnection(): Promise<void> {
    await workbench.welcome.getByRole('button', { name: 'Add Connection…' }).click();
    const { quickInput } = workbench;
    await response('Display name of the connection', 'Plant');
    await quickInput.message.getByText('Address of the platform').waitFor();
    await quickInput.type('not an address');
    await quickInput.message.getByText('Enter an address such as').waitFor();
    await workbench.screenshot('connection-address-rejected');
    await quickInput.type(platform.baseUrl);
    await quickInput.accept();
    await quickInput.pick('Production');
    await response('Product segment', 'core');
    await quickInput.pick('Nothing');
    await response('API key', platform.key);
  }

  it('shows the content of the platform', async () => {
    await explorer.expand(/^Plant/);
    await explorer.row(/^Tables/).waitFor();
    await explorer.expand(/^Scheduled Queries/);

    await explorer
      .row(/, (enabled|running|last run failed), /)
      .first()
      .waitFor();
    await workbench.screenshotInThemes('explorer');
  });

  it('keeps the key of a connection when another one is rejected', async () => {
    const setKey = async (key: string): Promise<void> => {
      await workbench.runCommand('Logbench: Set API Key…');
      await response('and nowhere else', key);
    };
    const message = workbench.notifications.toast('rejected the new API key, so the previous one is kept');
    await setKey('an-unknown-key');
    await message.waitFor();
    await explorer.row(/^Tables/).waitFor();
    await setKey(platform.key);
    await workbench.notifications.toast('responds and accepts the API key').waitFor();
  });

  it('filters a list by a keyword, and shows all of it again', async () => {
    await explorer.pickFromMenu(/^Scheduled Queries/, 'Filter…');
    await response('The platform searches for this text', 'errors');
    await explorer.row(/^Scheduled Queries.*filter: "errors"/).waitFor();
    await explorer.row(/^Access keys created/).waitFor({ state: 'hidden' });
    await workbench.screenshot('explorer-filtered');

    await explorer.row(/^Server errors/).waitFor();
    await explorer.pickFromMenu(/^Scheduled Queries/, 'Clear Filter');
    await explorer.row(/^Access keys created/).waitFor();
    await explorer.toggle(/^Scheduled Queries/);
  });

  it('opens a query in a preview tab on a click, and in a permanent tab on Enter or a double click', async () => {
    // Left by an earlier attempt.
    if ((await workbench.editor.tab(/ · Plant/).count()) > 0) await workbench.closeEditors();
    await explorer.expand(/^Scheduled Queries/);
    await explorer.click(/^Access keys created/);
    await workbench.editor.tabInPassing('Access keys created · Plant').waitFor();
    await explorer.click(/^Denied connections/);
    await workbench.editor.tabInPassing('Denied connections by source · Plant').waitFor();
    await workbench.editor.tab('Access keys created · Plant').waitFor({ state: 'hidden' });
    await workbench.screenshot('explorer-in-passing');

    // The focus is still in the tree, so that it is the row that takes the key.
    await workbench.page.keyboard.press('Enter');
    await workbench.editor.focused(/^Denied connections/).waitFor();
    await explorer.click(/^Server errors/, { clickCount: 2 });
    await workbench.editor.focused(/^Server errors/).waitFor();

    assert.equal(await workbench.editor.tabInPassing(/ · Plant/).count(), 0);
    assert.equal(await workbench.editor.tab('Denied connections by source · Plant').count(), 1);
    await explorer.toggle(/^Scheduled Queries/);
  });

  it('lists tables by group, and shows the details of one', async () => {
    await explorer.expand(/^Tables/);
    await explorer.expand(/^Endpoint/);
    await explorer.click(/^endpoint_0/);
    await workbench.editor.tab('endpoint_0 · Plant').waitFor();
    await workbench.webview().getByRole('heading', { name: 'endpoint_0' }).waitFor({ timeout: 60_000 });
    await workbench.webview().getByText('There are no logs.').waitFor({ timeout: 60_000 });
    await explorer.expand(/^Ungrouped/);
    await explorer.row(/^plain_0/).waitFor();
    await workbench.screenshot('table-details');

    assert.match(await workbench.webview().locator('main').innerText(), /Retention\s+90 days/);
    // The first page tells the time zone of the user, with which all rows are read again.
    for (const heading of ['Scheduled Queries', 'Tables', 'Detection Rules']) {
      await explorer.row(new RegExp(`^${heading}, \\d`)).waitFor();
    }
    await explorer.toggle(/^Tables/);
  });

  it('keeps a draft on locked production, and shows that publishing requires an unlock', async () => {
    await explorer.expand(/^Scheduled Queries/);
    await explorer.click(/^Access keys created/);
    await workbench.editor.tab('Access keys created · Plant').waitFor();
    await workbench.editor.replace('json "{}" | nosuch');
    await workbench.editor.save();

    await workbench.editor.lens('locked: unlock to publish').waitFor();
    // In the zone of the window, which is neither that of the machine nor that of the platform.
    await workbench.editor.lens(/next .*\+0900, on the server .*07:00\+0000/).waitFor();
    await (await explorer.tip(/^Access keys created/)).getByText('+0900').first().waitFor();
    await workbench.screenshot('draft-on-locked-production');
  });

  it('unlocks production with a countdown', async () => {
    await workbench.runCommand('Logbench: Unlock Writes…');
    await workbench.quickInput.pick('5 minutes');

    await workbench.page
      .getByRole('button', { name: /Plant · Production, unlocked for [45]:\d\d/ })
      .waitFor();
    await explorer.row(/^Plant, Production, unlocked, 5 minutes left$/).waitFor();
    await workbench.editor.lens('unlocked, 5 minutes left').waitFor();
    await workbench.screenshot('explorer-unlocked');
  });

  it('shows the problem of a draft before it is published to production, which Enter does not do', async () => {
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+Alt+Enter');
    const { notifications } = workbench;
    await notifications.dialog.getByText('Publish Access keys created to Plant (Production)?').waitFor();
    await notifications.dialog.getByText('1 problem, line 1: Unknown command “nosuch”.').waitFor();
    await notifications.focusedButton('Show Problem').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('deletes the selected query with the Delete key, although its heading is selected too', async () => {
    if ((await queries.find('Repaired')) === undefined) {
      // An earlier attempt has deleted it.
      await workbench.closeEditors();
      await queries.create('Repaired');
      await workbench.runCommand('Logbench: Refresh');
    }
    await explorer.expand(/^Scheduled Queries/);
    await explorer.click(/^Repaired/);
    await explorer.click(/^Scheduled Queries/, { modifiers: ['Control'] });
    const menu = await explorer.openMenu(/^Repaired/);
    await menu.getByRole('menuitem', { name: 'Delete Scheduled Queries…' }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await workbench.page.keyboard.press('Delete');
    await workbench.notifications.dialog.getByText('Delete “Repaired” on Plant (Production)?').waitFor();
    await workbench.notifications.dialog.getByText('re-creates it later').waitFor();
    await workbench.notifications.pressDialogButton('Delete');
    await response('This is a production system', 'Plant');

    await explorer.row(/^Repaired/).waitFor({ state: 'hidden' });
    await workbench.editor.lens('Deleted on the platform').waitFor();
  });

  it('creates a table, sets its retention, and drops it after its name was typed', async () => {
    const { notifications, quickInput } = workbench;
    await workbench.closeEditors();
    await platform.call('DELETE /api/core/tables/made_here');
    await workbench.runCommand('Logbench: New Table…');
    await quickInput.message.getByText('Name of the new table').waitFor();
    await quickInput.type('1 name');
    await quickInput.message.getByText('Start with a letter').waitFor();
    await response('Start with a letter', 'made_here');
    await response('Days to keep logs', '30');
    await quickInput.pick('columnar');
    await quickInput.pick('snappy');
    await notifications.dialog.getByText('Create the table “made_here” on Plant (Production)?').waitFor();
    await workbench.screenshot('table-new');
    await notifications.pressDialogButton('Create');

    const page = workbench.webview();
    await page.getByRole('heading', { name: 'made_here' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Change Retention…' }).click();
    await response('Days to keep logs', '7');
    await notifications.dialog.getByText('The next cleanup deletes nothing').waitFor();
    await notifications.pressDialogButton('Change Retention');
    await page.getByText('7 days').waitFor();

    await page.getByRole('button', { name: 'Drop Table…' }).click();
    await notifications.dialog.getByText('No scheduled query or rule uses this table.').waitFor();
    await workbench.screenshot('table-drop');
    await notifications.pressDialogButton('Drop Table');
    await response('This cannot be undone. Type made_here', 'made_here');
    // Its page has nothing left to show.
    await workbench.editor.tab(/made_here/).waitFor({ state: 'detached' });
  });

  it('shows that a platform is unreachable, with the reason', async () => {
    await platform.kill();
    await workbench.runCommand('Logbench: Refresh');

    await explorer.row(/refused the connection/).waitFor();
    await workbench.screenshot('explorer-dead');
  });

  it('starts a platform with sample data from the welcome view, and connects to it', async function () {
    this.timeout(240_000);
    // Another try finds it removed.
    if ((await explorer.row(/^Plant/).count()) > 0) {
      await explorer.pickFromMenu(/^Plant/, 'Remove Connection…');
      await workbench.notifications.pressDialogButton('Remove');
    }
    await workbench.welcome.getByRole('button', { name: 'Start Local Platform' }).click();
    await explorer.row(/^Local Platform/).waitFor({ timeout: 180_000 });
    await explorer.expand(/^Local Platform/);
    await explorer.expand(/^Tables/);
    await explorer
      .row(/^(Firewall|Web)/)
      .first()
      .waitFor();

    assert.match((await explorer.names()).join('\n'), /Scheduled Queries/);
  });

  it('includes the engine of its platform and of no other, without files that only developers need', async () => {
    const modules = path.join(await vscode.extensionFolder(), 'dist', 'node_modules', '@duckdb');
    const files = await readdir(modules, { recursive: true });

    assert.deepEqual((await readdir(modules)).sort(), ['node-bindings', `node-bindings-${target}`]);
    assert.deepEqual(
      files.filter((file) => file.endsWith('.node')),
      [path.join(`node-bindings-${target}`, 'duckdb.node')],
    );
    assert.deepEqual(
      files.filter((file) => /\.(d\.ts|map|md)$/.test(file)),
      [],
    );
  });
});
