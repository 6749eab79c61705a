import assert from 'node:assert/strict';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatform, type RunningPlatform } from '../support/platform';
import type { TreeView } from './pages/treeView';
import type { Workbench } from './pages/workbench';
import { InstalledVscode } from './support/installedVscode';

/** What a screen reader is told, as the browser computes it, on the way that the keyboard takes. */
describe('The explorer for whoever does not see it', function () {
  this.timeout(120_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(240_000);
    platform = await startPlatform({ demo: true });
    await hasRunningQuery();
    vscode = await InstalledVscode.connectedTo(platform);
    // High enough for all rows of a section: only those in sight exist.
    workbench = await vscode.open({ size: { width: 1100, height: 1600 } });
    explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.row(/^Lab/).waitFor();
    // With its rows there: a tree that is still empty hands the focus to the words in its place.
    await workbench.runCommand('Logbench: Focus on Explorer View');
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);

  it('is reached and unfolded by keyboard, and says where it is', async () => {
    await press('Home');
    await press('ArrowRight');
    await explorer.row(/^Scheduled Queries, 31/).waitFor();
    await explorer.row(/^Tables, 42/).waitFor();
    await press('ArrowDown');
    await press('ArrowRight');
    await explorer
      .row(/, disabled, /)
      .first()
      .waitFor();

    const lines = await snapshot();
    assert.match(lines, /^- tree "Logbench: Explorer|^- tree ".*Explorer.*"/);
    assert.match(lines, /treeitem "Lab, Staging" \[expanded\] \[level=1\]/);
    assert.match(lines, /treeitem "Scheduled Queries, 31[^"]*" \[expanded\]/);
    assert.match(lines, /treeitem "Tables, 42" (?!\[expanded\])/);
  });

  for (const [state, pattern] of Object.entries({
    enabled: /treeitem "[^"]+, enabled, (every|at|after)[^"]+" /,
    disabled: /treeitem "[^"]+, disabled, (every|at|after)[^"]+"/,
    running: /treeitem "[^"]+, running, (every|at|after)[^"]+"/,
    'last run failed': /treeitem "[^"]+, last run failed, (every|at|after)[^"]+"/,
  })) {
    it(`says of a scheduled query that it is ${state}, and when it runs, in words`, async () => {
      assert.match(await snapshot(), pattern);
    });
  }

  it('says of tables what their icons show', async () => {
    await explorer.expand(/^Tables/);
    await explorer.expand(/^Firewall/);
    await explorer.row(/^fw_vpn/).waitFor();
    const lines = await snapshot();

    assert.match(lines, /treeitem "fw_vpn, encrypted, [^"]*kept /);
    assert.match(lines, /treeitem "fw_legacy, (?!encrypted)[^"]*, [^"]*kept /);
  });

  it('says of rules and versions what their icons show', async () => {
    await explorer.expand(/^Detection Rules/);
    await explorer.toggle(/^Repeated logon failures/);
    await explorer.row(/^Version 1\b/).waitFor();
    const lines = await snapshot();

    assert.match(lines, /treeitem "Repeated logon failures, enabled, Batch, /);
    assert.match(lines, /treeitem "[^"]+, disabled, (Batch|Stream), /);
    assert.match(lines, /treeitem "Version \d+, current · /);
  });

  it('has a name and a level for every row', async () => {
    const rows = (await snapshot()).split('\n').filter((line) => line.includes('treeitem'));

    assert.ok(rows.length > 40, `${rows.length} rows`);
    assert.deepEqual(
      rows.filter((row) => !/treeitem "[^"]{3,}".*\[level=\d\]/.test(row)),
      [],
    );
  });

  async function hasRunningQuery(): Promise<void> {
    const form = {
      name: 'Endless',
      query: `json "{'n':1}" | repeat count=100000 over=600s`,
      trigger_type: 'cron',
      cron_schedule: '* * * * * *',
      enabled: 'true',
    };
    const { key, baseUrl } = platform;
    await call(baseUrl, 'POST /api/core/scheduled-queries', { key, form });
    await eventually(async () => {
      const { body } = await call(baseUrl, 'GET /api/core/scheduled-queries?keywords=Endless', { key });
      return JSON.stringify(body).includes('"running"');
    });
  }

  async function snapshot(): Promise<string> {
    return workbench.sideBar.getByRole('tree').ariaSnapshot();
  }
});
