import assert from 'node:assert/strict';
import type { AuditLogsState, AuditRow } from '../../src/core/pages/auditLogMessages';
import type { BacktestState } from '../../src/core/pages/backtest';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import type { QueryStatusState } from '../../src/core/pages/queryStatusMessages';
import type { RunsState } from '../../src/core/pages/runs';
import { forListedFilters } from '../../src/core/interface/auditFilters';
import { hostileLinks, hostileMarkup } from '../support/hostileTexts';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { backtestState } from './support/backtestStates';
import { runsState } from './support/runsStates';
import { importedRule, sigmaImportState } from './support/sigmaImport';
import { auditRow, auditState, queryStatusState, resultsState, watchedStatus } from './support/states';

/** One at a time, because one could close what another has opened; links are found at any position. */
const payloads = [...hostileMarkup, hostileLinks.join(' ')];

describe('hostile content', () => {
  it('is shown as text in every string field of a query status', async () => {
    const view = await openPage('queryStatus');
    for (const payload of payloads) {
      await view.send(hostileStatus(payload));
      await holds(async () => {
        assert.equal(await view.page.locator('.query-text').textContent({ timeout: 1000 }), shownOf(payload));
      });
      assert.equal(await view.page.locator('.step-text').first().textContent(), shownOf(payload));
      await assertNotExecuted(view);
    }
    await view.close();
  });

  it('is shown as text in every string field of an audit entry, its filters and its detail', async () => {
    const view = await openPage('auditLogs');
    for (const [index, payload] of payloads.entries()) {
      await view.send(hostileSearch(payload, index));
      await view.send({ kind: 'rows', resultId: index, offset: 0, rows: [hostileRow(payload)] });
      await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      await view.page.locator('.detail').waitFor();
      assert.equal(
        await view.page.locator('[data-row="0"] [role=gridcell]').nth(2).textContent(),
        shownOf(payload),
      );
      assert.equal(await view.page.locator('.detail h2').textContent(), shownOf(payload));
      await view.page.getByRole('button', { name: 'Saved' }).click();
      await view.page.getByRole('menu').waitFor();
      await assertNotExecuted(view);
      await view.page.keyboard.press('Escape');
    }
    await view.close();
  });

  it('is shown as text in every string field of a rule to import', async () => {
    const view = await openPage('sigmaImport');
    for (const [index, payload] of payloads.entries()) {
      const failed = { state: 'failed', message: payload };
      const texts = { file: payload, title: payload, id: payload, level: payload, product: payload };
      const rule = { ...importedRule(0), ...texts, techniques: [payload], description: payload };
      await view.send(sigmaImportState({ folder: payload, mapping: payload }));
      await view.send({
        kind: 'rules',
        rulesId: index,
        rules: [{ ...rule, reason: payload, state: 'rejected' }],
        progress: [{ rule: 0, trial: failed, result: failed }],
      });
      await holds(async () => {
        const title = view.page.locator('[data-row="0"] [aria-colindex="3"]');
        assert.equal(await title.textContent({ timeout: 1000 }), shownOf(payload));
      });
      await view.page.locator('[data-row="0"] [aria-colindex="3"]').dblclick();
      assert.equal(await view.page.locator('.detail .rule-description').textContent(), shownOf(payload));
      await assertNotExecuted(view);
    }
    await view.close();
  });

  it('is shown as text in the columns, cells, chart and detail of a result', async () => {
    const view = await openPage('queryResults');
    for (const [index, payload] of payloads.entries()) {
      const state = hostileResult(payload, index);
      await view.send(state);
      await view.send({ kind: 'rows', resultId: index, offset: 0, rows: [[payload, 1, 2]] });
      await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      await view.page.locator('.detail').waitFor();
      await view.page.locator('.plot svg path').first().waitFor({ state: 'attached' });
      const cell = view.page.locator('[data-row="0"] [role=gridcell]').first();
      // A cell is one line.
      assert.equal(await cell.textContent(), shownOf(payload).replaceAll('\n', '⏎'));
      await assertNotExecuted(view);
    }
    await view.close();
  });

  it('is shown as text in every string field of runs and of a backtest', async () => {
    const runs = await openPage('runs');
    const backtest = await openPage('backtest');
    for (const payload of payloads) {
      await runs.send(hostileRuns(payload));
      await holds(async () => {
        const change = runs.page.locator('.changes button').first();
        assert.equal(await change.textContent({ timeout: 1000 }), shownOf(payload));
      });
      assert.equal(
        await runs.page.locator('.outcome span:nth-child(2)').first().textContent(),
        shownOf(payload),
      );
      await assertNotExecuted(runs);
      await backtest.send(hostileBacktest(payload));
      await holds(async () => {
        const problem = backtest.page.locator('.panel .warning span:nth-child(2)').first();
        assert.equal(await problem.textContent({ timeout: 1000 }), shownOf(payload));
      });
      await assertNotExecuted(backtest);
    }
    await runs.close();
    await backtest.close();
  });

  it('would be blocked by the content security policy even if it became markup', async () => {
    const page = await openPage('queryStatus', {
      response: hostOf(queryStatusState()),
    });
    await page.page.locator('.step').first().waitFor();
    const blocked = await page.page.evaluate(async () => {
      const seen: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
      const location = document.createElement('div');
      location.innerHTML =
        '<img src="http://127.0.0.1:9/x" onerror="window.pwned=1"><b style="color:red" onclick="window.pwned=1">x</b>' +
        '<style>body{display:none}</style><iframe src="http://127.0.0.1:9/"></iframe>';
      document.body.append(location);
      location.querySelector('b')!.click();
      const script = document.createElement('script');
      script.textContent = 'window.pwned = 1';
      document.body.append(script);
      await fetch('http://127.0.0.1:9/steal').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { seen, pwned: 'pwned' in window, shown: getComputedStyle(document.body).display };
    });
    assert.equal(blocked.pwned, false);
    assert.notEqual(blocked.shown, 'none');
    for (const directive of [
      'img-src',
      'script-src-attr',
      'script-src-elem',
      'style-src-elem',
      'style-src-attr',
      'frame-src',
      'connect-src',
    ]) {
      assert.ok(blocked.seen.includes(directive), `${directive} was not among ${blocked.seen.join(', ')}`);
    }
    await page.close();
  });
});

