import assert from 'node:assert/strict';
import type { Failure } from '../../src/core/pages/common';
import type { OverviewState, StoredTable } from '../../src/core/pages/overview';
import { holds } from '../support/holds';
import { pickZone } from './support/pickZone';
import { openOverview, openPage } from './support/openPage';
import { attentionItems, overviewHost, overviewState, storedTable } from './support/overviewStates';

function attention(count: number, isChecking = false): Partial<OverviewState> {
  return { attention: { items: attentionItems(count), isChecking, gaps: [] } };
}

/** A list of these tables and no others. */
function tables(resultId: number, ...rows: readonly StoredTable[]): Partial<OverviewState> {
  const counts = { count: rows.length, total: rows.length, size: 0, perDay: 0 };
  return { tables: { resultId, ...counts, first: { offset: 0, rows } } };
}

const failure: Failure = {
  reason: 'unreachable',
  message: 'The platform does not respond.',
  detail: 'ECONNREFUSED',
  canRetry: true,
};

describe('What needs attention in the overview', () => {
  it('shows at most sixty lines, and five again on Show Fewer', async () => {
    const view = await openOverview(attention(70));
    const lines = view.page.locator('.attention-line');
    assert.equal(await view.text('.attention-panel .count'), '70');
    assert.doesNotMatch(await view.text('.attention-panel'), /\d+ more/);
    await view.page.getByRole('button', { name: 'Show All 70' }).click();
    await view.page.getByText('10 more', { exact: true }).waitFor();
    assert.equal(await lines.count(), 60);
    await view.page.getByRole('button', { name: 'Show Fewer' }).click();
    await view.page.getByRole('button', { name: 'Show All 70' }).waitFor();
    assert.equal(await lines.count(), 5);
    await view.close();
  });

  it('names the first of many with the same problem, and lists all of them on request', async () => {
    const action = { kind: 'openQuery' as const, guid: 'g1', name: 'Nightly import' };
    const [first] = attentionItems(1);
    const items = [
      {
        ...first!,
        ...{ id: 'failed x', subject: '2,000 scheduled queries' },
        actions: [{ kind: 'showItems' as const, id: 'failed x', count: 2000 }],
        members: [{ subject: 'Nightly import', action }],
      },
    ];
    const view = await openOverview({ attention: { items, isChecking: false, gaps: [] } });
    assert.equal(await view.text('.attention-panel .count'), '1');
    await view.page.getByRole('button', { name: 'Nightly import' }).first().click();
    await view.page.getByRole('button', { name: 'Show All 2,000…' }).click();
    await holds(() => {
      assert.deepEqual(
        view.posted.filter(({ kind }) => kind === 'act').map((message) => message['action']),
        [action, { kind: 'showItems', id: 'failed x', count: 2000 }],
      );
    });
    await view.close();
  });

  it('offers more only if there is more', async () => {
    const view = await openOverview(attention(5));
    await view.page.locator('.attention-line').nth(4).waitFor();
    assert.equal(await view.page.locator('.attention-panel > button').count(), 0);
    await view.send(overviewState(attention(6)));
    await view.page.getByRole('button', { name: 'Show All 6' }).click();
    await view.page.locator('.attention-line').nth(5).waitFor();
    assert.doesNotMatch(await view.text('.attention-panel'), /\d+ more/);
    await view.close();
  });

  it('keeps the focus on its line when another one is removed', async () => {
    const view = await openOverview(attention(3));
    const button = (subject: string) =>
      view.page.locator('.attention-line', { hasText: subject }).getByRole('button', { name: 'Open Query' });
    await button('country 2').focus();
    const [first, , third] = attentionItems(3);
    await view.send(overviewState({ attention: { items: [first!, third!], isChecking: false, gaps: [] } }));
    await view.page.locator('.attention-line').nth(2).waitFor({ state: 'detached' });
    assert.equal(await button('country 2').evaluate((one) => one === document.activeElement), true);
    await view.close();
  });

  it('shows that the check continues below the results, and no time if none is known', async () => {
    const view = await openOverview(attention(2, true));
    await view.page.locator('.attention-panel', { hasText: 'Checking…' }).waitFor();
    assert.equal(await view.page.locator('.attention-line').count(), 2);
    const [first, second] = attentionItems(2);
    const items = [{ ...first!, since: null }, second!];
    await view.send(overviewState({ attention: { items, isChecking: false, gaps: ['No tables.'] } }));
    await view.page.getByText('No tables.').waitFor();
    assert.doesNotMatch(await view.text('.attention-panel'), /Checking|Nothing needs/);
    assert.equal(await view.page.locator('.attention-line time').count(), 1);
    await view.close();
  });
});

