import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { startPlatform, type RunningPlatform } from '../support/platform';
import { fileMark } from './pages/fileMark';
import type { TreeView } from './pages/treeView';
import { type Theme, themes, type Workbench } from './pages/workbench';
import { createScheduledQuery } from './support/createScheduledQuery';
import { InstalledVscode } from './support/installedVscode';

/** A dot in a name must not cut the name of its tab. */
const changed = 'Logins of v1.2 agents';
const untouched = 'Nightly totals';

describe('Drafts in the window', function () {
  this.timeout(120_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(240_000);
    platform = await startPlatform();
    for (const name of [changed, untouched]) {
      await createScheduledQuery(platform, { name, enabled: 'true' });
    }
    vscode = await InstalledVscode.connectedTo(platform);
    workbench = await vscode.open({ size: { width: 1100, height: 700 } });
    explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.expand(/^Lab/);
    await explorer.expand(/^Scheduled Queries/);
    for (const name of [untouched, changed]) await open(name);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  async function open(name: string): Promise<void> {
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await workbench.quickInput.choose(name);
    await workbench.editor.tab(name).waitFor();
  }

  it('have tabs that are called like the query and its connection, dots and all', async () => {
    await workbench.editor.tab(`${changed}.lq · Lab`).waitFor();
    await workbench.editor.tab(`${untouched} · Lab`).waitFor();
  });

  it('have a badge in the tab and in the tree, where it is said in words too', async () => {
    await workbench.editor.append(' | limit 1');
    await workbench.editor.save();
    await explorer.row(/^Logins of v1\.2 agents, enabled, at 03:00, Draft, not published$/).waitFor();

    for (const place of [workbench.editor.tab(changed), explorer.row(changed)]) {
      await eventually(async () => (await fileMark(place.first())).badge === 'D');
    }
    for (const place of [workbench.editor.tab(untouched), explorer.row(untouched)]) {
      assert.equal((await fileMark(place.first())).badge, '');
    }
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`stand out from the others in the theme ${theme}`, async () => {
      await workbench.useTheme(theme);
      await workbench.screenshot(`drafts-${theme}`);
      const [draft, other] = [explorer.row(changed), explorer.row(untouched)].map((row) => row.first());

      assert.ok(draft && other);
      assert.notEqual((await fileMark(draft)).color, (await fileMark(other)).color);
    });
  }

  it('lose all of that when they are discarded from the tree', async () => {
    await explorer.chooseFromMenu(changed, 'Discard Draft');
    await workbench.notifications.answerDialog('Discard Draft');
    await explorer.row(/^Logins of v1\.2 agents, enabled, at 03:00$/).waitFor();

    for (const place of [workbench.editor.tab(changed), explorer.row(changed)]) {
      await eventually(async () => (await fileMark(place.first())).badge === '');
    }
    assert.equal(await workbench.editor.text(), 'json "{}"');
  });
});
