import assert from 'node:assert/strict';
import type { AuditLogsState, AuditRow } from '../../src/core/pages/auditLogMessages';
import { holds } from '../support/holds';
import { pickZone } from './support/pickZone';
import { openAuditLogs, openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditHost, auditRow, auditState } from './support/states';

const firstCell = '[data-row="0"]:not([aria-busy]) [role=gridcell]';

describe('the entries of the audit log page', () => {
  /** A page with these rows and no others. */
  async function openRows(...rows: readonly AuditRow[]): Promise<PageUnderTest> {
    const view = await openAuditLogs(auditState({ total: rows.length, firstRows: [...rows] }));
    await view.page.locator(firstCell).first().waitFor();
    return view;
  }

  it('show their times in the selected zone, also when they are opened', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator(firstCell).first().dblclick();
    const times = async (): Promise<readonly string[]> => [
      (await view.text(firstCell)).trim(),
      /\d{4}-[^\n]*/.exec(await view.text('.detail .record'))?.[0] ?? '',
    ];
    await holds(async () => {
      assert.deepEqual(await times(), ['2026-11-15 09:00:00+0900', '2026-11-15 09:00:00+0900']);
    });
    await pickZone(view, 'utc');
    await holds(async () => {
      assert.deepEqual(await times(), ['2026-11-15 00:00:00+0000', '2026-11-15 00:00:00+0000']);
    });
    await pickZone(view, 'server');
    // The zone of the platform may get known later.
    await view.send(auditState({ connection: { ...auditState().connection, serverOffset: 60 } }));
    await holds(async () => {
      assert.deepEqual(await times(), ['2026-11-15 01:00:00+0100', '2026-11-15 01:00:00+0100']);
    });
    await view.close();
  });

  it('stay at the top if new ones arrive while the first are visible', async () => {
    const view = await openAuditLogs(auditState({ total: 500 }));
    await view.page.locator(firstCell).first().waitFor();
    await view.send({ kind: 'prepended', resultId: 1, rows: [{ ...auditRow(0), id: 1, user: 'newcomer' }] });
    await view.send(auditState({ total: 501, newRows: 1 }));
    await view.page.getByText('1 new').waitFor();
    assert.equal(await view.page.locator('.grid-scroller').evaluate(({ scrollTop }) => scrollTop), 0);
    await view.close();
  });

  it('report once when they are scrolled away from the top and once when they are scrolled back, with the scroll position', async () => {
    const view = await openAuditLogs(auditState({ total: 500 }));
    await view.page.locator(firstCell).first().click();
    const rests = (): readonly unknown[] =>
      view.posted
        .filter(({ kind }) => kind === 'viewChanged')
        .map((message) => (message['view'] as AuditLogsState['view']).firstRow);
    await view.page.keyboard.press('PageDown');
    await view.page.keyboard.press('Control+End');
    await holds(() => {
      assert.equal(rests().length, 1);
    });
    await view.page.keyboard.press('Control+Home');
    await holds(() => {
      assert.equal(rests().at(-1), 0);
    });
    const moves = view.posted.filter(({ kind }) => kind === 'atTop').map(({ atTop }) => atTop);
    assert.deepEqual(moves, [false, true]);
    await view.close();
  });

  it('have a menu only if they are loaded, which copies a cell and opens an entry', async () => {
    const host = auditHost(auditState());
    const view = await openPage('auditLogs', {
      response: (message) => (message.kind === 'ready' ? host(message) : []),
    });
    const user = view.page.locator('[data-row="1"] [role=gridcell]').nth(2);
    await user.click({ button: 'right' });
    await view.page.keyboard.press('Control+C');
    for (const reply of host(await view.sent('needRows'))) await view.send(reply);
    await view.page.locator('[data-row="1"]:not([aria-busy])').waitFor();
    assert.equal(await view.page.getByRole('menu').count(), 0);
    await user.click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Copy' }).click();
    await view.sent('copy');
    const copies = view.posted.filter(({ kind }) => kind === 'copy').map(({ text }) => text);
    assert.deepEqual(copies, ['root'], 'nothing that is not loaded');
    await user.click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Open Entry' }).click();
    await view.page.getByRole('region', { name: 'Entry 899999999' }).waitFor();
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('offer Pivot for a user and an address that they have, and for nothing else', async () => {
    const view = await openRows({ ...auditRow(0), user: 'root', remoteIp: '' });
    const itemsOf = async (column: number): Promise<readonly string[]> => {
      await view.page.locator('[data-row="0"] [role=gridcell]').nth(column).click({ button: 'right' });
      const items = await view.page.getByRole('menuitem').allInnerTexts();
      return items.map((item) => item.trim()).filter((item) => item === 'Pivot…');
    };
    const offered = [];
    for (const column of [0, 1, 2, 3, 4, 5, 6]) {
      offered.push((await itemsOf(column)).length);
      await view.page.keyboard.press('Escape');
    }
    assert.deepEqual(offered, [0, 0, 1, 0, 0, 0, 0]);
    await itemsOf(2);
    await view.page.getByRole('menuitem', { name: 'Pivot…' }).click();
    const { column, value } = await view.sent('pivot');
    assert.deepEqual({ column, value }, { column: 'user', value: 'root' });
    await view.close();
  });

  it('are copied one per line, without those that are not loaded, and a cell unchanged', async () => {
    const message = 'one\ttwo\nthree';
    const view = await openRows({ ...auditRow(0), message }, auditRow(1));
    await view.send(auditState({ total: 300, newRows: 1 }));
    await view.page.locator('[role=grid][aria-rowcount="301"]').waitFor();
    await view.page.locator(firstCell).nth(3).click();
    await view.page.keyboard.press('Control+C');
    assert.equal((await view.sent('copy'))['text'], message);
    await view.page.keyboard.press('Control+A');
    await view.page.keyboard.press('Control+C');
    const { text } = await view.sentThat((one) => one.kind === 'copy' && one['text'] !== message);
    const lines = String(text).split('\n');
    assert.deepEqual([lines.length, lines[0]?.split('\t')[3]], [2, 'one two three']);
    await view.close();
  });

  it('show a fallback text for missing fields', async () => {
    const bare = { message: null, category: null, result: '', error: null };
    const view = await openRows(
      { ...auditRow(0), ...bare, failed: true, error: 'no-permission', action: '' },
      { ...auditRow(1), ...bare, failed: false, module: 'scheduledQuery', category: 'Scheduled query' },
    );
    const cells = (row: number): Promise<readonly string[]> =>
      view.page
        .locator(`[data-row="${row}"] [role=gridcell]`)
        .evaluateAll((all) => all.slice(1, 6).map((cell) => cell.textContent.trim()));
    assert.deepEqual(await cells(0), [
      ...['Failed', 'kim.minji', 'no-permission', 'ScheduledQueryPlugin', 'updateScheduledQuery'],
    ]);
    assert.equal(await view.page.locator('[data-row="0"] .codicon-error').count(), 1);
    assert.deepEqual(await cells(1), ['Succeeded', 'root', '', 'Scheduled query', 'Sign in · login']);
    await view.close();
  });

  it('are opened without the fields that they do not have', async () => {
    const none = { message: null, error: null, params: null, messageParams: null, category: '' };
    const view = await openRows({ ...auditRow(1), ...none, action: null }, auditRow(3));
    await view.page.locator(firstCell).first().dblclick();
    await view.page.locator('.detail h2', { hasText: 'AuthPlugin.login' }).waitFor();
    const names = view.page.locator('.detail .record dt');
    assert.deepEqual(await names.allTextContents(), ['Time', 'User', 'Address', 'Module', 'Method', 'Entry']);
    assert.equal(await view.page.locator('.detail :is(h3, .detail-message, .detail-error)').count(), 0);
    await view.page.keyboard.press('Alt+ArrowDown');
    await view.page.locator('.detail-error', { hasText: 'no-permission' }).waitFor();
    await view.page.getByRole('heading', { name: 'Message parameters' }).waitFor();
    await view.page.getByRole('button', { name: 'Copy as JSON' }).click();
    assert.deepEqual(JSON.parse(String((await view.sent('copy'))['text'])), auditRow(3));
    await view.close();
  });
});
