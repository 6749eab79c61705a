import assert from 'node:assert/strict';
import { hostOf } from './support/hostOf';
import { keyRejected } from './support/offersAnotherKey';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { importedRule, sigmaImportHost, sigmaImportState } from './support/sigmaImport';
import {
  auditHost,
  auditState,
  noon,
  queryStatusState,
  resultsHost,
  resultsState,
  watchedStatus,
} from './support/states';

describe('The list of rules to import', () => {
  it('restores its scroll position once', async () => {
    const kept = { ...sigmaImportState().view, firstRow: 500 };
    const state = sigmaImportState({ view: kept });
    const view = await openPage('sigmaImport', { response: sigmaImportHost(900, state) });
    await view.page.locator('[data-row="500"]').waitFor();
    await view.page.locator('[data-row="501"] [aria-colindex="4"]').click();
    await view.page.keyboard.press('Control+Home');
    await view.page.locator('[data-row="0"]').waitFor();
    await view.send({ ...state, folder: '/other' });
    await view.page.getByText('/other').waitFor();
    const rules = Array.from({ length: 900 }, (_, index) => importedRule(index));
    await view.send({ kind: 'rules', rulesId: 2, rules, progress: [] });
    await view.page.locator('[data-row="0"] [aria-colindex="5"]', { hasText: /^\s*$/ }).waitFor();
    await view.drawn();
    assert.equal(await view.page.locator('[data-row="0"]').count(), 1);
    await view.close();
  });

  it('shows the number of rules that were read as soon as the total is known', async () => {
    const task = { kind: 'reading', done: 0, total: 0, cancelling: false } as const;
    const view = await openPage('sigmaImport', { response: sigmaImportHost(0, sigmaImportState({ task })) });
    const progress = view.page.locator('span.progress');
    await progress.waitFor();
    assert.match(await progress.innerText(), /^Reading rules…\s*Cancel$/);
    assert.equal((await view.text('.notice')).trim(), 'Reading rules…');
    await view.send(sigmaImportState({ mapping: null, task: { ...task, done: 3, total: 1200 } }));
    await progress.getByText('Reading rules: 3 of 1,200').waitFor();
    await view.page.locator('.import-locations', { hasText: 'Built-in mapping' }).waitFor();
    await view.send(sigmaImportState({ task: { ...task, kind: 'creating', done: 1, total: 2 } }));
    await progress.getByText('Creating scheduled queries: 1 of 2').waitFor();
    await view.page.getByText('There are no Sigma rules in this folder.').waitFor();
    await view.close();
  });

  it('offers no action without a selected rule, and requests the selected period', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(28) });
    await view.page.locator('[data-row="0"]').waitFor();
    const actions = view.page.locator('.page-header > .toolbar vscode-button');
    const disabled = (): Promise<readonly boolean[]> =>
      actions.evaluateAll((all) => all.map((action) => action.hasAttribute('disabled')));
    assert.deepEqual(await disabled(), [true, true, true]);
    const clear = view.page.locator('.strip vscode-button', { hasText: 'Clear Selection' });
    assert.notEqual(await clear.getAttribute('disabled'), null);
    await view.page.locator('[data-row="0"] input').check();
    await view.page.getByText('selected: 1').waitFor();
    assert.deepEqual(await disabled(), [false, false, false]);
    assert.equal(await clear.getAttribute('disabled'), null);
    await view.page.getByRole('combobox', { name: 'Period' }).click();
    assert.deepEqual(await view.page.locator('.period vscode-option').allTextContents(), [
      'Last 24 hours',
      'Last 7 days',
      'Last 30 days',
    ]);
    await view.page.getByRole('option', { name: 'Last 30 days' }).click();
    await view.sentThat(({ view: kept }) => (kept as { readonly days?: number } | undefined)?.days === 30);
    await view.close();
  });

  it('shows the reason of a failure as a tooltip, and has no checkbox for a rule without a query', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(28) });
    await view.page.locator('[data-row="6"]').waitFor();
    const titleOf = (row: number, column: number): Promise<string | null> =>
      view.page.locator(`[data-row="${row}"] [aria-colindex="${column}"] .rule-state`).getAttribute('title');
    assert.equal(await titleOf(4, 2), `Needs a mapping: ${importedRule(4).reason}`);
    assert.equal(await titleOf(0, 2), 'Convertible');
    assert.equal(await titleOf(2, 4), 'The table was not found.');
    assert.equal(await titleOf(3, 5), 'No response.');
    assert.equal(await view.page.locator('[data-row="2"] [aria-colindex="4"] .codicon-error').count(), 1);
    assert.equal(await view.page.locator('[data-row="3"] [aria-colindex="4"] .codicon-loading').count(), 1);
    assert.equal(await view.page.locator('[data-row="5"] input').count(), 1);
    assert.equal(await view.page.locator('[data-row="4"] input, [data-row="6"] input').count(), 0);
    await view.close();
  });
});

