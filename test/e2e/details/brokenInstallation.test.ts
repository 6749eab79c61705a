import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually';
import { InstalledVscode } from '../support/installedVscode';

describe('An installation with a broken file', function () {
  this.timeout(180_000);

  it('reports the broken file at the start and for each command, and offers the log and a reload', async () => {
    await using vscode = await InstalledVscode.start();
    const dist = path.join(await vscode.extensionFolder(), 'dist');
    const features = (await readdir(dist)).filter((file) => /^openFeatures\b.*\.js$/.test(file));
    assert.equal(features.length, 1);
    await writeFile(path.join(dist, features[0] ?? ''), 'throw new Error("lost its features");\n');
    const workbench = await vscode.open();

    await workbench.openContainer('Logbench');
    const toast = workbench.notifications.toast('could not be started').first();
    await toast.waitFor({ timeout: 60_000 });
    const log = workbench.page.locator('.part.panel .view-lines').first();
    await eventually(async () => {
      // A busy VS Code that has just started can lose the request to open its panel: then a command is asked again.
      if (!(await toast.isVisible())) await workbench.runCommand('Logbench: Add Connection…');
      await workbench.notifications.response('lost its features', 'Show Log');
      await toast.waitFor({ state: 'hidden' });
      await log.waitFor({ timeout: 8000 });
      return true;
    });
    await log.click();
    await eventually(async () => {
      // A log opens at its end, and only the visible lines exist: the message stands above its stack.
      await workbench.page.keyboard.press('Control+Home');
      return (await log.innerText()).replaceAll('\u00a0', ' ').includes('lost its features');
    });

    await workbench.runCommand('Logbench: Add Connection…');
    await toast.waitFor();
    assert.equal(await toast.getByRole('button', { name: 'Reload' }).count(), 1);
    await workbench.notifications.response('lost its features', 'Show Log');
    await toast.waitFor({ state: 'hidden' });
    await workbench.openLink('code-oss://logbench.logbench/audit?connection=Lab&range=1h');
    await toast.waitFor();
    assert.equal(
      await workbench.notifications.toast(/Error running command|contact the extension/).count(),
      0,
    );
  });
});
