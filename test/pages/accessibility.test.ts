import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import { holds } from '../support/holds';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import { themeNames } from './support/pageUnderTest';
import type { Message, PageUnderTest } from './support/pageUnderTest';
import {
  chainNodes,
  emptyOverview,
  overviewHost,
  overviewOfMember,
  overviewState,
} from './support/overviewStates';
import { backtestState } from './support/backtestStates';
import { runsState } from './support/runsStates';
import { sigmaImportHost } from './support/sigmaImport';
import { auditHost, auditState, queryStatusState, resultsHost, resultsState } from './support/states';
import { tableWithUnknownData, tableState } from './support/tableStates';

const failure = {
  reason: 'unreachable' as const,
  message: 'The platform does not respond.',
  detail: 'connect ECONNREFUSED',
  canRetry: true,
};

const search = { ...auditState().search, range: 'custom' as const, keywords: ['kim'], from: 'soon' };
/** A row of each kind; more of them look alike. */
const rowCount = 8;
const chart = { shape: 'bar' as const, x: ['owner'], series: ['count'] };

/** Every page in its main states. */
const scenes: Readonly<
  Record<string, readonly [page: string, answer: (message: Message) => readonly unknown[]]>
> = {
  'a running query': [
    'queryStatus',
    hostOf(queryStatusState({ view: { zone: 'utc', detailsOpen: true, textOpen: true } })),
  ],
  'a query whose status cannot be read': ['queryStatus', hostOf(queryStatusState({ status: null, failure }))],
  'audit entries': [
    'auditLogs',
    auditHost(
      auditState({
        search,
        total: rowCount,
        newRows: 2,
        follow: { on: true, paused: true, lastResponse: 1 },
      }),
    ),
  ],
  'an empty audit search': ['auditLogs', auditHost(auditState({ total: 0 }))],
  'a failed audit search': ['auditLogs', auditHost(auditState({ total: 0, phase: 'failed', failure }))],
  'an overview with a schedule and an hour selected': [
    'overview',
    overviewHost(
      overviewState({
        chains: { nodes: chainNodes(16), alone: 3 },
        view: { ...overviewState().view, selected: 'node-13' },
      }),
    ),
  ],
  'an empty overview': ['overview', overviewHost(emptyOverview())],
  'an overview for a member': ['overview', overviewHost(overviewOfMember())],
  'a table with a field opened': [
    'table',
    hostOf(tableState({ view: { zone: 'utc', openField: 'action' } })),
  ],
  'a table with unknown data': ['table', hostOf(tableWithUnknownData())],
  'a backtest': ['backtest', hostOf(backtestState())],
  'runs that fail': ['runs', hostOf(runsState())],
  'rules to import': ['sigmaImport', sigmaImportHost(rowCount)],
  'result rows': [
    'queryResults',
    resultsHost(
      resultsState({
        rowCount,
        chart,
        view: { ...resultsState().view, chartOpen: true, filter: 'team' },
      }),
    ),
  ],
  'a log opened beside others, over time': [
    'queryResults',
    resultsHost(
      resultsState({
        rowCount,
        rawLogs: true,
        canTail: true,
        tail: { paused: false, rate: 0, kept: 10_000, failure: null },
        highlights: ['team'],
        chart: { shape: 'line', x: ['_time'], series: ['count', 'other'] },
        view: { ...resultsState().view, chartOpen: true },
      }),
    ),
  ],
  'a single figure': [
    'queryResults',
    resultsHost(
      resultsState({
        columns: [{ name: 'count', type: 'number' }],
        rowCount: 1,
        chart: { shape: 'single', x: [], series: ['count'] },
        view: { ...resultsState().view, chartOpen: true },
      }),
      () => [1_234_567],
    ),
  ],
  'a counted field': ['queryResults', countingHost()],
};