describe('The status of a query', () => {
  const open = (state = queryStatusState()): Promise<PageUnderTest> =>
    openPage('queryStatus', { response: hostOf(state) });

  it('has a bar for each command that is no longer than its box', async () => {
    const commands = [
      { command: 'table firewall', status: 'Running', pushCount: 200 },
      { command: 'join ip [ table assets ]', status: 'Running', pushCount: 100 },
    ];
    const subQueries = [
      { id: 4712, commands: [{ command: 'table assets', status: 'Running', pushCount: 900 }] },
    ];
    const view = await open(queryStatusState({ status: watchedStatus({ commands, subQueries }) }));
    const bars = view.page.locator('.step-bar');
    const widths = (): Promise<readonly string[]> =>
      bars.evaluateAll((all) => all.map((bar) => bar.style.width));
    await bars.first().waitFor({ state: 'attached' });
    assert.deepEqual(await widths(), ['100%', '50%', '100%']);
    const none = commands.map((command) => ({ ...command, pushCount: 0 }));
    await view.send(queryStatusState({ status: watchedStatus({ commands: none, subQueries: [] }) }));
    await view.page.getByText('Sub-query 4712').waitFor({ state: 'detached' });
    assert.deepEqual(await widths(), ['0%', '0%']);
    await view.close();
  });

  it('shows a failure above the previous status, and tries again on Retry', async () => {
    const failure = {
      ...keyRejected,
      reason: 'unreachable',
      message: 'The platform does not respond.',
    } as const;
    const view = await open(queryStatusState({ failure }));
    const banner = view.page.getByRole('alert');
    assert.match(await banner.innerText(), /The platform does not respond\./);
    assert.equal(await view.page.locator('.pipeline-section > .pipeline > .step').count(), 5);
    await banner.getByRole('button', { name: 'Retry' }).click();
    await view.sent('refresh');
    await view.send(queryStatusState({ status: null, failure }));
    await view.page.locator('.pipeline').first().waitFor({ state: 'detached' });
    assert.equal(await view.page.locator('.fact').count(), 0);
    await view.close();
  });

  it('cannot be canceled twice', async () => {
    const view = await open(queryStatusState({ cancelAsked: true }));
    await view.page.locator('.phase[data-phase=cancelRequested]').waitFor();
    const cancel = view.page.locator('vscode-button', { hasText: 'Cancel Query' });
    assert.notEqual(await cancel.getAttribute('disabled'), null);
    await view.send(queryStatusState());
    await view.page.locator('.phase[data-phase=running]').waitFor();
    // Canceled by another user, and not over yet.
    const status = watchedStatus({ isCancelled: true, finishTime: noon });
    await view.send(queryStatusState({ status }));
    await view.page.locator('.phase[data-phase=cancelRequested]').waitFor();
    assert.notEqual(await cancel.getAttribute('disabled'), null);
    assert.match(await view.text('.facts'), /Updated/);
    await view.close();
  });

  it('has no figures before the first response', async () => {
    const view = await open(queryStatusState({ status: null, lastResponse: null }));
    await view.page.getByText('Waiting for the first response…').waitFor();
    const figures = await view.page.locator('.fact dd').allInnerTexts();
    assert.deepEqual(
      figures.map((figure) => figure.trim()),
      ['–', '–', 'not yet', '–'],
    );
    await view.close();
  });

  it('copies and opens the text of the query, and reports which of its sections are open', async () => {
    const view = await open(queryStatusState());
    await view.page.locator('summary', { hasText: 'Query text' }).click();
    await view.sentThat(
      ({ view: kept }) => (kept as { readonly textOpen?: boolean } | undefined)?.textOpen === true,
    );
    await view.page.getByRole('button', { name: 'Copy' }).click();
    assert.equal((await view.sent('copy'))['text'], watchedStatus().queryString);
    await view.page.getByRole('button', { name: 'Open in Editor' }).click();
    await view.sent('openText');
    await view.page.locator('summary', { hasText: 'Details' }).click();
    const { view: kept } = await view.sentThat(
      ({ view: sent }) => (sent as { readonly detailsOpen?: boolean } | undefined)?.detailsOpen === true,
    );
    assert.deepEqual(kept, { zone: 'local', detailsOpen: true, textOpen: true });
    const record = await view.text('.record');
    assert.match(record, /Finished\s*–/);
    assert.match(record, /Scheduled query\s*No\s*Background\s*Yes, the query continues/);
    const headings = view.page.locator('.section-body h3');
    assert.deepEqual(await headings.allTextContents(), ['Constants', 'Tags', 'Other fields']);
    const change = { isScheduledQuery: true, background: false, lastStarted: null, constants: {} };
    await view.send(queryStatusState({ status: watchedStatus(change) }));
    await view.page.getByText('No, the query is canceled when the session ends').waitFor();
    assert.deepEqual(await headings.allTextContents(), ['Tags', 'Other fields']);
    assert.match(await view.text('.record'), /\(server format\)\s*–\s*Scheduled query\s*Yes/);
    await view.close();
  });

  it('shows a sub-query that belongs to no command, and an unknown state by its name', async () => {
    const commands = [{ command: 'table assets', status: 'Pondering', pushCount: 9 }];
    const status = watchedStatus({ commands, subQueries: [{ id: 4712, commands }] });
    const view = await open(queryStatusState({ status }));
    await view.page.getByRole('heading', { name: 'Sub-queries' }).waitFor();
    assert.equal(await view.page.getByText('Pondering').count(), 2);
    await view.send(queryStatusState({ status: watchedStatus({ commands, subQueries: [] }) }));
    await view.page.getByRole('heading', { name: 'Sub-queries' }).waitFor({ state: 'detached' });
    await view.close();
  });
});

