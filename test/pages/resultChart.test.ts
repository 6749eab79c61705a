import assert from 'node:assert/strict';
import type { QueryResultsState, ResultRow } from '../../src/core/pages/queryResults';
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
    const page = await openPage('queryResults', { response: resultsHost(state, row) });
    await page.page.locator('.plot svg > *').first().waitFor({ state: 'attached' });
    return page;
  }

  /** Two series over a day, with nothing between 10 and 14 o'clock. */
  async function openTimes(): Promise<PageUnderTest> {
    const chart = { shape: 'line' as const, x: ['_time'], series: ['web', 'mail'] };
    return open({ columns: timeColumns, chart, rowCount: 20 }, (index) => {
      const at = index < 10 ? index : index + 4;
      return [noon + at * hour, 100 + index, index === 3 ? null : 50];
    });
  }

  it('shows gaps in time as gaps, and its values to the pointer and the keyboard', async () => {
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
    await view.page.mouse.move(box.x + box.width * 0.84, box.y + 50);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.6, box.y + box.height - 10, { steps: 4 });
    const shade = (await view.page.locator('.shade').boundingBox())!;
    assert.ok(Math.abs(shade.width - box.width / 4) < box.width / 40, `${shade.width} of ${box.width}`);
    await view.page.mouse.up();
    assert.equal(await view.page.evaluate('getSelection().toString()'), '', 'no label is selected');
    await holds(() => {
      // Whole points, because part of one would be drawn as a smaller one.
      const last = view.posted.findLast(({ kind }) => kind === 'refine')?.['refinement'];
      assert.deepEqual(last, { ...narrowTime, from: noon + 14 * hour, to: noon + 20 * hour });
    });
    await view.close();
  });

  it('clears a drag that the browser cancels', async () => {
    const view = await openTimes();
    await view.page.locator('.plot').hover({ position: { x: 60, y: 60 } });
    await view.page.mouse.down();
    await view.page.locator('.plot').hover({ position: { x: 200, y: 60 } });
    await view.page.locator('.shade').waitFor();
    await view.page.locator('.plot').dispatchEvent('pointercancel');
    await view.page.locator('.shade').waitFor({ state: 'detached' });
    await view.page.mouse.up();
    assert.equal(
      view.posted.some(({ kind }) => kind === 'refine'),
      false,
    );
    await view.close();
  });

  it('labels round times in the local zone of the day, without overlap, also next to a long gap', async () => {
    // Seoul put its clocks back from +1000 to +0900 that night.
    const evening = Date.UTC(1988, 9, 8, 8, 30);
    const chart = { shape: 'line' as const, x: ['_time'], series: ['web', 'mail'] };
    const view = await open({ columns: timeColumns, chart, rowCount: 24 }, (index) => [
      evening + index * hour + (index < 20 ? 0 : 30 * hour),
      index,
      1,
    ]);
    assert.ok((await disjointLabels(view)).every((label) => /^(06|12|18):00$|^10-\d\d$/.test(label)));
    await view.page.getByRole('slider').focus();
    await view.page.keyboard.press('Home');
    assert.match(await view.text('.chart-tip'), /^\s*1988-10-08 18:30:00\+1000/);
    await view.page.keyboard.press('End');
    assert.match(await view.text('.chart-tip'), /^\s*1988-10-10 22:30:00\+0900/);
    await view.close();
  });

  it('labels each group by all of its fields, shortened to the available width', async () => {
    const columns: QueryResultsState['columns'] = [
      { name: '지사', type: 'text' },
      { name: 'port', type: 'text' },
      { name: 'count', type: 'number' },
    ];
    const chart = { shape: 'bar' as const, x: ['지사', 'port'], series: ['count'] };
    const view = await open({ columns, chart, rowCount: 12 }, (index) => [
      '대전연구소내부망접속기록',
      index === 0 ? '' : `\u202e${index}`,
      index,
    ]);
    assert.ok((await disjointLabels(view)).every((label) => label.startsWith('대전') && label.endsWith('…')));
    await view.page.locator('.plot').hover({ position: { x: 60, y: 60 } });
    assert.match(await view.text('.chart-tip'), /대전연구소내부망접속기록 · empty text\s*count\s*0/);
    await view.close();
  });

  it('is drawn as another type when it is selected, without hidden series', async () => {
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

  it('is a pie of few parts if that is selected, and one circle if there is only one', async () => {
    const columns: QueryResultsState['columns'] = [
      { name: 'host', type: 'text' },
      { name: 'count', type: 'number' },
    ];
    const view = { ...resultsState().view, chartOpen: true, chartShape: 'pie' as const };
    const chart = { shape: 'bar' as const, x: ['host'], series: ['count'] };
    const pie = await open({ columns, chart, rowCount: 3, view }, (index) => [`host ${index}`, 10]);
    assert.match(await pie.text('.plot'), /host 0 · 10 \(33%\)/);
    assert.match((await pie.page.locator('.plot').getAttribute('aria-label'))!, /host 2, count 10/);
    await pie.close();
    const whole = await open({ columns, chart, rowCount: 1, view }, () => ['host \u202e1', 10]);
    const circle = (await whole.page.locator('.plot path[fill*="charts-blue"]').first().boundingBox())!;
    assert.ok(circle.width > 100 && circle.height > 100, 'one part is the whole circle');
    assert.match(await whole.text('.plot'), /host \[U\+202E\]1 · 10 \(100%\)/);
    await whole.close();
    const negative = await open({ columns, chart, rowCount: 3, view }, (index) => [`host ${index}`, -index]);
    assert.equal(await negative.page.getByRole('slider').count(), 1, 'drawn as bars');
    await negative.close();
  });

  it('shows all digits of a single row as figures, as many next to each other as fit', async () => {
    const names = ['count', 'max(id)', `sum(${'bytes'.repeat(20)})`, 'dc(host)'];
    const columns = names.map((name) => ({ name, type: 'number' as const }));
    const figures = await open(
      { columns, chart: { shape: 'single', x: [], series: names }, rowCount: 1 },
      () => [1234567, '9007199254740993', 12345678901, 7],
    );
    assert.match(await figures.text('.plot'), /1,234,567\s*count\s*9,007,199,254,740,993\s*max\(id\)/);
    const sizes = await figures.page
      .locator('.plot svg text')
      .evaluateAll((all) => all.map((text) => Number(text.getAttribute('font-size'))));
    assert.deepEqual(sizes, [34, 13, 23, 13, 34, 13, 34, 13]);
    await disjointLabels(figures);
    assert.match(await saved(figures, 'Save Chart Data as CSV…'), /9007199254740993/);
    await figures.page.setViewportSize({ width: 300, height: 800 });
    await holds(async () => void (await disjointLabels(figures)));
    await figures.close();
  });

  it('is saved as PNG, SVG and CSV, in opaque colors', async () => {
    const view = await openTimes();
    // The orange of Dark Modern and Light Modern.
    await view.page.evaluate(
      "document.documentElement.style.setProperty('--vscode-charts-orange', 'rgba(234, 92, 0, 0.33)')",
    );
    const mail = view.page.locator('.plot path[stroke*="charts-orange"]').first();
    // A path that is just drawn again has no color.
    await holds(async () => {
      assert.match(await mail.evaluate((path) => getComputedStyle(path).stroke), /^(?!.*\/).*0\.36/);
    });
    const png = Buffer.from(await saved(view, 'Save Chart as PNG…'), 'base64');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    const svg = await saved(view, 'Save Chart as SVG…');
    assert.match(svg, /^<svg xmlns=[^]*<path d="M[^]*<\/svg>\n$/);
    assert.match(svg, /stroke="rgb\(234, 92, 0\)"/);
    assert.match(svg, />web<[^]*>mail</, 'a file has the names of its series too');
    const csv = await saved(view, 'Save Chart Data as CSV…');
    assert.match(csv, /^_time,web,mail\n2026-11-15 09:00:00\+0900,100,50\n/);
    assert.equal(csv.trimEnd().split('\n').length, 21);
    await view.close();
  });
});

/** The labels in the drawing. Fails if two of them overlap. */
async function disjointLabels({ page }: PageUnderTest): Promise<readonly string[]> {
  const labels = await page.locator('.plot svg text').all();
  const boxes = await Promise.all(labels.map(async (label) => (await label.boundingBox())!));
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      const apart = one.x + one.width <= other.x || other.x + other.width <= one.x;
      const isOtherLine = Math.abs(one.y - other.y) > one.height / 2;
      assert.ok(apart || isOtherLine, JSON.stringify([one, other]));
    }
  }
  const texts = await Promise.all(labels.map(async (label) => (await label.textContent()) ?? ''));
  return texts.filter((text) => !/^[\d.,]+K?$/.test(text));
}

async function saved(view: PageUnderTest, item: string): Promise<string> {
  await view.page.getByRole('button', { name: 'Save Chart' }).click();
  await view.page.getByRole('menuitem', { name: item }).click();
  const extension = item.includes('PNG') ? 'png' : item.includes('SVG') ? 'svg' : 'csv';
  const sent = await view.sentThat(
    ({ kind, extension: written }) => kind === 'save' && written === extension,
  );
  return String(sent['data']);
}
