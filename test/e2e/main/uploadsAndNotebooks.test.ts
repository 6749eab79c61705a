import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call } from '../../support/call';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

describe('Uploads in the installed extension', function () {
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
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  it('make a new table, which the explorer shows at once, with the uploaded rows', async () => {
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
    await workbench.notifications.answerDialog('Upload');
    await workbench.notifications
      .toast(`small.json was uploaded to the table ${table}`)
      .waitFor({ timeout: 60_000 });
    await explorer.row(new RegExp(`^Tables, ${tries}\\b`)).waitFor();

    const query = encodeURIComponent(`table ${table} | fields text`);
    const { body } = await call(platform.baseUrl, `GET /api/core/query?q=${query}`, { key: platform.key });
    assert.deepEqual(body, { text: 'first' });
  });
});
