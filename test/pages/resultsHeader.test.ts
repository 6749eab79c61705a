import assert from 'node:assert/strict';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

describe('The header of results', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const open = async (change: Partial<QueryResultsState>): Promise<void> => {
    view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 48, ...change })),
    });
    await view.page.locator('.strip').waitFor();
  };

  it('shows the progress of an export, with the total if that is known, and cancels it', async () => {
    await open({ exporting: { format: 'csv', written: 1200, total: 5000 } });
    await view.page.getByText('Exporting 1,200 of 5,000', { exact: true }).waitFor();
    const start = view.page.getByRole('button', { name: 'Export', exact: true });
    assert.equal(await start.count(), 0);
    await view.page.getByRole('button', { name: 'Cancel Export' }).click();
    await view.sent('cancelExport');
    await view.send(resultsState({ rowCount: 48, exporting: { format: 'csv', written: 1300, total: null } }));
    await view.page.getByText('Exporting 1,300', { exact: true }).waitFor();
    await view.send(resultsState({ rowCount: 48 }));
    await start.waitFor();
    assert.equal(await view.page.getByText('Exporting').count(), 0);
  });

  it('shows why no new rows arrive, instead of how many', async () => {
    const tail = {
      paused: true,
      rate: 2,
      kept: 100,
      failure: 'The platform does not respond.',
    };
    await open({ canTail: true, tail });
    assert.equal(
      (await view.page.locator('.tail[role=alert]').innerText()).trim(),
      'The platform does not respond.',
    );
    assert.equal(await view.page.locator('.tail').count(), 1);
  });

  it('cancels once, and offers to run again only when the query has ended', async () => {
    await open({ phase: 'cancelRequested' });
    const cancel = view.page.locator('vscode-button', { hasText: 'Cancel Query' });
    assert.equal(await cancel.getAttribute('disabled'), '');
    assert.equal((await view.text('.phase')).trim(), 'Cancel requested');
    for (const phase of ['starting', 'running'] as const) {
      await view.send(resultsState({ rowCount: 48, phase }));
      await view.page.locator('vscode-button:not([disabled])', { hasText: 'Cancel Query' }).waitFor();
      assert.equal(await view.page.getByRole('button', { name: 'Run Again' }).count(), 0);
    }
    await cancel.click();
    await view.sent('cancel');
    await view.send(resultsState({ rowCount: 48, phase: 'cancelled' }));
    await view.page.getByRole('button', { name: 'Run Again' }).waitFor();
    assert.equal(await cancel.count(), 0);
    assert.match(await view.text('.strip'), /Canceled\s+48 rows.*Rows may be missing/s);
  });

  it('shows live updates, a chart and the status only if there are any', async () => {
    await open({ rowCount: 1, queryId: null });
    await view.page.getByText('1 row', { exact: true }).waitFor();
    assert.deepEqual(
      (await view.page.locator('[role=toolbar] vscode-toolbar-button').allInnerTexts()).map((text) =>
        text.trim(),
      ),
      ['', 'Copy', 'Export'],
    );
  });

  it('is followed by the reason when there are no rows', async () => {
    await open({ rowCount: 0, queryId: null, phase: 'cancelled' });
    await view.page.getByText('The query was canceled before any rows were read.').waitFor();
    assert.equal(await view.page.getByRole('button', { name: 'Show Query Status' }).count(), 0);
    await view.send(resultsState({ rowCount: 0, phase: 'running' }));
    await view.page.getByText('Waiting for the first rows…').waitFor();
    await view.send(resultsState({ rowCount: 2, columns: [] }));
    await view.page.getByText('The query returned 2 rows without fields.').waitFor();
    await view.send(resultsState({ rowCount: 0, hint: 'No row has the field “usr”.' }));
    await view.page.getByText('The query returned no rows.').waitFor();
    await view.page.getByText('No row has the field “usr”.').waitFor();
  });

  it('is followed by the details of a row without its missing fields', async () => {
    const columns = ['_time', 'owner', 'none', 'list'].map((name) => ({ name, type: 'text' as const }));
    const state = resultsState({ rowCount: 1, columns });
    view = await openPage('queryResults', { response: resultsHost(state, () => [null, 'kim', null, []]) });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [aria-colindex="2"]').dblclick();
    const detail = view.page.getByRole('region', { name: 'Row' });
    assert.equal(await detail.locator('h2').innerText(), 'Row');
    assert.deepEqual(await detail.locator('dt').allInnerTexts(), ['owner', 'list']);
    assert.equal(await detail.locator('details').count(), 0, 'an empty list cannot be opened');
  });
});
