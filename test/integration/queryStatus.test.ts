import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { queryStatusState } from '../../src/core/pages/queryStatusMessages';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { sharedPlatform } from './support/connected';
import type { Connected } from './support/connected';
import { kindOf, openedPanel, untilState } from './support/panels';
import { runCommand } from './support/runCommand';
import { inNewest as test } from './support/vscodes';

const viewType = 'logbench.queryStatus';

describe('Live query status', () => {
  const shared = sharedPlatform();

  test('lists the running queries, shows the selected one, and distinguishes cancel requested from canceled', async () => {
    const id = await startQuery(shared.connected, 600);
    const script = await runCommand('logbench.query.status', [{ search: '', select: `Query ${id}` }]);
    assert.ok(script.seen.some((text) => text.includes('repeat count=')));
    const panel = await openedPanel(viewType);
    const state = await untilState(panel, queryStatusState, ({ status }) => status !== null);
    assert.equal(panel.title, `Query ${id} · Test`);
    assert.equal(state.connection.name, 'Test');
    assert.equal(state.watching, 'active');
    assert.deepEqual(
      state.status?.commands.map(({ command }) => command.split(' ')[0]),
      ['json', 'repeat'],
    );
    panel.receive({ kind: 'cancel' });
    const end = await untilState(panel, queryStatusState, ({ status }) => status?.isFinished === true);
    assert.equal(end.status?.isCanceled, true);
    assert.ok(
      statesOf(panel).some(({ cancelAsked, status }) => cancelAsked && status?.isFinished === false),
      'the page never showed that a cancel was requested',
    );
  });

  test('explains that a query no longer exists or belongs to another user, and stops polling', async () => {
    const { connected } = shared;
    const id = await startQuery(connected, 600, connected.platform.keys.member);
    const panel = await openStatus(connected, id);
    const state = await untilState(panel, queryStatusState, ({ failure }) => failure !== null);
    assert.equal(state.failure?.reason, 'notFound');
    assert.match(state.failure.message, /no longer exists, or it was started by someone else/);
    assert.equal(state.watching, 'stopped');
  });

  it('continues when its tab is visible again', async () => {
    const { connected } = shared;
    const id = await startQuery(connected, 600);
    const panel = await openStatus(connected, id);
    await untilState(panel, queryStatusState, ({ status }) => status !== null);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'in front' }));
    await eventually(() => !panel.visible);
    const stamp = await stampOf(connected, id);
    const before = panel.posted.length;
    await vscode.commands.executeCommand('logbench.query.status', connected.connection.name, id);
    await untilState(panel, queryStatusState, ({ status }) => (status?.stamp ?? 0) > stamp);
    assert.ok(panel.posted.length > before);
  });
});

/** A query that lasts that many seconds and passes a hundred rows; returns its number. */
async function startQuery(connected: Connected, seconds: number, key?: string): Promise<number> {
  const form = { q: `json "{'a':1}" | repeat count=100 over=${seconds}s` };
  const response = await connected.call('POST /api/core/cursors', {
    form,
    ...(key !== undefined && { key }),
  });
  return z.object({ id: z.number() }).parse(response.body).id;
}

async function openStatus(connected: Connected, id: number): Promise<RecordedPanel> {
  await runCommand('logbench.query.status', [], connected.connection.name, id);
  return openedPanel(viewType);
}

/** Grows by one with each request for the status, from any client. */
async function stampOf(connected: Connected, id: number): Promise<number> {
  const { body } = await connected.call(`GET /api/core/queries/${id}`);
  return z.looseObject({ stamp: z.number() }).parse(body).stamp;
}

function statesOf(panel: RecordedPanel): readonly z.infer<typeof queryStatusState>[] {
  return panel.posted
    .filter((message) => kindOf(message) === 'state')
    .map((message) => queryStatusState.parse(message));
}