describe('The overview of a platform that does not respond', () => {
  it('keeps its content below the failure', async () => {
    const view = await openOverview({ tablesFailure: failure, schedulesFailure: failure });
    await view.page.locator('.storage-panel [data-row="0"]:not([aria-busy])').waitFor();
    assert.match(await view.text('.banner'), /The platform does not respond\. ECONNREFUSED/);
    assert.equal(await view.page.locator('.banner vscode-button:not([secondary])').count(), 0);
    assert.equal(await view.page.locator('.notice').count(), 0);
    await view.page.locator('.banner').getByRole('button', { name: 'Retry' }).click();
    await view.sent('refresh');
    await view.send(overviewState({ tablesFailure: { ...failure, canRetry: false } }));
    await view.page.locator('.banner vscode-button').waitFor({ state: 'detached' });
    await view.close();
  });

  it('shows the failure once if it has no content, and otherwise in each missing part', async () => {
    const none = { attention: null, load: null, chains: null, tables: null };
    const view = await openOverview({ ...none, schedulesFailure: failure, tablesFailure: failure });
    await view.page.locator('.notice', { hasText: 'The platform does not respond.' }).waitFor();
    assert.equal(await view.page.locator('.notice').count(), 1);
    assert.equal(await view.page.locator('.overview-parts').count(), 0);
    await view.send(overviewState({ tables: null, tablesFailure: failure }));
    await view.page
      .locator('.storage-panel .notice', { hasText: 'The platform does not respond.' })
      .waitFor();
    await view.page.locator('.week-hour').first().waitFor();
    await view.page.locator('.banner').waitFor();
    await view.send(overviewState({ load: null, chains: null, schedulesFailure: failure }));
    await view.page.locator('.load-panel .notice', { hasText: 'The platform does not respond.' }).waitFor();
    await view.page.locator('.storage-panel [data-row="0"]').waitFor();
    const forbidden = { ...failure, reason: 'noPermission' } as const;
    await view.send(overviewState({ tables: null, tablesFailure: forbidden }));
    await view.page.locator('.storage-panel .notice').waitFor();
    assert.equal(await view.page.locator('.banner').count(), 0);
    await view.close();
  });

  it('shows how long ago the platform responded, also when no more responses arrive', async () => {
    const asOf = Date.now();
    const response = overviewHost(overviewState({ asOf }));
    const view = await openPage('overview', { response, alone: true });
    await view.page.locator('.facts dd', { hasText: /\d+ s ago/ }).waitFor();
    await view.skipMinute();
    await view.page.locator('.facts dd', { hasText: '1 min ago' }).waitFor();
    await view.close();
  });

  it('has no figures and no time before the first response', async () => {
    const none = { attention: null, load: null, chains: null, schedules: null, tables: null, asOf: null };
    const view = await openOverview(none);
    const facts = view.page.locator('.facts dd');
    assert.deepEqual(await facts.allTextContents(), ['–', '–', '–', 'not yet']);
    await view.close();
  });
});