describe('The timer of a page', () => {
  /** How often the page is drawn again when its clock strikes. */
  const strikes = ({ page }: PageUnderTest): Promise<unknown> =>
    page.evaluate(`(() => {
      let drawn = 0;
      document.body.firstElementChild.requestUpdate = () => { drawn += 1; };
      for (const strike of window.clocks) strike();
      return drawn;
    })()`);
  const beforehand = `
    window.clocks = [];
    window.setInterval = (run) => window.clocks.push(run);`;

  it('updates the audit logs only while they are followed', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()), beforehand });
    await view.page.locator('[data-row="0"]').waitFor();
    assert.equal(await strikes(view), 0);
    await view.page.evaluate('delete document.body.firstElementChild.requestUpdate');
    await view.send(auditState({ follow: { on: true, paused: false, lastResponse: Date.now() } }));
    await view.page.getByText(/Following, updated/).waitFor();
    assert.equal(await strikes(view), 1);
    await view.close();
  });

  it('updates a query only until it is finished', async () => {
    const response = hostOf(queryStatusState());
    const view = await openPage('queryStatus', { response, beforehand });
    await view.page.locator('.phase[data-phase=running]').waitFor();
    assert.equal(await strikes(view), 1);
    await view.page.evaluate('delete document.body.firstElementChild.requestUpdate');
    const status = watchedStatus({ isFinished: true, finishTime: noon });
    await view.send(queryStatusState({ status, watching: 'stopped' }));
    await view.page.locator('.phase[data-phase=finished]').waitFor();
    assert.equal(await strikes(view), 0);
    await view.close();
  });
});