describe('accessibility', () => {
  let axe: string;

  before(async () => {
    axe = await readFile(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
  });

  for (const [name, [page, response]] of Object.entries(scenes)) {
    it(`has no serious accessibility violation in ${name}, in any theme, and does not overflow a narrow window`, async () => {
      const view = await openPage(page, { response });
      await view.page.locator('main').waitFor();
      if (name === 'audit entries' || name.startsWith('a log opened')) {
        await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      }
      if (name === 'a counted field') await countField(view);
      if (name.endsWith('an hour selected')) await openLoad(view);
      // A page that has started over has it already.
      if (!(await view.page.evaluate(`'axe' in window`))) await view.page.evaluate(axe);
      assert.deepEqual(await seriousProblems(view, 'document', { rules: notOfColor }), []);
      await hasContrast(view, 'html');
      for (const shape of await otherShapes(view)) {
        await pickShape(view, shape);
        // Of the rest of the page, another chart changes nothing.
        await hasContrast(view, '.result-chart', shape);
      }
      await view.page.emulateMedia({ reducedMotion: 'reduce' });
      assert.deepEqual(await view.page.evaluate(movingElements), []);
      await view.page.emulateMedia({ reducedMotion: null });
      await view.page.setViewportSize({ width: 320, height: 640 });
      await holds(async () => {
        assert.ok((await view.page.evaluate(overflow)) <= 0);
      });
      assert.deepEqual(await view.page.locator('button:visible').evaluateAll(browserButtons), []);
      await view.close();
    });
  }

  it('keeps the contrast of text under the pointer, on a button and in a list, in any theme', async () => {
    const view = await openPage('sigmaImport', { response: sigmaImportHost(rowCount) });
    const { page } = view;
    const button = page.locator('vscode-button').filter({ hasText: 'Edit Mapping' });
    const options = page.locator('vscode-single-select .option');
    const seen: string[] = [];
    const refresh = async (what: string, locator: Locator): Promise<void> => {
      const contrast = contrastOf(await locator.evaluate(colorsOf));
      if (contrast < 4.5) seen.push(`${what}: ${contrast.toFixed(1)}`);
    };
    for (const theme of themeNames) {
      await view.useTheme(theme);
      await button.hover();
      await refresh(`${theme} button`, button.locator('.base'));
      await page.getByRole('combobox', { name: 'Period' }).click();
      await options.nth(1).hover();
      await refresh(`${theme} option`, options.nth(1));
      // Keys continue from there; the pointer stays.
      await page.keyboard.press('ArrowDown');
      await refresh(`${theme} option that the keys have left`, options.nth(1));
      await page.keyboard.press('Escape');
    }
    assert.deepEqual(seen, []);
    await view.close();
  });

  it('shows the focus on every button with an outline apart from its color', async () => {
    const view = await openPage('queryStatus', { response: hostOf(queryStatusState()) });
    const button = view.page.locator('vscode-button').filter({ hasText: 'Cancel Query' });
    await button.waitFor();
    while (!(await button.evaluate((element) => element.matches(':focus')))) {
      await view.page.keyboard.press('Tab');
    }
    const ring = await button.evaluate((element) => {
      const { outlineStyle, outlineOffset } = getComputedStyle(element);
      return { outlineStyle, outlineOffset };
    });
    assert.deepEqual(ring, { outlineStyle: 'solid', outlineOffset: '2px' });
    await view.close();
  });
});

/** Runs in the page: the pixels by which it is too wide. */
function overflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth;
}

/** Runs in the page: the buttons that look as the browser draws them. */
function browserButtons(buttons: readonly Element[]): readonly string[] {
  return buttons
    .filter((button) => getComputedStyle(button).borderTopStyle === 'outset')
    .map((button) => button.outerHTML);
}

