import { startPlatform, type RunningPlatform } from '../support/platform';
import type { TreeView } from './pages/treeView';
import { type Theme, themes, type Workbench } from './pages/workbench';
import { InstalledVscode } from './support/installedVscode';

describe('The explorer of the installed extension', () => {
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(180_000);
    platform = await startPlatform({ demo: true });
    vscode = await InstalledVscode.start();
    workbench = await vscode.open({ size: { width: 1100, height: 720 } });
    explorer = workbench.tree(/Explorer/);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  /** Types into the box once it asks this: the one before may still be there. */
  async function answer(prompt: string, text: string): Promise<void> {
    await workbench.quickInput.message.getByText(prompt).waitFor();
    await workbench.quickInput.type(text);
    await workbench.quickInput.accept();
  }

  it('takes a new connection step by step', async () => {
    await workbench.openContainer('Logbench');
    await workbench.welcome.getByRole('button', { name: 'Add Connection…' }).click();
    const { quickInput } = workbench;
    await answer('Name of the connection', 'Plant');
    await quickInput.message.getByText('Address of the service').waitFor();
    await quickInput.type('not an address');
    await quickInput.message.getByText('Enter an address such as').waitFor();
    await workbench.screenshot('connection-address-refused');
    await quickInput.type(platform.baseUrl);
    await quickInput.accept();
    await quickInput.choose('Production');
    await answer('Product segment', 'core');
    await answer('API key', platform.key);

    await explorer.row(/^Plant, Production, locked/).waitFor();
  });

  it('shows what is on the platform', async () => {
    await explorer.expand(/^Plant/);
    await explorer.row(/^Tables/).waitFor();
    await explorer.expand(/^Scheduled Queries/);

    await explorer
      .row(/, (enabled|running|last run failed), /)
      .first()
      .waitFor();
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`can be read in the theme ${theme}`, async () => {
      await workbench.useTheme(theme);
      await workbench.screenshot(`explorer-${theme}`);
    });
  }

  it('can be read in a narrow window', async () => {
    await workbench.resize(640, 720);
    await workbench.screenshot('explorer-narrow');
    await workbench.resize(1100, 720);
  });
});
