import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

describe('Menus and titles of a grid', () => {
  let view: PageUnderTest;

  beforeEach(async () => {
    view = await openPage('queryResults', { response: resultsHost(resultsState({ rowCount: 48 })) });
    await cell(1, 3).click();
  });
  afterEach(() => view.close());

  const cell = (row: number, column: number): Locator =>
    view.page.locator(`[data-row="${row}"]:not([aria-busy]) [aria-colindex="${column}"]`);

  it('open below the active cell by keyboard, and inside the window at its right edge', async () => {
    const menu = view.page.locator('.menu');
    const active = (await cell(1, 3).boundingBox())!;
    await view.page.keyboard.press('Shift+F10');
    await holds(async () => {
      const { x, y } = (await menu.boundingBox())!;
      assert.deepEqual([x, y], [active.x + 8, active.y + active.height]);
    });
    await view.page.keyboard.press('Escape');
    const { y } = (await cell(3, 5).boundingBox())!;
    await view.page.mouse.click(1270, y + 10, { button: 'right' });
    await holds(async () => {
      const box = (await menu.boundingBox())!;
      assert.ok(box.x + box.width <= 1280 - 4, JSON.stringify(box));
    });
    await view.page.getByRole('menuitem', { name: 'Filter Rows by This Value' }).click();
    await holds(async () => {
      const filter = view.page.getByRole('textbox', { name: 'Filter rows' });
      assert.equal(await filter.inputValue(), '{"host":"web-3","ports":[80,443]}');
    });
  });

  it('show the whole text of a cut off cell, and of no other', async () => {
    await view.page.setViewportSize({ width: 1000, height: 700 });
    const columns = [
      { name: 'line', type: 'text' as const },
      { name: 'count', type: 'number' as const },
    ];
    await view.send(resultsState({ resultId: 2, rowCount: 1, columns }));
    await view.send({ kind: 'rows', resultId: 2, offset: 0, rows: [['long '.repeat(50), 7]] });
    await cell(0, 1).hover();
    assert.equal(await cell(0, 1).getAttribute('title'), 'long '.repeat(50).trim());
    await cell(0, 2).hover();
    assert.equal(await cell(0, 2).getAttribute('title'), '');
  });
});
