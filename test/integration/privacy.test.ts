import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { auditLogsState } from '../../src/core/pages/auditLogMessages';
import { queryResultsState } from '../../src/core/pages/queryResults';
import { tableState } from '../../src/core/pages/tableMessages';
import { pathOf } from '../../src/extension/ui/queryAddress';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { connectedPlatform, wholeInterface } from './support/connected';
import { untilLens } from './support/lenses';
import { kindOf, openedPanel, untilState } from './support/panels';
import { typed } from './support/queryDocuments';
import { responding, runCommand, testApi } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { linesBelow, tooltipOf } from './support/tree';
import { inOldest as test } from './support/vscodes';

const connection = 'siem.corp.local';
const query = 'table duration=1d mail | search src == "10.20.30.40"';
const rows = `json "[{'user':'kim.minji','src':'10.20.30.40','n':7,'line':'kim.minji from 10.20.30.40'}]"`;
/** All that is sensitive in this test. The platform's own address is that of the connection. */
const values = [connection, 'kim.minji', '10.20.30.40', '127.0.0.1', 'master'];

describe('The privacy switch', () => {
  test('hides sensitive values immediately in all views, but not in the text of queries or on the platform', async () => {
    await using connected = await connectedPlatform({ name: connection }, 'master', wholeInterface);
    const queries = new ShownQueries({ connected });
    const guid = await queries.create('logins of 10.20.30.40', { query });
    const uri = vscode.Uri.from({ scheme: 'logbench', path: pathOf({ connection, guid }, 'logins') });
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'rows.csv');

    const audit = await openAudit();
    await untilState(audit, auditLogsState, ({ phase, total }) => phase === 'ready' && total > 0);
    await runCommand('logbench.privacy.toggle');
    try {
      await hidesInAudit(audit);
      await hidesInTree();
      await hidesInDocuments(uri);
      await hidesInResults(file);
      assert.equal((await testApi()).memory.get('privacy.on'), true);
    } finally {
      await runCommand('logbench.privacy.toggle');
    }

    assert.equal((await testApi()).memory.get('privacy.on'), false);
    assert.equal((await linesBelow())[0]?.label, connection);
    assert.equal((await queries.read(guid))?.query, query);
  });

  test('masks the sample and the copied text of a table, including the columns of the setting', async () => {
    await using connected = await connectedPlatform({ name: connection }, 'master', wholeInterface);
    await connected.call('POST /api/core/tables', { form: { table: 'mail' } });
    const q = `json "{'case_no':'case-99','user':'kim.minji','line':'kim.minji, case-99'}" | import mail`;
    await connected.call(`GET /api/core/query?q=${encodeURIComponent(q)}`);
    await vscode.workspace.getConfiguration('logbench').update('privacy.columns', ['case*'], true);
    await runCommand('logbench.privacy.toggle');
    try {
      await runCommand('logbench.table.show', [], connection, 'mail');
      const panel = await openedPanel('logbench.table');
      await untilState(panel, tableState, ({ sample }) => sample !== null && sample.rows > 0);
      containsNone(panel.posted, [...values, 'case-99']);
      panel.receive({ kind: 'copyText' });
      await eventually(async () => (await vscode.env.clipboard.readText()).startsWith('mail\n'));
      containsNone(await vscode.env.clipboard.readText());
    } finally {
      await runCommand('logbench.privacy.toggle');
      await vscode.workspace.getConfiguration('logbench').update('privacy.columns', undefined, true);
    }
  });
});

async function openAudit(): Promise<RecordedPanel> {
  const [root] = await linesBelow();
  await runCommand('logbench.audit.search', [], root?.node);
  return openedPanel('logbench.auditLogs');
}

/** The page is drawn again by itself; a search for what it shows finds what is meant. */
async function hidesInAudit(panel: RecordedPanel): Promise<void> {
  const before = panel.posted.length;
  const shown = await untilState(panel, auditLogsState, ({ connection: { name } }) =>
    name.endsWith('-masked'),
  );
  const [user = ''] = shown.choices.users ?? [];
  assert.match(user, /^user\d+-masked$/);
  panel.receive({ kind: 'search', search: { ...shown.search, users: [user] } });
  const found = await untilState(
    panel,
    auditLogsState,
    ({ phase, search }) => phase === 'ready' && search.users.length === 1,
  );
  assert.deepEqual([found.search.users, found.total > 0], [[user], true]);
  const script = await responding([]);
  panel.receive({ kind: 'copyLink' });
  await eventually(() => script.notices.some((notice) => notice.includes('a hidden value')));
  containsNone(panel.posted.slice(before));
  assert.match(panel.title, /^Audit Logs · host\d+-masked$/);
}

async function hidesInTree(): Promise<void> {
  const [root] = await linesBelow();
  assert.match(root?.label ?? '', /^host\d+-masked$/);
  containsNone([root?.item.tooltip, root?.item.accessibilityInformation?.label]);
  const [line] = await linesBelow(root?.label ?? '', 'Scheduled Queries');
  assert.match(line?.label ?? '', /^logins of ip\d+-masked$/);
  assert.ok(line);
  containsNone(await tooltipOf(line));
  await runCommand('logbench.scheduledQuery.copyAsCurl', [], line.node);
  const copied = await vscode.env.clipboard.readText();
  assert.match(copied, /^curl /);
  containsNone(copied);
}

/** What is edited stays what it is. */
async function hidesInDocuments(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri);
  assert.equal(vscode.window.activeTextEditor?.document.getText(), query);
  await untilLens(uri, /changed by user\d+-masked/);
}

async function hidesInResults(file: string): Promise<void> {
  await typed(rows);
  await runCommand('logbench.query.run');
  const panel = await openedPanel('logbench.queryResults');
  const { resultId, columns } = await untilState(
    panel,
    queryResultsState,
    ({ phase, rowCount }) => phase === 'finished' && rowCount === 1,
  );
  panel.receive({ kind: 'needRows', resultId, offset: 0, limit: 10 });
  await eventually(() => panel.posted.some((message) => kindOf(message) === 'rows'));
  panel.receive({ kind: 'statistics', resultId, column: 'line' });
  await eventually(() => panel.posted.some((message) => JSON.stringify(message).includes('"done":true')));
  containsNone(panel.posted);
  assert.ok(JSON.stringify(panel.posted).includes('"n"') && columns.length === 4);

  const rejected = await responding([]);
  const refinement = { action: 'keepOnly', column: 'user', value: 'user1-masked', run: true };
  panel.receive({ kind: 'refine', refinement });
  await eventually(() => rejected.notices.some((notice) => notice.includes('a hidden value')));
  assert.equal(vscode.window.activeTextEditor?.document.getText(), rows);
  const [mask = ''] = /user\d+-masked/.exec(JSON.stringify(panel.posted)) ?? [];
  const unpivoted = await responding([]);
  panel.receive({ kind: 'pivot', column: 'user', value: mask });
  await eventually(() => unpivoted.notices.some((notice) => notice.includes('a hidden value')));

  const exported = await responding([{ file }]);
  panel.receive({ kind: 'export', format: 'csv' });
  await eventually(() =>
    exported.notices.some((notice) => notice.includes('Sensitive values in it are masked')),
  );
  const text = await readFile(file, 'utf8');
  assert.match(text, /user\d+-masked from ip\d+-masked/);
  containsNone(text);
}

function containsNone(shown: unknown, hidden = values): void {
  const text = JSON.stringify(shown);
  assert.deepEqual(
    hidden.filter((value) => new RegExp(`(?<![\\w-])${value.replaceAll('.', '\\.')}(?![\\w-])`).test(text)),
    [],
    text,
  );
}