describe('The focus of a page when its window gets the focus', () => {
  const returnToWindow = async (view: PageUnderTest): Promise<void> => {
    await view.page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await view.drawn();
  };

  it('moves to the rows also after the browser canceled a press', async () => {
    const view = await openPage('queryResults', { response: resultsHost(resultsState()), alone: true });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.page.evaluate(`window.dispatchEvent(new Event('pointerdown'))`);
    await view.page.evaluate(`window.dispatchEvent(new Event('pointercancel'))`);
    await returnToWindow(view);
    await view.page.locator('[role=gridcell]:focus').waitFor();
    await view.close();
  });

  it('moves to the cell at its position if all rows were drawn again', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()), alone: true });
    const cell = '[data-row="2"] [aria-colindex="3"]';
    await view.page.locator(cell).click();
    await view.page.locator(`${cell}:focus`).waitFor();
    await view.send(auditState({ resultId: 2, total: 0, phase: 'loading' }));
    await view.page.locator('logbench-grid').waitFor({ state: 'detached' });
    await view.send(auditState({ resultId: 3 }));
    await view.page.locator(cell).waitFor();
    assert.equal(await view.page.locator('[role=gridcell]:focus').count(), 0);
    await returnToWindow(view);
    await view.page.locator(`${cell}:focus`).waitFor();
    await view.close();
  });

  it('moves to the part of a control that had it', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()), alone: true });
    const list = view.page.locator('vscode-multi-select').first().locator('button').first();
    await list.focus();
    await list.evaluate((part) => part.blur());
    assert.equal(await view.page.evaluate('document.activeElement === document.body'), true);
    await returnToWindow(view);
    assert.ok(await list.evaluate((part) => part.matches(':focus')));
    await view.close();
  });

  it('moves to no rows except those of a query if nothing was used yet', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(28), alone: true });
    await view.page.locator('[data-row="0"]').waitFor();
    await returnToWindow(view);
    assert.equal(await view.page.locator(':focus').count(), 0);
    await view.close();
  });
});

describe('A chart that is saved as PNG', () => {
  const beforehand = `
    window.written = [];
    window.stroked = [];
    window.filled = [];
    const canvas = CanvasRenderingContext2D.prototype;
    const { fillText, stroke, fill } = canvas;
    canvas.fillText = function (text, ...rest) {
      window.written.push([text, this.globalAlpha, this.textAlign]);
      fillText.call(this, text, ...rest);
    };
    canvas.stroke = function (...rest) {
      window.stroked.push([this.lineWidth, this.getLineDash().join(' ')].join(': '));
      stroke.apply(this, rest);
    };
    canvas.fill = function (...rest) {
      window.filled.push(this.globalAlpha.toFixed(2));
      fill.apply(this, rest);
    };`;
  const columns = [
    { name: '_time', type: 'time' as const },
    { name: 'count', type: 'number' as const },
    { name: 'size', type: 'number' as const },
  ];

  async function save(shape: 'bar' | 'line'): Promise<PageUnderTest> {
    const chart = { shape, x: ['_time'], series: ['count', 'size'] };
    const shown = { ...resultsState().view, chartOpen: true };
    const view = await openPage('queryResults', {
      response: resultsHost(resultsState({ columns, chart, rowCount: 4, view: shown }), (index) => [
        `2026-11-15 09:0${index}:00+0900`,
        index + 1,
        7 - index,
      ]),
      beforehand,
    });
    await view.page.getByRole('button', { name: 'Save Chart' }).click();
    await view.page.getByRole('menuitem', { name: 'Save Chart as PNG…' }).click();
    await view.sentThat(({ extension }) => extension === 'png');
    return view;
  }

  it('has opaque text between slightly transparent bars', async () => {
    const view = await save('bar');
    const written = (await view.page.evaluate('window.written')) as readonly [string, number, string][];
    assert.deepEqual([...new Set(written.map(([, alpha]) => alpha))], [1]);
    const positions = written.map(([word, , align]) => `${word} ${align}`);
    for (const location of ['09:01:00 center', '0 end', 'count start', 'size start'])
      assert.ok(positions.includes(location), `${location} among ${positions.join()}`);
    const filled = (await view.page.evaluate('window.filled')) as readonly string[];
    assert.deepEqual(filled, ['0.85', '0.85', '0.85', '0.85']);
    await view.close();
  });

  it('has lines as thick and as dashed as on the page', async () => {
    const view = await save('line');
    const stroked = (await view.page.evaluate('window.stroked')) as readonly string[];
    // The grid, the lines and their samples in the legend.
    assert.deepEqual([...new Set(stroked)], ['1: ', '1.5: ', '1.5: 6 3', '2: ', '2: 6 3']);
    await view.close();
  });
});
