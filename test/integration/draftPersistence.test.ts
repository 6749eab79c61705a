import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { eventually } from '../support/eventually';
import { sharedPlatform, storeKey } from './support/connected';
import { typeInto } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt, linesBelow } from './support/tree';
import { inOldest as test } from './support/vscodes';

const text = 'table duration=1h 로그인 | stats count';

function uriOf(connection: string, guid: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'logbench', path: pathOf({ connection, guid }, name) });
}

async function fileText(uri: vscode.Uri): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
}

/** Settings are written before the extension is notified. */
async function connectionRemoved(name: string): Promise<void> {
  await eventually(async () => (await linesBelow()).every(({ label }) => label !== name));
}

describe('Draft persistence', () => {
  const shared = sharedPlatform();
  const queries = new ShownQueries(shared);

  describe('A draft in a window', () => {
    test('is marked, opened and published under the new name of its connection', async () => {
      const { connected } = shared;
      const guid = await queries.create('Renamed under', { query: text });
      await (await typeInto(uriOf('Test', guid, 'Renamed under'), 'table mine')).save();

      const renamed = { ...connected.connection, name: '새 이름' };
      await using _ = await withSettings({ 'logbench.connections': [renamed] });
      // A key belongs to one connection.
      await storeKey(renamed, connected.key);

      const row = await eventually(async () => {
        const line = await lineAt('새 이름', 'Scheduled Queries', 'Renamed under');
        return line.contextValue.endsWith('.draft') ? line : undefined;
      });
      assert.equal(await fileText(uriOf('새 이름', guid, 'Renamed under')), 'table mine');
      assert.equal(await fileText(uriOf('Test', guid, 'Renamed under')), 'table mine');
      await runCommand('logbench.scheduledQuery.publish', [], row.node);
      assert.equal((await queries.read(guid))?.query, 'table mine');
    });

    test('is published after an offer to unlock, when writes were locked after the edit', async () => {
      await using _ = await withSettings({
        'logbench.connections': [{ ...shared.connected.connection, readOnly: true }],
      });
      const guid = await queries.create('Locked', { query: text });
      const { node } = await lineAt('Test');
      await runCommand('logbench.connection.unlockWrites', [{ pick: '5' }], node);
      const uri = uriOf('Test', guid, 'Locked');
      const document = await typeInto(uri, 'table typed');
      await runCommand('logbench.connection.unlockWrites', [{ pick: 'Lock now' }], node);
      assert.equal(document.isDirty, true);

      const unlocking = [{ confirm: 'Unlock Writes' }, { pick: '5' }];
      await runCommand('logbench.scheduledQuery.publish', unlocking, uri);

      assert.equal((await queries.read(guid))?.query, 'table typed');
    });

    test('is not sent to another connection when its own was removed, and can be discarded', async () => {
      const { connected } = shared;
      const guid = await queries.create('Cut off', { query: text });
      const uri = uriOf('Test', guid, 'Cut off');
      await (await typeInto(uri, 'table mine')).save();
      const elsewhere = { ...connected.connection, name: 'Other', baseUrl: 'http://127.0.0.1:1' };
      await using _ = await withSettings({ 'logbench.connections': [elsewhere] });
      await connectionRemoved('Test');

      for (const command of ['publish', 'compare', 'showRequest']) {
        const { notices } = await runCommand(`logbench.scheduledQuery.${command}`, []);
        assert.match(
          notices.join(),
          /^There is no longer a connection to \S+, where Cut off comes from/,
          command,
        );
      }
      await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }]);

      assert.equal(await fileText(uri), text);
    });
  });

  describe('The text of a query', () => {
    for (const [encoding, define] of [
      ['euckr', it],
      ['utf8bom', test],
    ] as const) {
      define(`is UTF-8 although files.encoding is ${encoding}`, async () => {
        await using _ = await withSettings({ 'files.encoding': encoding });
        const guid = await queries.create(`In ${encoding}`, { query: text });
        const uri = uriOf('Test', guid, `In ${encoding}`);

        const document = await vscode.workspace.openTextDocument(uri);
        assert.equal(document.getText(), text);
        await (await typeInto(uri, `${text} | search word == "끝"`)).save();
        await runCommand('logbench.scheduledQuery.publish', [], uri);

        assert.equal((await queries.read(guid))?.query, `${text} | search word == "끝"`);
      });
    }
  });
});
