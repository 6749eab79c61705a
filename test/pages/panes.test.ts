import assert from 'node:assert/strict';
import type { FieldStatistics } from '../../src/core/pages/queryResults';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { importedRule, sigmaImportHost, sigmaImportState } from './support/sigmaImport';
import { noon, queryStatusState, resultsHost, resultsState, watchedStatus } from './support/states';

describe('The page of a result', () => {
  let view: PageUnderTest;

  beforeEach(async () => {
    view = await openPage('queryResults', { response: resultsHost(resultsState({ rowCount: 48 })) });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
  });
  afterEach(() => view.close());

  const statistics: FieldStatistics = {
    ...{
      column: 'owner',
      read: 20,
      total: 48,
      done: true,
      failure: 'The platform does not respond.',
      filled: 10,
    },
    ...{ distinct: 9, distinctCut: true, least: '', greatest: null },
    top: [
      { value: '', count: 6 },
      { value: { a: 1 }, count: 4 },
    ],
  };
  const count = async (): Promise<void> => {
    await view.page.getByRole('columnheader', { name: /^owner/ }).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Show Field Statistics' }).click();
    await view.sent('statistics');
    await view.send({ kind: 'statistics', resultId: 1, statistics });
  };

  it('moves the focus to the pane of a field once, and returns it when it is closed', async () => {
    await view.page.locator('[data-row="3"] [aria-colindex="2"]').click();
    await count();
    await view.page.locator('.statistics:focus').waitFor();
    const filter = view.page.getByRole('textbox', { name: 'Filter rows' });
    await filter.focus();
    await view.send({ kind: 'statistics', resultId: 1, statistics: { ...statistics, read: 48 } });
    await view.page.getByText('Based on all 48 rows.').waitFor();
    assert.ok(await filter.evaluate((field) => field.matches(':focus')));
    await view.page.locator('.statistics').press('Escape');
    await view.page.locator('.statistics').waitFor({ state: 'detached' });
    await view.page.locator('.grid [data-active]:focus').waitFor();
  });

  it('offers to keep, exclude and copy each value in the pane of a field', async () => {
    await count();
    await view.page
      .locator('.statistics .top')
      .getByRole('button', { name: 'empty text', exact: true })
      .click();
    const items = await view.page.getByRole('menuitem').allInnerTexts();
    assert.deepEqual(
      items.map((item) => item.trim()),
      ['Keep Only “”', 'Exclude “”', 'Add to Query', 'Pivot…', 'Copy Value'],
    );
    await view.page.getByRole('menuitem', { name: 'Keep Only' }).click();
    await view.sentThat(({ refinement }) => JSON.stringify(refinement).includes('"keepOnly"'));
  });

  it('shows in the pane of a field what is missing, cut off or empty, and offers no filter by a list or map', async () => {
    await count();
    const pane = view.page.locator('.statistics');
    await pane.waitFor();
    const text = await pane.innerText();
    assert.match(text, /Based on 20 of 48 rows\.\s*The platform does not respond\./);
    assert.match(text, /10 \(50%\)[^]*More than 9[^]*Minimum\s*empty text/);
    assert.doesNotMatch(text, /Maximum/);
    assert.match(
      text,
      /Only the first distinct values were counted\. Others may be more frequent\.\s*empty text\s*6 · 60%/,
    );
    assert.equal(await pane.getByRole('button', { name: /^Exclude/ }).count(), 1);
    const none = { ...statistics, read: 0, filled: 0, distinctCut: false, failure: null, top: [] };
    await view.send({ kind: 'statistics', resultId: 1, statistics: { ...none, done: false } });
    await pane.getByText('Reading 0 of 48 rows…').waitFor();
    assert.match(await pane.innerText(), /Filled\s*0\s*Distinct values\s*9\s*Minimum/);
    assert.equal(await pane.getByRole('heading', { name: 'Most frequent values' }).count(), 0);
  });

  it('resizes a column during a drag, without sorting it', async () => {
    const heading = view.page.getByRole('columnheader', { name: /^owner/ });
    const edge = (await heading.locator('.grid-resizer').boundingBox())!;
    const changes = (): number => view.posted.filter(({ kind }) => kind === 'viewChanged').length;
    await view.page.mouse.move(edge.x + 3, edge.y + 8);
    await view.page.mouse.down();
    await view.page.mouse.move(edge.x + 23, edge.y + 8);
    await view.page.mouse.up();
    await holds(() => {
      assert.equal(changes(), 1);
    });
    // A click there would open the menu.
    await view.drawn();
    assert.equal(await view.page.getByRole('menu').count(), 0);
    const again = (await heading.locator('.grid-resizer').boundingBox())!;
    await view.page.mouse.move(again.x + 2, again.y + 8);
    await view.page.mouse.move(again.x + 5, again.y + 8);
    await view.page.mouse.down();
    await heading.locator('.grid-resizer').dispatchEvent('pointercancel');
    await view.page.mouse.move(again.x + 1, again.y + 8);
    await view.page.mouse.up();
    assert.equal(await view.page.locator('[aria-sort]').count(), 0);
    assert.equal(changes(), 1);
  });

  it('keeps the pane of a row at the first and last row, and moves it only with Alt', async () => {
    const pane = view.page.locator('.detail');
    await view.send(resultsState({ rowCount: 3, phase: 'cancelled' }));
    await view.page.locator('[data-row="3"]').waitFor({ state: 'detached' });
    await view.page.locator('[data-row="0"] [role=gridcell]').first().dblclick();
    await view.page.locator('.detail:focus').waitFor();
    const shows = (host: string): Promise<void> =>
      holds(async () => {
        assert.ok((await pane.innerText()).includes(`"${host}"`));
      });
    await view.press('ArrowDown', 'Alt+ArrowDown');
    await shows('web-1');
    for (let step = 0; step < 3; step++) {
      await view.page.keyboard.press('Alt+ArrowDown');
      await shows('web-2');
    }
    await view.page.keyboard.press('Alt+ArrowUp');
    await shows('web-1');
    await pane.getByRole('button', { name: 'Copy as JSON' }).click();
    assert.match(String((await view.sent('copy'))['text']), /"host": "web-1"/);
  });

  it('highlights the text of the filter literally in the pane of a row, and copies one value', async () => {
    await view.close();
    const columns = [
      { name: 'line', type: 'text' as const },
      { name: 'count', type: 'number' as const },
    ];
    const state = resultsState({
      rowCount: 1,
      columns,
      view: { ...resultsState().view, filter: ' a.c (b ' },
    });
    view = await openPage('queryResults', { response: resultsHost(state, () => ['abc A.C (b) end', 7]) });
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
    const pane = view.page.locator('.detail');
    await pane.waitFor();
    assert.deepEqual(await pane.locator('mark').allInnerTexts(), ['A.C', '(b']);
    await pane.getByRole('button', { name: 'Actions for count' }).click();
    await view.page.getByRole('menuitem', { name: 'Copy Value' }).click();
    assert.equal((await view.sent('copy'))['text'], '7');
  });

  it('offers the query order only for the sorted column', async () => {
    const menuOf = async (name: RegExp): Promise<number> => {
      await view.page.getByRole('columnheader', { name }).click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: 'Sort Ascending' }).waitFor();
      const items = await view.page.getByRole('menuitem', { name: 'Restore Query Order' }).count();
      await view.page.keyboard.press('Escape');
      return items;
    };
    await view.page.getByRole('columnheader', { name: /^count/ }).click();
    assert.deepEqual([await menuOf(/^count/), await menuOf(/^owner/)], [1, 0]);
  });
});