/** Invisible characters are shown by their codes. */
function shownOf(payload: string): string {
  return payload.replaceAll(
    /[\u0000\u200e\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g,
    (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

function hostileRuns(payload: string): RunsState {
  const { runs, failures } = runsState();
  const change = { kind: 'commit', time: 1, user: payload, text: payload, hash: payload } as const;
  return runsState({
    query: { guid: payload, name: payload },
    runs: runs?.slice(0, 2).map((run) => ({ ...run, text: payload })) ?? null,
    failures: failures && { ...failures, error: payload },
    changes: { items: [change, { ...change, kind: 'audit', hash: null }], gaps: [payload] },
    failure: { reason: 'rejected', message: payload, detail: payload, canRetry: true },
  });
}

function hostileBacktest(payload: string): BacktestState {
  const { plan, subject, sample } = backtestState();
  const field = { name: payload, type: 'text', filled: 1, distinct: 1, top: [{ value: payload, count: 1 }] };
  const rows = { rows: 1, fields: [field], columns: [payload], first: [[payload]] } as typeof sample;
  return backtestState({
    subject: { ...subject, name: payload, text: payload },
    plan: plan && { ...plan, cut: [payload] },
    problem: payload,
    sample: rows,
    comparison: { same: 1, more: 1, less: 1, moreSample: rows!, lessSample: rows! },
    failure: { reason: 'rejected', message: payload, detail: payload, canRetry: true },
  });
}

function hostileStatus(payload: string): QueryStatusState {
  const command = { command: payload, status: payload, pushCount: 1 };
  return queryStatusState({
    status: watchedStatus({
      source: payload,
      loginName: payload,
      remoteIp: payload,
      queryString: payload,
      lastStarted: payload,
      constants: { [payload]: payload },
      tags: { [payload]: [payload] },
      more: { [payload]: { [payload]: payload } },
      commands: [command],
      subQueries: [{ id: 2, commands: [command] }],
    }),
    connection: { ...queryStatusState().connection, name: payload },
    failure: { reason: 'rejected', message: payload, detail: payload, canRetry: true },
    view: { zone: 'local', detailsOpen: true, textOpen: true },
  });
}

function hostileSearch(payload: string, resultId: number): AuditLogsState {
  return auditState({
    resultId,
    total: 1,
    connection: { ...auditState().connection, name: payload },
    search: { ...auditState().search, keywords: [payload], categories: [payload] },
    choices: forListedFilters(() => [payload]),
    saved: [{ name: payload, search: auditState().search }],
  });
}

function hostileResult(payload: string, resultId: number): QueryResultsState {
  return resultsState({
    resultId,
    rowCount: 1,
    name: payload,
    title: payload,
    queryText: payload,
    columns: [
      { name: payload, type: 'text' },
      { name: `${payload}2`, type: 'number' },
      { name: `${payload}3`, type: 'number' },
    ],
    chart: { shape: 'bar', x: [payload], series: [`${payload}2`, `${payload}3`] },
    view: { ...resultsState().view, chartOpen: true },
  });
}

function hostileRow(payload: string): AuditRow {
  return {
    ...auditRow(0),
    user: payload,
    userGuid: payload,
    remoteIp: payload,
    module: payload,
    method: payload,
    category: payload,
    action: payload,
    message: payload,
    result: payload,
    error: payload,
    params: { [payload]: payload, list: [payload, { [payload]: payload }] },
    messageParams: { [payload]: payload },
  };
}

/** No element, handler or script came of it, here or inside any component, and the policy had nothing to stop. */
async function assertNotExecuted({ page, faults }: PageUnderTest): Promise<void> {
  const found = await page.evaluate(() => {
    const unexpected: string[] = [];
    const roots: (Document | ShadowRoot)[] = [document];
    for (let root = roots.pop(); root; root = roots.pop()) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'));
        const foreign = element.matches(
          'iframe, img, math, style, a[href], #attacker, body script, form form',
        );
        if (foreign || handlers.length > 0) unexpected.push(element.outerHTML.slice(0, 120));
      }
    }
    return { unexpected: unexpected.filter((text) => !text.startsWith('<a>')), pwned: 'pwned' in window };
  });
  assert.deepEqual(found, { unexpected: [], pwned: false });
  assert.deepEqual(faults, []);
}
