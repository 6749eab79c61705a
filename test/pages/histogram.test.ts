import assert from 'node:assert/strict';
import type { TableVolume } from '../../src/core/pages/tableMessages';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { tableState } from './support/tableStates';

const day = 86_400_000;
const from = Date.UTC(2026, 10, 1);
const volumeOf = (days: number): TableVolume => ({
  from,
  to: from + days * day,
  counts: Array.from({ length: days }, (_, index) => index + 1),
});

describe('The histogram of a page', () => {
  let view: PageUnderTest;

  beforeEach(async () => {
    view = await openPage('table', { response: hostOf(tableState({ volume: volumeOf(30) })) });
    await view.page.getByRole('slider').waitFor();
  });
  afterEach(() => view.close());

  /** The days of all queries that were asked for, counted from the first. */
  const asked = (): readonly unknown[] =>
    view.posted
      .filter(({ kind }) => kind === 'queryTime')
      .map((message) => [(Number(message['from']) - from) / day, (Number(message['to']) - from) / day]);
  const asks = (...days: readonly (readonly number[])[]): Promise<void> =>
    holds(() => {
      assert.deepEqual(asked(), days);
    });
  /** Where the bars are. */
  const bars = async (): Promise<{ left: number; right: number; y: number }> => {
    const axis = view.page.locator('.chart path[stroke*="editorWidget-border"]').last();
    await view.page.locator('.chart').hover();
    const { x, y, width } = (await axis.boundingBox())!;
    return { left: x, right: x + width, y: y + 20 };
  };
  const drag = async (start: number, end: number, button: 'left' | 'right' = 'left'): Promise<void> => {
    const { y } = await bars();
    await view.page.mouse.move(start, y);
    await view.page.mouse.down({ button });
    await view.page.mouse.move(end, y, { steps: 3 });
    await view.page.mouse.up({ button });
  };

  it('selects nothing beyond its last interval when the number of intervals shrinks', async () => {
    const slider = view.page.getByRole('slider');
    await slider.focus();
    await view.press('End', 'Shift+ArrowLeft');
    await view.send(tableState({ volume: volumeOf(3) }));
    await view.page.getByText('days: 3 (').waitFor();
    assert.equal(await slider.getAttribute('aria-valuenow'), '2');
    assert.match((await slider.getAttribute('aria-valuetext'))!, /^2026-11-03 .* to 2026-11-04 .*: 3$/);
    await view.press('Enter');
    await asks([2, 3]);
    await view.press('ArrowLeft', 'Enter');
    await asks([2, 3], [1, 2]);
  });

  it('is navigated by keys between its ends, and extended only with Shift', async () => {
    const slider = view.page.getByRole('slider');
    await slider.focus();
    await view.press('ArrowLeft', 'Enter');
    await asks([0, 1]);
    await view.press('Shift+End', 'ArrowRight', 'Enter');
    await asks([0, 1], [29, 30]);
    await view.press('ArrowLeft', 'Shift+ArrowLeft', 'Enter');
    await asks([0, 1], [29, 30], [27, 29]);
    await view.press('Home', 'Shift+ArrowRight', 'ArrowRight', 'Enter');
    await asks([0, 1], [29, 30], [27, 29], [2, 3]);
    assert.deepEqual([await view.isLeft('End'), await view.isLeft('F6')], [false, true], 'it would scroll');
  });

  it('shows the selection to keyboard users, as long as it has the focus', async () => {
    const mark = view.page.locator('.histogram-selection');
    const { left, right, y } = await bars();
    await view.page.mouse.click((left + right) / 2, y);
    await view.page.locator('.histogram:focus').waitFor();
    assert.equal(await mark.count(), 0);
    await view.press('ArrowRight');
    await mark.waitFor();
    const { x, width } = (await mark.boundingBox())!;
    assert.ok(Math.abs(x - left - (right - left) / 30) < 2, `${x} of ${left}`);
    assert.ok(Math.abs(width - (right - left) / 30) < 2, `${width} of ${right - left}`);
    await view.press('Tab');
    await mark.waitFor({ state: 'detached' });
  });

  it('selects the bars whose center is within a drag, in either direction, between its ends', async () => {
    const { left, right } = await bars();
    const at = (days: number): number => left + ((right - left) * days) / 30;
    await drag(at(19.7), at(10.4));
    await drag(at(20.2), right + 30);
    await drag(at(9.8), left - 30);
    // Less than one bar: the one in which it began.
    await drag(at(5.1), at(5.35));
    await drag(at(5.6), at(5.9));
    await asks([10, 20], [20, 30], [0, 10], [5, 6], [5, 6]);
  });

  it('shows the range and its entries during a drag, and hides them at its end', async () => {
    const { left, right, y } = await bars();
    const at = (days: number): number => left + ((right - left) * days) / 30;
    const mark = view.page.locator('.histogram-selection');
    const reading = view.page.locator('.histogram-reading');
    await view.page.mouse.move(at(2.3), y);
    assert.equal(await reading.isVisible(), false);
    await view.page.mouse.down();
    await view.page.mouse.move(at(3.6), y, { steps: 3 });
    await view.page.mouse.move(at(4.2), y);
    await mark.waitFor();
    const { x, width } = (await mark.boundingBox())!;
    assert.ok(Math.abs(x - at(2)) < 2 && Math.abs(x + width - at(4)) < 2, `${x} and ${width}`);
    assert.match(await reading.innerText(), /^2026-11-03 .* to 2026-11-05 .*: 7$/);
    await view.page.mouse.up();
    await asks([2, 4]);
    assert.deepEqual([await mark.count(), await reading.isVisible()], [0, false]);
  });

  it('cancels a drag on Escape', async () => {
    const { left, right, y } = await bars();
    await view.page.mouse.move(left + 50, y);
    await view.page.mouse.down();
    await view.page.mouse.move((left + right) / 2, y, { steps: 3 });
    await view.page.locator('.histogram-selection').waitFor();
    await view.page.keyboard.press('Escape');
    await view.page.locator('.histogram-selection').waitFor({ state: 'detached' });
    await view.page.mouse.up();
    await drag(left + 1, right - 1);
    await asks([0, 30]);
  });

  it('ignores a click and a drag with another button or from elsewhere, and clears a drag at its end', async () => {
    const { left, right, y } = await bars();
    const shade = view.page.locator('.histogram-selection');
    await view.page.mouse.click(left + 50, y);
    await drag(left + 50, left + 200, 'right');
    const heading = (await view.page.locator('h1').boundingBox())!;
    await view.page.mouse.move(heading.x + 5, heading.y + 5);
    await view.page.mouse.down();
    await view.page.mouse.move(left + 50, y);
    await view.page.mouse.move(left + 200, y);
    assert.equal(await shade.count(), 0);
    await view.page.mouse.up();
    assert.deepEqual(asked(), []);
    // What that drag has selected could be dragged itself.
    await view.page.evaluate('getSelection().removeAllRanges()');
    await drag(left - 10, right + 10);
    await asks([0, 30]);
    await view.page.mouse.move(left + 90, y);
    assert.equal(await shade.count(), 0);
  });

  it('marks the position of the pointer until it leaves', async () => {
    const { left, y } = await bars();
    const lines = view.page.locator('.chart svg > *');
    const resting = await lines.count();
    await view.page.mouse.move(1, 1);
    await holds(async () => {
      assert.equal(await lines.count(), resting - 1);
    });
    await view.page.mouse.move(left + 50, y);
    await holds(async () => {
      assert.equal(await lines.count(), resting);
    });
  });
});
