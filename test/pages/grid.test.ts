import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditHost, auditRow, auditState, resultsHost, resultsState } from './support/states';

const million = 1_000_000;

describe('the grid', () => {
  let view: PageUnderTest;

  beforeEach(async () => {
    view = await openPage('auditLogs', { response: auditHost(auditState()) });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
  });
  afterEach(() => view.close());

  it('reports the true number of rows and the position of each', async () => {
    const grid = view.page.locator('[role=grid]');
    assert.equal(await grid.getAttribute('aria-rowcount'), String(million + 1));
    assert.equal(await view.page.locator('[data-row="3"]').getAttribute('aria-rowindex'), '5');
    assert.equal(
      await view.page.locator('[data-row="2"]:not([data-odd]), [data-row="3"][data-odd]').count(),
      2,
    );
    assert.equal(await view.page.locator('[role=columnheader]').first().getAttribute('aria-colindex'), '1');
  });

  it('keeps under 300 elements over a million rows, at any scroll position', async () => {
    const counts: number[] = [];
    for (const share of [0, 0.25, 0.5, 0.999, 1]) {
      await view.page.evaluate(async (part) => {
        const scroller = document.querySelector('.grid-scroller')!;
        scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight);
        // The grid is notified with the next frame, and has drawn its rows before the one after that.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      }, share);
      await settled(view);
      counts.push(await view.page.evaluate(() => document.querySelectorAll('logbench-grid *').length));
    }
    assert.ok(Math.max(...counts) < 300, `elements: ${counts.join(', ')}`);
    assert.ok(Math.min(...counts) > 50, 'rows are drawn at every scroll position');
  });

  it('reaches the very last row by the scroll bar although the list is higher than a browser can draw', async () => {
    await view.page.evaluate(() => {
      document.querySelector('.grid-scroller')!.scrollTop = 1e9;
    });
    const last = view.page.locator(`[data-row="${million - 1}"]:not([aria-busy])`);
    await last.waitFor();
    const inside = await last.evaluate((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom <= document.querySelector('.grid-scroller')!.getBoundingClientRect().bottom + 1;
    });
    assert.ok(inside, 'the last row is wholly in sight');
  });

  it('moves row by row with the wheel if the scroll bar is scaled', async () => {
    await view.page.locator('[data-row="5"]').hover();
    await view.page.mouse.wheel(0, 66);
    await holds(async () => {
      assert.equal(await firstRow(view), 3);
    });
  });

  it('is navigated by arrow keys, pages, Home and End', async () => {
    const { keyboard } = view.page;
    await view.page.locator('[data-row="0"] [role=gridcell]').first().click();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    assert.deepEqual(await focused(view), { row: '1', column: '2' });
    await keyboard.press('End');
    assert.deepEqual(await focused(view), { row: '1', column: '7' });
    await keyboard.press('Control+End');
    assert.deepEqual(await focused(view), { row: String(million - 1), column: '7' });
    await keyboard.press('Control+Home');
    assert.deepEqual(await focused(view), { row: '0', column: '1' });
    await keyboard.press('PageDown');
    assert.ok(Number((await focused(view)).row) > 5);
  });

  it('has one tab stop', async () => {
    assert.equal(await view.page.locator('.grid [tabindex="0"]').count(), 1);
    await view.page.locator('[data-row="2"] [role=gridcell]').nth(3).click();
    assert.equal(await view.page.locator('.grid [tabindex="0"]').count(), 1);
    await view.page.mouse.wheel(0, 2200);
    await view.page.locator('[data-row="110"]').waitFor();
    assert.equal(await view.page.locator('.grid [tabindex="0"]').count(), 1, 'also where it is out of sight');
  });

  it('keeps the focus on its cell while that is scrolled out of view, so that keys continue from it', async () => {
    await view.page.locator('[data-row="2"]:not([aria-busy]) [role=gridcell]').nth(3).click();
    for (const by of [200, 2200, -2400, 600]) {
      await view.page.mouse.wheel(0, by);
      await view.drawn();
      assert.equal(await view.page.locator('[data-row="2"] [role=gridcell]:focus').count(), 1, `after ${by}`);
    }
    await view.page.keyboard.press('ArrowDown');
    await view.page.locator('[data-row="3"] [role=gridcell]:focus').waitFor();
  });

  it('widens a column by keyboard on its heading and by dragging its edge', async () => {
    await view.page.locator('[data-row="0"] [role=gridcell]').first().click();
    await view.page.keyboard.press('ArrowUp');
    await view.page.keyboard.press('Shift+ArrowRight');
    const byKey = await view.sentThat((message) => widthOf(message, 'time') === 218);
    assert.ok(byKey);

    const user = view.page.locator('[role=columnheader]').nth(2);
    const { width } = (await user.boundingBox())!;
    const edge = (await user.locator('.grid-resizer').boundingBox())!;
    await view.page.mouse.move(edge.x + 4, edge.y + 8);
    await view.page.mouse.down();
    await view.page.mouse.move(edge.x + 44, edge.y + 8);
    await view.page.mouse.up();
    await view.sentThat(
      (message) => widthOf(message, 'user') === width + 40 && widthOf(message, 'time') === 218,
    );
  });

  it('copies a cell, or whole rows when several are selected', async () => {
    await view.page.locator('[data-row="1"] [role=gridcell]').nth(2).click();
    await view.page.keyboard.press('Control+C');
    assert.equal((await view.sent('copy'))['text'], 'root');
    await view.page.keyboard.press('Shift+ArrowDown');
    await view.page.keyboard.press('Control+C');
    const rows = await view.sentThat(({ kind, text }) => kind === 'copy' && String(text).includes('\n'));
    assert.equal(String(rows['text']).split('\n').length, 2);
    assert.equal(String(rows['text']).split('\n')[0]!.split('\t').length, 7);
  });

  it('selects rows with Shift and the mouse, keeps them for a menu inside, and all with Ctrl+A until Escape', async () => {
    const cell = (row: number): Locator => view.page.locator(`[data-row="${row}"] [role=gridcell]`).nth(2);
    await cell(3).click();
    await cell(5).click({ modifiers: ['Shift'] });
    assert.deepEqual(await selected(view), [3, 4, 5]);
    await cell(4).click({ button: 'right' });
    assert.deepEqual(await selected(view), [3, 4, 5]);
    await view.page.keyboard.press('Escape');
    await cell(7).click({ button: 'right' });
    assert.deepEqual(await selected(view), [7]);
    await view.page.keyboard.press('Escape');
    await cell(6).click();
    await view.page.keyboard.press('Control+A');
    await holds(async () => {
      assert.equal(
        await view.page.locator('.grid-row[aria-selected=true]').count(),
        await view.page.locator('.grid-row').count(),
      );
    });
    await view.page.keyboard.press('Escape');
    await holds(async () => {
      assert.deepEqual(await selected(view), [6]);
    });
    await view.page.keyboard.press('Control+A');
    await view.page.keyboard.press('ArrowDown');
    await holds(async () => {
      assert.deepEqual(await selected(view), [7]);
    });
  });

  it('keeps the same rows selected when others are added on top, and none beyond the end when rows are removed', async () => {
    await view.page.locator('[data-row="6"] [role=gridcell]').nth(2).click();
    await view.page.keyboard.press('Shift+ArrowUp');
    assert.deepEqual(await selected(view), [5, 6]);

    const fresh = [{ ...auditRow(0), id: 900_000_001 }];
    await view.send({ kind: 'prepended', resultId: 1, rows: fresh });
    await view.send(auditState({ total: million + 1, newRows: 1 }));
    await holds(async () => {
      assert.deepEqual(await selected(view), [6, 7]);
    });

    await view.send(auditState({ total: 3 }));
    await holds(async () => {
      assert.deepEqual(await selected(view), [2]);
    });
    await view.send(auditState({ total: 9 }));
    await view.page.locator('[data-row="8"]').waitFor();
    assert.deepEqual(await selected(view), [2]);
  });

  it('stays in its header when rows are added on top, and starts a selection below it', async () => {
    await view.page.locator('[data-row="0"] [role=gridcell]').nth(1).click();
    await view.page.keyboard.press('Shift+ArrowUp');
    assert.deepEqual(await selected(view), []);
    await view.send({ kind: 'prepended', resultId: 1, rows: [0, 1, 2].map(auditRow) });
    await view.send(auditState({ total: million + 3, newRows: 3 }));
    await view.page.getByText('3 new').waitFor();
    assert.deepEqual(await selected(view), []);
    await view.page.keyboard.press('Shift+ArrowDown');
    await holds(async () => {
      assert.deepEqual(await focused(view), { row: '0', column: '2' });
    });
    await view.page.keyboard.press('Control+C');
    assert.equal((await view.sent('copy'))['text'], 'Succeeded', 'one row, of which a cell is copied');
    await view.page.keyboard.press('Shift+ArrowDown');
    assert.deepEqual(await selected(view), [0, 1]);
  });

  it('draws only the visible columns of a result with two hundred fields', async () => {
    const columns = Array.from({ length: 200 }, (_, index) => ({
      name: `field_${index}`,
      type: 'text' as const,
    }));
    const row = columns.map(({ name }) => name);
    const state = resultsState({ columns, rowCount: million });
    const wide = await openPage('queryResults', { response: resultsHost(state, () => row) });
    await wide.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    assert.ok((await wide.page.evaluate(() => document.querySelectorAll('logbench-grid *').length)) < 300);
    assert.equal(await wide.page.locator('[role=grid]').getAttribute('aria-colcount'), '200');
    await wide.page.locator('[data-row="0"] [role=gridcell]').first().click();
    await wide.page.keyboard.press('End');
    await holds(async () => {
      assert.deepEqual(await focused(wide), { row: '0', column: '200' });
    });
    await wide.close();
  });
});

async function selected({ page }: PageUnderTest): Promise<unknown> {
  return page
    .locator('.grid-row[aria-selected=true]')
    .evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('data-row'))).sort((one, other) => one - other),
    );
}

function widthOf(message: { readonly kind: string; readonly view?: unknown }, column: string): unknown {
  if (message.kind !== 'viewChanged') return undefined;
  return (message.view as { widths: Record<string, number> }).widths[column];
}

/** Waits until everything visible has its data. */
async function settled({ page }: PageUnderTest): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.grid-row') !== null && document.querySelector('.grid-row[aria-busy]') === null,
  );
}

async function firstRow({ page }: PageUnderTest): Promise<number> {
  return page.evaluate(() => {
    const top = document.querySelector('.grid-header')!.getBoundingClientRect().bottom;
    const rows = [...document.querySelectorAll<HTMLElement>('.grid-row')];
    const visible = rows.filter((row) => row.getBoundingClientRect().top >= top - 1);
    return Math.min(...visible.map((row) => Number(row.dataset['row'])));
  });
}

async function focused({ page }: PageUnderTest): Promise<{ row: string | null; column: string | null }> {
  return page.evaluate(() => {
    const cell = document.activeElement!;
    const row = cell.closest('[data-row]');
    return { row: row?.getAttribute('data-row') ?? null, column: cell.getAttribute('aria-colindex') };
  });
}
