import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { auditLogsState } from '../../src/core/pages/auditLogMessages';
import { queryResultsState } from '../../src/core/pages/queryResults';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { connectedPlatform } from './support/connected';
import { openedPanel, untilState } from './support/panels';
import { typed } from './support/queryDocuments';
import { runCommand, testApi } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { ScriptedPrompts } from './support/scriptedPrompts';
import { lineAt } from './support/tree';

describe('The files on disk', function () {
  this.timeout(120_000);

  it('contain no key: exports, drafts, mementos, settings and all other user data of VS Code', async () => {
    await using connected = await connectedPlatform();
    await using folder = await temporaryFolder();
    const { key } = connected;
    // Something for the audit log, too.
    const guid = await new ShownQueries({ connected }).create('Nightly');
    const file = (name: string): string => path.join(folder.path, name);

    await runCommand('logbench.connection.export', [
      { pickMany: ['Test'] },
      { file: file('connections.json') },
    ]);
    await exportAuditLog(file('audit.csv'));
    await exportRows(file('rows.ndjson'));
    await keepDraft(guid);

    const exported = await everyFile(folder.path);
    assert.deepEqual([...exported.keys()].map((name) => path.basename(name)).sort(), [
      'audit.csv',
      'audit.csv.manifest.json',
      'connections.json',
      'rows.ndjson',
    ]);
    const { storageUri, mementos } = await testApi();
    const userFolder = path.dirname(path.dirname(storageUri.fsPath));
    // The editor has its response before the file of the draft is written.
    const kept = await eventually(async () => {
      const files = await everyFile(userFolder);
      return [...files.values()].some((text) => text.includes('drafted here')) ? files : undefined;
    });
    const positions = new Map([
      ...exported,
      ...kept,
      ['mementos', Buffer.from(mementos.map(remembered).join())],
    ]);

    assert.ok(
      [...kept.keys()].some((name) => name.endsWith('settings.json')),
      'the settings are among them',
    );
    assert.deepEqual(
      [...positions].filter(([, text]) => text.includes(key)).map(([name]) => name),
      [],
    );
  });
});

async function exportAuditLog(file: string): Promise<void> {
  await runCommand('logbench.audit.search', [], (await lineAt('Test')).node);
  const panel = await openedPanel('logbench.auditLogs');
  await untilState(panel, auditLogsState, ({ total }) => total > 0);
  await exportTo(panel, 'csv', file, 'with a manifest');
}

async function exportRows(file: string): Promise<void> {
  await typed(`json "{'a':1}"`);
  await runCommand('logbench.query.run');
  const panel = await openedPanel('logbench.queryResults');
  await untilState(panel, queryResultsState, ({ phase }) => phase === 'finished');
  await exportTo(panel, 'ndjson', file, 'rows were written');
}

async function exportTo(panel: RecordedPanel, format: string, file: string, done: string): Promise<void> {
  const script = new ScriptedPrompts([{ file }]);
  (await testApi()).prompts.replace(script);
  panel.receive({ kind: 'export', format });
  await eventually(() => script.notices.some((notice) => notice.includes(done.split(' ')[0] ?? done)));
}

async function keepDraft(guid: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: 'logbench', path: `/Test/scheduled-queries/${guid}/Nightly.lq` });
  await vscode.workspace.fs.writeFile(uri, Buffer.from('json "{}" | # drafted here'));
}

function remembered(memory: vscode.Memento): string {
  return JSON.stringify(memory.keys().map((name) => [name, memory.get(name)]));
}

/** Their bytes, because some are large. */
async function everyFile(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(await Promise.all(files.map(async (name) => [name, await readFile(name)] as const)));
}