describe('The tables of the overview', () => {
  it('are sorted by name ascending first, by other columns descending first, and reversed on the second click', async () => {
    const view = await openOverview();
    const sorts = (): readonly unknown[] =>
      view.posted
        .filter(({ kind }) => kind === 'viewChanged')
        .map((message) => Object.values((message['view'] as OverviewState['view']).sort).join(' '));
    for (const name of [/^Table/, /^Table/, /^Size/, /^Size/, /^Group/]) {
      const before = sorts().length;
      await view.page.getByRole('columnheader', { name }).click();
      await holds(() => {
        assert.equal(sorts().length, before + 1);
      });
    }
    assert.deepEqual(sorts(), ['name false', 'name true', 'size true', 'size false', 'group false']);
    await view.close();
  });

  it('are opened and copied only if they are loaded', async () => {
    const host = overviewHost(overviewState());
    let hasRows = false;
    const view = await openOverview(
      {},
      { response: (message) => (message.kind === 'needRows' && !hasRows ? [] : host(message)) },
    );
    await view.page.locator('[data-row="1"] [role=gridcell]').first().click();
    await view.press('Enter', 'Control+C');
    hasRows = true;
    for (const reply of host(await view.sent('needRows'))) await view.send(reply);
    await view.page.locator('[data-row="1"]:not([aria-busy])').waitFor();
    const bars = view.page.locator('.size-bar');
    const widths = await bars.evaluateAll((all: HTMLElement[]) => all.map(({ style }) => style.width));
    assert.deepEqual(widths.slice(0, 2), ['100%', '50%']);
    await view.page.keyboard.press('Control+A');
    await view.page.keyboard.press('Control+C');
    const { text } = await view.sent('copy');
    assert.equal(view.posted.filter(({ kind }) => kind === 'copy').length, 1);
    const names = String(text).split('\n');
    assert.deepEqual([names.length, names[1]], [200, storedTable(1).name]);
    assert.ok(!view.posted.some(({ kind }) => kind === 'act'));
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('are requested again if the list is replaced', async () => {
    const host = overviewHost(overviewState());
    const view = await openOverview(
      {},
      { response: (message) => (message['resultId'] === 2 ? [] : host(message)) },
    );
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.send(overviewState({ tables: { ...overviewState().tables!, resultId: 2 } }));
    await view.page.locator('[data-row="0"][aria-busy]').waitFor();
    await view.sentThat(({ kind, resultId }) => kind === 'needRows' && resultId === 2);
    await view.close();
  });

  it('show a fallback text for missing values, and bars relative to the largest in the list', async () => {
    const none = { group: null, perDay: null, retention: 0, lastLog: null, size: 0 };
    const empty = { ...storedTable(0), ...none, state: 'empty' as const };
    const view = await openOverview(tables(1, empty));
    const cells = (): Promise<readonly string[]> =>
      view.page
        .locator('[data-row="0"] [role=gridcell]')
        .evaluateAll((all) => all.slice(1).map((cell) => cell.textContent.trim()));
    const bar = (row: number): Promise<string> =>
      view.page.locator(`[data-row="${row}"] .size-bar`).evaluate((one) => one.style.width);
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    assert.deepEqual(await cells(), ['–', '0 B', '–', 'unlimited', 'no logs']);
    assert.equal(await bar(0), '0%');
    await view.page.getByText('1 table', { exact: true }).waitFor();
    const silent = { ...storedTable(1), size: 4000, state: 'silent' as const };
    await view.send(overviewState(tables(2, silent, { ...silent, name: 'half', size: 2000 })));
    await view.page.locator('[data-row="1"]', { hasText: 'half' }).waitFor();
    assert.match((await cells())[4] ?? '', /, silent$/);
    assert.deepEqual([await bar(0), await bar(1)], ['100%', '50%']);
    await view.send(overviewState(tables(3, { ...silent, name: 'alone', size: 1000 })));
    await view.page.locator('[data-row="0"]', { hasText: 'alone' }).waitFor();
    assert.equal(await bar(0), '100%');
    await view.close();
  });

  it('show that they are filtered if some are left out', async () => {
    const { tables: all } = overviewState();
    const view = await openOverview({ tables: { ...all!, count: 12 } });
    await view.page.getByText('12 of 100,000 tables').waitFor();
    await view.send(overviewState({ tables: { ...all!, count: 0, resultId: 2 } }));
    await view.page.getByText('No table name or group matches the filter.').waitFor();
    assert.equal(await view.page.locator('logbench-grid').count(), 0);
    await view.close();
  });

  it('show times in the selected zone, and keep the column widths of the user', async () => {
    const view = await openOverview(tables(1, storedTable(0)));
    const last = view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').last();
    await last.getByText('2026-11-15 09:00:00+0900').waitFor();
    await pickZone(view, 'utc');
    await last.getByText('2026-11-15 00:00:00+0000').waitFor();
    const resized = async (): Promise<readonly string[]> =>
      Object.keys(((await view.sent('viewChanged'))['view'] as OverviewState['view']).widths);
    await last.click();
    await view.page.keyboard.press('ArrowUp');
    await view.page.keyboard.press('Shift+ArrowLeft');
    await holds(async () => {
      assert.deepEqual(await resized(), ['lastLog']);
    });
    await view.page.keyboard.press('ArrowLeft');
    await view.page.keyboard.press('Shift+ArrowLeft');
    await holds(async () => {
      assert.deepEqual(await resized(), ['lastLog', 'retention']);
    });
    await view.close();
  });
});
