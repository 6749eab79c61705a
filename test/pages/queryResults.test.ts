import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { holds } from './support/holds';
import { type PageUnderTest, Pages } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

describe('the query results page', function () {
  // A browser on a busy machine takes its time.
  this.timeout(120_000);
  let pages: Pages;

  before(async () => {
    pages = await Pages.start();
  });
  after(() => pages.stop());

  async function open(change: Parameters<typeof resultsState>[0] = {}): Promise<PageUnderTest> {
    const state = resultsState({ rowCount: 48, ...change });
    const view = await pages.open('queryResults', { answer: resultsHost(state) });
    if (state.rowCount > 0) await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    return view;
  }

  it('sorts what is loaded, both ways and back', async () => {
    const view = await open();
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
    await view.close();
  });

  it('filters what is loaded and says how much that is', async () => {
    const view = await open();
    await view.page.getByRole('textbox', { name: 'Filter loaded rows' }).fill('web-31');
    await holds(async () => {
      assert.equal(await view.text('.loaded'), '1 shown of 48 loaded');
    });
    assert.equal(await view.page.locator('[role=grid]').getAttribute('aria-rowcount'), '2');
    await view.close();
  });

  it('copies rows as TSV, JSON and Markdown', async () => {
    const view = await open();
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

  it('draws a chart where the result has one', async () => {
    const chart = { shape: 'line' as const, x: '_time', series: ['count'] };
    const view = await open({ chart });
    await view.page.getByRole('switch', { name: 'Chart' }).click();
    await view.page.getByRole('img', { name: 'Chart of count by _time' }).locator('canvas').waitFor();
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('opens a row as JSON', async () => {
    const view = await open();
    await view.page.locator('[data-row="2"] [role=gridcell]').first().dblclick();
    assert.match(await view.page.getByRole('region', { name: 'Row' }).innerText(), /"web-2"/);
    await view.close();
  });

  it('asks the host to cancel, then shows that the cancel is only requested', async () => {
    const view = await open({ phase: 'running' });
    await view.page.getByRole('button', { name: 'Cancel Query' }).click();
    await view.sent('cancel');
    await view.send(resultsState({ rowCount: 48, phase: 'cancelRequested' }));
    await holds(async () => {
      assert.equal((await view.text('.phase')).trim(), 'Cancel requested');
    });
    await view.close();
  });

  it('shows why a query failed', async () => {
    const failure = {
      reason: 'refused' as const,
      message: 'The platform refused the query.',
      detail: '(10200) missing-json-quotation',
      canRetry: true,
    };
    const view = await open({ rowCount: 0, phase: 'failed', failure });
    assert.match(await view.page.getByRole('alert').innerText(), /missing-json-quotation/);
    await view.close();
  });
});

async function column(view: PageUnderTest, index: number): Promise<string> {
  const row = view.page.locator('[aria-rowindex="2"]');
  return row.locator(`[aria-colindex="${index}"]`).innerText();
}
