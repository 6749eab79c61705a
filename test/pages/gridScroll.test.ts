import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

describe('A grid that is scrolled', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  async function open(rowCount: number, fields = 5): Promise<void> {
    const columns = Array.from({ length: fields }, (_, index) => ({
      name: `field_${index}`,
      type: 'text' as const,
    }));
    const state = resultsState({ rowCount, columns });
    view = await openPage('queryResults', {
      response: resultsHost(state, (index) => columns.map(({ name }) => `${name} ${index}`)),
    });
    await row(0).waitFor();
  }
  const row = (index: number): Locator => view.page.locator(`[data-row="${index}"]:not([aria-busy])`);
  const scrollTo = async (change: { top?: number; left?: number }): Promise<void> => {
    await view.page.evaluate(`document.querySelector('.grid-scroller').scrollTo(${JSON.stringify(change)})`);
    await view.drawn();
  };
  /** The first and the last row that are drawn, and those of them that are visible. */
  const positions = async (): Promise<{ drawn: readonly number[]; visible: readonly number[] }> => {
    const { y, height } = (await view.page.locator('.grid-scroller').boundingBox())!;
    const rows = await view.page
      .locator('.grid-row:not(:has([tabindex="0"]))')
      .evaluateAll((all) =>
        all.map((each) => [Number(each.getAttribute('data-row')), each.getBoundingClientRect().top] as const),
      );
    const ends = (some: readonly (readonly [number, number])[]): readonly number[] => {
      const numbers = some.map(([number]) => number);
      return [Math.min(...numbers), Math.max(...numbers)];
    };
    const visible = rows.filter(([, top]) => top + 22 > y + 26 && top < y + height);
    return { drawn: ends(rows), visible: ends(visible) };
  };

  it('draws exactly the visible rows in a high window', async () => {
    await open(900, 12);
    await view.page.setViewportSize({ width: 2400, height: 1500 });
    await scrollTo({ top: 4400 });
    await holds(async () => {
      const { drawn, visible } = await positions();
      const height = Number(
        await view.page.evaluate("document.querySelector('.grid-scroller').clientHeight - 26"),
      );
      assert.deepEqual(drawn, visible);
      assert.deepEqual(visible, [200, 200 + Math.ceil(height / 22) - 1]);
    });
  });

  it('keeps its row while it is scrolled to another column, even with a scaled scroll bar', async () => {
    await open(10_000_000, 40);
    await view.page.locator('.grid-scroller').hover();
    for (let turn = 0; turn < 3; turn++) await view.page.mouse.wheel(0, 35);
    await row(5).waitFor();
    const before = await eventually(async () => {
      const { y } = (await row(5).boundingBox())!;
      const top = (await view.page.locator('.grid-header').boundingBox())!.y + 26;
      return Math.round(top + 5 * 22 - y) === 105 && y;
    });
    await scrollTo({ left: 3500 });
    await view.page.locator('.grid-heading-label', { hasText: 'field_20' }).waitFor();
    assert.equal((await row(5).boundingBox())!.y, before);
  });

  it('zooms with Control and the wheel, scrolls by lines if the wheel reports lines, and not sideways', async () => {
    await open(1_000_000);
    const turn = (options: object): Promise<unknown> =>
      view.page.evaluate(
        (input) =>
          document
            .querySelector('.grid-scroller')!
            .dispatchEvent(new WheelEvent('wheel', { cancelable: true, bubbles: true, ...input })),
        options,
      );
    assert.equal(await turn({ deltaY: 220, ctrlKey: true }), true, 'left to the browser');
    assert.equal(await turn({ deltaX: 220 }), true, 'left to the browser');
    assert.equal(await turn({ deltaY: 4, deltaMode: 1 }), false);
    await holds(async () => {
      assert.equal((await positions()).visible[0], 4);
    });
    await view.close();
    await open(900);
    assert.equal(await turn({ deltaY: 220 }), true, 'left to the browser');
  });

  it('fits a column to nearby rows that are not drawn, up to the maximum width', async () => {
    const columns = [{ name: 'text', type: 'text' as const }];
    const text = (index: number): string => 'x'.repeat({ 1700: 60, 4000: 900 }[index] ?? 1);
    view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 5000, columns }), (index) => [text(index)]),
    });
    const width = async (): Promise<number> => {
      const sent = view.posted.length;
      const heading = view.page.getByRole('columnheader', { name: /^text/ });
      await heading.click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: 'Fit Column to Content' }).click();
      const message = await eventually(() =>
        view.posted.slice(sent).findLast(({ kind }) => kind === 'viewChanged'),
      );
      return (message['view'] as { widths: Record<string, number> }).widths['text']!;
    };
    await row(0).waitFor();
    const narrow = await width();
    await scrollTo({ top: 1700 * 22 });
    await row(1700).waitFor();
    await scrollTo({ top: 2100 * 22 });
    await row(2100).waitFor();
    const wide = await width();
    assert.ok(wide > narrow + 200, `${narrow} became ${wide}`);
    await scrollTo({ top: 2300 * 22 });
    await row(2300).waitFor();
    assert.equal(await width(), narrow);
    await scrollTo({ top: 4000 * 22 });
    await row(4000).waitFor();
    assert.equal(await width(), 2000);
  });

  it('requests no rows by their sorted position', async () => {
    view = await openPage('queryResults', { response: resultsHost(resultsState({ rowCount: 8000 })) });
    await row(0).waitFor();
    await scrollTo({ top: 5050 * 22 });
    await row(5050).waitFor();
    await view.page.getByRole('columnheader', { name: /^count/ }).click();
    await view.page.getByText('Sorted 2,200 of 8,000 rows').waitFor();
    await scrollTo({ top: 2200 * 22 });
    await row(2199).waitFor();
    const asked = view.posted.filter(({ kind }) => kind === 'needRows').map(({ offset }) => Number(offset));
    assert.deepEqual(
      asked.filter((offset) => offset >= 2000 && offset < 4000),
      [],
    );
  });

  it('reports whether it is at the top while new rows are on, once for each change', async () => {
    await open(900);
    const reported = (): readonly unknown[] =>
      view.posted.filter(({ kind }) => kind === 'atTop').map(({ atTop }) => atTop);
    for (const top of [440, 0]) await scrollTo({ top });
    assert.deepEqual(reported(), []);
    const tail = { paused: false, rate: 1, kept: null, failure: null };
    const columns = [{ name: 'field_0', type: 'text' as const }];
    await view.send(resultsState({ rowCount: 900, columns, canTail: true, tail }));
    await view.page.locator('.tail').waitFor();
    for (const top of [440, 880, 0, 440]) await scrollTo({ top });
    await holds(() => {
      assert.deepEqual(reported(), [false, true, false]);
    });
    await view.send({ kind: 'tailed', resultId: 1, offset: 0, rows: [[noon]] });
    await view.page.getByRole('switch', { name: 'Live' }).click();
    assert.deepEqual(await view.sent('tail'), { kind: 'tail', on: false });
  });
});
