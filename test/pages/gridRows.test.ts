import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

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

  it('leave only keys without a function to the browser', async () => {
    await open({});
    await cell(2, 2).click();
    await focuses(cell(2, 2));
    assert.equal(await view.isLeft('ArrowDown'), false, 'it would scroll');
    assert.equal(await view.isLeft('c', { ctrlKey: true }), false);
    assert.equal(await view.isLeft('Escape'), false);
    assert.equal(await view.isLeft('F6'), true);
    assert.equal(await view.isLeft('p', { ctrlKey: true }), true, 'prints');
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

  it('are requested at the saved scroll position, not at the top', async () => {
    const { view: defaultValue } = resultsState();
    await open({ rowCount: 9000, view: { ...defaultValue, firstRow: 5000 } });
    assert.deepEqual(asked(), [4800, 5000]);
  });

  it('are requested below the visible ones as soon as a query has more', async () => {
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

  it('scroll the opened row into view when it is shown below them in a narrow window', async () => {
    await open({}, 600);
    await view.page.setViewportSize({ width: 600, height: 300 });
    await cell(0, 1).dblclick();
    await view.page.locator('section.detail:focus').waitFor();
    const { y } = (await view.page.locator('section.detail').boundingBox())!;
    assert.ok(y < 300 / 2, `at ${y}`);
  });
});
