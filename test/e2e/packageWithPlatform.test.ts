import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/project.mjs';
import type { Workbench } from './pages/workbench';
import { InstalledVscode, packageFile } from './support/installedVscode';

const target = `${process.platform}-${process.arch}`;

describe('The package for one kind of machine', () => {
  let folder: string;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async function () {
    this.timeout(240_000);
    folder = await mkdtemp(path.join(tmpdir(), 'logbench-package-'));
    const script = inProject('scripts', 'package.mjs');
    await promisify(execFile)(process.execPath, [script, '--target', target, '--out', folder]);
    vscode = await InstalledVscode.start({
      vsix: packageFile(target, folder),
      env: { LOGBENCH_ANNOUNCE_DIR: path.join(folder, 'announcements') },
    });
    workbench = await vscode.open();
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts a platform with sample data from the welcome view, and connects to it', async function () {
    this.timeout(240_000);
    await workbench.openContainer('Logbench');
    await workbench.welcome.getByRole('button', { name: 'Start Local Platform' }).click();
    const explorer = workbench.tree(/Explorer/);
    await explorer.row(/^Local Platform/).waitFor({ timeout: 180_000 });
    await explorer.expand(/^Local Platform/);
    await explorer.expand(/^Tables/);
    await explorer
      .row(/^(Firewall|Web)/)
      .first()
      .waitFor();

    assert.match((await explorer.names()).join('\n'), /Scheduled Queries/);
  });
});
