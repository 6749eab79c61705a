import assert from 'node:assert/strict';
import type { BacktestState, BacktestView } from '../../src/core/pages/backtest';
import { backtestState } from './support/backtestStates';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';

async function open(change: Partial<BacktestState> = {}): Promise<PageUnderTest> {
  const view = await openPage('backtest', { response: hostOf(backtestState(change)) });
  await view.page.locator('main').waitFor();
  return view;
}

const notRun = { phase: 'ready', runs: [], rows: 0, hits: null, sample: null, comparison: null } as const;

describe('The page of a backtest', () => {
  it('shows before the start what will run and how much that reads', async () => {
    const view = await open(notRun);
    const text = await view.text('main');
    for (const sentence of [
      'The query only filters: it runs in 7 slices of a day, the newest first.',
      'Commands that write or send data are not run: import.',
      'Reads about 1,234,567 rows (330 MB) of 3 tables.',
    ]) {
      assert.ok(text.includes(sentence), `${sentence} is missing in ${text}`);
    }
    await view.page.getByRole('button', { name: 'Start' }).click();
    await view.sent('start');
    await view.close();
  });

  it('shows hits, values, samples, the time of each run, and the difference between draft and published text', async () => {
    const view = await open();
    const text = await view.text('main');
    for (const label of ['Hits by day', '721 rows in 7 runs', 'Only found by the draft', 'Sample events']) {
      assert.ok(text.includes(label), `${label} is missing`);
    }
    assert.match(text, /Found by both\s+640\s+Only by the draft\s+81\s+Only by the published text\s+11/);
    assert.match(await view.text('.runs tbody tr'), /2026-11-14 09:00:00\+0900.*100\s+90\s+1,234 ms/s);
    await view.page.getByRole('slider').focus();
    await view.press('Home', 'Enter');
    const { from } = await view.sent('openQuery');
    assert.equal(from, backtestState().plan?.from);
    await view.close();
  });

  it('shows the progress of a run and cancels it', async () => {
    const state = backtestState({ phase: 'running', sample: null, comparison: null });
    const view = await open({ ...state, runs: state.runs.slice(0, 2), rows: 201 });
    assert.match(await view.text('.backtest-progress'), /Runs: 2 of 7\. Found: 201 rows\./);
    await view.page.getByRole('button', { name: 'Cancel' }).click();
    await view.sent('cancel');
    await view.close();
  });

  it('keeps the results when the platform is unreachable, and continues on Retry', async () => {
    const message = 'SOC Seoul cannot be reached.';
    const view = await open({
      phase: 'failed',
      failure: { reason: 'unreachable', message, detail: null, canRetry: true },
    });
    assert.match(await view.text('[role=alert]'), /cannot be reached. What was found before is kept/);
    await view.page.getByRole('button', { name: 'Retry' }).click();
    await view.sent('refresh');
    assert.ok((await view.text('main')).includes('721 rows'));
    await view.close();
  });

  it('does not show an estimate in progress once it runs', async () => {
    const view = await open({ phase: 'failed', estimate: null });
    assert.doesNotMatch(await view.text('main'), /Estimating/);
    await view.send(backtestState({ ...notRun, estimate: null }));
    assert.match(await view.text('main'), /Estimating what will be read…/);
    await view.close();
  });

  it('explains why a query cannot be backtested, and starts when it may have been corrected', async () => {
    const view = await open({ ...notRun, plan: null, problem: '“system” reads current data.' });
    assert.match(await view.text('[role=alert]'), /“system” reads current data/);
    await view.page.getByRole('button', { name: 'Start' }).click();
    await view.sent('start');
    await view.close();
  });

  it('says how many of the rows and fields of a sample are shown', async () => {
    const sample = backtestState().sample!;
    const [field] = sample.fields;
    const fields = Array.from({ length: 12 }, (_, index) => ({ ...field!, name: `f${index}` }));
    const columns = fields.slice(0, 7).map(({ name }) => name);
    const first = Array.from({ length: 10 }, () => columns.map(() => 'value'));
    const view = await open({ sample: { rows: 721, fields, columns, first } });
    const heading = view.page.locator('section', { hasText: 'Sample events' }).last();
    assert.match(await heading.innerText(), /Sample events\s+The first 10 rows · 7 of 12 fields\s/);
    await view.send(
      backtestState({
        sample: { rows: 1, fields: fields.slice(0, 2), columns: ['f0', 'f1'], first: [['a', 'b']] },
      }),
    );
    assert.match(await heading.innerText(), /Sample events\s+f0\s+f1\s+a\s+b/);
    await view.close();
  });

  it('starts a custom range with the shown period, exports the rows, and adds the query to a notebook', async () => {
    const view = await open();
    await view.page.locator('vscode-single-select[label=Period]').click();
    await view.page.getByRole('option', { name: 'Custom range…' }).click();
    const { view: shown } = await view.sent('viewChanged');
    const { days, from, to } = shown as BacktestView;
    assert.deepEqual([days, from, to], ['range', '2026-11-08 09:00:00+0900', '2026-11-15 09:00:00+0900']);
    await view.page.locator('[label="Export Rows"]').click();
    await view.page.getByRole('menuitem', { name: 'Export as CSV…' }).click();
    assert.equal((await view.sent('export'))['format'], 'csv');
    await view.page.locator('[label="Add to Notebook…"]').click();
    await view.sent('addToNotebook');
    await view.close();
  });

  it('accepts dates and times of the selected zone as the ends of a range, and does not start a reversed one', async () => {
    const range = { from: '2026-11-08 09:00:00+0900', to: '2026-11-15 09:00:00+0900' };
    const view = await open({ ...notRun, view: { ...backtestState().view, days: 'range', ...range } });
    const type = async (name: string, text: string): Promise<void> => {
      await view.page.getByRole('textbox', { name }).fill(text);
      await view.page.getByRole('textbox', { name }).press('Tab');
    };
    const sentView = (change: Partial<BacktestView>): Promise<unknown> =>
      view.sentThat(({ kind, view: sent }) => {
        const shown = { ...(sent as BacktestView) };
        return (
          kind === 'viewChanged' &&
          Object.entries({ ...shown, ...change }).every(
            ([key, value]) => shown[key as keyof BacktestView] === value,
          )
        );
      });
    await type('From', '2026-11-10');
    await sentView({ from: '2026-11-10 00:00:00+0900' });
    await type('To', '2026-11-10 12:30');
    await sentView({ to: '2026-11-10 12:30:00+0900' });

    await type('To', '2026-11-09');
    assert.match(await view.text('main'), /The end must be after the start/);
    assert.equal(await view.page.locator('.plan').isVisible(), false, 'it is the plan of another range');
    await view.page.getByRole('button', { name: 'Start' }).click();
    await view.page.locator('vscode-textfield:focus-within').waitFor();
    assert.equal(view.posted.filter(({ kind }) => kind === 'start').length, 0);
    await view.close();
  });

  it('formats all numbers alike, and uses the singular for one run', async () => {
    const plan = { ...backtestState().plan!, kind: 'replay', due: 'schedule', runs: 1000 } as const;
    const view = await open({ ...notRun, plan: { ...plan, isLimited: true } });
    assert.match(await view.text('.plan'), /for 1,000 due times.*Only the newest 1,000/s);
    await view.send(backtestState({ ...notRun, plan, phase: 'running', rows: 1234 }));
    assert.match(await view.text('.backtest-progress'), /Runs: 0 of 1,000\. Found: 1,234 rows\./);
    await view.send(backtestState({ plan, phase: 'canceled' }));
    assert.match(await view.text('main'), /Canceled\. Runs: 7 of 1,000\./);
    await view.send(backtestState({ ...notRun, plan: { ...backtestState().plan!, runs: 1 } }));
    assert.match(await view.text('.plan'), /The query only filters: it runs once\./);
    await view.close();
  });

  it('shows that it stopped at the limit, and that nothing was found', async () => {
    const view = await open({ isTruncated: true });
    assert.match(await view.text('main'), /Stopped after 721 rows/);
    await view.send(backtestState({ rows: 0, hits: null, sample: null, comparison: null }));
    assert.match(await view.text('main'), /The query would have found nothing/);
    await view.close();
  });
});
