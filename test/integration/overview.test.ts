import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toOverviewPage } from '../../src/core/pages/overview';
import { withUpdate } from '../../src/core/pages/overviewParts';
import type { OverviewState } from '../../src/core/pages/overview';
import type { RecordedPanel } from '../../src/extension/testing';
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
        const current = panel.posted
          .map((message) => toOverviewPage.parse(message))
          .filter((message) => message.kind === 'state')
          .reduce<OverviewState | undefined>(withUpdate, undefined);
        if (current !== undefined && wanted(current)) return current;
        throw new Error(`Not as wanted: ${JSON.stringify(current).slice(0, 2000)}`);
      },
      { within },
    );

  test('shows a failing schedule, and opens its text and notebooks about it', async () => {
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

  test('creates drafts of the schedules that Spread proposes, and publishes nothing', async () => {
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
});
