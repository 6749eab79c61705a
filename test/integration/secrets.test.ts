import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { startConnectProxy } from '../support/connectProxy';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { startApp } from '../support/startApp';
import { invokeEachTool } from './support/assistants';
import { connectTo, storeKey } from './support/connected';
import { runCommand, testApi } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt, linesBelow, tooltipOf } from './support/tree';
import { inOldest as test } from './support/vscodes';
import { listTables } from '../../src/core/api/operations/tables';

const echoedKey = 'echoed-key-0123456789abcdef';
const rejectedKey = 'rejected-key-0123456789abcdef';
const proxyPassword = 'proxy-password-0123456789';
const token = 'upload-token-0123456789abcdef';

/** Every line of the tree, with all that can be read of it. */
async function everyLine(...path: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const line of await linesBelow(...path)) {
    const { label, description, contextValue, item } = line;
    const read = item.accessibilityInformation?.label ?? '';
    texts.push(label, description, contextValue, read, item.id ?? '', await tooltipOf(line));
    if (path.length < 2) texts.push(await everyLine(...path, label));
  }
  return texts.join('\n');
}

function everyDocument(): string {
  return vscode.workspace.textDocuments
    .map((document) => `${document.uri.toString()}\n${document.getText()}`)
    .join('\n');
}

/** The files that the log channel has written. */
async function everyLog(): Promise<string> {
  const folder = (await testApi()).logUri.fsPath;
  const names = await readdir(folder);
  return (await Promise.all(names.map(async (name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
}

describe('Keys and tokens', function () {
  this.timeout(120_000);

  test('appear in no log, message, tooltip or document', async () => {
    const read: string[] = [];
    const note = async (seen: readonly string[]): Promise<void> => {
      read.push(...seen, await everyLine(), everyDocument());
    };
    let key = '';
    {
      const platform = await startApp();
      key = platform.keys.master;
      await using connected = await connectTo({ baseUrl: platform.baseUrl, key }, { assistant: 'read' });
      await connected.call('POST /api/core/tables', { form: { table: 'shop' } });
      const table = await lineAt('Test', 'Tables', 'shop');
      await note((await runCommand('logbench.connection.test', [], (await lineAt('Test')).node)).seen);
      await note((await runCommand('logbench.table.show', [], table.node)).seen);
      await note(await invokeEachTool(key));
      const { node } = await lineAt('Test');
      await note((await runCommand('logbench.connection.setApiKey', [{ input: rejectedKey }], node)).seen);
      await storeKey(connected.connection, rejectedKey);
      await platform[Symbol.asyncDispose]();
      const refreshed = await runCommand('logbench.explorer.refresh');
      // The sections stay in place until it is known that the platform does not respond.
      await eventually(async () => (await linesBelow('Test')).length === 1);
      await note(refreshed.seen);
      await note((await runCommand('logbench.connection.test', [], node)).seen);
    }
    {
      // A platform that returns everything it received in its rejections, and further text.
      await using server = await HttpServer.start(({ headers }, response) => {
        const error_msg = `${headers.authorization} cannot read /upload-streams/${token} with api_key=${echoedKey}`;
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error_code: 'invalid-argument', error_msg }));
      });
      await using _ = await connectTo({ baseUrl: server.origin, key: echoedKey }, { assistant: 'read' });
      await note(await invokeEachTool(echoedKey));
      await note((await runCommand('logbench.assistant.showActivity')).seen);
      await note((await runCommand('logbench.explorer.refresh')).seen);
      await note((await runCommand('logbench.connection.test', [], (await lineAt('Test')).node)).seen);
      // What panels, pickers and files show of a failure.
      const { platforms } = await testApi();
      const [connection] = platforms.all();
      assert.ok(connection);
      const client = await platforms.clientFor(connection);
      await note([String(await client.send(listTables({})).catch((error: unknown) => error))]);
    }
    {
      await using proxy = await startConnectProxy({ password: 'someone:else' });
      const address = proxy.url.replace('//', `//kim:${proxyPassword}@`);
      await using _ = await withSettings({
        'http.proxy': address,
        'logbench.connections': [{ name: 'Far', baseUrl: 'http://far.invalid', environment: 'staging' }],
      });
      const { node } = await lineAt('Far');
      await note((await runCommand('logbench.connection.setApiKey', [{ input: echoedKey }], node)).seen);
    }
    // The channel writes in its own time; the failures above are in it at last.
    read.push(await eventually(async () => ((await everyLog()).includes('Error') ? everyLog() : undefined)));

    const everything = read.join('\n');
    assert.ok(everything.includes('•••'), 'the platform has put the key into its responses');
    for (const secret of [key, echoedKey, rejectedKey, proxyPassword, token]) {
      const at = everything.indexOf(secret);
      assert.equal(at, -1, `found in: ${everything.slice(Math.max(0, at - 200), at + 100)}`);
    }
  });
});
