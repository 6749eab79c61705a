import assert from 'node:assert/strict';
import { openPage } from './support/openPage';
import { importedRule, sigmaImportHost, sigmaImportState } from './support/sigmaImport';

describe('The list of rules to import', () => {
  it('restores its scroll position once', async () => {
    const kept = { ...sigmaImportState().view, firstRow: 500 };
    const state = sigmaImportState({ view: kept });
    const view = await openPage('sigmaImport', { response: sigmaImportHost(900, state) });
    await view.page.locator('[data-row="500"]').waitFor();
    await view.page.locator('[data-row="501"] [aria-colindex="4"]').click();
    await view.page.keyboard.press('Control+Home');
    await view.page.locator('[data-row="0"]').waitFor();
    await view.send({ ...state, folder: '/other' });
    await view.page.getByText('/other').waitFor();
    const rules = Array.from({ length: 900 }, (_, index) => importedRule(index));
    await view.send({ kind: 'rules', rulesId: 2, rules, progress: [] });
    await view.page.locator('[data-row="0"] [aria-colindex="5"]', { hasText: /^\s*$/ }).waitFor();
    await view.drawn();
    assert.equal(await view.page.locator('[data-row="0"]').count(), 1);
    await view.close();
  });

  it('shows the number of rules that were read as soon as the total is known', async () => {
    const task = { kind: 'reading', done: 0, total: 0, isCanceling: false } as const;
    const view = await openPage('sigmaImport', { response: sigmaImportHost(0, sigmaImportState({ task })) });
    const progress = view.page.locator('span.progress');
    await progress.waitFor();
    assert.match(await progress.innerText(), /^Reading rules…\s*Cancel$/);
    assert.equal((await view.text('.notice')).trim(), 'Reading rules…');
    await view.send(sigmaImportState({ mapping: null, task: { ...task, done: 3, total: 1200 } }));
    await progress.getByText('Reading rules: 3 of 1,200').waitFor();
    await view.page.locator('.import-locations', { hasText: 'Built-in mapping' }).waitFor();
    await view.send(sigmaImportState({ task: { ...task, kind: 'creating', done: 1, total: 2 } }));
    await progress.getByText('Creating scheduled queries: 1 of 2').waitFor();
    await view.page.getByText('There are no Sigma rules in this folder.').waitFor();
    await view.close();
  });

  it('offers no action without a selected rule, and requests the selected period', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(28) });
    await view.page.locator('[data-row="0"]').waitFor();
    const actions = view.page.locator('.page-header > .toolbar vscode-button');
    const disabled = (): Promise<readonly boolean[]> =>
      actions.evaluateAll((all) => all.map((action) => action.hasAttribute('disabled')));
    assert.deepEqual(await disabled(), [true, true, true]);
    const clear = view.page.locator('.strip vscode-button', { hasText: 'Clear Selection' });
    assert.notEqual(await clear.getAttribute('disabled'), null);
    await view.page.locator('[data-row="0"] input').check();
    await view.page.getByText('selected: 1').waitFor();
    assert.deepEqual(await disabled(), [false, false, false]);
    assert.equal(await clear.getAttribute('disabled'), null);
    await view.page.getByRole('combobox', { name: 'Period' }).click();
    assert.deepEqual(await view.page.locator('.period vscode-option').allTextContents(), [
      'Last 24 hours',
      'Last 7 days',
      'Last 30 days',
    ]);
    await view.page.getByRole('option', { name: 'Last 30 days' }).click();
    await view.sentThat(({ view: kept }) => (kept as { readonly days?: number } | undefined)?.days === 30);
    await view.close();
  });

  it('shows the reason of a failure as a tooltip, and has no checkbox for a rule without a query', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(28) });
    await view.page.locator('[data-row="6"]').waitFor();
    const titleOf = (row: number, column: number): Promise<string | null> =>
      view.page.locator(`[data-row="${row}"] [aria-colindex="${column}"] .rule-state`).getAttribute('title');
    assert.equal(await titleOf(4, 2), `Needs a mapping: ${importedRule(4).reason}`);
    assert.equal(await titleOf(0, 2), 'Convertible');
    assert.equal(await titleOf(2, 4), 'The table was not found.');
    assert.equal(await titleOf(3, 5), 'No response.');
    assert.equal(await view.page.locator('[data-row="2"] [aria-colindex="4"] .codicon-error').count(), 1);
    assert.equal(await view.page.locator('[data-row="3"] [aria-colindex="4"] .codicon-loading').count(), 1);
    assert.equal(await view.page.locator('[data-row="5"] input').count(), 1);
    assert.equal(await view.page.locator('[data-row="4"] input, [data-row="6"] input').count(), 0);
    await view.close();
  });
});
