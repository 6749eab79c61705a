import assert from 'node:assert/strict';
import type { FieldStatistics, QueryResultsState, ResultRow } from '../../src/core/pages/queryResults';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { openPage, openResults } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

describe('The query results page when messages arrive late or the result is replaced', () => {
  const firstVisible = ({ page }: PageUnderTest): Promise<string> =>
    page.evaluate(() => {
      const top = document.querySelector('.grid-header')!.getBoundingClientRect().bottom;
      const rows = [...document.querySelectorAll<HTMLElement>('.grid-row')];
      const [first] = rows
        .filter((row) => row.getBoundingClientRect().top >= top - 1)
        .sort((one, other) => Number(one.dataset['row']) - Number(other.dataset['row']));
      return first?.textContent.trim() ?? '';
    });

  it('shows no rows of the previous result', async () => {
    const view = await openResults();
    // Its host still responds with rows of the first result.
    await view.send(resultsState({ resultId: 2, rowCount: 48 }));
    await view.sentThat(({ kind, resultId }) => kind === 'needRows' && resultId === 2);
    const late = [noon, 1, 'late', true, {}];
    await view.send({ kind: 'rows', resultId: 1, offset: 0, rows: [late] });
    await view.send(resultsState({ resultId: 2, rowCount: 48, title: 'The second one' }));
    await view.page.getByRole('heading', { name: 'The second one' }).waitFor();
    await view.page.locator('[data-row="0"][aria-busy]').waitFor();
    await view.send({ kind: 'rows', resultId: 2, offset: 0, rows: [[noon, 1, 'in time', true, {}]] });
    await view.page.locator('[data-row="0"]', { hasText: 'in time' }).waitFor();
    await view.close();
  });

  it('shows the statistics of the field requested last, and none in another result', async () => {
    const view = await openResults();
    const count = async (column: string): Promise<void> => {
      const heading = view.page.getByRole('columnheader', { name: new RegExp(`^${column}`) });
      const { width } = (await heading.boundingBox())!;
      const item = view.page.getByRole('menuitem', { name: 'Show Field Statistics' });
      // A grid that gets another width closes the menu that has just opened.
      await eventually(async () => {
        await heading.click({ position: { x: width - 16, y: 12 } });
        await item.waitFor({ timeout: 2000 });
        return true;
      });
      await item.click();
      await view.sentThat(({ kind, column: sent }) => kind === 'statistics' && sent === column);
    };
    const statistics: FieldStatistics = {
      ...{ read: 48, total: 48, done: true, failure: null, filled: 48, distinct: 3, distinctCut: false },
      ...{ column: 'owner', least: null, greatest: null, top: [] },
    };
    const pane = (column: string) => view.page.getByRole('region', { name: `Statistics for ${column}` });
    await count('owner');
    await view.send({ kind: 'statistics', resultId: 1, statistics });
    await pane('owner').waitFor();
    await count('allowed');
    await pane('owner').waitFor({ state: 'detached' });
    await view.send({ kind: 'statistics', resultId: 1, statistics });
    await view.send({ kind: 'statistics', resultId: 1, statistics: { ...statistics, column: 'allowed' } });
    await view.send({ kind: 'statistics', resultId: 1, statistics });
    await pane('allowed').waitFor();
    assert.equal(await pane('owner').count(), 0);
    await view.send(resultsState({ resultId: 2, rowCount: 48 }));
    await pane('allowed').waitFor({ state: 'detached' });
    await view.send({ kind: 'statistics', resultId: 2, statistics: { ...statistics, column: 'allowed' } });
    await view.send(resultsState({ resultId: 2, rowCount: 48, title: 'The second one' }));
    await view.page.getByRole('heading', { name: 'The second one' }).waitFor();
    assert.equal(await pane('allowed').count(), 0);
    await view.close();
  });

  it('restores the scroll position once, and not with each message', async () => {
    const state = { rowCount: 5000, view: { ...resultsState().view, firstRow: 500 } };
    const view = await openResults(state);
    await holds(async () => {
      assert.match(await firstVisible(view), /web-500"/);
    });
    await view.page.evaluate(() => {
      document.querySelector('.grid-scroller')!.scrollTop = 0;
    });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.send(resultsState({ ...state, title: 'The same one' }));
    await view.page.getByRole('heading', { name: 'The same one' }).waitFor();
    await view.drawn();
    assert.match(await firstVisible(view), /web-0"/);
    await view.close();
  });

  it('stops copying rows of the previous result', async () => {
    const state = resultsState({ rowCount: 900 });
    const host = resultsHost(state);
    const view = await openPage('queryResults', {
      response: (message) => (message.kind === 'needRows' && message['offset'] !== 0 ? [] : host(message)),
    });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().click();
    await view.page.keyboard.press('Control+A');
    await view.page.keyboard.press('Control+C');
    await view.page.getByText('Loading 900 rows to copy…').waitFor();
    await view.send(resultsState({ resultId: 2, rowCount: 900 }));
    await view.page.getByText('Loading 900 rows to copy…').waitFor({ state: 'detached' });
    const rows = Array.from({ length: 200 }, (): ResultRow => [noon, 1, '', true, null]);
    for (const offset of [0, 200, 400, 600, 800])
      await view.send({ kind: 'rows', resultId: 2, offset, rows: rows.slice(0, 900 - offset) });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    assert.ok(!view.posted.some(({ kind }) => kind === 'copy'));
    await view.close();
  });

  it('does not save a scroll position while rows are sorted', async () => {
    const view = await openResults({ rowCount: 900 });
    const positioned = (): readonly unknown[] =>
      view.posted
        .filter(({ kind }) => kind === 'viewChanged')
        .map(({ view: sent }) => (sent as QueryResultsState['view']).firstRow)
        .filter((row) => row > 0);
    const heading = view.page.getByRole('columnheader', { name: /^count/ });
    const scroll = async (): Promise<void> => {
      await view.page.locator('.grid-row').nth(3).hover();
      await view.page.mouse.wheel(0, 2200);
      // Longer than it waits for a scroll to end.
      await view.page.waitForTimeout(350);
    };
    await heading.click();
    await scroll();
    assert.deepEqual(positioned(), []);
    await heading.click();
    await heading.click();
    await scroll();
    await eventually(() => positioned().length > 0);
    await view.close();
  });

  it('keeps rows in position while new ones are added on top, unless it is at the top', async () => {
    const tail = { paused: false, rate: 1, kept: null, failure: null };
    const state = { rowCount: 900, canTail: true, tail };
    const view = await openResults(state);
    const arrives = async (number: number): Promise<void> => {
      const row: ResultRow = [noon, 1, `new ${number}`, true, null];
      await view.send({ kind: 'tailed', resultId: 1, offset: 0, rows: [row] });
      await view.send(resultsState({ ...state, rowCount: 900 + number }));
      await view.page.getByText(`${900 + number} rows`).waitFor();
      await view.drawn();
    };
    await arrives(1);
    await holds(async () => {
      assert.match(await firstVisible(view), /new 1/);
    });
    await view.page.locator('[data-row="5"]').hover();
    await view.page.mouse.wheel(0, 2200);
    assert.equal((await view.sent('atTop'))['atTop'], false);
    await holds(async () => {
      assert.match(await firstVisible(view), /web-\d+"/);
    });
    const before = await firstVisible(view);
    await arrives(2);
    await holds(async () => {
      assert.equal(await firstVisible(view), before);
    });
    await view.close();
  });
});
