import assert from 'node:assert/strict';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { auditHost, auditState, noon, queryStatusState, watchedStatus } from './support/states';

describe('The timer of a page', () => {
  /** How often the page is drawn again when its timer fires. */
  const tick = ({ page }: PageUnderTest): Promise<unknown> =>
    page.evaluate(`(() => {
      let drawn = 0;
      document.body.firstElementChild.requestUpdate = () => { drawn += 1; };
      for (const run of window.timers) run();
      return drawn;
    })()`);
  const beforehand = `
    window.timers = [];
    window.setInterval = (run) => window.timers.push(run);`;

  it('updates the audit logs only while they are followed', async () => {
    const view = await openPage('auditLogs', { response: auditHost(auditState()), beforehand });
    await view.page.locator('[data-row="0"]').waitFor();
    assert.equal(await tick(view), 0);
    await view.page.evaluate('delete document.body.firstElementChild.requestUpdate');
    await view.send(auditState({ follow: { on: true, paused: false, lastResponse: Date.now() } }));
    await view.page.getByText(/Following, updated/).waitFor();
    assert.equal(await tick(view), 1);
    await view.close();
  });

  it('updates a query only until it is finished', async () => {
    const response = hostOf(queryStatusState());
    const view = await openPage('queryStatus', { response, beforehand });
    await view.page.locator('.phase[data-phase=running]').waitFor();
    assert.equal(await tick(view), 1);
    await view.page.evaluate('delete document.body.firstElementChild.requestUpdate');
    const status = watchedStatus({ isFinished: true, finishTime: noon });
    await view.send(queryStatusState({ status, watching: 'stopped' }));
    await view.page.locator('.phase[data-phase=finished]').waitFor();
    assert.equal(await tick(view), 0);
    await view.close();
  });
});
