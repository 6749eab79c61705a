import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { toOverviewPage, withNews } from '../../src/shared/protocol/overview';
import type { OverviewState } from '../../src/shared/protocol/overview';
import type { RecordedPanel } from '../../src/testing';
import { eventually } from '../support/eventually';
import { kindOf, openedPanel } from './support/panels';
import { responding, runCommand } from './support/runCommand';
import { sharedQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

const viewType = 'logbench.overview';

describe('The overview', () => {
  const stored = sharedQueries();

  async function open(): Promise<RecordedPanel> {
    const { node } = await lineAt(stored.connected.connection.name);
    await runCommand('logbench.overview.open', [], node);
    const panel = await openedPanel(viewType);
    // The explorer may have read the queries before the test created its own.
    panel.receive({ kind: 'refresh' });
    return panel;
  }

  const until = async (
    panel: RecordedPanel,
    wanted: (state: OverviewState) => boolean,
    within = 20_000,
  ): Promise<OverviewState> =>
    eventually(
      () => {
        const told = panel.posted
          .map((message) => toOverviewPage.parse(message))
          .filter((message) => message.kind === 'state')
          .reduce<OverviewState | undefined>(withNews, undefined);
        if (told !== undefined && wanted(told)) return told;
        throw new Error(`Not as wanted: ${JSON.stringify(told).slice(0, 2000)}`);
      },
      { within },
    );

  test('opens once for a connection, from its node and by its name', async () => {
    const panel = await open();
    const state = await until(panel, ({ load, tables }) => load !== null && tables !== null);
    assert.equal(panel.title, 'Overview · Test');
    assert.equal(state.connection.name, 'Test');
    assert.equal(state.watching, 'active');
    await runCommand('logbench.overview.open', [], stored.connected.connection.name);
    assert.equal(await openedPanel(viewType), panel);
  });

  test('shows a schedule that is made to fail, and leads to its text', async () => {
    const guid = await stored.create('Broken', {
      query: 'table no_such_table',
      cron_schedule: '* * * * * *',
      enabled: 'true',
    });
    const panel = await open();
    await eventually(
      () => {
        panel.receive({ kind: 'refresh' });
        return until(
          panel,
          ({ attention }) => attention?.items.some(({ kind }) => kind === 'failed') === true,
          // It may have asked before the run had failed, and asks by itself only much later.
          500,
        );
      },
      { within: 60_000 },
    );
    panel.receive({ kind: 'act', action: { kind: 'openQuery', guid, name: 'Broken' } });
    await eventually(() => vscode.window.activeTextEditor?.document.getText() === 'table no_such_table');

    panel.receive({ kind: 'act', action: { kind: 'notebookOfQuery', guid, name: 'Broken' } });
    const notebook = await eventually(() => vscode.window.activeNotebookEditor?.notebook);
    const texts = notebook.getCells().map(({ document }) => document.getText());
    assert.match(texts[0] ?? '', /^# Failing schedule: Broken/);
    assert.ok(texts.includes('table no_such_table'));
    panel.receive({ kind: 'act', action: { kind: 'notebookOfTable', table: 'web' } });
    await eventually(() => {
      const shown = vscode.window.activeNotebookEditor?.notebook.getCells() ?? [];
      return shown.some(({ document }) => document.getText() === 'table limit=20 web');
    });
  });

  test('marks the hour that the clock of the user skips', async () => {
    await stored.create('Half past two', { cron_schedule: '30 2 * * *', enabled: 'true' });
    const panel = await open();
    const { view, load } = await until(panel, (state) => state.load?.schedules === 1);
    const inBerlin = { ...view, timeZone: 'Europe/Berlin' };
    panel.receive({ kind: 'viewChanged', view: inBerlin });
    const next = await until(panel, (state) => state.view.timeZone === 'Europe/Berlin');
    assert.ok(load);
    const change = next.load?.nextChange;
    assert.ok(change, 'the clocks of Berlin change twice a year');
    panel.receive({ kind: 'viewChanged', view: { ...inBerlin, week: change.week } });
    const then = await until(panel, (state) => state.view.week === change.week);
    const marks = then.load?.days.flatMap(({ date, hours }) =>
      hours.flatMap(({ mark }, hour) => (mark === null ? [] : [`${date} ${hour}`])),
    );
    assert.deepEqual(marks, [`${change.date} 2`]);
  });

  test('keeps what Spread proposes as drafts, and sends nothing', async () => {
    const guids = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => stored.create(name, { enabled: 'true' })),
    );
    const panel = await open();
    await until(panel, ({ load }) => load?.schedules === 3);
    panel.receive({ kind: 'spread' });
    const spread = await eventually(() => panel.posted.findLast((message) => kindOf(message) === 'spread'));
    const { changes } = spread as {
      readonly changes: readonly { readonly guid: string; readonly to: string }[];
    };
    assert.equal(changes.length, 2);
    const script = await responding([]);
    panel.receive({ kind: 'makeDrafts', changes });
    await eventually(() => script.seen.some((text) => text.includes('2 drafts were created')));
    for (const guid of guids) assert.equal((await stored.read(guid))?.cron_schedule, '0 3 * * *');
    panel.receive({ kind: 'spread' });
    await eventually(() =>
      panel.posted.some(
        (message) => kindOf(message) === 'spread' && !JSON.stringify(message).includes('guid'),
      ),
    );

    const [change] = changes;
    assert.ok(change);
    const uri = vscode.Uri.from({
      scheme: 'logbench',
      path: `/Test/scheduled-queries/${change.guid}/query.lq`,
    });
    await runCommand('logbench.scheduledQuery.publish', [], uri);
    assert.equal((await stored.read(change.guid))?.cron_schedule, change.to);
    for (const { guid } of changes.slice(1)) {
      const left = vscode.Uri.from({ scheme: 'logbench', path: `/Test/scheduled-queries/${guid}/query.lq` });
      await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], left);
    }
  });

  test('asks before it deletes what was selected among the chains, and names what ran after it', async () => {
    const first = await stored.create('First');
    await stored.createAfter('Second', first);
    const panel = await open();
    await until(panel, ({ chains }) => chains?.nodes.length === 2);
    const script = await responding([{ confirm: 'Delete' }]);
    panel.receive({ kind: 'act', action: { kind: 'deleteQuery', guid: first, name: 'First' } });
    await eventually(async () => (await stored.read(first)) === undefined);
    assert.match(script.seen.join('\n'), /Never run again because they run after these: “Second”/);
  });

  it('writes an image to the file that is selected', async () => {
    const panel = await open();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-picture-'));
    const file = path.join(folder, 'load.png');
    const script = await responding([{ file }]);
    const data = Buffer.from('bytes of a picture').toString('base64');
    panel.receive({ kind: 'saveImage', name: 'Load', format: 'png', data });
    await eventually(() => script.seen.some((text) => text.includes('The image was saved')));
    assert.equal(await readFile(file, 'utf8'), 'bytes of a picture');
  });
});
