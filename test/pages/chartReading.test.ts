import assert from 'node:assert/strict';
import type { QueryResultsState, ResultRow } from '../../src/core/pages/queryResults';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

const hour = 3_600_000;
const series = ['web', 'mail'];

describe('Reading the chart of a result', () => {
  async function open(state: QueryResultsState, row: (index: number) => ResultRow): Promise<PageUnderTest> {
    const view = await openPage('queryResults', { response: resultsHost(state, row) });
    await view.page.locator('.plot svg > *').first().waitFor({ state: 'attached' });
    return view;
  }

  const stateOf = (
    rowCount: number,
    x: QueryResultsState['columns'][number],
    change: Partial<QueryResultsState> = {},
  ): QueryResultsState =>
    resultsState({
      rowCount,
      columns: [x, ...series.map((name) => ({ name, type: 'number' as const }))],
      chart: { shape: x.type === 'time' ? 'line' : 'bar', x: [x.name], series },
      view: { ...resultsState().view, chartOpen: true },
      ...change,
    });

  const byTime = { name: '_time', type: 'time' } as const;
  const byGroup = { name: 'host', type: 'text' } as const;
  const timed = (index: number): ResultRow => [noon + index * hour, 100 + index, 50];
  const openTimes = (): Promise<PageUnderTest> => open(stateOf(10, byTime), timed);
  const openGroups = (): Promise<PageUnderTest> =>
    open(stateOf(4, byGroup), (index) => [`host ${index}`, index, 50]);

  /** The periods that the page asked for, as the numbers of their hours. */
  const periods = ({ posted }: PageUnderTest): readonly unknown[] =>
    posted
      .filter(({ kind }) => kind === 'refine')
      .map(({ refinement }) => refinement as { readonly from: number; readonly to: number })
      .map(({ from, to }) => [(from - noon) / hour, (to - noon) / hour]);

  it('stops at its first and its last point', async () => {
    const view = await openTimes();
    const plot = view.page.getByRole('slider');
    await plot.focus();
    const at = async (...keys: readonly string[]): Promise<string | null> => {
      await view.press(...keys);
      return plot.getAttribute('aria-valuenow');
    };
    assert.deepEqual([await at('ArrowRight'), await at('ArrowLeft'), await at('ArrowLeft')], ['0', '0', '0']);
    assert.deepEqual([await at('End'), await at('ArrowRight'), await at('ArrowLeft')], ['9', '9', '8']);
    assert.deepEqual([await view.isLeft('End'), await view.isLeft('F6')], [false, true], 'it would scroll');
    const label = await plot.getAttribute('aria-label');
    assert.match(label ?? '', /^Chart of web, mail by _time\. Use the arrow keys/);
    await view.close();
  });

  it('narrows the time from the point at which Shift was first pressed, and to one point after a step without Shift', async () => {
    const view = await openTimes();
    await view.page.getByRole('slider').focus();
    await view.press('Enter');
    await view.press('Home', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
    await view.press('ArrowRight', 'Enter');
    await view.press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowRight', 'Enter');
    await holds(() => {
      assert.deepEqual(periods(view), [
        [1, 4],
        [4, 5],
        [3, 5],
      ]);
    });
    await view.close();
  });

  it('clears its point and its selection when it loses the focus', async () => {
    const view = await openTimes();
    const plot = view.page.getByRole('slider');
    await plot.focus();
    await view.press('End', 'Shift+ArrowLeft');
    await view.page.locator('.shade').waitFor();
    await view.press('Shift+ArrowRight');
    await view.page.locator('.shade').waitFor({ state: 'detached' });
    await view.press('Shift+ArrowLeft');
    await view.page.locator('.shade').waitFor();
    await plot.evaluate((one) => one.blur());
    await view.page.locator('.plot :is(.shade, .reading), .chart-tip').first().waitFor({ state: 'detached' });
    await plot.focus();
    await view.press('Enter', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
    await holds(() => {
      assert.deepEqual(periods(view), [[0, 2]]);
    });
    await view.close();
  });

  it('selects no time by a click, by another button, or without a time axis', async () => {
    /** How many intervals were marked on the way. */
    const drag = async ({ page }: PageUnderTest, by: number, button: 'left' | 'right'): Promise<number> => {
      const box = (await page.locator('.plot').boundingBox())!;
      await page.mouse.move(box.x + 200, box.y + 40);
      await page.mouse.down({ button });
      await page.mouse.move(box.x + 200 + by, box.y + 40);
      await page.locator('.chart-tip').waitFor();
      const marked = await page.locator('.shade').count();
      await page.mouse.up({ button });
      return marked;
    };
    const view = await openTimes();
    assert.deepEqual([await drag(view, 3, 'left'), await drag(view, 400, 'right')], [0, 0]);
    assert.equal(await drag(view, 400, 'left'), 1);
    await holds(() => {
      assert.equal(periods(view).length, 1);
    });
    await view.close();
    const groups = await openGroups();
    assert.equal(await drag(groups, 400, 'left'), 0);
    await groups.page.getByRole('slider').focus();
    await groups.press('Home', 'Shift+ArrowRight', 'Enter');
    assert.equal(
      await groups.page.getByRole('slider').getAttribute('aria-valuetext'),
      'host 1, web 1, mail 50',
    );
    assert.deepEqual(periods(groups), []);

    assert.equal(
      await groups.page.getByRole('slider').getAttribute('aria-label'),
      'Chart of web, mail by host',
    );
    await groups.close();
  });

  it('selects the range of a drag, also beyond its edge, and one point for a drag between two', async () => {
    const view = await openTimes();
    const box = (await view.page.locator('.plot').boundingBox())!;
    const step = (box.width - 52 - 16) / 10;
    const drag = async (from: number, to: number): Promise<void> => {
      await view.page.mouse.move(box.x + from, box.y + 40);
      await view.page.mouse.down();
      await view.page.mouse.move(box.x + to, box.y + 40, { steps: 3 });
      await view.page.mouse.up();
    };
    // Over the labels of the axis there is nothing to mark.
    await drag(5, 45);
    await drag(52 + 8 * step, box.width + 40);
    await holds(() => {
      assert.deepEqual(periods(view), [[8, 10]]);
    });
    await drag(52 + 2.7 * step, 52 + 3.2 * step);
    await holds(() => {
      assert.deepEqual(periods(view).at(-1), [2, 3]);
    });
    await view.close();
  });

  it('clears a point, and the start of a selection, that the filter removes', async () => {
    const rowOf = (index: number): ResultRow => [noon + index * hour, index < 3 ? 700 : 100, 50];
    const open3 = async (...keys: readonly string[]): Promise<PageUnderTest> => {
      const view = await open(stateOf(10, byTime), rowOf);
      await view.page.getByRole('slider').focus();
      await view.press(...keys);
      await view.page.locator('.chart-tip').waitFor();
      // Without the focus, which the chart would give away.
      await view.page
        .locator('vscode-textfield.filter')
        .evaluate((field: HTMLElement & { value: string }) => {
          field.value = '700';
          field.dispatchEvent(new Event('input'));
        });
      await view.page.locator('.plot[aria-valuemax="2"]').waitFor();
      return view;
    };
    const point = await open3('End');
    assert.equal(await point.page.locator('.plot .reading, .chart-tip').count(), 0);
    assert.equal(await point.page.getByRole('slider').getAttribute('aria-valuenow'), '0');
    await point.close();
    const selection = await open3('End', 'Shift+Home');
    assert.equal(await selection.page.locator('.plot .shade').count(), 0);
    await selection.press('Enter');
    await holds(() => {
      assert.deepEqual(periods(selection), [[0, 1]]);
    });
    assert.deepEqual(selection.faults, []);
    await selection.close();
  });

  it('omits a hidden series, also from a saved file, until it is shown again', async () => {
    const view = await openTimes();
    const mail = view.page.locator('.legend button', { hasText: 'mail' });
    const svg = async (): Promise<string> => {
      await view.page.getByRole('button', { name: 'Save Chart' }).click();
      await view.page.getByRole('menuitem', { name: 'Save Chart as SVG…' }).click();
      const count = view.posted.filter(({ kind }) => kind === 'save').length;
      await holds(() => {
        assert.ok(view.posted.filter(({ kind }) => kind === 'save').length >= Math.max(1, count));
      });
      return String((await view.sent('save'))['data']);
    };
    await mail.click();
    assert.equal(await mail.getAttribute('aria-pressed'), 'false');
    await view.page.getByRole('slider').focus();
    await view.press('Home');
    assert.match(await view.text('.chart-tip'), /web/);
    assert.doesNotMatch(await view.text('.chart-tip'), /mail/);
    assert.doesNotMatch(await svg(), />mail</);
    await mail.click();
    await view.page.getByRole('slider').focus();
    await view.press('Home');
    assert.match(await view.text('.chart-tip'), /mail/);
    // The other one keeps its color and its dashes, also in a file.
    await view.page.locator('.legend button', { hasText: 'web' }).click();
    await view.page.locator('.plot path[stroke*="charts-blue"]').waitFor({ state: 'detached' });
    const line = view.page.locator('.plot path[stroke*="charts-orange"]');
    assert.equal(await line.getAttribute('stroke-dasharray'), '6 3');
    await view.page.getByRole('button', { name: 'Save Chart' }).click();
    await view.page.getByRole('menuitem', { name: 'Save Chart as SVG…' }).click();
    const { data } = await view.sentThat(
      (one) => one.kind === 'save' && !String(one['data']).includes('>web<'),
    );
    assert.equal(String(data).match(/stroke-dasharray="6 3"/g)?.length, 2);
    assert.match(String(data), /^<svg [^>]*height="230"/);
    await view.close();
  });

  it('shows the values beside the point, inside the chart', async () => {
    const view = await openTimes();
    await view.page.getByRole('slider').focus();
    const box = (await view.page.locator('.plot').boundingBox())!;
    for (const key of ['Home', 'End']) {
      await view.press(key);
      const tip = (await view.page.locator('.chart-tip').boundingBox())!;
      assert.ok(tip.x >= box.x && tip.x + tip.width <= box.x + box.width, `${key} ${JSON.stringify(tip)}`);
      const line = (await view.page.locator('.plot .reading').boundingBox())!;
      const apart = key === 'Home' ? tip.x - line.x : line.x - (tip.x + tip.width);
      assert.ok(apart > 5 && apart < 15, `${key} ${apart}`);
    }
    await view.close();
  });

  it('shows how many series and rows are left out, and draws an isolated point', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `n${index}`);
    const columns = [byTime, ...names.map((name) => ({ name, type: 'number' as const }))];
    const chart = { shape: 'line' as const, x: ['_time'], series: names };
    const view = await open(stateOf(5, byTime, { columns, chart }), (index) => [
      index === 4 ? null : noon + index * hour,
      index === 2 ? 5 : null,
      ...names.slice(1).map(() => 1),
    ]);
    await view.page.getByText('Showing 4 of 5 rows', { exact: true }).waitFor();
    await view.page.locator('.legend').getByText('1 series is not shown', { exact: true }).waitFor();
    const dot = await view.page.locator('.plot path[fill*="charts-blue"]').getAttribute('d');
    assert.match(dot ?? '', /^M[\d.]+ [\d.]+h4\.0v4\.0h-4\.0Z$/);
    assert.equal(await view.page.locator('.plot path[fill*="charts-orange"]').count(), 0);
    await view.close();
    const whole = await openTimes();
    assert.equal(await whole.page.locator('.left-out').count(), 0);
    await whole.close();
  });

  it('draws the largest series and the sum of the others, and lets the user select which ones to draw', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `n${index}`);
    const columns = [byTime, ...names.map((name) => ({ name, type: 'number' as const }))];
    const chart = { shape: 'bar' as const, x: ['_time'], series: names, additive: true };
    const state = stateOf(3, byTime, { columns, chart });
    const view = await open(state, (index) => [noon + index * hour, ...names.map((_, at) => at)]);
    const drawn = async (): Promise<readonly string[]> => view.page.locator('.legend button').allInnerTexts();
    await view.page.locator('.legend').waitFor();
    assert.deepEqual(await drawn(), ['n8', 'n7', 'n6', 'n5', 'n4', 'n3', 'Other (3 series)']);
    await view.page.locator('.plot').press('Home');
    assert.match(await view.page.locator('.chart-tip').innerText(), /Other \(3 series\)\s*3$/);

    await view.page.getByRole('button', { name: 'Select Series…' }).click();
    const asked = await view.sent('pickSeries');
    assert.deepEqual((asked['series'] as unknown[])[0], { name: 'n8', size: '24', drawn: true });
    await view.send({ kind: 'seriesPicked', resultId: state.resultId, series: ['n1'] });
    await view.page.getByText('Other (8 series)').waitFor();
    assert.deepEqual(await drawn(), ['n1', 'Other (8 series)']);
    await view.close();
  });
});
