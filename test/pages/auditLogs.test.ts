import assert from 'node:assert/strict';
import type { Failure } from '../../src/core/pages/common';
import type { AuditLogsState } from '../../src/core/pages/auditLogMessages';
import { holds } from '../support/holds';
import { retriesOnRequest } from './support/retriesOnRequest';
import { keyRejected, offersAnotherKey } from './support/offersAnotherKey';
import { hostOf } from './support/hostOf';
import { openAuditLogs, openPage } from './support/openPage';
import { auditHost, auditRow, auditState, hostWithoutRows } from './support/states';

describe('the audit log page', () => {
  it('requests only the visible rows, each page once', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const asked = view.posted.filter(({ kind }) => kind === 'needRows');
    assert.deepEqual(asked, [{ kind: 'needRows', resultId: 1, offset: 0, limit: 200 }]);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('draws the rows that come with a result, and reports when they are on the screen', async () => {
    const firstRows = Array.from({ length: 200 }, (_, index) => auditRow(index));
    const view = await openAuditLogs(auditState({ resultId: 7, firstRows }));
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    assert.deepEqual(await view.sent('drawn'), { kind: 'drawn', resultId: 7 });
    await view.send(auditState({ resultId: 7, newRows: 1 }));
    await view.page.getByText('1 new').waitFor();
    await view.page.locator('.grid-new').waitFor({ state: 'attached' });
    await view.send(auditState({ resultId: 7, newRows: 200, total: 200 }));
    await view.page.locator('.grid-new').waitFor({ state: 'detached' });
    await view.send(auditState({ resultId: 8, firstRows }));
    await view.sentThat(({ kind, resultId }) => kind === 'drawn' && resultId === 8);
    const kinds = view.posted.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'drawn').length, 2);
    assert.ok(!kinds.includes('needRows'), kinds.join());
    await view.close();
  });

  it('shows how long ago it was updated, also when no more entries arrive', async () => {
    const lastResponse = Date.now();
    const response = auditHost(auditState({ follow: { on: true, paused: false, lastResponse } }));
    const view = await openPage('auditLogs', { response, alone: true });
    await view.page.getByText(/updated \d+ s ago/).waitFor();
    await view.skipMinute();
    await view.page.getByText('updated 1 min ago').waitFor();
    await view.close();
  });

  it('reports that rows could not be read, and requests them again only on Retry', async () => {
    const view = await openPage('auditLogs', { response: hostWithoutRows(auditState()) });
    await retriesOnRequest(view);
    await view.close();
  });

  it('keeps a long menu inside the window', async () => {
    const saved = Array.from({ length: 60 }, (_, index) => ({
      name: `Search ${index}`,
      search: auditState().search,
    }));
    const view = await openAuditLogs(auditState({ saved }));
    await view.page.getByRole('button', { name: 'Saved' }).click();
    const menu = (await view.page.getByRole('menu').boundingBox())!;
    assert.ok(menu.y >= 0 && menu.y + menu.height <= 800, JSON.stringify(menu));
    await view.page.keyboard.press('End');
    await view.page.getByRole('menuitem', { name: 'Remove “Search 59”' }).click({ timeout: 5000 });
    assert.equal((await view.sent('removeSearch'))['name'], 'Search 59');
    await view.close();
  });

  it('keeps the button that closes an entry visible, however long its result is', async () => {
    const row = { ...auditRow(0), result: 'failed '.repeat(80), action: 'word'.repeat(80) };
    const view = await openPage('auditLogs', {
      response: hostOf(auditState({ total: 1, firstRows: [row] })),
    });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
    const close = (await view.page.getByRole('button', { name: 'Close' }).boundingBox())!;
    assert.ok(close.x + close.width <= 1280, JSON.stringify(close));
    await view.close();
  });

  it('moves from an opened entry to the next and back, without closing it', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
    const message = view.page.locator('.detail-message');
    await view.page.locator('.detail:focus').waitFor();
    await view.page.keyboard.press('Alt+ArrowDown');
    await message.getByText('(1)').waitFor();
    await view.page.getByRole('button', { name: /^Next/ }).click();
    await message.getByText('(2)').waitFor();
    assert.equal(await view.page.locator('[data-row="2"]').getAttribute('aria-selected'), 'true');
    await view.page.keyboard.press('Alt+ArrowUp');
    await message.getByText('(1)').waitFor();
    await view.press('Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown');
    await message.getByText('(1)').waitFor();
    await view.close();
  });

  it('keeps an opened entry while the active one is not loaded', async () => {
    const host = auditHost(auditState());
    const view = await openPage('auditLogs', {
      response: (message) => (message.kind === 'needRows' && message['offset'] !== 0 ? [] : host(message)),
    });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
    await view.page.locator('.detail:focus').waitFor();
    await view.page.locator('[data-row="0"] [role=gridcell]').first().click();
    await view.page.keyboard.press('Control+End');
    await view.page.locator('[data-row="999999"][aria-busy]').waitFor();
    await view.page.getByRole('button', { name: /^Previous/ }).click();
    assert.match(await view.text('.detail-message'), /\(0\)/);
    await view.close();
  });

  it('opens the next entry once it is loaded, and skips none', async () => {
    const host = auditHost(auditState({ total: 202 }));
    const view = await openPage('auditLogs', {
      response: (message) => (message.kind === 'needRows' && message['offset'] === 200 ? [] : host(message)),
    });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().click();
    await view.page.keyboard.press('Control+End');
    await view.page.locator('[data-row="201"][aria-busy]').waitFor();
    await view.press('ArrowUp', 'ArrowUp', 'Enter');
    await view.page.locator('.detail:focus').waitFor();
    await view.page.keyboard.press('Alt+ArrowDown');
    await view.page.locator('[data-row="200"][aria-selected=true]').waitFor();
    const message = view.page.locator('.detail-message');
    assert.match(await message.innerText(), /\(199\)/);
    await view.send({ kind: 'rows', resultId: 1, offset: 200, rows: [auditRow(200), auditRow(201)] });
    await view.page.locator('[data-row="200"]:not([aria-busy])').waitFor();
    await view.page.keyboard.press('Alt+ArrowDown');
    await message.getByText('(200)').waitFor();
    await view.close();
  });

  it('does not scroll when an entry opens beside the rows, and closes it with its search', async () => {
    const view = await openPage('auditLogs', { height: 560, response: auditHost(auditState()) });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
    await view.page.locator('.detail').waitFor();
    assert.equal(await view.page.evaluate('window.scrollY'), 0);
    // It belongs to what was found: another search has others.
    await view.send(auditState({ resultId: 2 }));
    await view.page.locator('.detail').waitFor({ state: 'detached' });
    await view.close();
  });

  it('opens an entry with its parameters as foldable JSON and closes it with Escape', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().click();
    await view.page.keyboard.press('Enter');
    const detail = view.page.getByRole('region', { name: 'Entry 900000000' });
    await detail.waitFor();
    assert.equal(await detail.locator('details.json-branch').count(), 4);
    await view.page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    assert.equal(await view.page.evaluate(() => document.activeElement?.getAttribute('role')), 'gridcell');
    await view.close();
  });

  it('keeps rows visible with an entry open, also in a narrow window and at 200 %', async () => {
    for (const [width, height] of [
      [420, 800],
      [640, 400],
    ] as const) {
      const view = await openPage('auditLogs', { width, height, response: auditHost(auditState()) });
      await view.page.locator('[data-row="1"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      const detail = await view.page.locator('.detail').boundingBox();
      const rows = await view.page.locator('.grid').boundingBox();
      assert.ok((rows?.height ?? 0) > 150, JSON.stringify(rows));
      assert.ok((detail?.height ?? 0) > 200, JSON.stringify(detail));
      await view.close();
    }
  });

  it('adds followed entries on top under a divider, without duplicates', async () => {
    const view = await openAuditLogs(auditState({ total: 50 }));
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const fresh = [{ ...auditRow(0), id: 900_000_001, user: 'newcomer' }];
    await view.send({ kind: 'prepended', resultId: 1, rows: fresh });
    await view.send(
      auditState({ total: 51, newRows: 1, follow: { on: true, paused: false, lastResponse: Date.now() } }),
    );
    await view.page.getByRole('status').getByText('1 new').waitFor();
    // The mark is a line: it covers no value.
    assert.equal(await view.page.locator('.grid-new').innerText(), '');
    const users = await view.page
      .locator('.grid-row')
      .evaluateAll((rows) => rows.slice(0, 3).map((row) => row.children[2]!.textContent));
    assert.deepEqual(users, ['newcomer', 'kim.minji', 'root']);
    await view.close();
  });

  it('keeps rows in position while new ones are added on top of a scrolled list', async () => {
    const view = await openAuditLogs(auditState());
    const topOf = async (text: string): Promise<number> =>
      (await view.page.locator('.grid-row', { hasText: text }).boundingBox())!.y;
    await view.page.locator('[data-row="5"]:not([aria-busy])').hover();
    await view.page.mouse.wheel(0, 2200);
    assert.equal((await view.sent('atTop'))['atTop'], false);
    await view.page.locator('.grid-row', { hasText: '(105)' }).waitFor();
    const before = await topOf('(105)');
    await view.send({ kind: 'prepended', resultId: 1, rows: [{ ...auditRow(0), id: 900_000_001 }] });
    await view.send(auditState({ total: 1_000_001, newRows: 1 }));
    await view.page.getByText('1 new').waitFor();
    await holds(async () => {
      assert.equal(await topOf('(105)'), before);
    });
    await view.close();
  });

  it('starts another search at its first row, without rows of the previous search', async () => {
    const kept = { ...auditState().view, firstRow: 5000 };
    const view = await openAuditLogs(auditState({ view: kept }));
    await view.page.locator('[data-row="5000"]:not([aria-busy])').waitFor();
    await view.send(auditState({ resultId: 2, view: kept }));
    await view.page.locator('[data-row="0"][aria-busy]').waitFor();
    await view.send({ kind: 'rows', resultId: 1, offset: 0, rows: [{ ...auditRow(0), user: 'late' }] });
    await view.send(auditState({ resultId: 2, view: kept, newRows: 1 }));
    await view.page.getByText('1 new').waitFor();
    assert.equal(await view.page.locator('[data-row="0"][aria-busy]').count(), 1);
    await view.send({ kind: 'rows', resultId: 2, offset: 0, rows: [{ ...auditRow(0), user: 'in time' }] });
    await view.page.locator('[data-row="0"]', { hasText: 'in time' }).waitFor();
    await view.send(auditState({ resultId: 3 }));
    await view.page.locator('[data-row="0"][aria-busy]').waitFor();
    await view.close();
  });

  it('explains in one sentence that the role is missing, and offers another key instead of a retry', async () => {
    const failure = {
      reason: 'noPermission' as const,
      message: 'Only accounts with the MASTER role may read the audit log.',
      detail: null,
      canRetry: false,
    };
    const view = await openAuditLogs(auditState({ phase: 'failed', total: 0, failure }));
    assert.equal(await view.text('[role=alert] .notice-message'), failure.message);
    assert.equal(await view.page.getByRole('button').count(), 1);
    await view.page.getByRole('button', { name: 'Set API Key…' }).click();
    await view.sent('setApiKey');
    assert.equal(await view.page.getByRole('textbox').count(), 0);
    await view.close();
  });

  it('offers another key if the key was rejected', async () => {
    const failed = (failure: Failure): AuditLogsState => auditState({ phase: 'failed', total: 0, failure });
    const view = await openAuditLogs(failed(keyRejected));
    await offersAnotherKey(view, failed);
    await view.close();
  });

  it('keeps the result of each entry visible, also beside other panels and at 200 %', async () => {
    for (const [width, height] of [
      [840, 700],
      [400, 800],
      [640, 400],
    ] as const) {
      const view = await openPage('auditLogs', { response: auditHost(auditState()), width, height });
      const cell = view.page.locator('[data-row="0"]:not([aria-busy]) .codicon').first();
      await cell.scrollIntoViewIfNeeded();
      const right = await cell.evaluate((mark) => mark.parentElement!.getBoundingClientRect().right);
      assert.ok(right <= width, `at ${width} px the result ends at ${right}`);
      await view.close();
    }
  });

  it('does not cut off the last label under the chart', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator('.chart text').first().waitFor();
    const rooms = await view.page.evaluate(() => {
      const { right } = document.querySelector('.chart svg')!.getBoundingClientRect();
      const labels = [...document.querySelectorAll('.chart text[text-anchor="middle"]')];
      return labels.map((label) => right - label.getBoundingClientRect().right);
    });
    assert.ok(rooms.length > 2 && Math.min(...rooms) >= 0, `room beyond the labels: ${rooms.join()}`);
    await view.close();
  });
});
