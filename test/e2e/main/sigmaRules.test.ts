import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { folderRuleText, rowsFor, writeRules } from '../../support/sigmaFolder';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

describe('Sigma rules in the installed extension', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async () => {
    platform = await startPlatform();
    for (const product of ['windows', 'linux']) await fillTable(product);
    vscode = await InstalledVscode.connectedTo(platform);
    await writeRules(rulesFolder());
    const mac = folderRuleText({ title: 'On a Mac', product: 'macos' }, 60);
    await writeFile(path.join(rulesFolder(), 'a_mac.yml'), mac);
    workbench = await vscode.open({ size: { width: 1200, height: 800 } });
    // Lenses are drawn again when the connection is known, and a click between would be lost.
    await workbench.openContainer('Logbench');
    await workbench.tree(/Explorer/).expand('Lab');
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

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

  it('convert, try and schedule the rule in the editor', async () => {
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

  it('are not green in the import of a folder if the platform lacks their table, and say why before and after a trial', async () => {
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

  function rulesFolder(): string {
    return path.join(vscode.dataFolder, 'workspace', 'rules');
  }
});
