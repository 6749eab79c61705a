import assert from 'node:assert/strict';
import { openPage } from './support/openPage';
import { sigmaImportHost } from './support/sigmaImport';
import { auditHost, auditState, resultsHost, resultsState } from './support/states';

describe('The focus of a page when its window gets the focus', () => {
  it('moves to the rows also after the browser canceled a press', async () => {
    const view = await openPage('queryResults', { response: resultsHost(resultsState()), alone: true });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.page.evaluate(`window.dispatchEvent(new Event('pointerdown'))`);
    await view.page.evaluate(`window.dispatchEvent(new Event('pointercancel'))`);
    await view.returnToWindow();
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
    await view.returnToWindow();
    await view.page.locator(`${cell}:focus`).waitFor();
    await view.close();
  });

  it('moves to the part of a control that had it', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()), alone: true });
    const list = view.page.locator('vscode-multi-select').first().locator('button').first();
    await list.focus();
    await list.evaluate((part) => part.blur());
    assert.equal(await view.page.evaluate('document.activeElement === document.body'), true);
    await view.returnToWindow();
    assert.ok(await list.evaluate((part) => part.matches(':focus')));
    await view.close();
  });

  it('moves to no rows except those of a query if nothing was used yet', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(28), alone: true });
    await view.page.locator('[data-row="0"]').waitFor();
    await view.returnToWindow();
    assert.equal(await view.page.locator(':focus').count(), 0);
    await view.close();
  });
});
