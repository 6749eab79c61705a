import assert from 'node:assert/strict';
import type { RunsState } from '../../src/core/pages/runs';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { runsState } from './support/runsStates';

async function open(change: Partial<RunsState> = {}, width = 1280): Promise<PageUnderTest> {
  const view = await openPage('runs', { width, response: hostOf(runsState(change)) });
  await view.page.locator('main').waitFor();
  return view;
}

describe('The page of the runs of a scheduled query', () => {
  it('lists due time, start, duration, rows and outcome, the newest first', async () => {
    const view = await open();
    const lines = view.page.locator('.run-list tbody tr');
    await lines.nth(39).waitFor();
    assert.equal(await lines.count(), 40);
    assert.match(
      (await lines.nth(3).textContent()) ?? '',
      /2026-11-15 08:30:00\+0900\s+2026-11-15 08:30:02\+0900\s+1\.3 s\s+483\s+succeeded/,
    );
    assert.match((await lines.first().textContent()) ?? '', /12 ms\s+0\s+failed: The table .* \(10605\)/);
    await view.close();
  });

  it('shows the whole outcome in a narrow window', async () => {
    const view = await open({}, 480);
    await view.page.locator('.run-list tbody tr').nth(39).waitFor();
    const [shown, needed] = await view.page
      .locator('.scrolled', { has: view.page.locator('.run-list') })
      .evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
    assert.equal(needed, shown);
    await view.close();
  });

  it('draws durations and rows, with the failed runs shaded', async () => {
    const view = await open();
    const labels = await view.page
      .locator('.chart[role=img]')
      .evaluateAll((charts) => charts.map((chart) => chart.getAttribute('aria-label')));
    assert.deepEqual(labels, ['Duration in seconds over time: at most 2.6 s', 'Rows over time: at most 519']);
    const shades = view.page.locator('.chart').first().locator('path[opacity="0.2"]');
    const path = (await shades.getAttribute('d')) ?? '';
    assert.equal(path.split('M').length - 1, 3);
    await view.close();
  });

  it('shows since when it fails, why, and what was changed just before, and opens each', async () => {
    const view = await open();
    const text = await view.text('.failures-panel');
    for (const part of [
      'Failing since 2026-11-15 08:40:02+0900',
      'The table “fw_seoul_dmz” does not exist. (10605)',
      'Update scheduled query',
      '4be1c0ff',
    ]) {
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
    }
    assert.match(text, /Failed runs\s+3\s+Last success\s+2026-11-15 08:30:02/);
    await view.page.getByRole('button', { name: 'Open at the Failing Position' }).click();
    await view.sent('openFailing');
    await view.page.getByRole('button', { name: 'Read the DMZ too' }).click();
    assert.equal((await view.sent('openCommit'))['hash'], '4be1c0ffee00');
    await view.page.locator('[label="Run Now"]').click();
    await view.sent('runNow');
    // It is not in the list, also not when it has ended.
    assert.match(await view.text('.own-runs'), /Run Now is a query of your own\./);
    await view.page.getByRole('button', { name: 'Query History' }).click();
    await view.sent('showHistory');
    await view.close();
  });

  it('shows when the audit log has no changes or cannot be read', async () => {
    const view = await open({ changes: { items: [], gaps: [] } });
    assert.match(await view.text('.failures-panel'), /The audit log has no changes\./);
    await view.send(runsState({ changes: { items: [], gaps: ['It requires the role MASTER.'] } }));
    const text = await view.text('.failures-panel');
    assert.match(text, /It requires the role MASTER\./);
    assert.doesNotMatch(text, /Nothing/);
    await view.close();
  });

  it('shows that the platform lists no runs, and no chart of a single one', async () => {
    const [run] = runsState().runs ?? [];
    assert.ok(run);
    const view = await open({ isFromRecord: true, runs: [{ ...run, rows: null, elapsed: null }] });
    assert.match(await view.text('main'), /does not list runs\. The record has only the last run/);
    assert.equal(await view.page.locator('.chart').count(), 0);
    assert.match(await view.text('.run-list tbody tr'), /–\s+–\s+failed/);
    await view.close();
  });

  it('shows that no run failed, and that there was no run yet', async () => {
    const view = await open({ failures: null, changes: null });
    assert.match(await view.text('main'), /None of 40 runs failed\./);
    await view.send(runsState({ failures: null, changes: null, runs: [] }));
    assert.match(await view.text('main'), /No runs yet\./);
    await view.close();
  });

  it('keeps its content if the platform is unreachable, and tries again on Retry', async () => {
    const failure = {
      reason: 'unreachable',
      message: 'It is unreachable.',
      detail: null,
      canRetry: true,
    } as const;
    const view = await open({ failure });
    assert.match(await view.text('.banner'), /It is unreachable\./);
    await view.page.locator('.run-list tbody tr').nth(39).waitFor();
    await view.page.getByRole('button', { name: 'Retry' }).click();
    await view.sent('refresh');
    await view.send(runsState({ failure, runs: null }));
    assert.match(await view.text('.notice'), /It is unreachable\./);
    await view.close();
  });
});
