import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditHost, auditState, noon, resultsHost, resultsState } from './support/states';

describe('Keys in the grid', () => {
  let view: PageUnderTest;

  beforeEach(async () => {
    view = await openPage('queryResults', { response: resultsHost(resultsState({ rowCount: 900 })) });
    await cell(2, 2).click();
  });
  afterEach(() => view.close());

  const cell = (row: number, column: number): Locator =>
    view.page.locator(`[data-row="${row}"]:not([aria-busy]) [aria-colindex="${column}"]`);
  const heading = (column: number): Locator =>
    view.page.locator(`[role=columnheader][aria-colindex="${column}"]`);
  const focuses = (locator: Locator): Promise<void> => locator.and(view.page.locator(':focus')).waitFor();
  const selected = (): Promise<readonly number[]> =>
    view.page
      .locator('.grid-row[aria-selected=true]')
      .evaluateAll((rows) =>
        rows.map((row) => Number(row.getAttribute('data-row'))).sort((one, other) => one - other),
      );
  const copied = (): readonly unknown[] =>
    view.posted.filter(({ kind }) => kind === 'copy').map(({ text }) => text);
  const widths = (): readonly unknown[] =>
    view.posted
      .filter(({ kind }) => kind === 'viewChanged')
      .map((message) => (message['view'] as { widths: Record<string, number> }).widths);

  it('are ignored with Alt', async () => {
    // A real Alt key may lead to the menu of the browser.
    await cell(2, 2).dispatchEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true });
    await view.press('ArrowRight');
    await focuses(cell(2, 3));
    assert.deepEqual(await selected(), [2]);
  });

  it('copy and select all with the Meta key too, and do neither without a modifier', async () => {
    await view.press('c', 'a', 'Meta+C');
    await holds(() => {
      assert.deepEqual(copied(), ['644']);
    });
    assert.deepEqual(await selected(), [2]);
    await view.press('Meta+A');
    await holds(async () => {
      assert.equal(await view.page.locator('.grid-row[aria-selected=false]').count(), 0);
    });
    assert.equal(await view.page.evaluate('getSelection().toString()'), '', 'no text of the page');
  });

  it('move by the number of visible rows, so that one of them stays visible', async () => {
    const rows = await view.page.evaluate(
      "Math.floor((document.querySelector('.grid-scroller').clientHeight - 26) / 22)",
    );
    await view.press('Control+Home', 'PageDown');
    await focuses(cell(Number(rows) - 1, 1));
    await view.press('PageDown', 'PageUp');
    await focuses(cell(Number(rows) - 1, 1));
  });

  it('widen a column only in the header and with Shift', async () => {
    await view.press('Shift+ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight');
    await focuses(heading(4));
    await view.press('ArrowLeft', 'ArrowLeft');
    await focuses(heading(2));
    assert.deepEqual(widths(), []);
    const { width } = (await heading(2).boundingBox())!;
    await view.press('Shift+ArrowRight');
    await holds(() => {
      assert.deepEqual(widths(), [{ count: Math.round(width) + 16 }]);
    });
    await view.press(...Array.from({ length: 5 }, () => 'Shift+ArrowLeft'));
    await holds(() => {
      assert.deepEqual(widths().at(-1), { count: 48 });
      assert.equal(widths().length, 6);
    });
    await focuses(heading(2));
  });

  it('sort only in the header', async () => {
    await view.press(' ');
    assert.equal(await view.page.locator('.detail').count(), 0);
    await view.press('Control+Home', 'ArrowUp');
    await focuses(heading(1));
    await view.press('Enter');
    await holds(async () => {
      assert.equal(await heading(1).getAttribute('aria-sort'), 'ascending');
    });
    await focuses(heading(1));
    await view.press(' ');
    await holds(async () => {
      assert.equal(await heading(1).getAttribute('aria-sort'), 'descending');
    });
    assert.equal(await view.page.locator('[data-row="-1"]').count(), 0);
  });

  it('copy nothing of a row that is not loaded', async () => {
    await view.close();
    const host = resultsHost(resultsState({ rowCount: 900 }));
    view = await openPage('queryResults', {
      response: (message) => (message.kind === 'needRows' && message['offset'] !== 0 ? [] : host(message)),
    });
    await cell(0, 1).click();
    await view.press('Control+End', 'Control+C', 'Enter', 'Control+Home', 'ArrowRight', 'Control+C');
    await holds(() => {
      assert.deepEqual(copied(), ['500']);
    });
    assert.equal(await view.page.locator('.detail').count(), 0);
    assert.deepEqual(view.faults, []);
  });

  it('start at the last row if a result has fewer rows than before', async () => {
    await view.close();
    const kept = { ...resultsState().view, firstRow: 500 };
    view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 48, view: kept })),
    });
    await view.page.locator('[data-row="47"] [tabindex="0"]').waitFor();
    await view.press('Tab');
    await view.page.locator('.grid [tabindex="0"]').focus();
    await view.press('ArrowUp');
    await focuses(cell(46, 1));
  });

  it('start at the first row if sorted rows arrive late, and draw none before', async () => {
    await view.close();
    const sorted = { ...resultsState().view, sort: { column: 'count', descending: false } };
    const state = resultsState({ rowCount: 3, view: sorted });
    view = await openPage('queryResults', { response: hostOf(state) });
    await view.sent('needRows');
    await heading(1).waitFor();
    assert.equal(await view.page.locator('.grid-row').count(), 0);
    const rows = [3, 1, 2].map((count) => [noon, count, '', true, null]);
    await view.send({ kind: 'rows', resultId: 1, offset: 0, rows });
    await view.page.locator('[data-row="0"] [tabindex="0"]').waitFor();
  });
});

describe('The header of a grid that cannot be sorted', () => {
  it('takes the focus without sorting, has no menu, copies nothing, and does not scroll the rows', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()) });
    await view.page.locator('[data-row="5"]:not([aria-busy])').hover();
    await view.page.mouse.wheel(0, 2200);
    await view.page.locator('[data-row="100"]:not([aria-busy])').waitFor();
    const first = (await view.page.locator('[data-row="105"]').boundingBox())!.y;
    const heading = view.page.locator('[role=columnheader]').nth(2);
    await heading.click();
    await heading.and(view.page.locator(':focus')).waitFor();
    await view.press('Enter', 'Control+C');
    await heading.click({ button: 'right' });
    assert.equal(await view.page.getByRole('menu').count(), 0);
    assert.equal(await view.page.locator('[aria-sort]').count(), 0);
    assert.ok(!view.posted.some(({ kind }) => kind === 'copy'));
    assert.equal((await view.page.locator('[data-row="105"]').boundingBox())!.y, first);
    assert.deepEqual(view.faults, []);
    await view.close();
  });
});
