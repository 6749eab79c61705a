import assert from 'node:assert/strict';
import { openPage } from './support/openPage';
import { overviewHost, overviewState } from './support/overviewStates';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditHost, auditState, resultsHost, resultsState } from './support/states';

const hour = '[data-day="2"][data-hour="4"]';

/** The overview with the focus on an hour, in a window of its own. */
async function openOverview(): Promise<PageUnderTest> {
  const view = await openPage('overview', { response: overviewHost(overviewState()), alone: true });
  await view.page.locator(hour).focus();
  return view;
}

describe('The focus of a page', () => {
  it('is not restored after the page restarted if the user has pressed the mouse', async () => {
    let responses = true;
    const host = overviewHost(overviewState());
    const view = await openPage('overview', { response: (message) => (responses ? host(message) : []) });
    await view.page.locator(hour).focus();
    responses = false;
    await view.send({ kind: 'startOver', title: 'Again' });
    await view.page.getByText('Loading…').waitFor();
    await view.page.mouse.click(5, 5);
    await view.send(overviewState());
    await view.page.locator(hour).waitFor();
    await view.drawn();
    assert.equal(await view.page.locator(':focus').count(), 0);
    await view.close();
  });

  it('is not restored if a key is pressed just before', async () => {
    let responses = true;
    const host = overviewHost(overviewState());
    const view = await openPage('overview', { response: (message) => (responses ? host(message) : []) });
    await view.page.locator(hour).focus();
    responses = false;
    await view.send({ kind: 'startOver', title: 'Again' });
    await view.page.getByText('Loading…').waitFor();
    await view.page.evaluate(`new Promise((drawn) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('.week-hour')) return;
        watch.disconnect();
        window.dispatchEvent(new KeyboardEvent('keydown'));
        requestAnimationFrame(() => requestAnimationFrame(drawn));
      });
      watch.observe(document.body, { childList: true, subtree: true });
      window.postMessage(${JSON.stringify(overviewState())}, '*');
    })`);
    assert.equal(await view.page.locator(':focus').count(), 0);
    await view.close();
  });

  it('is restored after the page restarted only when the window has the focus', async () => {
    const view = await openOverview();
    await view.page.evaluate('document.hasFocus = () => false');
    await view.send({ kind: 'startOver', title: 'Again' });
    await view.page.locator(hour).waitFor();
    await view.drawn();
    assert.equal(await view.page.locator(`${hour}:focus`).count(), 0);
    await view.page.evaluate('delete document.hasFocus');
    await view.returnToWindow();
    await view.page.locator(`${hour}:focus`).waitFor();
    await view.close();
  });

  it('is restored once, and not again when another control takes it', async () => {
    const view = await openOverview();
    await view.send({ kind: 'startOver', title: 'Again' });
    await view.page.locator(`${hour}:focus`).waitFor();
    await view.page.locator('.chains-scroller').evaluate((list) => list.focus());
    await view.send({ ...overviewState(), attention: { items: [], isChecking: false, gaps: [] } });
    await view.page.getByText('Nothing needs attention.').waitFor();
    await view.drawn();
    assert.equal(await view.page.locator('.chains-scroller:focus').count(), 1);
    await view.close();
  });

  it('moves to the rows of a query if nothing else was used, but not during a click', async () => {
    const view = await openPage('queryResults', { response: resultsHost(resultsState()), alone: true });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const cell = view.page.locator('[role=gridcell]:focus');
    await view.page.evaluate(`window.dispatchEvent(new Event('pointerdown'))`);
    await view.returnToWindow();
    assert.equal(await cell.count(), 0);
    await view.page.evaluate(`window.dispatchEvent(new Event('pointerup'))`);
    await view.returnToWindow();
    await cell.waitFor();
    await view.close();
  });

  it('moves to the rows of a query that arrive after the window got the focus', async () => {
    const running = resultsState({ rowCount: 0 });
    const view = await openPage('queryResults', { response: resultsHost(running), alone: true });
    await view.page.locator('.query-results').waitFor();
    await view.returnToWindow();
    await view.send({ ...resultsState(), resultId: running.resultId });
    await view.page.locator('[data-row="0"] [role=gridcell]:focus').waitFor();
    await view.close();
  });

  it('moves to the current rows of a query when the last used row no longer exists', async () => {
    const view = await openPage('queryResults', { response: resultsHost(resultsState()), alone: true });
    await view.page.locator('[data-row="2"]:not([aria-busy]) [role=gridcell]').first().click();
    await view.send(resultsState({ rowCount: 0, resultId: 2 }));
    await view.page.locator('.grid').waitFor({ state: 'detached' });
    await view.returnToWindow();
    await view.send(resultsState({ rowCount: 1, resultId: 2 }));
    await view.page.locator('[data-row="0"] [role=gridcell]:focus').waitFor();
    await view.close();
  });

  it('returns to the control that was used last', async () => {
    const view = await openOverview();
    await view.page.locator('.chains-scroller').focus();
    await view.page.locator('.chains-scroller').evaluate((list) => list.blur());
    await view.returnToWindow();
    await view.page.locator('.chains-scroller:focus').waitFor();
    await view.close();
  });

  it('does not scroll the rows when it is still on one of them', async () => {
    const view = await openPage('auditLogs', {
      response: auditHost(auditState({ total: 900 })),
      alone: true,
    });
    await view.page.locator('[data-row="2"]:not([aria-busy]) [role=gridcell]').first().click();
    await view.page.keyboard.press('Control+End');
    await view.page.locator('[data-row="899"] [role=gridcell]:focus').waitFor();
    await view.page.mouse.wheel(0, -2200);
    await view.page.locator('[data-row="790"]').waitFor();
    const top = (): Promise<number> =>
      view.page.locator('.grid-scroller').evaluate(({ scrollTop }) => scrollTop);
    const before = await top();
    await view.returnToWindow();
    assert.equal(await top(), before);
    await view.close();
  });
});

