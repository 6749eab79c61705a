import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { AuditLogsState, AuditSearch } from '../../src/core/pages/auditLogMessages';
import type { Failure } from '../../src/core/pages/common';
import { holds } from '../support/holds';
import { openAuditLogs } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditState } from './support/states';

describe('the search form of the audit log page', () => {
  const custom = (change: Partial<AuditSearch> = {}): AuditLogsState =>
    auditState({ search: { ...auditState().search, range: 'custom', ...change } });

  const field = ({ page }: PageUnderTest, name: string | RegExp): Locator =>
    page.getByRole('textbox', { name });

  /** All that the page asked to search for. */
  const searches = ({ posted }: PageUnderTest): readonly AuditSearch[] =>
    posted.filter(({ kind }) => kind === 'search').map(({ search }) => search as AuditSearch);

  it('keeps a time that is being typed, until the search changes', async () => {
    const view = await openAuditLogs(custom({ keywords: ['one'] }));
    await field(view, /^From/).fill('2026-1');
    await view.send({ ...custom({ keywords: ['one'] }), newRows: 1 });
    await view.page.getByText('1 new').waitFor();
    assert.equal(await field(view, /^From/).inputValue(), '2026-1');
    const from = '2026-11-01 00:00:00+0900';
    await view.send(custom({ keywords: ['one'], from }));
    await holds(async () => {
      assert.equal(await field(view, /^From/).inputValue(), from);
    });
    await view.close();
  });

  it('shows the time fields only for a custom period, and no note if the platform has all filters', async () => {
    const view = await openAuditLogs(auditState());
    await field(view, 'Keywords').waitFor();
    assert.equal(await field(view, /^(From|To)/).count(), 0);
    assert.equal(await view.page.locator('.field-problem, .filters-note').count(), 0);
    await view.send(custom());
    await field(view, /^To/).waitFor();
    await view.close();
  });

  it('searches with neither end of a period until both are valid, and marks the invalid one', async () => {
    const view = await openAuditLogs(custom({ from: '2026-11-01 00:00:00+0900' }));
    const marked = view.page.locator('.field.time vscode-textfield[invalid]');
    assert.equal(await marked.count(), 0);
    await field(view, /^To/).fill('soon');
    await view.page.getByText(/^To: Use the format/).waitFor();
    assert.equal(await marked.count(), 1);
    await field(view, /^To/).press('Tab');
    await field(view, /^From/).fill('2026-11-02 00:00:00+0900');
    await field(view, /^From/).press('Tab');
    await field(view, /^To/).fill(' 2026-11-03 00:00:00+0900 ');
    await field(view, /^To/).press('Tab');
    await view.sent('search');
    await field(view, /^From/).fill(' ');
    await field(view, /^From/).press('Tab');
    await holds(() => {
      assert.deepEqual(
        searches(view).map(({ from, to }) => [from, to]),
        [
          ['2026-11-02 00:00:00+0900', '2026-11-03 00:00:00+0900'],
          [null, '2026-11-03 00:00:00+0900'],
        ],
      );
    });
    await view.close();
  });

  it('clears a field whose value was accepted, and marks a rejected value until it is changed', async () => {
    const view = await openAuditLogs(auditState());
    const isMarked = (name: string): Promise<boolean> =>
      view.page.locator('label.word', { hasText: name }).locator('vscode-textfield[invalid]').isVisible();
    const type = async (name: string, word: string): Promise<void> => {
      await field(view, name).fill(word);
      await field(view, name).press('Enter');
    };
    await type('Company GUIDs', 'Acme');
    assert.deepEqual([await isMarked('Company GUIDs'), await isMarked('Keywords')], [true, false]);
    const guid = '11111111-2222-3333-4444-555555555555';
    await type('Company GUIDs', guid);
    await holds(async () => {
      assert.equal(await field(view, 'Company GUIDs').inputValue(), '');
    });
    assert.deepEqual(searches(view).at(-1)?.companyGuids, [guid]);
    await view.page.getByRole('button', { name: `Remove company ${guid}` }).click();
    assert.equal(await isMarked('Company GUIDs'), false);
    await type('Company GUIDs', '');
    assert.equal(await isMarked('Company GUIDs'), false, 'nothing typed is no mistake');
    await type('Keywords', 'kim');
    await view.page.getByRole('button', { name: 'Remove keyword kim' }).waitFor();
    await type('Keywords', 'kim');
    assert.deepEqual([await isMarked('Keywords'), await field(view, 'Keywords').inputValue()], [true, 'kim']);
    assert.deepEqual(searches(view)[1]?.companyGuids, []);
    assert.equal(searches(view).length, 3);
    await view.close();
  });

  it('lists a value once that is both selected and known', async () => {
    const view = await openAuditLogs(
      auditState({ search: { ...auditState().search, categories: ['Account'] } }),
    );
    await view.page.getByRole('combobox', { name: 'Categories' }).click();
    await view.page.getByRole('option', { name: 'Table' }).waitFor();
    assert.equal(await view.page.getByRole('option', { name: 'Account' }).count(), 1);
    await view.close();
  });

  it('requests labels in the selected language', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.getByRole('combobox', { name: 'Label language' }).click();
    await view.page.getByRole('option', { name: '한국어' }).click();
    await holds(() => {
      assert.deepEqual(searches(view), [{ ...auditState().search, locale: 'ko' }]);
    });
    await view.close();
  });

  it('does not take the focus from another control when it appears', async () => {
    const failed = (reason: Failure['reason']): AuditLogsState =>
      auditState({
        phase: 'failed',
        total: 0,
        failure: { reason, message: 'No.', detail: null, canRetry: false },
      });
    const view = await openAuditLogs(failed('noPermission'));
    const other = view.page.locator('vscode-button', { hasText: 'Set API Key…' });
    await other.focus();
    await view.send(failed('keyRejected'));
    await field(view, 'Keywords').waitFor();
    await view.page.evaluate(`document.querySelector('.filters vscode-textfield').updateComplete`);
    await view.page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
    assert.equal(await other.evaluate((button) => button === document.activeElement), true);
    await view.close();
  });

  it('does not take the focus from the rest of the window', async () => {
    const view = await openAuditLogs(auditState(), { beforehand: 'document.hasFocus = () => false' });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    assert.equal(await view.page.evaluate(() => document.activeElement === document.body), true);
    await view.close();
  });
});
