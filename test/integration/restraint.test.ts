import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HttpServer } from '../support/httpServer';
import { connectedPlatform, connectTo } from './support/connected';
import { runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';

const emptyList = { total_count: 0, tables: [] };

describe('The explorer', () => {
  it('requests nothing while it is hidden', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(emptyList));
    });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await using _ = await connectTo({ baseUrl: server.origin, key: 'a-key-of-tests', product: 'core' });
    const { node } = await lineAt('Test');

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

  it('asks for a key once, however many want one at the same time', async () => {
    await using connected = await connectedPlatform();
    const { node } = await lineAt('Test');
    const others: Thenable<unknown>[] = [];
    const askAgain = async (): Promise<void> => {
      for (let time = 0; time < 3; time++) {
        others.push(vscode.commands.executeCommand('logbench.connection.setApiKey', node));
      }
      // A round trip to the window: what was called before has begun by then.
      await vscode.commands.executeCommand('setContext', 'logbench.testing', true);
    };

    const script = await runCommand(
      'logbench.connection.setApiKey',
      [{ meanwhile: askAgain }, { input: connected.platform.key }],
      node,
    );
    await Promise.all(others);

    assert.equal(script.seen.filter((text) => text.startsWith('input')).length, 1);
  });
});
