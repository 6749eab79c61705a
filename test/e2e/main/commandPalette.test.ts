import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually';
import { InstalledVscode } from '../support/installedVscode';

/** Which commands apply in which state is computed from the manifest elsewhere; this shows that VS Code agrees. */
describe('The Command Palette of the installed extension', function () {
  this.timeout(180_000);

  it('offers without a connection only the commands that work without one', async () => {
    assert.deepEqual(await offered([], 'Logbench: '), [
      'Logbench: Add Connection…',
      'Logbench: Collect Diagnostics…',
      'Logbench: Import Connections…',
      'Logbench: Show Drafts…',
      'Logbench: Start Local Platform',
      'Logbench: Verify Audit Log Export…',
    ]);
  });

  it('offers the commands of a connection before the extension is active', async () => {
    const connections = [{ name: 'Lab', baseUrl: 'http://127.0.0.1:9' }];
    const command = 'Logbench: Search Audit Logs';

    assert.deepEqual(await offered(connections, command), [command]);
  });
});

/** The commands in the palette of a window in which nothing else was opened. */
async function offered(connections: readonly object[], typed: string): Promise<string[]> {
  await using vscode = await InstalledVscode.start({ settings: { 'logbench.connections': connections } });
  const { page, quickInput } = await vscode.open();
  // The palette shows the commands that were known when it was opened.
  return await eventually(async () => {
    await page.keyboard.press('F1');
    await quickInput.type(`>${typed}`);
    const isListed = quickInput.entry(typed).first().waitFor({ timeout: 2_000 });
    const labels = await isListed.then(
      () => quickInput.labels(),
      () => [],
    );
    await quickInput.cancel();
    // VS Code itself adds a command for each view.
    const own = labels.filter((label) => label.startsWith('Logbench: ') && !label.includes('Focus on'));
    return own.length > 0 && own.sort((one, other) => one.localeCompare(other, 'en'));
  });
}
