import assert from 'node:assert/strict';
import type { QueryResultsState, ResultRow } from '../../src/core/pages/queryResults';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

const columns: QueryResultsState['columns'] = [
  { name: 'host', type: 'text' },
  { name: 'count', type: 'number' },
  { name: 'size', type: 'number' },
];

describe('The values of a chart without times', () => {
  async function open(
    rows: readonly ResultRow[],
    chart: NonNullable<QueryResultsState['chart']>,
    chartShape: QueryResultsState['view']['chartShape'] = null,
  ): Promise<PageUnderTest> {
    const view = { ...resultsState().view, chartOpen: true, chartShape };
    const state = resultsState({ columns, chart, rowCount: rows.length, view });
    const opened = await openPage('queryResults', {
      response: resultsHost(state, (index) => rows[index] ?? []),
    });
    await opened.page.locator('.plot svg > *').first().waitFor({ state: 'attached' });
    return opened;
  }

  const counts = { shape: 'bar' as const, x: ['host'], series: ['count'] };
  const both = { shape: 'bar' as const, x: ['host'], series: ['count', 'size'] };
  const pathsOf = ({ page }: PageUnderTest, color: string): Promise<readonly string[]> =>
    page
      .locator(`.plot path[fill*="charts-${color}"]`)
      .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));

  async function saved(view: PageUnderTest, kind: 'SVG' | 'CSV'): Promise<string> {
    await view.page.getByRole('button', { name: 'Save Chart' }).click();
    const item = kind === 'SVG' ? 'Save Chart as SVG…' : 'Save Chart Data as CSV…';
    await view.page.getByRole('menuitem', { name: item }).click();
    return String((await view.sentThat(({ extension }) => extension === kind.toLowerCase()))['data']);
  }

  it('are slices of a pie: none for zero, and a large arc for more than half', async () => {
    const nothing = await open(
      [
        ['a', 0, 0],
        ['b', 0, 0],
      ],
      counts,
      'pie',
    );
    assert.match(await nothing.text('.plot'), /a · 0 \(0%\)/);
    assert.doesNotMatch(await nothing.page.locator('.plot').innerHTML(), /NaN/);
    await nothing.close();
    const view = await open(
      [
        ['a', 3, 0],
        ['b', 1, 0],
        ['c', null, 0],
      ],
      counts,
      'pie',
    );
    assert.match(await view.text('.plot'), /a · 3 \(75%\)\s*b · 1 \(25%\)\s*c · – \(0%\)/);
    const [large] = await pathsOf(view, 'blue');
    const [small] = await pathsOf(view, 'orange');
    assert.match(large ?? '', /A[\d.]+ [\d.]+ 0 1 1 /);
    assert.match(small ?? '', /A[\d.]+ [\d.]+ 0 0 1 /);
    assert.equal(await view.page.getByRole('slider').count(), 0);
    await view.close();
  });

  it('are labeled below a pie in a narrow window', async () => {
    const view = await open(
      [
        ['a long name '.repeat(20), 3, 0],
        ['b', 1, 0],
      ],
      counts,
      'pie',
    );
    await view.page.setViewportSize({ width: 380, height: 800 });
    await view.page.locator('.plot svg[height="250"]').waitFor();
    const positions = await view.page
      .locator('.plot svg text')
      .evaluateAll((all) => all.map((text) => Number(text.getAttribute('y'))));
    assert.ok(
      positions.every((y) => y > 210 && y < 250),
      positions.join(),
    );
    const frame = (await view.page.locator('.plot svg').boundingBox())!;
    const name = (await view.page.locator('.plot svg text').first().boundingBox())!;
    assert.ok(
      name.width > 200 && name.x + name.width <= frame.x + frame.width,
      JSON.stringify([frame, name]),
    );
    await view.page.setViewportSize({ width: 120, height: 800 });
    await view.page.locator('.plot svg[width="160"]').waitFor();
    await view.close();
  });

  it('are labeled once beside them and in a file, and not in a legend too', async () => {
    const view = await open([['a', 3, 4]], { shape: 'single', x: [], series: ['count', 'size'] });
    assert.equal(await view.page.locator('.legend').count(), 0);
    assert.equal(await view.page.getByRole('combobox', { name: 'Chart type' }).count(), 0);
    assert.equal((await saved(view, 'SVG')).split('>size<').length, 2);
    await view.close();
  });

  it('have no bar if there is no value, and are empty in a file', async () => {
    const view = await open(
      [
        ['a', 3, 4],
        ['b', null, 4],
        ['', 5, -2],
      ],
      both,
    );
    const [bars] = await pathsOf(view, 'blue');
    assert.equal((bars ?? '').split('M').length - 1, 2);
    // No wider than they need be, next to each other.
    assert.equal((bars ?? '').match(/h63\.0/g)?.length, 2);
    const [left, right] = [bars, ...(await pathsOf(view, 'orange'))].map((path) =>
      Number.parseFloat((path ?? '').slice(1)),
    );
    assert.equal(Math.round(right! - left!), 64);
    // A bar begins at zero and goes down where its value is negative.
    const heights = ((await pathsOf(view, 'orange'))[0] ?? '').match(/v-?[\d.]+/g) ?? [];
    assert.ok(heights.length === 3 && heights.every((height) => !height.includes('-')), heights.join());
    assert.equal(await saved(view, 'CSV'), 'host,count,size\na,3,4\nb,,4\nempty text,5,-2\n');
    await view.close();
  });

  it('are stacked, without bars for missing values', async () => {
    const view = await open(
      [
        ['a', 3, 4],
        ['b', null, 4],
      ],
      both,
      'stacked',
    );
    const tops = async (color: string): Promise<readonly (readonly number[])[]> =>
      ((await pathsOf(view, color))[0] ?? '')
        .split('M')
        .slice(1)
        .map((bar) => (/^[\d.]+ ([\d.]+)h[\d.]+v([\d.]+)/.exec(bar) ?? []).slice(1).map(Number));
    await holds(async () => {
      assert.equal((await tops('blue')).length, 1);
    });
    const [[low = 0, lowHeight = 0] = []] = await tops('blue');
    const [[high = 0, highHeight = 0] = [], [alone = 0, aloneHeight = 0] = []] = await tops('orange');
    const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.3;
    assert.ok(isNear(high + highHeight, low), 'upon the one below');
    assert.ok(isNear(alone + aloneHeight, low + lowHeight), 'on the ground where there is none below');
    const ground = await view.page
      .locator('.plot path[stroke*="editorWidget-border"]')
      .evaluateAll((all) => all.map((line) => line.getAttribute('opacity')));
    assert.deepEqual([ground[0], [...new Set(ground.slice(1))]], ['1', ['0.5']]);
    await view.close();
  });
});
