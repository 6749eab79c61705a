import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TableState } from '../../src/shared/protocol/table';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { keyRejected } from './support/offersAnotherKey';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { queryStatusState, resultsHost, resultsState, watchedStatus } from './support/states';
import { tableState } from './support/tableStates';

describe('The page of a table that is updated', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const open = async (change: Partial<TableState>): Promise<void> => {
    view = await openPage('table', { response: hostOf(tableState(change)) });
    await view.page.locator('main').waitFor();
  };

  it('shows sixty fields and the number of others, and a label for an empty value', async () => {
    const field = (name: string) => ({
      ...{ name, type: 'text' as const, filled: 10, distinct: 2 },
      top: [{ value: '', count: 6 }],
    });
    const fields = Array.from({ length: 62 }, (_, index) => field(`field_${index}`));
    await open({ sample: { rows: 10, fields, columns: [], first: [] } });
    assert.equal(await view.page.locator('.field-name').count(), 60);
    await view.page.getByText('2 more', { exact: true }).waitFor();
    assert.match(await view.text('.fields tbody tr'), /empty text/);
    await view.send(tableState({ sample: { rows: 10, fields: fields.slice(2), columns: [], first: [] } }));
    await view.page.getByText('2 more', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await view.page.getByText(/^\d+ more$/).count(), 0);
  });

  it('keeps the open field after an older message, closes it again, and opens none of another table', async () => {
    await open({});
    const name = view.page.getByRole('button', { name: 'action' });
    await name.click();
    await view.page.locator('.top').waitFor();
    await view.send(tableState({ users: null }));
    await view.page.getByText('Checking…').waitFor();
    assert.equal(await view.page.locator('.top').count(), 1);
    await name.click();
    await view.page.locator('.top').waitFor({ state: 'detached' });
    await name.click();
    await view.page.locator('.top').waitFor();
    await view.send(tableState({ table: 'another' }));
    await view.page.locator('.top').waitFor({ state: 'detached' });
  });

  it('shows above its content why it could not be read again', async () => {
    const failure = {
      ...keyRejected,
      reason: 'unreachable',
      message: 'The platform does not respond.',
    } as const;
    await open({ failure });
    assert.match(await view.page.getByRole('alert').innerText(), /The platform does not respond/);
    assert.equal(await view.page.locator('.facts').count(), 1);
  });
});

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

describe('The throughput of a query', () => {
  it('is never negative, and is shown only when there is time between two responses', async () => {
    const sample = (at: number, rows: number) => ({ at, rows, pushCounts: [] });
    const rate = (): Promise<string> => view.text('.small-chart:nth-of-type(2) strong');
    const stateWith = (...samples: ReturnType<typeof sample>[]): unknown =>
      queryStatusState({ status: watchedStatus({ commands: [], subQueries: [] }), samples });
    const view = await openPage('queryStatus', {
      response: hostOf(stateWith(sample(1000, 50))),
    });
    await view.page.locator('.small-chart').first().waitFor();
    assert.equal(await view.page.locator('.chart svg path').count(), 0);
    assert.equal(await view.text('.small-chart strong'), '50');
    for (const [samples, expected] of [
      [[sample(1000, 50), sample(2000, 150)], '100/s'],
      [[sample(1000, 50), sample(2000, 20)], '0/s'],
      [[sample(1000, 50), sample(2000, 150), sample(2000, 250)], '0/s'],
    ] as const) {
      await view.send(stateWith(...samples));
      await holds(async () => {
        assert.equal(await rate(), expected);
      });
    }
    // One line over a filled area, however long it took to the next response.
    const drawn = (part: 'stroke' | 'fill'): Promise<string | null> =>
      view.page.locator(`.small-chart path[${part}*="charts-blue"]`).first().getAttribute('d');
    assert.match((await drawn('stroke')) ?? '', /^M[\d. ]+L[\d. ]+L[\d. ]+$/);
    assert.match((await drawn('fill')) ?? '', /^M[\d. ]+L[\d. ]+L[\d. ]+V[\d.]+H[\d.]+Z$/);
    const status = watchedStatus({ isFinished: true, rows: 5, elapsed: 0 });
    await view.send(queryStatusState({ status }));
    await view.page.getByText('5k/s on average').waitFor();
    assert.deepEqual(view.faults, []);
    await view.close();
  });
});
