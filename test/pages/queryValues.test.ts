import assert from 'node:assert/strict';
import type { FieldStatistics, ResultRow } from '../../src/core/pages/queryResults';
import { holds } from '../support/holds';
import { openPage, openResults } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

const logColumns = [
  { name: '_table', type: 'text' as const },
  { name: '_time', type: 'time' as const },
  { name: '_id', type: 'number' as const },
  { name: 'host', type: 'text' as const },
  { name: 'line', type: 'text' as const },
  { name: 'user', type: 'text' as const },
];

describe('the values of a result', () => {
  async function openLogs(highlights: string[] = []): Promise<PageUnderTest> {
    const state = resultsState({ rowCount: 30, columns: logColumns, rawLogs: true, highlights });
    const view = await openPage('queryResults', {
      response: resultsHost(state, (index) => [
        'web_access',
        noon + index * 1000,
        index + 1,
        'web-1',
        `10.0.0.${index} GET /index.html denied by rule ${index}`,
        `user ${index % 3}`,
      ]),
    });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    return view;
  }

  it('are added to the query from the menu of a cell', async () => {
    const view = await openResults();
    const cell = view.page.locator('[data-row="0"] [aria-colindex="3"]');
    const refinement = { action: 'keepOnly', column: 'owner', value: 'team 0' };
    for (const [item, wanted] of [
      ['Keep Only “team 0”', { ...refinement, run: true }],
      ['Exclude “team 0”', { ...refinement, action: 'exclude', run: true }],
      ['Add to Query', { ...refinement, run: false }],
    ] as const) {
      await cell.click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: item }).click();
      await holds(() => {
        assert.deepEqual(view.posted.findLast(({ kind }) => kind === 'refine')?.['refinement'], wanted);
      });
    }
    await cell.click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Pivot…' }).click();
    const { column, value } = await view.sent('pivot');
    assert.deepEqual({ column, value }, { column: 'owner', value: 'team 0' });
    await view.page.locator('[data-row="0"] [aria-colindex="5"]').click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Open Row' }).waitFor();
    assert.equal(await view.page.getByRole('menuitem', { name: /Keep Only/ }).count(), 0);
    await view.close();
  });

  it('are shortened in a menu, and a missing one cannot be filtered', async () => {
    const row = [noon, 1, `${'x'.repeat(38)}😀 and more`, null, 'a\u202Eb'];
    const view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 1 }), () => row),
    });
    const itemsOf = async (column: number): Promise<readonly string[]> => {
      await view.page.locator(`[data-row="0"]:not([aria-busy]) [aria-colindex="${column}"]`).click({
        button: 'right',
      });
      await view.page.getByRole('menuitem', { name: 'Open Row' }).waitFor();
      const items = await view.page.getByRole('menuitem').allInnerTexts();
      await view.page.keyboard.press('Escape');
      return items.map((item) => item.trim());
    };
    assert.equal((await itemsOf(3))[0], `Keep Only “${'x'.repeat(38)}…”`);
    assert.equal((await itemsOf(5))[0], 'Keep Only “a[U+202E]b”');
    assert.ok((await itemsOf(5)).includes('Filter Rows by This Value'));
    assert.deepEqual((await itemsOf(4)).slice(0, 4), [
      'Keep Only “no value”',
      'Exclude “no value”',
      'Add to Query',
      'Copy Value',
    ]);
    await view.close();
  });

  it('are added to the query from a field of the open row, by keyboard', async () => {
    const view = await openResults();
    await view.page.locator('[data-row="2"] [role=gridcell]').first().dblclick();
    await view.page.getByRole('button', { name: 'Actions for count' }).focus();
    await view.page.keyboard.press('Enter');
    await view.page.getByRole('menuitem', { name: 'Exclude' }).click();
    const { refinement } = await view.sent('refine');
    assert.deepEqual(refinement, { action: 'exclude', column: 'count', value: 644, run: true });
    await view.close();
  });

  it('of a stored log start with the distinctive fields, and the opened row shows its table, time and text', async () => {
    const view = await openLogs(['denied']);
    assert.deepEqual(await view.page.locator('.grid-heading-label').allInnerTexts(), [
      '_time',
      'line',
      'user',
      '_table',
      'host',
      '_id',
    ]);
    await view.page.locator('[data-row="1"] [role=gridcell]').first().dblclick();
    const pane = view.page.getByRole('region', { name: 'Row' });
    assert.equal(await pane.locator('.event-source').innerText(), 'web_access');
    assert.match(await pane.locator('h2').innerText(), /^2026-11-15 09:00:01/);
    // A pane as narrow as it gets next to the rows shows the whole time.
    await view.page.setViewportSize({ width: 730, height: 720 });
    assert.ok(await pane.locator('h2').evaluate((heading) => heading.scrollWidth <= heading.clientWidth));
    assert.match(await pane.locator('.event-line').innerText(), /^10\.0\.0\.1 GET/);
    assert.deepEqual(await pane.locator('mark').allInnerTexts(), ['denied']);
    const { height } = (await pane.locator('.event-fields > div').first().boundingBox())!;
    assert.ok(height < 40, `a field of one line is ${height} high`);
    await view.page.getByRole('textbox', { name: 'Filter rows' }).fill('index');
    await holds(async () => {
      assert.deepEqual(await pane.locator('mark').allInnerTexts(), ['index', 'denied']);
    });
    await view.close();
  });

  it('of new logs are added on top while live updates are on, which pause when the rows are scrolled', async () => {
    const logs = { rowCount: 300, columns: logColumns, rawLogs: true, canTail: true };
    const row = (index: number): ResultRow => ['web', noon - index * 1000, index, 'h', `line ${index}`, 'u'];
    const view = await openPage('queryResults', { response: resultsHost(resultsState(logs), row) });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.page.getByRole('switch', { name: 'Live' }).click();
    assert.deepEqual(await view.sent('tail'), { kind: 'tail', on: true });
    const tail = { paused: false, rate: 1.5, kept: null, failure: null };
    const tailed = { kind: 'tailed', resultId: 1, offset: 0 };
    await view.send({ ...tailed, rows: [['web', noon + 1000, 999, 'h', 'newest', 'u']] });
    await view.send(resultsState({ ...logs, rowCount: 301, tail }));
    await view.page.locator('[data-row="0"]', { hasText: 'newest' }).waitFor();
    assert.match(await view.text('.tail'), /Live, 1\.5\/s/);
    const filter = view.page.getByRole('textbox', { name: 'Filter rows' });
    await filter.fill('newest');
    await view.page.locator('[data-row="1"]').waitFor({ state: 'detached' });
    await view.send({ ...tailed, rows: [['web', noon + 2000, 1000, 'h', 'newest of all', 'u']] });
    await view.send(resultsState({ ...logs, rowCount: 301, tail: { ...tail, kept: 301 } }));
    await view.page.locator('[data-row="0"]', { hasText: 'newest of all' }).waitFor();
    await view.page.locator('[data-row="1"]', { hasText: 'newest' }).waitFor();
    await view.page.getByText('Only the newest 301 rows are kept.').waitFor();
    await filter.fill('');
    await view.page.locator('[data-row="5"]').hover();
    await view.page.mouse.wheel(0, 2200);
    assert.equal((await view.sent('atTop'))['atTop'], false);
    await view.send(resultsState({ ...logs, rowCount: 301, tail: { ...tail, paused: true } }));
    await view.page.getByText('Live updates are paused until you scroll back to the top').waitFor();
    await view.close();
  });

  it('keep the column order of a query', async () => {
    const view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 3, columns: logColumns }), () => [
        't',
        noon,
        1,
        'h',
        'l',
        'u',
      ]),
    });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const names = logColumns.map(({ name }) => name);
    assert.deepEqual(await view.page.locator('.grid-heading-label').allInnerTexts(), names);
    await view.close();
  });

  it('are counted over all rows from the menu of a heading, and can be filtered and grouped', async () => {
    const view = await openResults();
    const heading = view.page.getByRole('columnheader', { name: /^owner/ });
    const { width } = (await heading.boundingBox())!;
    await heading.click({ position: { x: width - 16, y: 12 } });
    await view.page.getByRole('menuitem', { name: 'Show Field Statistics' }).click();
    assert.deepEqual(await view.sent('statistics'), { kind: 'statistics', resultId: 1, column: 'owner' });
    const statistics: FieldStatistics = {
      column: 'owner',
      read: 12_000,
      total: 48_000,
      done: false,
      failure: null,
      filled: 9000,
      distinct: 3,
      distinctCut: false,
      least: 'team 1',
      greatest: 'team 9',
      top: [
        { value: 'team 1', count: 6000 },
        { value: 'team 2', count: 3000 },
      ],
    };
    await view.send({ kind: 'statistics', resultId: 1, statistics });
    const pane = view.page.getByRole('region', { name: 'Statistics for owner' });
    assert.match(
      await pane.innerText(),
      /Reading 12,000 of 48,000 rows…[^]*9,000 \(75%\)[^]*team 1[^]*6,000 · 67%/,
    );
    await view.send({
      kind: 'statistics',
      resultId: 1,
      statistics: { ...statistics, read: 48_000, done: true },
    });
    await pane.getByText('Based on all 48,000 rows.').waitFor();
    await pane.getByRole('button', { name: 'Exclude “team 2”' }).click();
    const { refinement } = await view.sent('refine');
    assert.deepEqual(refinement, { action: 'exclude', column: 'owner', value: 'team 2', run: true });
    await pane.getByRole('button', { name: 'Group By This Field' }).click();
    await view.sentThat(
      ({ refinement: sent }) => (sent as { action?: string } | undefined)?.action === 'groupBy',
    );
    await pane.press('Escape');
    await pane.waitFor({ state: 'detached' });
    await view.sentThat(({ kind, column }) => kind === 'statistics' && column === null);
    await view.close();
  });

  it('have a menu on their heading by keyboard', async () => {
    const view = await openResults();
    await view.page.locator('[data-row="0"] [role=gridcell]').nth(1).click();
    await view.page.keyboard.press('ArrowUp');
    await view.page.keyboard.press('Shift+F10');
    await view.page.getByRole('menuitem', { name: 'Sort Descending' }).click();
    await holds(async () => {
      const heading = view.page.getByRole('columnheader', { name: /^count/ });
      assert.equal(await heading.getAttribute('aria-sort'), 'descending');
    });
    await view.close();
  });
});
