import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../../../scripts/hosts/chromium.mjs';
import { eventually } from '../../support/eventually';
import themes from '../fixtures/themes.json';
import { startPageServer } from './pageServer';

export type ThemeName = keyof typeof themes;
export const themeNames: readonly ThemeName[] = ['dark', 'light', 'hc-black', 'hc-light'];

export interface Message {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly language?: string;
  /** Runs in the page before its own scripts. */
  readonly beforehand?: string;
  /** A file that cannot be fetched. */
  readonly missing?: string;
  /** In a window of its own, where the test changes what the next page could not do without. */
  readonly alone?: boolean;
  /** What the host answers to a message of the page. */
  readonly answer?: (message: Message) => readonly unknown[];
}

/**
 * One browser and one server for as many pages as are wanted. A window that a page has left takes the next one: to
 * open a window costs more than most tests.
 */
export class Pages {
  readonly #free: Window[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly server: Awaited<ReturnType<typeof startPageServer>>,
  ) {}

  static async start(): Promise<Pages> {
    const server = await startPageServer();
    return new Pages(await chromium.launch(await findChromium()), server);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** Opens a page as VS Code would: theme variables on the root, theme class on the body, and its API. */
  async open(name: string, options: PageOptions = {}): Promise<PageUnderTest> {
    const { theme = 'dark', width = 1280, height = 800, language = 'en' } = options;
    const isAlone = options.alone === true || Boolean(options.beforehand ?? options.missing);
    const window = (isAlone ? undefined : this.#free.pop()) ?? (await Window.open(this.browser));
    const { page } = window;
    await page.setViewportSize({ width, height });
    const { posted, faults, number } = await window.take(options);
    await page.goto(`${this.server.origin}/${name}?lang=${language}&theme=${theme}&view=${number}`);
    const failed = page.locator('body > [role=alert]');
    const settled = async (): Promise<boolean> =>
      posted.some((message) => message.kind === 'ready') || (await failed.count()) > 0;
    await eventually(settled, { within: 60_000 });
    return new PageUnderTest(page, posted, faults, async () => {
      if (isAlone) return page.close();
      await window.clear();
      this.#free.push(window);
    });
  }
}

interface Visit {
  /** Tells the messages of one page in a window from those of the page before it. */
  readonly number: number;
  readonly answer: NonNullable<PageOptions['answer']>;
  readonly posted: Message[];
  readonly faults: string[];
}

/** A window of the browser, and what is heard of the page that is in it now. */
class Window {
  static async open(browser: Browser): Promise<Window> {
    const window = new Window(await browser.newPage({ timezoneId: 'Asia/Seoul' }));
    await window.#prepare();
    return window;
  }

  #visit: Visit = { number: 0, answer: () => [], posted: [], faults: [] };
  /** Until then, what is reported is of the page before. */
  #hasLeft = false;

  private constructor(readonly page: Page) {}

  /** What is heard from now on is of the next page. */
  async take({ answer = () => [], beforehand, missing }: PageOptions): Promise<Visit> {
    if (missing !== undefined) await this.page.route(`**/${missing}`, (route) => route.abort());
    if (beforehand !== undefined) await this.page.addInitScript({ content: beforehand });
    this.#visit = { number: this.#visit.number + 1, answer, posted: [], faults: [] };
    this.#hasLeft = false;
    return this.#visit;
  }

  /** Takes back what a test may have done to the window itself. */
  async clear(): Promise<void> {
    await this.page.mouse.move(-1, -1);
    await this.page.emulateMedia({ reducedMotion: null });
  }

  #note(fault: string): void {
    if (this.#hasLeft) this.#visit.faults.push(fault);
  }

  async #prepare(): Promise<void> {
    const { page } = this;
    page.on('framenavigated', () => (this.#hasLeft = true));
    page.on('pageerror', (error) => {
      this.#note(error.message);
    });
    page.on('console', (line) => {
      if (line.type() === 'error') this.#note(line.text());
    });
    await page.exposeFunction('tellHost', async (number: string, message: Message) => {
      const visit = this.#visit;
      if (number !== String(visit.number)) return;
      visit.posted.push(message);
      for (const reply of visit.answer(message)) await send(page, reply);
    });
    const standIns = Object.fromEntries(themeNames.map((name) => [name, standInFor(name)]));
    await page.addInitScript({ content: `window.standInThemes = ${JSON.stringify(standIns)}` });
    await page.addInitScript({ path: 'test/pages/support/standInForVsCode.js' });
  }
}

export class PageUnderTest {
  constructor(
    readonly page: Page,
    readonly posted: readonly Message[],
    /** Script errors and policy violations, as the browser reported them. */
    readonly faults: readonly string[],
    readonly close: () => Promise<void>,
  ) {}

  send(message: unknown): Promise<void> {
    return send(this.page, message);
  }

  /** Changes the theme under the page, as VS Code does when a person chooses another. */
  async useTheme(theme: ThemeName): Promise<void> {
    await this.page.evaluate(`window.useTheme(${JSON.stringify(theme)})`);
  }

  /** Waits for the last message of a kind. */
  sent(kind: string): Promise<Message> {
    return eventually(() => this.posted.findLast((message) => message.kind === kind));
  }

  /** Waits until the page posted a message that fits. */
  sentThat(fits: (message: Message) => boolean): Promise<Message> {
    return eventually(() => this.posted.findLast(fits));
  }

  text(selector: string): Promise<string> {
    return this.page.locator(selector).first().innerText();
  }
}

const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-black': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};

function standInFor(theme: ThemeName): { readonly variables: object; readonly bodyClass: string } {
  return { variables: themes[theme], bodyClass: bodyClasses[theme] };
}

/** As text, so that code without the browser's types can send too. */
async function send(page: Page, message: unknown): Promise<void> {
  await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
}
