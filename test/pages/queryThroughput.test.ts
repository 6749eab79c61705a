import assert from 'node:assert/strict';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import { queryStatusState, watchedStatus } from './support/states';

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