describe('Collapsible JSON', () => {
  it('shows five hundred children and the number of others, with two levels expanded', async () => {
    const numbers = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
    const more = { full: numbers(500), long: numbers(502), none: {}, deep: { deeper: { deepest: 1 } } };
    const state = queryStatusState({
      status: watchedStatus({ more, tags: {}, constants: {} }),
      view: { zone: 'local', detailsOpen: true, textOpen: false },
    });
    const view = await openPage('queryStatus', { response: hostOf(state) });
    const json = view.page.locator('.json');
    await json.waitFor();
    assert.equal(await json.count(), 1, 'an empty field has none');
    assert.equal(await json.getByText('2 more not shown').count(), 1);
    assert.equal(await json.getByText('more not shown').count(), 1);
    assert.equal(await json.locator('[data-type=number]').count(), 1001);
    assert.deepEqual(
      await json
        .locator('details')
        .evaluateAll((branches) => branches.map((branch) => branch.hasAttribute('open'))),
      [true, true, true, true, false],
    );
    await view.close();
  });
});

describe('Selected rules', () => {
  const open = (state = sigmaImportState()): Promise<PageUnderTest> =>
    openPage('sigmaImport', { response: sigmaImportHost(28, state) });

  it('are restored at the start, in their order, and deselected by the space bar', async () => {
    const kept = { ...sigmaImportState().view, selected: [10, 9] };
    const view = await open(sigmaImportState({ view: kept }));
    await view.page.getByText('selected: 2').waitFor();
    await view.page.getByRole('button', { name: 'Try', exact: true }).click();
    assert.deepEqual((await view.sent('try'))['rules'], [9, 10]);
    await view.page.locator('[data-row="9"] [aria-colindex="4"]').click();
    await view.page.keyboard.press(' ');
    await view.page.getByText('selected: 1').waitFor();
    await view.send(sigmaImportState({ view: kept, folder: '/other' }));
    await view.page.getByText('/other').waitFor();
    await view.page.getByText('selected: 1').waitFor();
    // Two that can be converted around one that needs a mapping.
    await view.page.locator('[data-row="3"] [aria-colindex="4"]').click();
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', ' ', 'Control+C'])
      await view.page.keyboard.press(key);
    await view.page.getByText('selected: 3').waitFor();
    const titles = [3, 4, 5].map((index) => importedRule(index).title);
    assert.equal((await view.sent('copy'))['text'], titles.join('\n'));
    await view.close();
  });

  it('include those with an unknown result on Select Failed, and cannot be reloaded during a task', async () => {
    const view = await open();
    await view.page.locator('[data-row="5"] [aria-colindex="4"]').dblclick();
    const result = { state: 'unknown', message: 'The result is unknown.' };
    await view.send({
      kind: 'progress',
      changes: [{ rule: 5, trial: { state: 'done', hits: 77 }, result }],
    });
    await view.page.locator('.detail', { hasText: 'Unknown. The result is unknown.' }).waitFor();
    assert.match(await view.text('.detail'), /77/);
    await view.page.getByRole('button', { name: 'Select Failed' }).click();
    await view.page.getByRole('button', { name: 'Create Files…' }).click();
    assert.deepEqual((await view.sent('createFiles'))['rules'], [3, 5]);
    const task = { kind: 'writing', done: 1, total: 2, isCanceling: false } as const;
    await view.send(sigmaImportState({ task }));
    await view.page.getByText('Writing files: 1 of 2').waitFor();
    for (const name of ['Reload', 'Edit Mapping'])
      assert.ok(
        (await view.page
          .locator('.import-locations vscode-button', { hasText: name })
          .getAttribute('disabled')) !== null,
      );
    await view.send({ kind: 'rules', rulesId: 2, rules: [importedRule(5)], progress: [] });
    await view.page.locator('.detail').waitFor({ state: 'detached' });
    await view.close();
  });
});

describe('The time of the last response', () => {
  it('is marked as late only while responses are expected, and a finished query stays finished', async () => {
    const lastResponse = Date.now() - 40_000;
    const view = await openPage('queryStatus', {
      response: hostOf(queryStatusState({ lastResponse, watching: 'paused' })),
    });
    await view.page.getByText(/\d+ s ago, paused/).waitFor();
    const late = view.page.locator('.fact[data-kind=late]');
    assert.equal(await late.count(), 0);
    await view.send(queryStatusState({ lastResponse }));
    await late.waitFor();
    await view.send(queryStatusState({ lastResponse: null }));
    await view.page.getByText('not yet').waitFor();
    assert.equal(await late.count(), 0);
    const deleted = {
      reason: 'notFound' as const,
      message: 'It no longer exists.',
      detail: null,
      canRetry: false,
    };
    const status = watchedStatus({ isFinished: true, finishTime: noon });
    await view.send(queryStatusState({ status, failure: deleted }));
    await view.page.locator('.phase[data-phase=finished]').waitFor();
    await view.send(queryStatusState({ failure: deleted, cancelAsked: true }));
    await view.page.locator('.phase[data-phase=notFound]').waitFor();
    await view.close();
  });
});
