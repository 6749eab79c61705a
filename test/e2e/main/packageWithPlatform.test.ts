import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { copyLocalPlatformStore } from '../../../scripts/copySampleStore.mjs';
import { outputFolder } from '../../../scripts/project.mjs';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode, packageFile } from '../support/installedVscode';

const target = `${process.platform}-${process.arch}`;

describe('The package for one kind of machine', () => {
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async function () {
    this.timeout(240_000);
    vscode = await InstalledVscode.start({ vsix: packageFile(target, outputFolder) });
    await copyLocalPlatformStore(vscode.dataFolder);
    workbench = await vscode.open();
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
  });

  it('carries the engine of that kind of machine and of no other, without what only developers need', async () => {
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
