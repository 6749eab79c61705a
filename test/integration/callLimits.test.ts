import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { connectTo } from './support/connected';
import { runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

/** Longer than the window waits before it draws a tree again, and than the extension for a slow service. */
const quietFor = 2500;

/** Waits until the service has not been asked anything for a while. */
async function untilQuiet(server: HttpServer): Promise<void> {
  let seen = server.seen.length;
  let since = Date.now();
  await eventually(() => {
    if (server.seen.length !== seen) {
      seen = server.seen.length;
      since = Date.now();
    }
    return Date.now() - since > quietFor;
  });
}

/** Of its own: VS Code holds on to texts for minutes, and those of another connection have no business here. */
const name = 'Restrained';

const emptyList = { total_count: 0, tables: [] };

describe('The explorer', () => {
  it('requests nothing while it is hidden', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(emptyList));
    });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await using _ = await connectTo({ baseUrl: server.origin, key: 'a-key-of-tests' }, { name });
    const { node } = await lineAt(name);

    await runCommand('logbench.explorer.refresh');
    await runCommand('logbench.explorer.refresh', [], node);
    const changed = await withSettings({ 'logbench.explorer.pageSize': 20 });
    await changed[Symbol.asyncDispose]();
    await runCommand('logbench.connection.test', [], node);

    // Setting the key tests the connection, and so does the test: one cheap question each, and no more.
    const question = '/api/core/tables?limit=1';
    assert.deepEqual(
      server.seen.map(({ url }) => url),
      [question, question],
    );
  });

  test('requests nothing more once it is hidden again, whatever is refreshed or changed meanwhile', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(emptyList));
    });
    await using _ = await connectTo({ baseUrl: server.origin, key: 'a-key-of-tests' }, { name });
    const { node } = await lineAt(name);
    const asked = (): number => server.seen.filter(({ url }) => url.includes('scheduled-queries')).length;
    await vscode.commands.executeCommand('logbench.explorer.focus');
    // A tree that is still being drawn has no first line yet.
    await eventually(async () => {
      await vscode.commands.executeCommand('list.focusFirst');
      await vscode.commands.executeCommand('list.expand');
      return asked() > 0;
    });
    await runCommand('logbench.explorer.refresh');
    await eventually(() => asked() > 1);

    await vscode.commands.executeCommand('workbench.view.explorer');
    await untilQuiet(server);
    const before = server.seen.length;
    await runCommand('logbench.explorer.refresh');
    await runCommand('logbench.explorer.refresh', [], node);
    const changed = await withSettings({ 'logbench.explorer.pageSize': 20 });
    await changed[Symbol.asyncDispose]();
    await untilQuiet(server);

    assert.deepEqual(server.seen.slice(before), []);
    const whileHidden = asked();
    await vscode.commands.executeCommand('logbench.explorer.focus');
    await eventually(() => asked() > whileHidden);
    await vscode.commands.executeCommand('workbench.view.explorer');
  });
});
