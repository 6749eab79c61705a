import assert from 'node:assert/strict';
import { InstalledVscode } from './support/installedVscode';
import { type Theme, themes, type Workbench } from './pages/workbench';

describe('The installed extension', () => {
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async function () {
    this.timeout(120_000);
    vscode = await InstalledVscode.start();
    workbench = await vscode.open({ size: { width: 1000, height: 640 } });
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
  });

  it('greets a user without a connection', async () => {
    await workbench.openContainer('Logbench');
    await workbench.welcome.getByText('Connect to your log-analytics platform').waitFor();
    assert.equal(await workbench.welcome.getByRole('button', { name: 'Add Connection…' }).count(), 1);
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`shows its view in the theme ${theme}`, async () => {
      await workbench.openContainer('Logbench');
      await workbench.useTheme(theme);
      await workbench.welcome.waitFor();
      await workbench.screenshot(`welcome-${theme}`);
    });
  }
});
