import assert from 'node:assert/strict';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { firstSearch } from '../../src/extension/features/audit/auditQuery';
import { auditLogsState, toAuditLogsPage } from '../../src/core/pages/auditLogMessages';
import type { AuditLogsState, AuditSearch } from '../../src/core/pages/auditLogMessages';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { countEntries, createTables } from './support/auditLog';
import { connectedPlatform, sharedPlatform, storeKey } from './support/connected';
import type { Connected } from './support/connected';
import { kindOf, openedPanel, untilState } from './support/panels';
import { responding, runCommand } from './support/runCommand';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

const everything: AuditSearch = { ...firstSearch('en'), range: 'all' };

describe('Audit log search', () => {
  const shared = sharedPlatform();

  it('opens on a connection and shows its entries, with the true total and the counts over time', async () => {
    const { connected } = shared;
    await createTables(connected, ['alpha', 'beta', 'gamma']);
    const panel = await openSearch(connected);
    const state = await ready(panel);
    assert.equal(panel.title, 'Audit Logs · Test');
    assert.equal(state.connection.name, 'Test');
    // Closed results, as those of checks while it connects, are hidden at first.
    assert.equal(state.total, await countEntries(connected, '&housekeeping=Hidden'));
    assert.ok(state.choices.actions!.length > 0);
    assert.deepEqual(
      rowsOf(panel)
        .slice(0, 3)
        .map(({ params }) => params?.['table']),
      ['gamma', 'beta', 'alpha'],
    );
    const { histogram, total } = await untilState(
      panel,
      auditLogsState,
      (counted) => counted.histogram?.counts.every((count) => count !== null) === true,
    );
    assert.equal(
      histogram?.counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      total,
    );
  });

  test('finds the matching entries for each filter that the page sets', async () => {
    const { connected } = shared;
    await createTables(connected, ['needle_one', 'hay', 'needle_two']);
    const panel = await openSearch(connected);
    // A strict interface knows neither filter.
    const { choices } = await ready(panel);
    const unlessKnown = choices.results === null ? 2 : 0;
    const searches: readonly (readonly [Partial<AuditSearch>, number])[] = [
      [{ keywords: ['needle'] }, 2],
      [{ keywords: ['needle', 'one'] }, 1],
      [{ range: 'custom', to: '2001-01-01 00:00:00+0000' }, 0],
      [{ companyGuids: ['00000000-0000-0000-0000-00000000dead'] }, 0],
      [{ keywords: ['Created table needle_one.'] }, 1],
      [{ keywords: ['needle'], results: ['Failure'] }, unlessKnown],
      [{ keywords: ['needle'], users: ['nobody'] }, unlessKnown],
    ];
    for (const [changes, total] of searches) assert.equal((await search(panel, changes)).total, total);
    const korean = await search(panel, { locale: 'ko' });
    assert.ok(korean.choices.actions!.some((label) => /\p{Script=Hangul}/u.test(label)));
    await search(panel, { actions: [korean.choices.actions![0]!], locale: 'ko' });
  });

  test('exports all matching entries with a manifest that can be verified', async () => {
    const { connected } = shared;
    await using folder = await temporaryFolder();
    await createTables(connected, ['one', 'two', 'three']);
    const panel = await openSearch(connected);
    await ready(panel);
    const file = path.join(folder.path, 'audit.csv');
    const script = await responding([{ file }]);
    panel.receive({ kind: 'export', format: 'csv' });
    await eventually(() => script.notices.some((notice) => notice.includes('with a manifest')));
    assert.ok(script.seen.join().includes(`"file":${JSON.stringify(file)}`), 'can be opened');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, 1 + (await countEntries(connected, '&housekeeping=Hidden')));
    assert.deepEqual((await readdir(folder.path)).sort(), ['audit.csv', 'audit.csv.manifest.json']);

    const manifest = `${file}.manifest.json`;
    const good = await runCommand('logbench.audit.verifyExport', [{ file: manifest }]);
    assert.match(good.notices.join(), /The export is unchanged/);
    await appendFile(file, ' ');
    const bad = await runCommand('logbench.audit.verifyExport', [{ file: manifest }]);
    assert.match(bad.notices.join(), /audit\.csv: changed after the export/);
  });

  it('copies a search as a link without the key', async () => {
    const { connected } = shared;
    const panel = await openSearch(connected);
    await search(panel, { keywords: ['a&b=c'] });
    panel.receive({ kind: 'copyLink' });
    const link = await eventually(async () => {
      const text = await vscode.env.clipboard.readText();
      return text.includes('logbench.logbench/audit?') ? text : undefined;
    });
    assert.ok(link.startsWith(`${vscode.env.uriScheme}://logbench.logbench/audit?connection=Test&keyword=`));
    assert.ok(!link.includes(connected.key));
  });

  test('explains in one sentence that the role is missing, and does not retry by itself', async () => {
    await using connected = await connectedPlatform({}, 'admin');
    // The test of the key has looked for the role.
    const before = await countEntries(connected, '&keywords=admin');
    const panel = await openSearch(connected);
    const { failure } = await untilState(panel, auditLogsState, ({ phase }) => phase === 'failed');
    assert.equal(failure?.reason, 'noPermission');
    assert.equal(failure.canRetry, false);
    assert.equal(
      failure.message,
      'Searching the audit log requires the role MASTER, which the account of this API key does not have.',
    );
    // The platform records each rejected request.
    assert.equal(await countEntries(connected, '&keywords=admin'), before + 1);
  });
});

