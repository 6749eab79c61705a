import assert from 'node:assert/strict';
import type { AuditLogsState } from '../../src/core/pages/auditLogMessages';
import { holds } from '../support/holds';
import { openAuditLogs } from './support/openPage';
import type { Message, PageUnderTest } from './support/pageUnderTest';
import { auditState } from './support/states';

describe('the filters of the audit log page', () => {
  it('has the focus in the keywords when it opens, from which Down moves to the entries', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator('vscode-textfield:focus').waitFor();
    await view.page.keyboard.type('kim');
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], ['kim']);
    });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.page.keyboard.press('ArrowDown');
    await view.page.locator('[data-row="0"] [role=gridcell]:focus').waitFor();
    await view.close();
  });

  it('closes a list when it loses the focus', async () => {
    const view = await openAuditLogs(auditState());
    const period = view.page.getByRole('combobox', { name: 'Period' });
    await period.focus();
    await view.page.keyboard.press('ArrowDown');
    await view.page.getByRole('option', { name: 'All time' }).waitFor();
    await view.page.keyboard.press('Tab');
    await view.page.getByRole('option', { name: 'All time' }).waitFor({ state: 'hidden' });
    await view.close();
  });

  it('accepts several keywords and removes them again', async () => {
    const view = await openAuditLogs(auditState());
    const field = view.page.getByRole('textbox', { name: 'Keywords' });
    await field.fill('로그인');
    await field.press('Enter');
    await field.fill('kim');
    await field.press('Enter');
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], ['로그인', 'kim']);
    });
    // Enter that ends the composition of a syllable is none of the search.
    await field.fill('가');
    await field.evaluate((input) =>
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true }),
      ),
    );
    assert.equal(await field.inputValue(), '가');
    await view.page.getByRole('button', { name: 'Remove keyword 로그인' }).click();
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], ['kim']);
    });
    await view.close();
  });

  it('selects results and users if the platform lists them, and reports the missing filters if it does not', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.getByRole('combobox', { name: 'Result' }).click();
    await view.page.getByRole('option', { name: 'Failure' }).click();
    await view.page.keyboard.press('Escape');
    await view.page.getByRole('combobox', { name: 'User' }).click();
    await view.page.getByRole('option', { name: 'root' }).click();
    await holds(() => {
      assert.deepEqual([search(view)['results'], search(view)['users']], [['Failure'], ['root']]);
    });
    const choices = { ...auditState().choices, results: null, users: null };
    await view.send(auditState({ choices }));
    await view.page.getByText('Filters that this platform does not have: Result, User.').waitFor();
    assert.equal(await view.page.getByRole('combobox', { name: 'User' }).count(), 0);
    await view.page.locator('[data-row="1"] [role=gridcell]').nth(2).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Keyword “root”' }).waitFor();
    await view.close();
  });

  it('shows the selected values, and clears all of them at once, but not the period', async () => {
    const { search: plain } = auditState();
    // A saved search may have a user that is not listed now.
    const selected = { ...plain, keywords: ['kim'], users: ['notFound'], categories: ['Account', 'Table'] };
    const view = await openAuditLogs(auditState({ search: { ...selected, range: '7d' } }));
    const face = (name: string): Promise<string> =>
      view.text(`vscode-multi-select[label="${name}"] .select-face-badge`);
    assert.equal(await face('User'), 'notFound');
    assert.equal(await face('Categories'), 'Account +1');
    await view.page.getByRole('button', { name: 'Clear All' }).click();
    await holds(() => {
      assert.deepEqual(search(view), { ...plain, range: '7d' });
    });
    await view.send(auditState());
    await view.page.getByRole('button', { name: 'Clear All' }).waitFor({ state: 'hidden' });
    await view.close();
  });

  it('shows that it hides housekeeping, which another filter does not change, and stops hiding it', async () => {
    const { search: plain, choices } = auditState();
    const hiding = { ...plain, housekeeping: ['Hidden'] };
    const known = { ...choices, housekeeping: ['Hidden'] };
    const view = await openAuditLogs(auditState({ search: hiding, choices: known }));
    const field = view.page.getByRole('combobox', { name: 'Housekeeping' });
    assert.equal(await view.text('vscode-multi-select[label="Housekeeping"] .select-face-badge'), 'Hidden');
    assert.equal(await view.page.getByRole('button', { name: 'Clear All' }).count(), 0);
    await view.send(auditState({ search: { ...hiding, keywords: ['kim'] }, choices: known }));
    await view.page.getByRole('button', { name: 'Clear All' }).click();
    await holds(() => {
      assert.deepEqual(search(view), hiding);
    });
    await view.page.getByRole('button', { name: 'Clear All' }).waitFor({ state: 'hidden' });
    await field.click();
    await view.page.getByRole('option', { name: 'Hidden' }).click();
    await holds(() => {
      assert.deepEqual(search(view), plain);
    });
    await view.send(auditState({ search: hiding, choices: { ...choices, housekeeping: null } }));
    await field.waitFor({ state: 'detached' });
    assert.equal(await view.page.locator('.filters-note').count(), 0);
    await view.close();
  });

  it('zooms out again from a selected part of the period', async () => {
    const view = await openAuditLogs(auditState());
    assert.equal(await view.page.getByRole('button', { name: 'Zoom Out' }).count(), 0);
    await view.send(auditState({ zoomed: true }));
    await view.page.getByRole('button', { name: 'Zoom Out' }).click();
    await view.sent('zoomOut');
    await view.send(auditState({ zoomed: true, total: 0, resultId: 2 }));
    await view.page.getByText('There are no entries in this period.').waitFor();
    await view.page.getByRole('button', { name: 'Zoom Out' }).waitFor();
    await view.close();
  });

  it('offers to follow only a period that has not ended', async () => {
    const at = (to: string | null): AuditLogsState =>
      auditState({ search: { ...auditState().search, range: 'custom', to } });
    const view = await openAuditLogs(at('2001-01-01 00:00:00+0900'));
    const follow = view.page.getByRole('switch', { name: 'Follow' });
    assert.equal(await follow.count(), 0);
    await view.send(at(null));
    await follow.waitFor();
    await view.close();
  });

  it('does not search for a time range if the browser canceled the drag', async () => {
    const view = await openAuditLogs(auditState());
    const chart = view.page.locator('.chart');
    const mark = view.page.locator('.histogram-selection');
    await chart.hover({ position: { x: 100, y: 20 } });
    await view.page.mouse.down();
    await chart.hover({ position: { x: 300, y: 20 } });
    await mark.waitFor();
    await chart.dispatchEvent('pointercancel');
    await mark.waitFor({ state: 'detached' });
    await view.page.mouse.up();
    await chart.hover({ position: { x: 200, y: 20 } });
    await chart.locator('.reading').waitFor({ state: 'attached' });
    assert.equal(await mark.count(), 0);
    // What it posts comes in order.
    await view.page.getByRole('button', { name: 'Refresh' }).click();
    await view.sent('refresh');
    assert.equal(
      view.posted.some(({ kind }) => kind === 'search' || kind === 'zoomIn'),
      false,
    );
    await view.close();
  });

  it('narrows the period by keyboard', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.getByRole('slider').focus();
    await view.page.keyboard.press('End');
    await view.page.keyboard.press('Shift+ArrowLeft');
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.equal(search(view)['from'], '2026-11-15 08:00:00+0900');
      assert.equal(search(view)['to'], '2026-11-15 09:00:00+0900');
    });
    await view.close();
  });

  it('offers the next wider search if nothing was found', async () => {
    const view = await openAuditLogs(
      auditState({ total: 0, search: { ...auditState().search, keywords: ['kim'] } }),
    );
    await view.page.getByRole('button', { name: 'Remove All Filters' }).click();
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], []);
    });
    await view.send(auditState({ total: 0, resultId: 2 }));
    await view.page.getByRole('button', { name: 'Search All Time' }).click();
    await holds(() => {
      assert.equal(search(view)['range'], 'all');
    });
    await view.close();
  });

  it('filters by the value of a cell from its menu, by keyboard', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.locator('[data-row="1"] [role=gridcell]').nth(2).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Keep Only “root”' }).waitFor();
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.deepEqual(search(view)['users'], ['root']);
    });
    assert.equal(await view.page.getByRole('menu').count(), 0);
    await view.close();
  });
});

/** The last search that the page asked for. */
function search({ posted }: PageUnderTest): Record<string, unknown> {
  const message: Message | undefined = posted.findLast(({ kind }) => kind === 'search' || kind === 'zoomIn');
  assert.ok(message, 'no search was asked for');
  return message['search'] as Record<string, unknown>;
}
