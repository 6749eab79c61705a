import assert from 'node:assert/strict';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

const hour = 3_600_000;
const histogram = { from: noon, to: noon + 24 * hour, counts: Array.from({ length: 24 }, (_, at) => at) };

describe('The events of results over time', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const state = (overTime: QueryResultsState['overTime'], histogramOpen = true): QueryResultsState => {
    const first = resultsState({ rowCount: 48, overTime });
    return { ...first, view: { ...first.view, histogramOpen } };
  };
  const open = async (...shown: Parameters<typeof state>): Promise<void> => {
    view = await openPage('queryResults', { response: resultsHost(state(...shown)) });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
  };

  it('are requested when they are expanded, and shown above the rows', async () => {
    await open({ histogram: null, failure: null }, false);
    const heading = view.page.getByText('Events over time', { exact: true });
    assert.equal(await view.page.getByText('counting…').count(), 0);
    await heading.click();
    await view.sentThat(
      ({ view: shown }) => (shown as QueryResultsState['view'] | undefined)?.histogramOpen === true,
    );
    await view.page.getByText('counting…').waitFor();
    await view.send(state({ histogram, failure: null }));
    const slider = view.page.getByRole('slider', { name: /^Events over time/ });
    await slider.waitFor();
    assert.equal(await view.page.getByText('counting…').count(), 0);
    const [bars, rows] = [await slider.boundingBox(), await view.page.getByRole('grid').boundingBox()];
    assert.ok(bars!.y + bars!.height <= rows!.y);
  });

  it('narrow the time of the query to whole bars by a drag', async () => {
    await open({ histogram, failure: null });
    const axis = view.page.locator('.chart path[stroke*="editorWidget-border"]').last();
    const { x, y, width } = (await axis.boundingBox())!;
    await view.page.mouse.move(x + (width * 6.3) / 24, y + 20);
    await view.page.mouse.down();
    await view.page.mouse.move(x + (width * 11.8) / 24, y + 20, { steps: 4 });
    await view.page.getByText(/^2026-11-15 15:00:00\+0900 to 2026-11-15 21:00:00\+0900: 51$/).waitFor();
    await view.page.mouse.up();
    assert.deepEqual((await view.sent('refine'))['refinement'], {
      ...{ action: 'narrowTime', run: true },
      ...{ from: noon + 6 * hour, to: noon + 12 * hour },
    });
  });

  it('explain why they could not be counted, and are not shown for rows that are not events', async () => {
    await open({ histogram: null, failure: 'The platform did not respond.' });
    const problem = view.page.getByRole('alert');
    assert.equal(
      (await problem.innerText()).trim(),
      'The events could not be counted. The platform did not respond.',
    );
    await view.send(state(null));
    await problem.waitFor({ state: 'detached' });
    assert.equal(await view.page.getByText('Events over time').count(), 0);
  });
});
