import assert from 'node:assert/strict';
import { keyRejected, offersAnotherKey } from './support/offersAnotherKey';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, queryStatusState, watchedStatus } from './support/states';
import type { Failure } from '../../src/core/pages/common';
import type { QueryStatusState } from '../../src/core/pages/queryStatusMessages';

describe('the query status page', () => {
  const open = (state: QueryStatusState) => openPage('queryStatus', { response: hostOf(state) });

  it('draws one box for each command, with its state, row count, rate and share of its input', async () => {
    const view = await open(queryStatusState());
    await view.page.locator('.step').first().waitFor();
    const args = await view.page
      .locator('.pipeline-section > .pipeline > .step > .step-box .step-state')
      .allInnerTexts();
    assert.deepEqual(
      args.map((word) => word.trim()),
      ['Running', 'Running', 'Running', 'Waiting', 'Waiting'],
    );
    const figures = view.page.locator('.step').nth(1).locator('.step-figures dd');
    assert.deepEqual(await figures.allInnerTexts(), ['48,210', '2.4k/s', '4%']);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('keeps figures short, however many rows a command outputs', async () => {
    const commands = [
      { command: 'table firewall', status: 'Running', pushCount: 1000 },
      { command: 'repeat count=1000000', status: 'Running', pushCount: 9_007_199_254_740_991 },
    ];
    const view = await open(queryStatusState({ status: watchedStatus({ commands, subQueries: [] }) }));
    const figures = view.page.locator('.step').nth(1).locator('.step-figures dd');
    await figures.first().waitFor();
    assert.deepEqual(await figures.allInnerTexts(), ['9,007,199,254,740,991', '450T/s', '×9T']);
    await view.close();
  });

  it('marks a command that outputs no rows as stalled', async () => {
    const status = watchedStatus();
    const samples = Array.from({ length: 12 }, (_, index) => ({
      at: noon + index * 1000,
      rows: 0,
      pushCounts: [1_000_000 + index * 500, 48_210, 48_198, 0, 0, 9_120, 9_120],
    }));
    const view = await open(queryStatusState({ status, samples }));
    assert.match(await view.text('.step[data-lag=stalled] > .step-box .step-lag'), /Stalled/);
    await view.close();
  });

  it('distinguishes a requested cancel from a canceled query', async () => {
    const view = await open(queryStatusState());
    await view.page.getByRole('button', { name: 'Cancel Query' }).click();
    await view.sent('cancel');
    await view.send(queryStatusState({ cancelAsked: true }));
    await view.page.locator('.phase[data-phase=cancelRequested]').waitFor();
    assert.equal((await view.text('.phase')).trim(), 'Cancel requested');
    await view.send(queryStatusState({ status: watchedStatus({ isCanceled: true, isFinished: true }) }));
    await view.page.locator('.phase[data-phase=cancelled]').waitFor();
    assert.equal(await view.page.getByRole('button', { name: 'Cancel Query' }).count(), 0);
    await view.close();
  });

  it('updates the time of the last response while it is paused', async () => {
    const lastResponse = Date.now();
    const state = queryStatusState({ lastResponse, watching: 'paused' });
    const view = await openPage('queryStatus', { response: hostOf(state), alone: true });
    await view.page.getByText(/\d+ s ago, paused/).waitFor();
    await view.skipMinute();
    await view.page.getByText('1 min ago, paused').waitFor();
    await view.close();
  });

  it('explains that a query no longer exists, shows no state of it, and offers no retry', async () => {
    const failure = {
      reason: 'notFound' as const,
      message: 'Query 4711 no longer exists, or it belongs to another user.',
      detail: 'invalid-query-id',
      canRetry: false,
    };
    const view = await open(queryStatusState({ status: null, failure }));
    assert.match(
      await view.page.getByRole('alert').innerText(),
      /no longer exists, or it belongs to another user/,
    );
    assert.equal(await view.page.getByText('Waiting for the first response').count(), 0);
    assert.equal(await view.page.getByRole('button', { name: 'Results' }).count(), 0);
    assert.equal(await view.page.getByRole('button', { name: 'Retry' }).count(), 0);
    // It ran before: nothing is claimed of whether it still does, or how fast.
    await view.send(queryStatusState({ failure, watching: 'stopped' }));
    assert.equal((await view.text('.phase')).trim(), 'Not found');
    assert.equal(await view.page.getByRole('button', { name: 'Cancel Query' }).count(), 0);
    assert.equal(await view.page.locator('.step-lag').count(), 0);
    assert.deepEqual(await rates(view), ['–', '–', '–', '–', '–', '–', '–']);
    assert.match(await view.text('.small-chart:nth-of-type(2)'), /on average/);
    await view.close();
  });

  it('offers another key if the key was rejected', async () => {
    const failed = (failure: Failure): QueryStatusState => queryStatusState({ status: null, failure });
    const view = await open(failed(keyRejected));
    /** What is offered first. */
    const prominent = (kind: 'locked' | 'error'): Promise<readonly string[]> =>
      view.page.locator(`.notice[data-kind=${kind}] vscode-button:not([secondary])`).allInnerTexts();
    assert.deepEqual(await prominent('locked'), ['Set API Key…']);
    await offersAnotherKey(view, failed);
    assert.deepEqual(await prominent('error'), ['Retry']);
    await view.close();
  });

  it('shows the average and the end time of a query that ended, and no rate of its commands', async () => {
    const ended = { isFinished: true, isCanceled: true, finishTime: noon + 12_400 };
    const status = watchedStatus({ ...ended, rows: 500, elapsed: 20_000 });
    const view = await open(queryStatusState({ status, watching: 'stopped' }));
    assert.match(await view.text('.small-chart:nth-of-type(2)'), /25\/s on average/);
    assert.ok((await rates(view)).every((rate) => rate === '–'));
    assert.match(await view.text('.facts'), /Finished\s+2026-11-15 09:00:12\+0900/);
    assert.doesNotMatch(await view.text('.facts'), /Updated/);
    await view.close();
  });

  it('keeps an unknown state beside its command, however long it is', async () => {
    const commands = [{ command: 'table firewall', status: 'waiting-for-'.repeat(20), pushCount: 1 }];
    const view = await open(queryStatusState({ status: watchedStatus({ commands, subQueries: [] }) }));
    const state = (await view.page.locator('.step-state span').last().boundingBox())!;
    const text = (await view.page.locator('.step-text').boundingBox())!;
    assert.ok(state.x + state.width <= text.x, `${state.x + state.width} is beyond ${text.x}`);
    await view.close();
  });

  it('gives a long command the whole width of its box at 200 %', async () => {
    const response = hostOf(queryStatusState());
    const view = await openPage('queryStatus', { width: 700, height: 450, response });
    const box = (await view.page.locator('.step-text').first().boundingBox())!;
    assert.ok(box.width > 600, `${box.width} wide`);
    await view.close();
  });

  it('shows no charts if a query ended within one response, and a message if no commands are listed', async () => {
    const state = queryStatusState({ status: watchedStatus({ isFinished: true, finishTime: noon }) });
    const view = await open({ ...state, samples: state.samples.slice(-1) });
    assert.equal(await view.page.locator('.throughput').count(), 0);
    await view.send({ ...state, samples: state.samples });
    await view.page.locator('.throughput').waitFor();
    await view.send(queryStatusState({ status: watchedStatus({ commands: [], subQueries: [] }) }));
    assert.match(await view.text('.pipeline-section'), /lists no commands/);
    await view.close();
  });

  it('shows times in the selected zone', async () => {
    for (const [zone, expected] of [
      ['utc', '2026-11-15 00:00:00+0000'],
      ['server', '2026-11-15 09:00:00+0900'],
    ] as const) {
      const view = await open(queryStatusState({ view: { zone, detailsOpen: true, textOpen: false } }));
      assert.ok((await view.text('.record')).includes(expected));
      await view.close();
    }
  });
});

function rates({ page }: PageUnderTest): Promise<readonly string[]> {
  return page.locator('.step-figures div:nth-child(2) dd').allInnerTexts();
}
