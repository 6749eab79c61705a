import assert from 'node:assert/strict';
import type { QueryResultsState, Refinement } from '../../src/core/pages/queryResults';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, resultsHost, resultsState } from './support/states';

const minute = 60_000;

describe('The time of a query in its results', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const open = async (
    time: QueryResultsState['time'],
    change: Partial<QueryResultsState> = {},
  ): Promise<void> => {
    view = await openPage('queryResults', {
      response: resultsHost(resultsState({ rowCount: 48, time, ...change })),
    });
    await view.page.locator('.strip').waitFor();
  };
  const pick = async (current: string, wanted: string): Promise<void> => {
    await view.page.getByRole('button', { name: current, exact: true }).click();
    await view.page.getByRole('menuitem', { name: wanted, exact: true }).click();
  };
  const refinement = async (): Promise<unknown> => (await view.sent('refine'))['refinement'];
  const setTime = (change: Partial<Extract<Refinement, { action: 'setTime' }>>): unknown => ({
    ...{ action: 'setTime', duration: null, from: null, to: null, run: true },
    ...change,
  });

  it('is shown as in the query text, and changed to a duration or all time', async () => {
    await open({ duration: '1d', from: null, to: null });
    await pick('Last 24 hours', 'Last 15 minutes');
    assert.deepEqual(await refinement(), setTime({ duration: '15m' }));
    for (const [time, label] of [
      [{ duration: '3mon', from: null, to: null }, 'Last 3mon'],
      [{ duration: null, from: '202611150930', to: '20261116' }, '2026-11-15 09:30 – 2026-11-16'],
      [{ duration: null, from: '$("since")', to: null }, '$("since") –'],
      [{ duration: null, from: null, to: null }, 'All time'],
      [{ duration: '1d', from: null, to: null, limited: true }, 'Last 24 hours, limited by _time'],
    ] as const) {
      await view.send(resultsState({ rowCount: 0, time }));
      await view.page.getByRole('button', { name: label, exact: true }).waitFor();
    }
    await view.send(resultsState({ rowCount: 0, time: null }));
    await view.page.getByRole('button', { name: 'All time' }).waitFor({ state: 'detached' });
  });

  it('is shown in the zone of the page, like the rows', async () => {
    const time = { duration: null, from: '202611150930', to: '20261116' };
    const { view: shown } = resultsState();
    await open(time, { view: { ...shown, zone: 'utc' } });
    await view.page
      .getByRole('button', { name: '2026-11-15 00:30 – 2026-11-15 15:00', exact: true })
      .waitFor();
  });

  it('is set to a start and an end, initially those of the query, in the zone of the page', async () => {
    await open({ duration: null, from: '20261115', to: '2026111512' });
    await pick('2026-11-15 – 2026-11-15 12:00', 'Custom range…');
    const field = (name: string) => view.page.getByRole('textbox', { name: new RegExp(`^${name}`) });
    assert.equal(await field('From').inputValue(), '2026-11-15 00:00:00+0900');
    assert.equal(await field('To').inputValue(), '2026-11-15 12:00:00+0900');
    await field('From').fill('2026-11-16');
    const run = view.page.getByRole('button', { name: 'Run for This Time' });
    await run.click();
    await view.page.getByText('The end must be after the start.').waitFor();
    assert.equal(view.posted.filter(({ kind }) => kind === 'refine').length, 0);
    await field('To').fill('2026-11-16 00:10');
    await run.click();
    const from = noon + 15 * 60 * minute;
    assert.deepEqual(await refinement(), setTime({ from, to: from + 10 * minute }));
    await field('From').waitFor({ state: 'detached' });
  });

  it('is not changed by Escape, and has no end if none is typed', async () => {
    await open({ duration: '1h', from: null, to: null });
    await pick('Last hour', 'Custom range…');
    await view.page.keyboard.press('Escape');
    await view.page.getByRole('textbox', { name: /^From/ }).waitFor({ state: 'detached' });
    await pick('Last hour', 'Custom range…');
    await view.page.keyboard.type('2026-11-15');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await refinement(), setTime({ from: noon - 9 * 60 * minute }));
  });

  it('is narrowed to five minutes around an event, from its menu', async () => {
    await open({ duration: '1d', from: null, to: null });
    await view.page
      .locator('[data-row="2"]:not([aria-busy]) [role=gridcell]')
      .last()
      .click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Show 5 Minutes Before and After This Event' }).click();
    const event = noon + 2 * 60 * minute;
    assert.deepEqual(await refinement(), {
      ...{ action: 'narrowTime', run: true },
      ...{ from: event - 5 * minute, to: event + 5 * minute },
    });
    await view.send(
      resultsState({ rowCount: 30, time: { duration: '1d', from: null, to: null }, areEvents: false }),
    );
    await view.page.locator('[data-row="2"] [role=gridcell]').last().click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Open Row' }).waitFor();
    assert.equal(await view.page.getByRole('menuitem', { name: /5 Minutes/ }).count(), 0);
  });
});
