import assert from 'node:assert/strict';
import type { AuditLogsState } from '../../src/core/pages/auditLogMessages';
import { holds } from '../support/holds';
import { openAuditLogs } from './support/openPage';
import { auditState } from './support/states';

describe('the toolbar and status of the audit log page', () => {
  const following = (lastResponse: number | null, paused = false): AuditLogsState =>
    auditState({ follow: { on: true, paused, lastResponse } });

  it('follows and stops following, and shows a warning when there was no response for long', async () => {
    const view = await openAuditLogs(auditState());
    const follow = view.page.getByRole('switch', { name: 'Follow' });
    assert.match(await view.text('.status-line'), /^\s*1,000,000 entries\s*$/);
    await follow.click();
    assert.equal((await view.sent('follow'))['on'], true);
    await view.send(following(null));
    await view.page.getByText('Following, waiting for the first response').waitFor();
    await view.send(following(Date.now() - 5000));
    await view.page.getByText(/Following, updated/).waitFor();
    assert.equal(await view.page.locator('.following .late').count(), 0);
    await view.send(following(Date.now() - 21_000));
    await view.page.locator('.following .late').waitFor();
    await view.send(following(Date.now(), true));
    await view.page.getByText('New entries are paused until you scroll back to the top').waitFor();
    await follow.click();
    await view.sentThat(({ kind, on }) => kind === 'follow' && on === false);
    await view.close();
  });

  it('exports in the selected format, and offers to cancel during the export', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.getByRole('button', { name: 'Export' }).click();
    await view.page.getByRole('menuitem', { name: 'Export as NDJSON…' }).click();
    assert.equal((await view.sent('export'))['format'], 'ndjson');
    await view.send(auditState({ exporting: { format: 'csv', written: 1200, total: null } }));
    await view.page.getByText('Exporting 1,200', { exact: true }).waitFor();
    assert.equal(await view.page.getByText('Export', { exact: true }).count(), 0);
    await view.page.getByRole('button', { name: 'Cancel Export' }).click();
    await view.sent('cancelExport');
    await view.close();
  });

  it('searches again, copies a link and saves the search from its buttons', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.getByRole('button', { name: 'Refresh' }).click();
    await view.page.getByRole('button', { name: 'Copy Link to This Search' }).click();
    await view.page.getByRole('button', { name: 'Saved' }).click();
    assert.equal(await view.page.getByRole('separator').count(), 0);
    await view.page.getByRole('menuitem', { name: 'Save Search…' }).click();
    for (const kind of ['refresh', 'copyLink', 'saveSearch']) await view.sent(kind);
    await view.close();
  });

  it('runs a saved search', async () => {
    const { search } = auditState();
    const saved = ['one', 'two'].map((word) => ({ name: word, search: { ...search, keywords: [word] } }));
    const view = await openAuditLogs(auditState({ saved }));
    await view.page.getByRole('button', { name: 'Saved' }).click();
    assert.equal(await view.page.getByRole('separator').count(), 2);
    await view.page.getByRole('menuitem', { name: 'two', exact: true }).click();
    assert.deepEqual((await view.sent('search'))['search'], saved[1]?.search);
    await view.page.getByRole('button', { name: 'Remove keyword two' }).waitFor();
    await view.close();
  });

  it('searches in the selected time range before the host has confirmed it', async () => {
    const view = await openAuditLogs(auditState());
    await view.page.getByRole('slider').focus();
    await view.page.keyboard.press('End');
    await view.page.keyboard.press('Enter');
    const { search: marked } = await view.sent('zoomIn');
    const field = view.page.getByRole('textbox', { name: 'Keywords' });
    await field.fill('kim');
    await field.press('Enter');
    assert.deepEqual((await view.sent('search'))['search'], { ...(marked as object), keywords: ['kim'] });
    await view.close();
  });

  it('shows that it is searching before it shows that there are no entries, and offers no wider period than all time', async () => {
    const all = { ...auditState().search, range: 'all' as const };
    const view = await openAuditLogs(
      auditState({ phase: 'loading', total: 0, search: all, histogram: null }),
    );
    await view.page.locator('.notice', { hasText: 'Searching…' }).waitFor();
    assert.match(await view.text('.status-line'), /^\s*Searching…\s*$/);
    assert.equal(await view.page.locator('.histogram-section').count(), 1);
    await view.send(auditState({ total: 0, search: all, resultId: 2 }));
    await view.page.locator('.notice', { hasText: 'The audit log has no entries yet.' }).waitFor();
    assert.equal(await view.page.locator('.notice vscode-button').count(), 0);
    assert.equal(await view.page.locator('.histogram-section').count(), 0);
    await view.send(auditState({ total: 1, resultId: 3 }));
    await view.page.getByText('1 entry', { exact: true }).waitFor();
    await view.close();
  });

  it('keeps its rows while it searches again', async () => {
    const view = await openAuditLogs(auditState({ total: 3 }));
    await view.page.locator('[data-row="2"]:not([aria-busy])').waitFor();
    await view.send(auditState({ total: 3, phase: 'loading' }));
    await view.page.getByText('Searching…').waitFor();
    assert.equal(await view.page.locator('[data-row="2"]:not([aria-busy])').count(), 1);
    await view.close();
  });

  it('reports when its histogram is closed or opened by the user, and shows that it is still counting', async () => {
    const histogram = { ...auditState().histogram!, counts: [1, null] };
    const view = await openAuditLogs(auditState({ histogram }));
    const opened = (): readonly unknown[] =>
      view.posted
        .filter(({ kind }) => kind === 'viewChanged')
        .map((message) => (message['view'] as AuditLogsState['view']).histogramOpen);
    await view.page.locator('.counting').waitFor();
    await view.page.locator('.histogram-section summary').click();
    await holds(() => {
      assert.deepEqual(opened(), [false]);
    });
    await view.send(auditState());
    await view.page.locator('.counting').waitFor({ state: 'detached' });
    await view.page.locator('.histogram-section summary').click();
    await holds(() => {
      assert.deepEqual(opened(), [false, true]);
    });
    await view.close();
  });
});