describe('A page and its host', () => {
  it('ignores messages of other kinds, which are not from its host', async () => {
    const view = await openPage('overview', { response: overviewHost(overviewState()) });
    await view.page.locator('.attention-line').first().waitFor();
    for (const message of [null, 'state', 1, [], { kind: 'other' }, { kind: 'tailed', rows: [] }])
      await view.send(message);
    await view.send({ ...overviewState(), watching: 'paused' });
    await view.page.getByText(/ago, paused/).waitFor();
    assert.equal(await view.page.locator('.attention-line').count(), 5);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('leaves no timers or resize observers behind when it restarts', async () => {
    const beforehand = `
      const clocks = new Set();
      const [set, clear] = [window.setInterval, window.clearInterval];
      window.setInterval = (...rest) => { const id = set(...rest); clocks.add(id); return id; };
      window.clearInterval = (id) => { clocks.delete(id); clear(id); };
      const watches = new Set();
      const Watch = window.ResizeObserver;
      window.ResizeObserver = class extends Watch {
        observe(...rest) { watches.add(this); super.observe(...rest); }
        disconnect() { watches.delete(this); super.disconnect(); }
      };
      window.leftBehind = () => [clocks.size, watches.size];`;
    const chart = { shape: 'bar' as const, x: ['owner'], series: ['count'] };
    const shown = { ...resultsState().view, chartOpen: true };
    const pages = {
      overview: overviewHost(overviewState()),
      queryResults: resultsHost(resultsState({ rowCount: 4, chart, view: shown })),
    };
    for (const [name, response] of Object.entries(pages)) {
      const view = await openPage(name, { response, beforehand });
      const part = view.page.locator('.chain-node, .plot svg').first();
      await part.waitFor();
      await view.drawn();
      const before = await view.page.evaluate('window.leftBehind()');
      await view.send({ kind: 'startOver', title: 'Again' });
      await view.page.locator('main').waitFor();
      await part.waitFor();
      await view.drawn();
      assert.deepEqual(await view.page.evaluate('window.leftBehind()'), before, name);
      await view.close();
    }
  });

  it('shows its connection, whether it is locked, and the zone of the platform if that is known', async () => {
    const { connection } = overviewState();
    const view = await openPage('overview', { response: overviewHost(overviewState()) });
    const shown = view.page.locator('.connection');
    await shown.waitFor();
    assert.match(await shown.innerText(), /SOC Seoul\s+Production\s+Locked/);
    assert.equal(await shown.locator('.codicon-shield').count(), 1);
    const server = view.page.locator('.zone vscode-option[value=server]');
    assert.equal((await server.textContent())?.trim(), 'Server time (+0900)');
    const open = { ...connection, environment: 'staging' as const, readOnly: false, serverOffset: null };
    await view.send(overviewState({ connection: open }));
    await shown.getByText('Staging').waitFor();
    assert.doesNotMatch(await shown.innerText(), /Locked/);
    assert.equal(await shown.locator('.codicon-shield').count(), 0);
    assert.equal((await server.textContent())?.trim(), 'Server time');
    await view.close();
  });
});
