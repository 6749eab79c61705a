import assert from 'node:assert/strict';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { Message, PageUnderTest } from './support/pageUnderTest';
import { importedRule, sigmaImportHost, sigmaImportState } from './support/sigmaImport';

describe('The page for importing Sigma rules', () => {
  const open = (count = 28, state = sigmaImportState()): Promise<PageUnderTest> =>
    openPage('sigmaImport', { response: sigmaImportHost(count, state) });
  const cell = (view: PageUnderTest, row: number, column: number): Promise<string> =>
    view.page.locator(`[data-row="${row}"] [aria-colindex="${column}"]`).innerText();
  const shown = async (view: PageUnderTest): Promise<number> => {
    const text = await view.page.locator('.strip .loaded').innerText();
    return Number(/^Shown: ([\d,]+)/.exec(text)?.[1]?.replace(',', ''));
  };
  const selectedOf = ({ view }: Message): unknown => (view as { readonly selected: unknown }).selected;

  it('shows every rule with its state, its hits and its result', async () => {
    const view = await open();
    await view.page.locator('[data-row="3"]').waitFor();

    assert.match(
      await view.text('.strip'),
      /Convertible: 16 · Not on the platform: 4 · Needs a mapping: 4 · Cannot be converted: 4/,
    );
    assert.deepEqual(
      [await cell(view, 0, 2), await cell(view, 0, 6), await cell(view, 0, 4), await cell(view, 0, 5)].map(
        (text) => text.trim(),
      ),
      ['Convertible', 'critical', '12,345', 'Created (disabled)'],
    );
    assert.equal((await cell(view, 1, 4)).trim(), '0');
    assert.equal((await cell(view, 2, 4)).trim(), 'failed');
    assert.equal((await cell(view, 2, 2)).trim(), 'The table was not found.');
    assert.match(await view.text('.trials'), /Tried: 3 · with hits: 1 · hits: 12,345 · failed: 1/);
    assert.match(await cell(view, 5, 2), /Table “win” does not exist on the platform/);
    assert.equal(await view.page.locator('[data-row="5"] .codicon-pass').count(), 0);
    assert.equal((await cell(view, 1, 5)).trim(), 'Already exists');
    assert.deepEqual(
      [await cell(view, 3, 4), await cell(view, 3, 5)].map((text) => text.trim()),
      ['running', 'Failed'],
    );
    // Half a window.
    await view.page.setViewportSize({ width: 500, height: 800 });
    await holds(async () => {
      for (const column of [2, 3]) {
        const box = await view.page.locator(`[data-row="5"] [aria-colindex="${column}"]`).boundingBox();
        assert.ok((box?.x ?? Infinity) + (box?.width ?? 0) <= 500);
      }
    });
    assert.equal(await view.page.locator('[data-row="4"] input').count(), 0);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('fits each part into a narrow window without cutting off headings', async () => {
    const view = await open();
    const { page } = view;
    await page.locator('[data-row="0"] [aria-colindex="4"]').dblclick();
    await page.locator('.detail').waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await holds(async () => {
      const strip = await page.locator('.strip').evaluate((one) => one.scrollHeight - one.clientHeight);
      assert.equal(strip, 0);
    });
    const cut = await page
      .locator('.grid-heading-label')
      .evaluateAll((labels) =>
        labels
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
    assert.deepEqual(cut, []);
    await view.close();
  });

  it('filters by text, level, product and technique, including sub-techniques', async () => {
    const view = await open();
    const pick = async (name: string, option: string): Promise<void> => {
      await view.page.getByRole('combobox', { name }).click();
      await view.page.getByRole('option', { name: option, exact: true }).click();
      await view.page.keyboard.press('Escape');
    };
    await view.page.locator('[data-row="3"]').waitFor();

    await view.page.locator('vscode-textfield').locator('input').fill('logon rule_1');
    await holds(async () => {
      // Rules 3, 7, 11 … are about logons; of these 11, 15 and 19 are in files that begin so.
      assert.equal(await shown(view), 3);
    });
    await view.page.locator('vscode-textfield').locator('input').fill('');
    await pick('Technique', 'T1050');
    await holds(async () => {
      assert.equal(await shown(view), 7);
    });
    await pick('Level', 'critical');
    await holds(async () => {
      assert.equal(await shown(view), 2);
    });
    const { view: kept } = await view.sentThat(
      (message) => message.kind === 'viewChanged' && JSON.stringify(message).includes('critical'),
    );
    assert.deepEqual((kept as { readonly techniques: unknown }).techniques, ['T1050']);
    await view.page.locator('vscode-textfield').locator('input').fill('nothing like it');
    await view.page.getByText('No rules match the filters.').waitFor();
    const all = view.page.locator('.strip vscode-button', { hasText: 'Select All Shown' });
    assert.notEqual(await all.getAttribute('disabled'), null);
    await view.close();
  });

  it('selects rules by mouse, by the space bar and all that are shown, and acts only on these', async () => {
    const view = await open();
    await view.page.locator('[data-row="0"] input').check();
    assert.deepEqual(selectedOf(await view.sent('viewChanged')), [0]);
    await view.page.locator('[data-row="0"] input').uncheck();
    await view.page.getByText('selected: 0').waitFor();
    await view.page.locator('[data-row="0"] input').check();

    await view.page.locator('[data-row="1"] [aria-colindex="4"]').click();
    await view.page.keyboard.press('Shift+ArrowDown');
    await view.page.keyboard.press(' ');
    await holds(() => {
      assert.deepEqual(
        selectedOf(view.posted.findLast(({ kind }) => kind === 'viewChanged') ?? { kind: '' }),
        [0, 1, 2],
      );
    });
    assert.equal(await view.page.locator('.detail').count(), 0);
    await view.page.getByRole('button', { name: 'Try', exact: true }).click();
    assert.deepEqual((await view.sent('try'))['rules'], [0, 1, 2]);

    await view.page.getByRole('button', { name: 'Clear Selection' }).click();
    await view.page.getByRole('button', { name: 'Select All Shown' }).click();
    await view.page.getByRole('button', { name: 'Create Scheduled Queries…' }).click();
    assert.equal(((await view.sent('createQueries'))['rules'] as unknown[]).length, 20);
    await view.page.getByRole('button', { name: 'Select Failed' }).click();
    await view.page.getByRole('button', { name: 'Create Files…' }).click();
    assert.deepEqual((await view.sent('createFiles'))['rules'], [3]);
    await view.close();
  });

  it('clears the selection after the rules were read again, and reports that with the next change', async () => {
    const view = await open();
    await view.page.locator('[data-row="0"] input').check();
    assert.deepEqual(selectedOf(await view.sent('viewChanged')), [0]);
    const task = { kind: 'reading', done: 0, total: 0, isCanceling: false } as const;
    await view.send(sigmaImportState({ task }));
    await view.page.getByText('Reading rules…').waitFor();
    await view.send(sigmaImportState());
    await view.send({ kind: 'rules', rulesId: 2, rules: [importedRule(5)], progress: [] });
    await view.page.getByText('Shown: 1 · selected: 0').waitFor();
    assert.equal(await view.page.getByText('Select Failed').count(), 0);
    await view.page.locator('vscode-textfield').locator('input').fill('rule');
    const changed = await view.sentThat(
      ({ view: kept }) => (kept as { readonly text?: string } | undefined)?.text === 'rule',
    );
    assert.deepEqual(selectedOf(changed), []);
    await view.close();
  });

  it('shows progress with a button to cancel, and results as they arrive', async () => {
    const task = { kind: 'trying', done: 3, total: 20, isCanceling: false } as const;
    const view = await open(28, sigmaImportState({ task }));
    await view.page.getByText('Trying rules: 3 of 20').waitFor();

    await view.page.getByRole('button', { name: 'Cancel' }).click();
    await view.sent('cancel');
    await view.send(sigmaImportState({ task: { ...task, isCanceling: true } }));
    await view.page.getByText('Canceling…').waitFor();
    assert.equal(await view.page.getByRole('button', { name: 'Cancel' }).count(), 0);
    await view.send({
      kind: 'progress',
      changes: [
        { rule: 5, trial: { state: 'done', hits: 7 }, result: { state: 'written', message: 'A file.' } },
      ],
    });
    await holds(async () => {
      assert.equal((await cell(view, 5, 4)).trim(), '7');
      assert.equal((await cell(view, 5, 5)).trim(), 'File written');
    });
    await view.send(sigmaImportState());
    await view.page.getByRole('button', { name: 'Try', exact: true }).waitFor();
    await view.close();
  });

  it('explains why a rule cannot be converted, and opens the rule, the query and the mapping', async () => {
    const view = await open();
    await view.page.locator('[data-row="6"] [aria-colindex="4"]').dblclick();
    assert.match(await view.text('.detail .reason'), /^Line 12: The regular expression uses lookahead/);
    await view.page.locator('.detail').getByRole('button', { name: 'Open Rule' }).click();
    assert.equal((await view.sent('openRule'))['rule'], 6);
    assert.equal(await view.page.getByRole('button', { name: 'Open Query' }).count(), 0);
    assert.doesNotMatch(await view.text('.detail .record'), /Hits|Result/);

    await view.page.locator('[data-row="4"] [aria-colindex="4"]').dblclick();
    await view.page.locator('.detail').getByRole('button', { name: 'Edit Mapping' }).click();
    assert.equal((await view.sent('editMapping'))['rule'], 4);

    await view.page.locator('[data-row="0"] [aria-colindex="4"]').dblclick();
    // Where the space bar selects no row.
    await view.page.locator('.detail').getByRole('button', { name: 'Open Query' }).press(' ');
    assert.equal((await view.sent('openQuery'))['rule'], 0);
    await view.page.getByText('selected: 0').waitFor();
    assert.match(
      await view.text('.detail .record'),
      /Hits\s*12,345\s*Result\s*Created \(disabled\)\. “A” is created\./,
    );
    assert.equal(await view.page.locator('.detail .reason').count(), 0);
    assert.equal(await view.page.locator('.detail').getByText('Edit Mapping').count(), 0);

    await view.page.locator('[data-row="2"] [aria-colindex="4"]').dblclick();
    await view.page.locator('.detail', { hasText: 'The table was not found.' }).waitFor();
    await view.close();
  });

  it('draws only the visible ones of thousands of rules', async () => {
    const view = await open(3700);
    await view.page.locator('[data-row="0"]').waitFor();

    assert.equal(await shown(view), 3700);
    assert.ok((await view.page.locator('.grid-row').count()) < 60);
    await view.page.locator('[data-row="0"] [aria-colindex="4"]').click();
    await view.page.keyboard.press('Control+End');
    await view.page.locator('[data-row="3699"]').waitFor();
    await view.close();
  });

  it('shows that a folder has no rules or could not be read', async () => {
    const view = await open(0);
    await view.page.getByText('There are no Sigma rules in this folder.').waitFor();
    await view.send(sigmaImportState({ failure: 'The folder cannot be read.' }));
    await view.page.getByText('The folder cannot be read.').waitFor();
    const rules = [importedRule(1, { description: '' })];
    await view.send({ kind: 'rules', rulesId: 2, rules, progress: [] });
    await view.page.locator('[data-row="0"] [aria-colindex="4"]').dblclick();
    await view.page.locator('.detail').waitFor();
    assert.equal(await view.page.locator('.detail .rule-description').count(), 0);
    await view.close();
  });
});
