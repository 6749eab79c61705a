import assert from 'node:assert/strict';
import { hostOf } from './support/hostOf';
import { keyRejected } from './support/offersAnotherKey';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { noon, queryStatusState, watchedStatus } from './support/states';

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
    const status = watchedStatus({ isCanceled: true, finishTime: noon });
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
