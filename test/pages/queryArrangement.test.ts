import type { QueryResultsState } from '../../src/core/pages/queryResults';
import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { openPage, openResults } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

describe('sorting, filtering and selecting in the query results page', () => {
  const open = (change: Partial<QueryResultsState> = {}): Promise<PageUnderTest> =>
    openResults({ rowCount: 8627, ...change });

  async function showsStatus(view: PageUnderTest, text: string): Promise<void> {
    await holds(async () => {
      assert.equal(await view.text('.loaded [role=status]'), text);
    });
  }

  it('shows how many rows are sorted, and sorts all on Sort All', async () => {
    const view = await open();
    await view.page.getByRole('columnheader', { name: /^_time/ }).click();
    await view.page.getByRole('columnheader', { name: /^_time/ }).click();
    await showsStatus(view, 'Sorted 2,000 of 8,627 rows');
    const asked = view.posted.filter(({ kind }) => kind === 'needRows').length;
    assert.equal(asked, 10);
    await view.page.getByRole('button', { name: 'Sort All' }).click();
    await showsStatus(view, 'All rows are sorted');
    assert.equal(await view.page.getByRole('button', { name: 'Sort All' }).count(), 0);
    // The newest of all rows, which is the last one of the result.
    assert.match(await view.text('[aria-rowindex="2"] [aria-colindex="1"]'), /^2027-11-09/);
    await view.close();
  });

  it('writes the sort order into the query if there are more rows than it loads', async () => {
    const view = await open({ rowCount: 1_000_000 });
    await view.page.getByRole('columnheader', { name: /^count/ }).click();
    await view.page.getByRole('button', { name: 'Sort First 20,000' }).click();
    await showsStatus(view, 'Sorted 20,000 of 1,000,000 rows');
    await view.page.getByRole('button', { name: 'Sort in Query' }).click();
    const { refinement } = await view.sent('refine');
    assert.deepEqual(refinement, { action: 'sort', column: 'count', descending: false, run: true });
    await view.close();
  });

  it('filters all rows on Filter All', async () => {
    const view = await open();
    await view.page.getByRole('textbox', { name: 'Filter rows' }).fill('web-8600');
    await showsStatus(view, '0 of 2,000 loaded rows match (8,627 in total)');
    await view.page.getByRole('button', { name: 'Filter All' }).click();
    await showsStatus(view, '1 of 8,627 rows match');
    await view.close();
  });

  it('offers Filter All if the rows are filtered and sorted', async () => {
    const view = await open();
    await view.page.getByRole('columnheader', { name: /^count/ }).click();
    await view.page.getByRole('textbox', { name: 'Filter rows' }).fill('web-8600');
    await view.page.getByRole('button', { name: 'Filter All' }).click();
    await showsStatus(view, '1 of 8,627 rows match');
    await view.close();
  });

  it('starts the next query in its own order', async () => {
    const view = await open();
    await view.page.getByRole('columnheader', { name: /^count/ }).click();
    await showsStatus(view, 'Sorted 2,000 of 8,627 rows');
    await view.send(resultsState({ resultId: 2, rowCount: 3 }));
    await view.page.locator('.loaded').waitFor({ state: 'detached' });
    await view.close();
  });

  it('labels an export as all rows, and offers to export those that are shown', async () => {
    const view = await open({ rowCount: 48 });
    const { page } = view;
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Filter rows' }).fill('web-31');
    await showsStatus(view, '1 of 48 rows match');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export All Rows as CSV (Unfiltered, Unsorted)…' }).waitFor();
    await page.getByRole('menuitem', { name: 'Export Rows Shown (1) as CSV…' }).click();
    const { rows, extension, data } = await view.sent('save');
    assert.deepEqual([rows, extension], [1, 'csv']);
    assert.match(
      String(data),
      /^_time,count,owner,allowed,detail\n\d+,\d+,team \d+,false,"\{""host"":""web-31""/,
    );
    await view.close();
  });

  it('selects all with Ctrl+A, copies them all, and clears the selection with Escape', async () => {
    const view = await open({ rowCount: 900 });
    await view.page.locator('[data-row="3"] [role=gridcell]').first().click();
    await view.page.keyboard.press('Control+A');
    assert.equal(await view.page.locator('.grid-row[aria-selected=false]').count(), 0);
    await view.page.keyboard.press('Control+C');
    const { text } = await view.sent('copy');
    assert.equal(String(text).split('\n').length, 901);
    await view.page.keyboard.press('Escape');
    assert.equal(await view.page.locator('.grid-row[aria-selected=true]').getAttribute('data-row'), '3');
    await view.close();
  });

  it('copies the first row of the order if its heading was clicked last', async () => {
    const view = await open({ rowCount: 48 });
    const heading = view.page.getByRole('columnheader', { name: /^count/ });
    const copied = async (count: number): Promise<string | undefined> => {
      await view.page.getByRole('button', { name: 'Copy' }).click();
      await view.page.getByRole('menuitem', { name: 'Copy Rows as TSV' }).click();
      await eventually(() => view.posted.filter(({ kind }) => kind === 'copy').length === count);
      return String((await view.sent('copy'))['text'])
        .split('\n')[1]
        ?.split('\t')[1];
    };
    for (const [index, least] of ['200', '799', '500'].entries()) {
      await heading.click();
      assert.equal(await copied(index + 1), least);
    }
    await view.close();
  });

  it('goes to the next and previous row of the order that is shown', async () => {
    const view = await open({ rowCount: 48 });
    const { page } = view;
    const inOrder = async (rows: readonly number[]): Promise<readonly string[]> =>
      Promise.all(
        rows.map(
          async (row) => /web-\d+/.exec(await page.locator(`[data-row="${row}"]`).innerText())?.[0] ?? '',
        ),
      );
    const pane = page.getByRole('region', { name: 'Row' });
    const shows = async (host: string): Promise<void> =>
      holds(async () => assert.match(await pane.innerText(), new RegExp(`${host}\\b`)));
    await page.locator('[data-row="3"] [role=gridcell]').first().dblclick();
    await shows('web-3');
    await page.getByRole('columnheader', { name: /^count/ }).click();
    await page.getByRole('textbox', { name: 'Filter rows' }).fill('web-3');
    await showsStatus(view, '11 of 48 rows match');
    const order = await inOrder([...Array(11).keys()]);
    const at = order.indexOf('web-3');
    await page.getByRole('button', { name: /^Next/ }).click();
    await shows(order[at + 1] ?? 'a row after it');
    await page.getByRole('button', { name: /^Previous/ }).click();
    await shows('web-3');
    await page.getByRole('textbox', { name: 'Filter rows' }).fill('web-4');
    await showsStatus(view, '9 of 48 rows match');
    await page.getByRole('button', { name: /^Next/ }).click();
    await shows('web-4\\d?');
    await view.close();
  });

  it('updates the open row with the active one, and closes it with Escape', async () => {
    const view = await open();
    await view.page.locator('[data-row="0"] [role=gridcell]').first().dblclick();
    const pane = view.page.getByRole('region', { name: 'Row' });
    assert.match(await pane.innerText(), /web-0/);
    await view.page.locator('[data-row="4"] [role=gridcell]').first().click();
    await holds(async () => {
      assert.match(await pane.innerText(), /web-4/);
    });
    await view.page.keyboard.press('ArrowDown');
    await holds(async () => {
      assert.match(await pane.innerText(), /web-5/);
    });
    await view.page.keyboard.press('Shift+ArrowUp');
    await view.page.keyboard.press('Escape');
    assert.equal(await pane.count(), 1, 'it takes back the selection first');
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached' });
    assert.equal(
      await view.page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')),
      '5',
    );
    await view.close();
  });

  it('fits a column to its content by a double click on its edge', async () => {
    const { view: first } = resultsState();
    const view = await open({ rowCount: 48, view: { ...first, widths: { owner: 300 } } });
    const heading = view.page.getByRole('columnheader', { name: /^owner/ });
    const before = (await heading.boundingBox())!.width;
    await heading.locator('.grid-resizer').dblclick();
    await eventually(() => view.posted.some(({ kind }) => kind === 'viewChanged'));
    const after = (await heading.boundingBox())!.width;
    assert.ok(after < before && after > 60, `${before} became ${after}`);
    await view.close();
  });

  it('shows a message for rows without fields instead of empty lines', async () => {
    const state = resultsState({ rowCount: 1, columns: [] });
    const view = await openPage('queryResults', { response: resultsHost(state, () => []) });
    await view.page.getByText('The query returned 1 row without fields.').waitFor();
    assert.equal(await view.page.getByRole('grid').count(), 0);
    await view.close();
  });
});