describe('An audit search whose key was rejected', () => {
  test('searches again when another key is set elsewhere, or from its own page', async () => {
    await using connected = await connectedPlatform();
    const { node } = await lineAt(connected.connection.name);
    const setKey = async (key: string): Promise<unknown> =>
      runCommand('logbench.connection.setApiKey', [{ input: key }], node);
    const isReady = ({ phase, failure }: AuditLogsState): boolean => phase === 'ready' && failure === null;
    await storeKey(connected.connection, 'a-wrong-key');
    const panel = await openSearch(connected);
    await untilState(panel, auditLogsState, ({ failure }) => failure?.reason === 'keyRejected');
    await setKey(connected.key);
    await untilState(panel, auditLogsState, isReady);

    await storeKey(connected.connection, 'a-wrong-key');
    panel.receive({ kind: 'search', search: everything });
    await untilState(panel, auditLogsState, ({ failure }) => failure?.reason === 'keyRejected');
    const script = await responding([{ input: connected.key }]);
    panel.receive({ kind: 'setApiKey' });
    await untilState(panel, auditLogsState, isReady);
    script.assertFinished();
  });
});

async function openSearch(connected: Connected): Promise<RecordedPanel> {
  await runCommand('logbench.audit.search', [], connected.connection.name);
  return openedPanel('logbench.auditLogs');
}

/** What the search found. */
async function search(panel: RecordedPanel, changes: Partial<AuditSearch>): Promise<AuditLogsState> {
  const { resultId: before } = await ready(panel);
  panel.receive({ kind: 'search', search: { ...everything, ...changes } });
  return untilState(panel, auditLogsState, ({ phase, resultId }) => phase === 'ready' && resultId > before);
}

async function ready(panel: RecordedPanel): Promise<AuditLogsState> {
  return untilState(panel, auditLogsState, ({ phase }) => phase === 'ready');
}

function messagesOf(panel: RecordedPanel): readonly ReturnType<typeof toAuditLogsPage.parse>[] {
  return panel.posted
    .filter((message) => kindOf(message) !== undefined)
    .map((message) => toAuditLogsPage.parse(message));
}

/** The rows that came with the newest result. */
function rowsOf(panel: RecordedPanel): readonly { params: Record<string, unknown> | null }[] {
  const states = messagesOf(panel).filter((message) => message.kind === 'state');
  return states.findLast(({ firstRows }) => firstRows !== null)?.firstRows ?? [];
}
