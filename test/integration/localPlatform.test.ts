import assert from 'node:assert/strict';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { registerLocalPlatform } from '../../src/extension/features/localPlatform';
import type { LocalPlatforms } from '../../src/extension/features/localPlatform';
import { announcementFolderVariable } from '../../src/core/interface/announcement';
import type { Ui } from '../../src/extension/ui/openUi';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { CommandsStub } from './support/commandsStub';
import { replacing } from './support/replacing';
import { runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { linesBelow } from './support/tree';
import { inNewest as test } from './support/vscodes';

const timeout = { within: 60_000 };

/** Announces itself as a platform does, and runs until it is stopped. */
const program = `const { rmSync, writeFileSync } = require('node:fs');
const file = process.argv.at(-1);
const announcement = { event: 'listening', base_url: 'http://127.0.0.1:1', product: 'core' };
writeFileSync(file, JSON.stringify(announcement));
process.on('SIGTERM', () => {
  rmSync(file);
  process.exit();
});
console.log(JSON.stringify(announcement));
setInterval(() => undefined, 1e6);
`;

function folder(): string {
  const named = process.env[announcementFolderVariable];
  assert.ok(named, 'the tests have a folder of their own');
  return named;
}

async function roots(): Promise<readonly string[]> {
  return (await linesBelow()).map(({ label }) => label);
}

describe('The local platform', function () {
  // Without the store of the test run, the sample data is created at the first start, which is slow.
  this.timeout(240_000);
  /** The context values of the menus. */
  let running: unknown[];
  let unavailable: unknown[];
  let recording: Disposable;

  beforeEach(() => {
    [running, unavailable] = [[], []];
    const { executeCommand } = vscode.commands;
    recording = replacing(vscode.commands, 'executeCommand', async (id: string, ...args: unknown[]) => {
      if (args[0] === 'logbench.platformRunning') running.push(args[1]);
      if (args[0] === 'logbench.platformUnavailable') unavailable.push(args[1]);
      return executeCommand(id, ...args);
    });
  });

  afterEach(() => recording[Symbol.dispose]());

  test('appears connected when it is started, and disappears when it is stopped', async () => {
    await using _ = await withSettings({ 'logbench.connections': [] });

    await runCommand('logbench.platform.start');
    assert.deepEqual(running, [true]);
    const [file = ''] = await readdir(folder());
    const { mode } = await stat(path.join(folder(), file));
    const started = await roots();
    const headings = (await linesBelow('Local Platform')).map(({ label }) => label);
    const [line] = await linesBelow();
    const { notices } = await runCommand('logbench.connection.edit', [], line?.node);
    const queries = await linesBelow('Local Platform', 'Scheduled Queries');
    const stopped = await runCommand('logbench.platform.stop');
    assert.deepEqual(stopped.notices, []);
    assert.deepEqual(running, [true, false], 'the menu offers to start it again');

    assert.equal(mode & 0o077, 0, 'only its owner may read the key');
    assert.deepEqual(started, ['Local Platform']);
    assert.equal(
      line?.contextValue,
      'connection.local.open.found',
      'its menu offers neither edit nor remove',
    );
    assert.match(notices.join(), /runs on this machine and is not in the settings/);
    assert.deepEqual(headings.slice(0, 2), ['Scheduled Queries', 'Tables']);
    assert.ok(queries.length > 5, 'it has the sample data');
    await eventually(async () => (await roots()).length === 0, timeout);
    assert.deepEqual(await readdir(folder()), []);
  });

  test('is offered if the package includes it, and stops with the extension', async () => {
    await using home = await temporaryFolder();
    const commands = new CommandsStub();
    const register = (): vscode.Disposable => {
      const context = {
        extensionPath: home.path,
        globalStorageUri: vscode.Uri.file(path.join(home.path, 'storage')),
        secrets: { get: () => Promise.resolve(undefined) },
      };
      return registerLocalPlatform(
        { commands, log: { info: () => undefined } } as unknown as Ui,
        { refresh: () => Promise.resolve() } as unknown as LocalPlatforms,
        context as unknown as vscode.ExtensionContext,
      );
    };
    const start = async (): Promise<void> => {
      await commands.run('logbench.platform.start');
    };
    register().dispose();
    await assert.rejects(start(), /This package does not include the local platform/);

    const project = process.env['LOGBENCH_PROJECT'] ?? '';
    await symlink(path.join(project, 'node_modules'), path.join(home.path, 'node_modules'));
    await mkdir(path.join(home.path, 'dist'));
    await writeFile(path.join(home.path, 'dist', 'platform.js'), program);
    const registered = register();
    await start();
    assert.deepEqual([unavailable, running], [[true, false], [true]]);
    registered.dispose();
    await eventually(() => running.length === 2);
    assert.deepEqual(running, [true, false]);
  });

  test('reports that there is nothing to stop if none was started', async () => {
    const { notices } = await runCommand('logbench.platform.stop');

    assert.match(notices.join(), /No local platform was started in this window/);
  });
});
