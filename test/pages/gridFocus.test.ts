import assert from 'node:assert/strict';
import { openPage } from './support/openPage';
import { auditHost, auditState } from './support/states';

describe('the grid', () => {
  it('keeps the focus on its cell while that is scrolled out of sight, so that keys still lead on from it', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()) });
    await view.page.locator('[data-row="2"]:not([aria-busy]) [role=gridcell]').nth(3).click();
    for (const by of [200, 2200, -2400, 600]) {
      await view.page.mouse.wheel(0, by);
      await view.page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      assert.equal(await view.page.locator('[data-row="2"] [role=gridcell]:focus').count(), 1, `after ${by}`);
    }
    await view.page.keyboard.press('ArrowDown');
    await view.page.locator('[data-row="3"] [role=gridcell]:focus').waitFor();
    await view.close();
  });
});
