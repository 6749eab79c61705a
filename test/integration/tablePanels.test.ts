import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tableState } from '../../src/core/pages/tableMessages';
import type { TableState } from '../../src/core/pages/tableMessages';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { passOn, send } from '../support/faultProxy';
import { shownText } from './support/clickRow';
import { closeAllTabs } from './support/closeAllTabs';
import { proxiedPlatform } from './support/connected';
import { newestState, openedPanel, untilState } from './support/panels';
import { responding, runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inOldest as test } from './support/vscodes';

const viewType = 'logbench.table';

/** A request whose response is held back until it is released. */
interface Held {
  readonly path: string;
  readonly isClosed: () => boolean;
  readonly release: () => Promise<void>;
}

describe('The page of a table while it is loading', () => {
  const shared = proxiedPlatform();

  before(async () => {
    for (const table of ['web', 'idle'])
      await shared.platform.call('master', 'POST /api/core/tables', { form: { table } });
  });

  afterEach(closeAllTabs);

  const whole = ({ volume, sample, users }: TableState): boolean =>
    volume !== null && sample !== null && users !== null;

  async function show(table: string, connection = 'Test'): Promise<RecordedPanel> {
    await runCommand('logbench.table.show', [], connection, table);
    return eventually(async () => {
      const panel = await openedPanel(viewType);
      return panel.title === `${table} · ${connection}` ? panel : undefined;
    });
  }

  function hold(paths: RegExp): readonly Held[] {
    const held: Held[] = [];
    shared.proxy.interference = (exchange) => {
      if (!paths.test(exchange.path)) return passOn(exchange);
      let isClosed = false;
      exchange.response.on('close', () => (isClosed = true));
      const release = async (): Promise<void> => send(exchange.response, await exchange.forward());
      held.push({ path: exchange.path, isClosed: () => isClosed, release });
      return undefined;
    };
    return held;
  }

  /** What the page would be sent if it were opened now. */
  function stateNow(panel: RecordedPanel): TableState {
    panel.receive({ kind: 'ready', timeZone: 'UTC' });
    return newestState(panel, tableState);
  }

  test('shows nothing of the previous table, and cancels its requests', async () => {
    const held = hold(/scheduled-queries|tables\/idle/);
    const panel = await show('web');
    await untilState(panel, tableState, ({ facts, sample }) => facts !== null && sample !== null);
    assert.equal(await show('idle'), panel);
    await eventually(() => held.some(({ path }) => path.includes('idle')));
    const [queries] = held;
    await eventually(() => queries?.isClosed(), { within: 5000 });

    const { table, facts, sample, volume, users } = stateNow(panel);
    assert.equal(table, 'idle');
    assert.deepEqual([facts, sample, volume, users], [null, null, null, null]);
    shared.proxy.interference = passOn;
    await held.at(-1)?.release();
    await untilState(panel, tableState, (state) => state.table === 'idle' && whole(state));
  });

  test('cancels its requests when it is closed', async () => {
    const held = hold(/tables\/web/);
    await show('web');
    await eventually(() => held.length > 0);

    await closeAllTabs();

    await eventually(() => held[0]?.isClosed(), { within: 5000 });
  });

  test('is a separate page for a table of the same name on another connection', async () => {
    const twin = { ...shared.connected.connection, name: 'Twin' };
    await using _ = await withSettings({ 'logbench.connections': [shared.connected.connection, twin] });
    const first = await show('web');
    const second = await show('web', 'Twin');

    assert.notEqual(second, first);
    assert.equal(await show('idle', 'Twin'), second);
    assert.deepEqual([first.title, first.closed], ['web · Test', false]);
  });

  test('shows whether writes are unlocked or locked', async () => {
    const locked = { ...shared.connected.connection, readOnly: true };
    await using _ = await withSettings({ 'logbench.connections': [locked] });
    const panel = await show('web');
    const { node } = await lineAt('Test');
    await untilState(panel, tableState, ({ connection }) => connection.readOnly);

    await runCommand('logbench.connection.unlockWrites', [{ pick: '5' }], node);
    await untilState(panel, tableState, ({ connection }) => !connection.readOnly);
    await runCommand('logbench.connection.unlockWrites', [{ pick: 'Lock now' }], node);
    await untilState(panel, tableState, ({ connection }) => connection.readOnly);
  });

  test('has no text to copy and no time to query before it is loaded', async () => {
    const panel = await show('none');
    await untilState(panel, tableState, ({ failure }) => failure !== null);
    await vscode.env.clipboard.writeText('as before');
    const { notices } = await responding([]);

    panel.receive({ kind: 'viewChanged', view: { zone: 'utc', openField: 'a' } });
    assert.deepEqual(stateNow(panel).view, { zone: 'utc', openField: 'a' });
    panel.receive({ kind: 'copyText' });
    panel.receive({ kind: 'queryTime', from: 0, to: 1 });
    panel.receive({ kind: 'query' });

    await shownText(/^table duration=1d none$/);
    assert.deepEqual([await vscode.env.clipboard.readText(), notices], ['as before', []]);
  });

  test('is not copied if the table no longer exists, which is reported', async () => {
    const { notices } = await runCommand('logbench.table.copyText', [], 'Test', 'none');

    await eventually(() => notices.length > 0);
    assert.match(notices.join(), /The table none no longer exists on Test/);
  });

  test('opens queries that belong to its connection', async () => {
    const twin = { ...shared.connected.connection, name: 'Twin' };
    await using _ = await withSettings({ 'logbench.connections': [shared.connected.connection, twin] });
    await runCommand('logbench.table.query', [], 'Twin', 'web');
    await shownText(/^table duration=1d web$/);

    await runCommand('logbench.query.run');

    assert.match((await openedPanel('logbench.queryResults')).title, /Twin/);
  });
});