/** Runs in the page: the color of a text, and those behind it from the nearest on. */
function colorsOf(element: Element): readonly string[] {
  const colors = [getComputedStyle(element).color];
  let at: Element | null = element;
  while (at) {
    colors.push(getComputedStyle(at).backgroundColor);
    const root = at.getRootNode();
    at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return colors;
}

/**
 * Runs in the page, as text: of all texts with the same class and the same colors on and behind them the first. The
 * others have the same contrast, and to measure that takes most of the time of these tests.
 */
const textsOfEachColor = `(selector) => {
  const found = new Map();
  const visit = (element, behind) => {
    const { color, backgroundColor, opacity, fontSize, fontWeight } = getComputedStyle(element);
    const colors = [behind, backgroundColor, opacity].join(' ');
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const key = [element.localName, element.getAttribute('class'), color, fontSize, fontWeight, colors].join(' ');
    if ((hasText || 'value' in element) && !found.has(key)) found.set(key, element);
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) visit(child, colors);
  };
  visit(document.querySelector(selector), '');
  return [...found.values()];
}`;

/** How far the first color is from the others behind it, as WCAG counts. */
function contrastOf(colors: readonly string[]): number {
  const white = [255, 255, 255];
  const [text = white, ground = white] = [colors, colors.slice(1)].map((seen) =>
    seen.reduceRight((below, color) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue].map((part, index) => part * alpha + (below[index] ?? 0) * (1 - alpha));
    }, white),
  );
  const [dark = 0, light = 0] = [brightness(text), brightness(ground)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

function brightness(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Runs in the page. Components draw in trees of their own, which the document's list leaves out. */
function movingElements(): readonly string[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  return roots.flatMap((root) =>
    root
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => String((effect as KeyframeEffect | null)?.target?.outerHTML)),
  );
}

/** Shows what starts in an hour, and what would flatten the load. */
async function openLoad({ page }: PageUnderTest): Promise<void> {
  await page.locator('[data-day="1"][data-hour="2"]').press('Enter');
  await page.getByRole('menuitem', { name: 'Open Nightly import' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Spread Load' }).click();
  await page.getByRole('checkbox', { name: /^Report 1 / }).waitFor();
}

/** The kinds that a chart may have beside its own; none where there is no chart. */
async function otherShapes({ page }: PageUnderTest): Promise<readonly string[]> {
  const options = page.locator('.result-chart vscode-option:not([selected])');
  return (await options.allTextContents()).map((label) => label.trim());
}

async function pickShape({ page }: PageUnderTest, shape: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Chart type' }).click();
  await page.getByRole('option', { name: shape, exact: true }).click();
  await page
    .locator('.result-chart vscode-option[selected]')
    .filter({ hasText: shape })
    .waitFor({ state: 'attached' });
}

/** Opens the statistics of a field by the menu of its heading. */
async function countField({ page }: PageUnderTest): Promise<void> {
  await page.locator('[data-row="0"]:not([aria-busy])').waitFor();
  await page.getByRole('columnheader', { name: /^owner/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show Field Statistics' }).click();
  await page.getByRole('region', { name: 'Statistics for owner' }).waitFor();
}

function countingHost(): (message: Message) => readonly unknown[] {
  const rows = resultsHost(resultsState({ rowCount }));
  const top = [
    { value: 'team 1', count: 20 },
    { value: 'team 2', count: 9 },
  ];
  const counted = {
    read: 30,
    total: 30,
    done: true,
    failure: null,
    filled: 29,
    distinct: 2,
    distinctCut: true,
  };
  const statistics = { column: 'owner', ...counted, least: 'team 1', greatest: 'team 2', top };
  return (message) =>
    message.kind === 'statistics' ? [{ kind: 'statistics', resultId: 1, statistics }] : rows(message);
}

/** The elements are the same in each theme, so for the other rules one theme speaks for all. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];
const notOfColor = Object.fromEntries(rulesOfColor.map((rule) => [rule, { enabled: false }]));

async function hasContrast(view: PageUnderTest, selector: string, shape = ''): Promise<void> {
  const texts = `(${textsOfEachColor})(${JSON.stringify(selector)})`;
  for (const theme of themeNames.toReversed()) {
    await view.useTheme(theme);
    const problems = await seriousProblems(view, texts, { runOnly: rulesOfColor });
    assert.deepEqual(problems, [], `${shape} ${theme}`);
  }
}

async function seriousProblems(
  { page }: PageUnderTest,
  where: string,
  which: object,
): Promise<readonly string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...which });
  return page.evaluate<readonly string[]>(
    `axe.run(${where}, ${options}).then(({ violations }) => violations` +
      '.filter(({ impact }) => impact === "serious" || impact === "critical")' +
      '.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + JSON.stringify(target) + " " + failureSummary)))',
  );
}
