import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HttpServer } from '../support/httpServer';
import { connectTo } from './support/connected';
import { runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';

/** A separate connection: VS Code keeps documents of other connections for minutes. */
const name = 'Restrained';

const emptyList = { total_count: 0, tables: [] };

describe('The explorer', () => {
  it('sends no requests while it is hidden, except to test a connection', async () => {
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

    // Setting the key tests the connection, and so does the test: cheap requests for the key, its account and role.
    const test = ['tables?limit=1', 'cursors', 'scheduled-queries?limit=1'].map(
      (path) => `/api/core/${path}`,
    );
    assert.deepEqual(
      server.seen.map(({ url }) => url),
      [...test, ...test],
    );
  });
});
