import assert from 'node:assert/strict';
import type { ChainNode, OverviewState } from '../../src/core/pages/overview';
import { holds } from '../support/holds';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { chainNodes, overviewHost, overviewState } from './support/overviewStates';

function withChains(nodes: readonly ChainNode[], selected: string | null = null): OverviewState {
  return overviewState({ chains: { nodes, alone: 3 }, view: { ...overviewState().view, selected } });
}

/** A schedule of that name that runs after another. */
function node(guid: string, preceding: string | null = null, change: Partial<ChainNode> = {}): ChainNode {
  const action = preceding === null ? null : 'succeeded';
  return { guid, name: guid, state: 'ok', preceding, action, held: false, trigger: '', ...change };
}

async function open(nodes: readonly ChainNode[], selected: string | null = null): Promise<PageUnderTest> {
  const view = await openPage('overview', { response: overviewHost(withChains(nodes, selected)) });
  await view.page.locator('.chains-scroller').waitFor();
  return view;
}

/** What was selected, one after the other. */
function selections({ posted }: PageUnderTest): readonly unknown[] {
  return posted
    .filter(({ kind }) => kind === 'viewChanged')
    .map((message) => (message['view'] as OverviewState['view']).selected);
}

/** How much larger than its layout the drawing is. */
function zoomOf({ page }: PageUnderTest): Promise<number> {
  return page.locator('.chains-sheet').evaluate((sheet) => {
    const { width } = sheet.querySelector('svg')!.viewBox.baseVal;
    return Math.round((100 * Number.parseFloat((sheet as HTMLElement).style.width)) / width) / 100;
  });
}

/** How far a node is outside of the visible part; at most 0 if it is not. */
function isOutsideViewport({ page }: PageUnderTest, guid: string): Promise<number> {
  return page.locator(`#chain-${guid}`).evaluate((drawn) => {
    const [box, frame] = [drawn, drawn.closest('.chains-scroller')!].map((one) =>
      one.getBoundingClientRect(),
    );
    return Math.max(
      frame!.left - box!.left,
      box!.right - frame!.right,
      frame!.top - box!.top,
      box!.bottom - frame!.bottom,
    );
  });
}

