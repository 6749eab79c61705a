import assert from 'node:assert/strict';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import { resultsHost, resultsState } from './support/states';
import type { PageUnderTest } from './support/pageUnderTest';

describe('A menu of a page', () => {
  let view: PageUnderTest;

  beforeEach(async () => {
    view = await openPage('queryResults', { response: resultsHost(resultsState({ rowCount: 48 })) });
    await view.page.locator('[data-row="2"]:not([aria-busy]) [role=gridcell]').first().dblclick();
    await view.page.getByRole('region', { name: 'Row' }).waitFor();
    await view.page.locator('[data-row="2"] [aria-colindex="3"]').click({ button: 'right' });
    await view.page.getByRole('menuitem').first().and(view.page.locator(':focus')).waitFor();
  });
  afterEach(() => view.close());

  const isOpen = async (): Promise<boolean> => (await view.page.getByRole('menu').count()) > 0;
  const focused = (): Promise<string> =>
    view.page.evaluate(() => document.activeElement?.textContent.trim() ?? '');

  it('is navigated in a cycle, and continues from the item under the pointer', async () => {
    await view.page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'Open Row');
    await view.page.keyboard.press('ArrowDown');
    assert.match(await focused(), /^Keep Only/);
    await view.page.keyboard.press('End');
    assert.equal(await focused(), 'Open Row');
    await view.page.keyboard.press('Home');
    assert.match(await focused(), /^Keep Only/);
    await view.page.getByRole('menuitem', { name: 'Copy Rows as JSON' }).hover();
    await holds(async () => {
      assert.equal(await focused(), 'Copy Rows as JSON');
    });
    await view.page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Copy Rows as Markdown');
  });

  it('is closed by Escape without the pane beside it, and returns the focus only once', async () => {
    await view.page.keyboard.press('Escape');
    assert.equal(await isOpen(), false);
    await view.page.locator('[data-row="2"] [aria-colindex="3"]:focus').waitFor();
    assert.equal(await view.page.getByRole('region', { name: 'Row' }).count(), 1);
    await view.page.locator('vscode-textfield.filter').click();
    await view.page.locator('vscode-textfield.filter:focus').waitFor();
    await view.page.evaluate(() => window.dispatchEvent(new Event('resize')));
    assert.equal(await view.page.locator('vscode-textfield.filter:focus').count(), 1);
  });

  it('is closed by Tab, by a click outside, and when the window is resized', async () => {
    const open = async (): Promise<void> => {
      await view.page.locator('[data-row="2"] [aria-colindex="3"]').click({ button: 'right' });
      await view.page.getByRole('menu').waitFor();
    };
    const isClosed = (): Promise<void> =>
      holds(async () => {
        assert.equal(await isOpen(), false);
      });
    await view.page.keyboard.press('Tab');
    await isClosed();
    await open();
    await view.page.getByRole('menuitem').first().and(view.page.locator(':focus')).waitFor();
    await view.page.mouse.click(5, 5);
    await isClosed();
    assert.equal(await view.page.locator('[data-row="2"] [aria-colindex="3"]:focus').count(), 1);
    await open();
    const isLeftToBrowser = await view.page
      .locator('.menu-shade')
      .evaluate((shade) => shade.dispatchEvent(new MouseEvent('contextmenu', { cancelable: true })));
    assert.equal(isLeftToBrowser, false);
    await isClosed();
    await open();
    await view.page.setViewportSize({ width: 1000, height: 700 });
    await isClosed();
    assert.ok(!view.posted.some(({ kind }) => kind === 'refine'));
  });

  it('is closed by the selected item, whose target gets the focus', async () => {
    await view.page.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => button.click());
    await view.page.getByRole('menuitem', { name: 'Open Row' }).click();
    await view.page.locator('section.detail:focus').waitFor();
    assert.equal(await isOpen(), false);
  });

  it('stays inside the window at its lower edge and in a window smaller than the menu, in four groups', async () => {
    assert.equal(await view.page.getByRole('separator').count(), 3);
    await view.page.keyboard.press('Escape');
    await view.page.mouse.click(300, 760, { button: 'right' });
    const box = async (): Promise<{ x: number; y: number; width: number; height: number }> =>
      (await view.page.locator('.menu').boundingBox())!;
    await holds(async () => {
      const { y, height } = await box();
      assert.equal(Math.round(y + height), 800 - 4);
    });
    await view.page.keyboard.press('Escape');
    await view.page.setViewportSize({ width: 120, height: 100 });
    // The event of the new size closes menus, and comes before the next frame.
    await view.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const cell = view.page.getByRole('gridcell');
    await cell.first().dispatchEvent('contextmenu', { button: 2, clientX: 60, clientY: 60, bubbles: true });
    await holds(async () => {
      const { x, y } = await box();
      assert.equal(x, 0);
      assert.ok(y >= 0 && y < 10, String(y));
    });
  });
});
