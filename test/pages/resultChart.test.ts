import assert from 'node:assert/strict';
import type { QueryResultsState, ResultRow } from '../../src/shared/protocol/queryResults';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

const hour = 3_600_000;
const timeColumns: QueryResultsState['columns'] = [
  { name: '_time', type: 'time' },
  { name: 'web', type: 'number' },
  { name: 'mail', type: 'number' },
];

describe('the chart of a result', () => {
  async function open(
    change: Partial<QueryResultsState>,
    row: (index: number) => ResultRow,
  ): Promise<PageUnderTest> {
    const view = { ...resultsState().view, chartOpen: true };
    const state = resultsState({ rowCount: 24, view, ...change });
    const page = await openPage('queryResults', { answer: resultsHost(state, row) });
    await page.page.locator('.plot svg > *').first().waitFor({ state: 'attached' });
    return page;
  }

  /** Two series over a day, with nothing between 10 and 14 o'clock. */
  async function openTimes(): Promise<PageUnderTest> {
    const chart = { shape: 'line' as const, x: '_time', series: ['web', 'mail'] };
    return open({ columns: timeColumns, chart, rowCount: 20 }, (index) => {
      const at = index < 10 ? index : index + 4;
      return [noon + at * hour, 100 + index, index === 3 ? null : 50];
    });
  }

  it('leaves gaps in time as gaps, and tells its values to the pointer and the keyboard', async () => {
    const view = await openTimes();
    const lines = view.page.locator('.plot path[stroke*="charts-blue"], .plot path[stroke*="charts-orange"]');
    const moves = async (index: number): Promise<number> =>
      ((await lines.nth(index).getAttribute('d')) ?? '').split('M').length - 1;
    // Web stops once, mail at the missing value too.
    assert.deepEqual([await moves(0), await moves(1)], [2, 3]);
    await view.page.getByRole('slider').focus();
    await view.page.keyboard.press('End');
    await view.page.keyboard.press('ArrowLeft');
    assert.match(await view.text('.chart-tip'), /2026-11-16 07:00:00\+0900\s*web\s*118\s*mail\s*50/);
    await view.page.locator('.plot').hover({ position: { x: 60, y: 60 } });
    assert.match(await view.text('.chart-tip'), /2026-11-15 09:00:00\+0900/);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('narrows the time of the query by dragging and by keyboard', async () => {
    const view = await openTimes();
    await view.page.getByRole('slider').focus();
    await view.page.keyboard.press('Home');
    await view.page.keyboard.press('Shift+ArrowRight');
    await view.page.keyboard.press('Enter');
    const narrowTime = { action: 'narrowTime', from: noon, to: noon + 2 * hour, run: true };
    assert.deepEqual((await view.sent('refine'))['refinement'], narrowTime);
    const box = (await view.page.locator('.plot').boundingBox())!;
    await view.page.mouse.move(box.x + box.width * 0.5, box.y + 50);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.75, box.y + 50, { steps: 4 });
    await view.page.mouse.up();
    await holds(() => {
      const last = view.posted.findLast(({ kind }) => kind === 'refine')?.['refinement'];
      const { from, to } = last as { from: number; to: number };
      assert.ok(Math.abs(from - (noon + 11.5 * hour)) < 1.5 * hour, new Date(from).toISOString());
      assert.ok(Math.abs(to - from - 6 * hour) < hour, `${(to - from) / hour} h`);
    });
    await view.close();
  });

  it('is drawn as another kind when asked to, without the series that are put aside', async () => {
    const view = await openTimes();
    await view.page.getByRole('combobox', { name: 'Chart type' }).click();
    await view.page.getByRole('option', { name: 'Stacked bars' }).click();
    const sent = await view.sentThat(({ kind }) => kind === 'viewChanged');
    assert.equal((sent['view'] as { chartShape: string }).chartShape, 'stacked');
    await view.page.locator('.plot path[fill*="charts-orange"]').waitFor({ state: 'attached' });
    await view.page.getByRole('button', { name: 'mail' }).click();
    await view.page.locator('.plot path[fill*="charts-orange"]').waitFor({ state: 'detached' });
    await view.close();
  });

  it('is a pie of few parts where that is chosen, and a figure where there is only one', async () => {
    const columns: QueryResultsState['columns'] = [
      { name: 'host', type: 'text' },
      { name: 'count', type: 'number' },
    ];
    const view = { ...resultsState().view, chartOpen: true, chartShape: 'pie' as const };
    const chart = { shape: 'bar' as const, x: 'host', series: ['count'] };
    const pie = await open({ columns, chart, rowCount: 3, view }, (index) => [`host ${index}`, 10]);
    assert.match(await pie.text('.plot'), /host 0 · 10 \(33%\)/);
    assert.match((await pie.page.locator('.plot').getAttribute('aria-label'))!, /host 2, count 10/);
    await pie.close();
    const figure = await open(
      { columns: [columns[1]!], chart: { shape: 'single', x: '', series: ['count'] }, rowCount: 1 },
      () => [1234567],
    );
    assert.match(await figure.text('.plot'), /1,234,567\s*count/);
    await figure.close();
  });

  it('is saved as PNG, SVG and CSV', async () => {
    const view = await openTimes();
    const save = async (item: string): Promise<string> => {
      await view.page.getByRole('button', { name: 'Save Chart' }).click();
      await view.page.getByRole('menuitem', { name: item }).click();
      const extension = item.includes('PNG') ? 'png' : item.includes('SVG') ? 'svg' : 'csv';
      const sent = await view.sentThat(
        ({ kind, extension: written }) => kind === 'save' && written === extension,
      );
      return String(sent['data']);
    };
    const png = Buffer.from(await save('Save Chart as PNG…'), 'base64');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.match(await save('Save Chart as SVG…'), /^<svg xmlns=[^]*<path d="M[^]*<\/svg>\n$/);
    const csv = await save('Save Chart Data as CSV…');
    assert.match(csv, /^_time,web,mail\n2026-11-15 09:00:00\+0900,100,50\n/);
    assert.equal(csv.trimEnd().split('\n').length, 21);
    await view.close();
  });
});
