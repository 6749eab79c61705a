import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditHost, auditState, resultsHost, resultsState } from './support/states';

const drawnAgain = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

describe('The rows of a result', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const open = async (change: Partial<QueryResultsState>, width = 1280): Promise<void> => {
    const state = resultsState({ rowCount: 900, ...change });
    view = await openPage('queryResults', { response: resultsHost(state), width });
    await cell(change.view?.firstRow ?? 0, 2).waitFor();
  };
  const cell = (row: number, column: number): Locator =>
    view.page.locator(`[data-row="${row}"]:not([aria-busy]) [aria-colindex="${column}"]`);
  const asked = (): readonly unknown[] =>
    view.posted.filter(({ kind }) => kind === 'needRows').map(({ offset }) => offset);
  const focuses = (locator: Locator): Promise<void> => locator.and(view.page.locator(':focus')).waitFor();

  it('leave to the browser which keys mean nothing to them, and no others', async () => {
    await open({});
    await cell(2, 2).click();
    await focuses(cell(2, 2));
    const isLeft = (key: string, more: object = {}): Promise<boolean> =>
      view.page.evaluate(
        (input) =>
          document.activeElement!.dispatchEvent(
            new KeyboardEvent('keydown', { cancelable: true, bubbles: true, ...input }),
          ),
        { key, ...more },
      );
    assert.equal(await isLeft('ArrowDown'), false, 'it would scroll');
    assert.equal(await isLeft('c', { ctrlKey: true }), false);
    assert.equal(await isLeft('Escape'), false);
    assert.equal(await isLeft('F6'), true);
    assert.equal(await isLeft('p', { ctrlKey: true }), true, 'prints');
  });

  it('are walked by pages also if only one is in sight', async () => {
    await open({});
    await cell(2, 2).click();
    await view.page
      .locator('.grid-scroller')
      .evaluate((scroller: HTMLElement) => scroller.style.setProperty('flex', '0 0 50px'));
    await view.page.locator('logbench-grid').evaluate((grid: HTMLElement) => {
      grid.style.setProperty('height', '50px');
      grid.style.setProperty('flex', '0 0 50px');
    });
    await holds(async () => {
      assert.ok((await view.page.locator('.grid-scroller').boundingBox())!.height <= 50);
    });
    await view.page.evaluate(drawnAgain);
    await view.page.keyboard.press('PageDown');
    await focuses(cell(3, 2));
  });

  it('are not selected when the header is reached with Shift', async () => {
    await open({});
    await cell(0, 2).click();
    await view.page.keyboard.press('Shift+ArrowUp');
    await focuses(view.page.locator('[role=columnheader][aria-colindex="2"]'));
    assert.equal(await view.page.locator('.grid-row[aria-selected=true]').count(), 0);
  });

  it('are selected with Shift and the mouse without the text above them', async () => {
    await open({});
    await cell(2, 2).click();
    await view.page.locator('.strip span', { hasText: '900 rows' }).click();
    await cell(4, 2).click({ modifiers: ['Shift'] });
    await focuses(cell(4, 2));
    assert.equal(await view.page.locator('.grid-row[aria-selected=true]').count(), 3);
    assert.equal(await view.page.evaluate('getSelection().toString()'), '');
  });

  it('are asked for where they were left, not at the top', async () => {
    const { view: defaultValue } = resultsState();
    await open({ rowCount: 9000, view: { ...defaultValue, firstRow: 5000 } });
    assert.deepEqual(asked(), [4800, 5000]);
  });

  it('are asked for below those in sight as soon as a query has more', async () => {
    let state = resultsState({ rowCount: 100, phase: 'running' });
    view = await openPage('queryResults', { response: (message) => resultsHost(state)(message) });
    await cell(0, 2).waitFor();
    assert.deepEqual(asked(), [0]);
    state = resultsState({ rowCount: 150, phase: 'running' });
    await view.send(state);
    await view.page.getByText('150 rows').waitFor();
    await holds(() => {
      assert.deepEqual(asked(), [0, 0]);
    });
  });

  it('are followed by the open one in a narrow window, which is scrolled into sight', async () => {
    await open({}, 600);
    await view.page.setViewportSize({ width: 600, height: 300 });
    await cell(0, 1).dblclick();
    await view.page.locator('section.detail:focus').waitFor();
    const { y } = (await view.page.locator('section.detail').boundingBox())!;
    assert.ok(y < 300 / 2, `at ${y}`);
  });
});

describe('The columns of a grid', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const width = async (act: () => Promise<void>): Promise<unknown> => {
    const sent = view.posted.length;
    await act();
    const message = await eventually(() =>
      view.posted.slice(sent).findLast(({ kind }) => kind === 'viewChanged'),
    );
    return Object.values((message['view'] as { widths: object }).widths)[0];
  };

  it('are never narrower than what can be held, by dragging or by keys', async () => {
    view = await openPage('auditLogs', { response: auditHost(auditState({ total: 50 })) });
    const heading = view.page.locator('[role=columnheader]').first();
    const edge = (await heading.locator('.grid-resizer').boundingBox())!;
    assert.equal(
      await width(async () => {
        await view.page.mouse.move(edge.x + 4, edge.y + 8);
        await view.page.mouse.down();
        await view.page.mouse.move(2, edge.y + 8);
        await view.page.mouse.up();
      }),
      48,
    );
    await heading.focus();
    await view.page.locator('[data-row="0"]:not([aria-busy]) [aria-colindex="1"]').click();
    await view.page.keyboard.press('ArrowUp');
    assert.equal(await width(() => view.page.keyboard.press('Shift+ArrowLeft')), 48);
  });

  it('fit at the top as many rows below as further down in both directions', async () => {
    const columns = [{ name: 'text', type: 'text' as const }];
    const text = (index: number): string => 'x'.repeat(index === 700 ? 60 : 1);
    view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 5000, columns }), (index) => [text(index)]),
    });
    const row = (index: number): Locator => view.page.locator(`[data-row="${index}"]:not([aria-busy])`);
    const scrollTo = (top: number): Promise<unknown> =>
      view.page.evaluate(`document.querySelector('.grid-scroller').scrollTo({ top: ${top} })`);
    await row(0).waitFor();
    await scrollTo(700 * 22);
    await row(700).waitFor();
    await scrollTo(0);
    await row(0).waitFor();
    const wide = await width(async () => {
      await view.page.getByRole('columnheader', { name: /^text/ }).click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: 'Fit Column to Content' }).click();
    });
    assert.ok(Number(wide) > 300, String(wide));
  });
});