describe('The chains of the overview', () => {
  it('ignore keys with Ctrl, Alt or Meta, and Tab', async () => {
    const view = await open(chainNodes(10));
    await view.page.locator('.chains-scroller').focus();
    await view.page.keyboard.press('Home');
    for (const modifier of ['Control', 'Alt', 'Meta']) {
      for (const key of ['ArrowRight', '-', 'Escape']) await view.page.keyboard.press(`${modifier}+${key}`);
    }
    await view.page.keyboard.press('ArrowRight');
    await view.page.locator('#chain-node-1[aria-selected=true]').waitFor();
    assert.deepEqual([selections(view), await zoomOf(view)], [['node-0', 'node-1'], 1]);
    await view.page.keyboard.press('Home');
    await view.page.locator('#chain-node-0[aria-selected=true]').waitFor();
    // It would scroll at the first one, where there is none before it.
    assert.deepEqual([await view.isLeft('ArrowLeft'), await view.isLeft('F6')], [false, true]);
    await view.page.keyboard.press('Tab');
    await view.page.locator('.chain-detail vscode-button:focus').waitFor();
    await view.close();
  });

  it('are zoomed by keys and buttons, up to the first and last step', async () => {
    const view = await open(chainNodes(20));
    const height = (): Promise<string> =>
      view.page.locator('.chains-scroller').evaluate((list: HTMLElement) => list.style.height);
    assert.equal(await height(), '236px');
    const press = async (...keys: readonly string[]): Promise<number> => {
      for (const key of keys) await view.page.locator('.chains-scroller').press(key);
      return zoomOf(view);
    };
    assert.deepEqual(
      [await press('+'), await press('='), await press('+'), await press('-')],
      [1.25, 1.5, 1.5, 1.25],
    );
    assert.deepEqual(
      [await press(...Array.from({ length: 8 }, () => '-')), await press('-'), await press('+')],
      [0.15, 0.15, 0.25],
    );
    assert.equal(await height(), '236px');
    const toolbar = view.page.getByRole('toolbar', { name: 'Chain actions' });
    await toolbar.getByRole('button', { name: 'Zoom In' }).click();
    assert.equal(await zoomOf(view), 0.4);
    await toolbar.getByRole('button', { name: 'Zoom Out' }).click();
    assert.equal(await zoomOf(view), 0.25);
    await view.close();
  });

  /** How many nodes are drawn at most where the user has scrolled to. */
  async function isDrawn({ page }: PageUnderTest, left: number, top: number, max: number): Promise<void> {
    await page
      .locator('.chains-scroller')
      .evaluate((list, location) => list.scrollTo(...location), [left, top] as const);
    await holds(async () => {
      const count = await page.locator('.chain-node').count();
      assert.ok(count > max / 2 && count <= max, `${count} nodes`);
    });
  }

  it('are fitted to the view, between the minimum zoom and their original size', async () => {
    const fit = async (view: PageUnderTest): Promise<number> => {
      await view.page.getByRole('button', { name: 'Zoom to Fit' }).click();
      return zoomOf(view);
    };
    const small = await open([node('a'), node('b', 'a')]);
    await small.page.locator('.chains-scroller').press('+');
    assert.equal(await fit(small), 1);
    assert.equal((await small.page.locator('.chains-scroller').boundingBox())!.height, 160);
    await small.close();
    const defaultValue = await open(chainNodes(100));
    assert.equal((await defaultValue.page.locator('.chains-scroller').boundingBox())!.height, 304);
    await isDrawn(defaultValue, 0, 400, 28);
    assert.equal(await fit(defaultValue), 0.25);
    await defaultValue.close();
    const long = await open(
      Array.from({ length: 60 }, (_, index) => node(`n${index}`, index === 0 ? null : `n${index - 1}`)),
    );
    await isDrawn(long, 7000, 0, 7);
    assert.equal(await fit(long), 0.15);
    await long.close();
  });

  it('are selected by a click, also at a small zoom, and deselected by a click beside them', async () => {
    const view = await open([node('a'), node('b', 'a')]);
    const sheet = view.page.locator('.chains-sheet');
    // The node is 208 wide and 40 high, its corner at 268 and 12.
    await sheet.click({ position: { x: 270, y: 50 } });
    await view.page.locator('#chain-b[aria-selected=true]').waitFor();
    await sheet.click({ position: { x: 264, y: 30 } });
    await view.page.locator('.chain-detail').waitFor({ state: 'detached' });
    // To its right, above it and below it.
    const corner = (await sheet.boundingBox())!;
    for (const [x, y] of [
      [480, 30],
      [300, 8],
      [300, 56],
    ] as const)
      await view.page.mouse.click(corner.x + x, corner.y + y);
    await view.page.locator('.chains-scroller').press('-');
    await view.page.locator('.chains-scroller').press('-');
    assert.equal(await view.page.locator('.chain-node').count(), 2);
    await view.page.locator('.chains-scroller').press('-');
    await view.page.locator('.far').first().waitFor({ state: 'attached' });
    assert.equal(await view.page.locator('.chain-node').count(), 0);
    await sheet.click({ position: { x: 120, y: 12 } });
    // A screen reader announces at least the selected one.
    await view.page.locator('#chain-b[aria-selected=true]').waitFor({ state: 'attached' });
    assert.equal(await view.page.locator('.chain-node').count(), 1);
    assert.deepEqual(selections(view), ['b', null, null, null, null, 'b']);
    await view.close();
  });

  it('update states in position, and show other chains when they change', async () => {
    const view = await open([node('a'), node('b', 'a')], 'b');
    const b = view.page.locator('#chain-b');
    await view.page.locator('.chain-detail', { hasText: 'Ready' }).waitFor();
    await view.send(withChains([node('a', null, { state: 'failed' }), node('b', 'a', { state: 'waiting' })]));
    await view.page.locator('#chain-a[data-state=failed]').waitFor();
    assert.match((await b.textContent()) ?? '', /Waiting/);
    await view.page.locator('.chain-detail', { hasText: 'Waiting' }).waitFor();
    // The selected one no longer exists.
    await view.send(withChains([node('a'), node('c', 'a')]));
    await view.page.locator('#chain-c').waitFor();
    assert.equal(await b.count(), 0);
    const list = view.page.locator('.chains-scroller');
    assert.equal(await list.getAttribute('aria-activedescendant'), null);
    assert.equal(await view.page.locator('.chain-detail, .dim[data-state], .chain-node.dim').count(), 0);
    // The same schedules, of which none runs after another.
    await view.send(withChains([node('a'), node('c')]));
    await view.page.locator('#chain-c[transform="translate(232 12)"]').waitFor();
    await view.close();
  });

  it('scroll to the selected node once, and then keep the scroll position of the user', async () => {
    const view = await open(chainNodes(300));
    const list = view.page.locator('.chains-scroller');
    await list.press('Home');
    await list.press('End');
    await view.page.locator('#chain-node-299[aria-selected=true]').waitFor();
    await holds(async () => {
      assert.ok((await isOutsideViewport(view, 'node-299')) <= 0);
    });
    await list.press('Home');
    await view.page.locator('#chain-node-0[aria-selected=true]').waitFor();
    await holds(async () => {
      assert.ok((await isOutsideViewport(view, 'node-0')) <= 0);
    });
    await list.press('End');
    await view.page.locator('#chain-node-299[aria-selected=true]').waitFor();
    await holds(async () => {
      assert.ok((await isOutsideViewport(view, 'node-299')) <= 0);
    });
    await view.drawn();
    await list.evaluate((scroller) => scroller.scrollTo(0, 0));
    await view.page.locator('#chain-node-0').waitFor();
    // What the list names as active has to be there.
    assert.equal(await view.page.locator('#chain-node-299').count(), 1);
    await view.send({ ...withChains(chainNodes(300)), watching: 'paused' });
    await view.page.getByText(/ago, paused/).waitFor();
    assert.equal(await list.evaluate(({ scrollTop }) => scrollTop), 0);
    await view.close();
  });

  it('scroll to the node selected last, also before they have scrolled to the first', async () => {
    const view = await open(chainNodes(300));
    const list = view.page.locator('.chains-scroller');
    await list.press('Home');
    await view.page.locator('#chain-node-0[aria-selected=true]').waitFor();
    await list.evaluate(async (scroller) => {
      for (const key of ['End', 'Home']) {
        scroller.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        // The page selects and scrolls between two frames: no event of scrolling has come yet.
        for (let step = 0; step < 4; step++) await Promise.resolve();
      }
    });
    await view.page.locator('#chain-node-0[aria-selected=true]').waitFor();
    await holds(async () => {
      assert.ok((await isOutsideViewport(view, 'node-0')) <= 0);
    });
    await view.close();
  });

  it('start with the saved selection visible, beside its details', async () => {
    const view = await open(chainNodes(300), 'node-159');
    await view.page.locator('.chain-detail').waitFor();
    await holds(async () => {
      assert.ok((await isOutsideViewport(view, 'node-159')) <= 0);
    });
    for (const key of ['-', '-', 'ArrowLeft']) await view.page.locator('.chains-scroller').press(key);
    await view.page.locator('#chain-node-158[aria-selected=true]').waitFor();
    await holds(async () => {
      assert.ok((await isOutsideViewport(view, 'node-158')) <= 0);
    });
    await view.close();
  });

  it('show what stops and what breaks, with up to six names, while its button is hovered or focused', async () => {
    const many = Array.from({ length: 7 }, (_, index) => node(`n${index}`, 'b'));
    const nodes = [
      node('a', null, { state: 'running' }),
      node('b', 'a'),
      node('after failure', 'a', { action: 'failed' }),
      node('after all', 'a', { action: 'finished' }),
      ...many,
    ];
    const view = await open(nodes, 'a');
    // Nothing is drawn again by itself.
    await view.page.evaluate('for (let id = setTimeout(() => 0); id > 0; id -= 1) clearInterval(id)');
    assert.equal((await view.text('.chain-detail > .muted')).trim(), 'Running ·');
    const effects = async (): Promise<readonly string[]> =>
      view.page.locator('.effects dd').allTextContents();
    assert.deepEqual(await effects(), [
      'The current run ends, and these queries do not start this time: b, n0, n1, n2, n3 and 3 more',
      'These queries would never run again: b, after failure, after all, n0, n1 and 5 more',
    ]);
    const affected = view.page.locator('.chain-node[data-affected]');
    const names = async (): Promise<readonly string[]> =>
      affected.evaluateAll((all) => all.map(({ id }) => id.slice('chain-'.length)));
    await view.page.getByRole('button', { name: 'Stop…' }).hover();
    await affected.first().waitFor();
    assert.ok(!(await names()).includes('after failure'));
    await view.page.mouse.move(1, 1);
    await affected.first().waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: 'Delete…' }).focus();
    await view.page.locator('[id="chain-after failure"][data-affected]').waitFor();
    await view.page.locator('.chains-scroller').focus();
    await affected.first().waitFor({ state: 'detached' });
    await view.close();
  });

  it('show that nothing stops or breaks, and offer no action for a deleted query', async () => {
    const six = Array.from({ length: 6 }, (_, index) => node(`n${index}`, 'notFound'));
    const running = node('odd', 'n0', { state: 'running', action: 'skipped' });
    const nodes = [node('notFound', null, { state: 'missing' }), ...six, running];
    const view = await open(nodes, 'notFound');
    await view.page.locator('.chain-detail', { hasText: 'Missing' }).waitFor();
    assert.equal(await view.page.locator('.chain-detail :is(vscode-button, .effects)').count(), 0);
    // A query that no longer exists is not in a chain.
    assert.match(await view.text('.chains-panel .panel-header'), /7 in chains, 3 standalone/);
    assert.match(
      await view.text('.facts'),
      /270: 240 on a cron schedule, 27 after another query, 3 disabled/,
    );
    await view.page.locator('#chain-odd').click();
    await view.page.locator('.chain-detail', { hasText: 'Running · skipped' }).waitFor();
    assert.deepEqual(await view.page.locator('.effects dd').allTextContents(), [
      'The current run ends. No other query waits for it to succeed.',
      'No query runs after it.',
    ]);
    await view.close();
    const other = await open([node('b'), ...six.map((one) => ({ ...one, preceding: 'b' }))], 'b');
    await other.page.getByText('These queries would never run again: n0, n1, n2, n3, n4, n5').waitFor();
    assert.doesNotMatch(await other.text('.effects'), / more/);
    await other.close();
  });
});
