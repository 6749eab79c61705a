import assert from 'node:assert/strict';
import type { QueryResultsState, ResultRow } from '../../src/core/pages/queryResults';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

const names = ['id', 'user', 'note', 'line', ...Array.from({ length: 12 }, (_, index) => `field ${index}`)];
const columns = names.map((name) => ({ name, type: 'text' as const }));
const rowOf = (index: number): ResultRow =>
  names.map((name) => (name === 'note' ? `note ${index}\nof two lines` : `${name}-${index}`));

describe('The columns of results', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const open = async (
    shown: Partial<QueryResultsState['view']> = {},
    rowCount = 300,
    count = columns.length,
  ): Promise<void> => {
    const state = resultsState({ rowCount, columns: columns.slice(0, count) });
    const host = resultsHost({ ...state, view: { ...state.view, ...shown } }, rowOf);
    view = await openPage('queryResults', { width: 900, response: host });
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
  };
  const heading = (name: string) => view.page.getByRole('columnheader', { name: new RegExp(`^${name}\\b`) });
  const pick = async (name: string, item: string): Promise<void> => {
    await heading(name).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const copied = async (): Promise<string> => String((await view.sent('copy'))['text']);
  const left = async (name: string): Promise<number> => (await heading(name).boundingBox())!.x;

  it('are as wide as their content', async () => {
    await open({}, 300, 4);
    const width = async (name: string): Promise<number> => (await heading(name).boundingBox())!.width;
    const [id, note] = [await width('id'), await width('note')];
    assert.ok(id >= 60 && id < 100, `${id}`);
    assert.ok(note > id && note <= 360, `${note}`);
    const cut = await view.page
      .locator('.grid-cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    assert.equal(cut, 0);
  });

  it('that are pinned come first and stay visible, and can be unpinned', async () => {
    await open();
    await pick('user', 'Pin Column');
    await view.sentThat(
      ({ view: shown }) => (shown as QueryResultsState['view'] | undefined)?.pinned[0] === 'user',
    );
    const before = await left('user');
    assert.ok(before < (await left('id')));
    await view.page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollBy(900, 0));
    await heading('field 7').waitFor();
    assert.equal(await left('user'), before);
    const first = view.page.locator('[data-row="1"] .grid-cell').first();
    assert.equal(await first.innerText(), 'user-1');
    assert.equal((await first.boundingBox())!.x, before);
    assert.equal(await heading('id').count(), 0);
    await pick('user', 'Unpin Column');
    await heading('user').waitFor({ state: 'detached' });
  });

  it('are copied with all their values, and one value unchanged', async () => {
    await open({}, 3);
    await pick('user', 'Copy Column');
    assert.equal(await copied(), 'user-0\nuser-1\nuser-2');
    await view.page.locator('[data-row="1"] [aria-colindex="3"]').click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Copy Value', exact: true }).click();
    await holds(async () => {
      assert.equal(await copied(), 'note 1\nof two lines');
    });
  });

  it('are searched for a text from match to match, also in rows that are not visible', async () => {
    await open();
    await view.page.keyboard.press('Control+f');
    const field = view.page.getByRole('textbox', { name: 'Find', exact: true });
    await field.fill('USER-12');
    const count = view.page.locator('.find-count');
    const showsCount = (text: string): Promise<void> =>
      holds(async () => {
        assert.equal(await count.innerText(), text);
      });
    await showsCount('1 of 11');
    const active = view.page.locator('.grid-cell.found[data-active]');
    await holds(async () => {
      assert.equal(await active.innerText(), 'user-12');
    });
    await view.page.keyboard.press('Shift+Enter');
    await showsCount('11 of 11');
    await holds(async () => {
      assert.equal(await active.innerText(), 'user-129');
    });
    await view.page.keyboard.press('F3');
    await showsCount('1 of 11');
    await field.fill('nobody');
    await showsCount('No results');
    await view.page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.equal(await view.page.locator('.found').count(), 0);
  });

  it('show how many of many rows were searched, and load more', async () => {
    await open({}, 5000);
    await view.page.getByRole('button', { name: 'Find in Results (Ctrl+F)' }).click();
    await view.page.getByRole('textbox', { name: 'Find', exact: true }).fill('user-4999');
    await view.page.getByText('No results · 2,000 of 5,000 rows searched').waitFor();
    await view.page.getByRole('button', { name: 'Load More Rows' }).click();
    await view.page.getByText('1 of 1', { exact: true }).waitFor();
  });
});
