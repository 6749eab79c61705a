import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { retriesOnRequest } from './support/retriesOnRequest';
import { holds } from '../support/holds';
import { keyRejected, offersAnotherKey } from './support/offersAnotherKey';
import { openPage, openResults } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { hostWithoutRows, resultsHost, resultsState } from './support/states';

describe('the query results page', () => {
  it('sorts the loaded rows ascending, descending and in query order', async () => {
    const view = await openResults();
    const heading = view.page.getByRole('columnheader', { name: /^count/ });
    await heading.click();
    assert.equal(await heading.getAttribute('aria-sort'), 'ascending');
    await holds(async () => {
      assert.equal(await column(view, 2), '200');
    });
    await heading.click();
    await holds(async () => {
      assert.equal(await column(view, 2), '799');
    });
    await heading.click();
    await holds(async () => {
      assert.equal(await column(view, 2), '500');
    });
    await heading.click();
    const other = view.page.getByRole('columnheader', { name: /^owner/ });
    await other.click();
    assert.equal(await other.getAttribute('aria-sort'), 'ascending');
    await view.close();
  });

  it('aligns the heading of numbers to the end of its column, before its menu icon', async () => {
    const view = await openResults();
    const heading = view.page.getByRole('columnheader', { name: /^count/ });
    const room = await heading.evaluate(
      (one) => one.getBoundingClientRect().right - one.children[0]!.getBoundingClientRect().right,
    );
    assert.ok(room <= 34, `${room} pixels from its end`);
    await view.close();
  });

  it('keeps the letters typed into the filter after an arrow key at the edge of the grid', async () => {
    const view = await openResults();
    await view.page.locator('[data-row="0"] [role=gridcell]').first().click();
    await view.page.keyboard.press('ArrowLeft');
    const filter = view.page.getByRole('textbox', { name: 'Filter rows' });
    await filter.click();
    await view.page.keyboard.type('web-31', { delay: 20 });
    assert.equal(await filter.inputValue(), 'web-31');
    await view.close();
  });

  it('copies rows as TSV, JSON and Markdown', async () => {
    const view = await openResults();
    await view.page.locator('[data-row="0"] [role=gridcell]').first().click();
    const copied: string[] = [];
    for (const name of ['TSV', 'JSON', 'Markdown']) {
      await view.page.getByRole('button', { name: 'Copy' }).click();
      await view.page.getByRole('menuitem', { name: `Copy Rows as ${name}` }).click();
      await eventually(() => view.posted.filter(({ kind }) => kind === 'copy').length === copied.length + 1);
      copied.push(String((await view.sent('copy'))['text']));
    }
    assert.equal(copied[0]!.split('\n')[0], '_time\tcount\towner\tallowed\tdetail');
    assert.deepEqual(JSON.parse(copied[1]!), [
      {
        _time: 1794700800000,
        count: 500,
        owner: 'team 0',
        allowed: true,
        detail: { host: 'web-0', ports: [80, 443] },
      },
    ]);
    assert.equal(copied[2]!.split('\n')[1], '| --- | --- | --- | --- | --- |');
    await view.close();
  });

  it('charts the filtered rows in the order of the grid, and shows what is left out', async () => {
    const view = await openResults({
      chart: { shape: 'bar', x: ['owner'], series: ['count'] },
      rowCount: 5000,
    });
    await view.page.getByRole('switch', { name: 'Chart' }).click();
    await view.page.getByText('Showing 2,000 of 5,000 rows').waitFor();
    await view.page.getByRole('textbox', { name: 'Filter rows' }).fill('web-31');
    await view.page.getByText('Showing').waitFor({ state: 'hidden' });
    await view.page.getByRole('columnheader', { name: /^count/ }).click();
    const first = await column(view, 2);
    await view.page.getByRole('slider', { name: /^Chart of count/ }).focus();
    await view.page.keyboard.press('Home');
    await holds(async () => {
      assert.match(await view.text('.chart-tip'), new RegExp(`count\\s*${first}`));
    });
    await view.close();
  });

  it('shows after a reload that the results were discarded, and offers to run again', async () => {
    const view = await openResults({ rowCount: 0, columns: [], queryId: null, phase: 'dropped' });
    await view.page.getByText('The results were discarded when the window was closed').waitFor();
    assert.equal(await view.page.getByRole('toolbar').count(), 0);
    assert.equal(await view.text('.strip'), 'Not run in this window');
    await view.page.getByRole('button', { name: 'Run Again' }).click();
    await view.sent('refresh');
    await view.close();
  });

  it('shows times of an opened row as the grid does', async () => {
    const view = await openResults();
    await view.page.locator('[data-row="0"] [role=gridcell]').first().dblclick();
    const shown = await view.text('[data-row="0"] [aria-colindex="1"]');
    assert.ok((await view.text('.detail')).includes(shown), shown);
    await view.close();
  });

  it('explains why no row is shown, and removes the filter', async () => {
    const state = resultsState({ rowCount: 48, view: { ...resultsState().view, filter: 'nowhere' } });
    const view = await openPage('queryResults', { response: resultsHost(state) });
    await view.page.getByText('No loaded row contains “nowhere”.').waitFor();
    await view.page.getByRole('button', { name: 'Remove Filter' }).click();
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.close();
  });

  it('opens the status from a result without rows, and offers nothing that needs rows', async () => {
    const view = await openResults({ rowCount: 0, columns: [] });
    assert.equal(await view.page.getByRole('button', { name: 'Export' }).count(), 0);
    assert.equal(await view.page.getByRole('textbox').count(), 0);
    await view.page.getByRole('button', { name: 'Show Query Status' }).click();
    await view.sent('showStatus');
    await view.close();
  });

  it('offers another key if the key was rejected, with and without rows', async () => {
    for (const rowCount of [0, 48]) {
      const view = await openResults({ rowCount, phase: 'failed', failure: keyRejected });
      await offersAnotherKey(view, (failure) => resultsState({ rowCount, phase: 'failed', failure }));
      await view.close();
    }
  });

  it('reports that rows could not be read, and requests them again only on Retry', async () => {
    const view = await openPage('queryResults', {
      response: hostWithoutRows(resultsState({ rowCount: 48 })),
    });
    await retriesOnRequest(view);
    await view.close();
  });

  it('keeps a number beside its heading instead of at the far end of the window', async () => {
    const view = await openPage('queryResults', {
      response: resultsHost(
        resultsState({ rowCount: 3, columns: [{ name: 'count', type: 'number' }] }),
        (index) => [index],
      ),
    });
    const heading = (await view.page.getByRole('columnheader', { name: /^count/ }).boundingBox())!;
    assert.ok(heading.width < 200, `${heading.width} wide`);
    await view.close();
  });

  it('shows why a query failed', async () => {
    const failure = {
      reason: 'rejected' as const,
      message: 'The platform rejected the query.',
      detail: '(10200) missing-json-quotation',
      canRetry: true,
    };
    const view = await openResults({ rowCount: 0, phase: 'failed', queryId: null, failure });
    assert.equal((await view.text('.strip')).trim(), 'Failed');
    assert.match(await view.page.getByRole('alert').innerText(), /missing-json-quotation/);
    await view.close();
  });
});

async function column(view: PageUnderTest, index: number): Promise<string> {
  const row = view.page.locator('[aria-rowindex="2"]');
  return row.locator(`[aria-colindex="${index}"]`).innerText();
}
