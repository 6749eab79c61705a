import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium } from '../../../scripts/browser/findChromium.mjs';
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
  /** In a document of its own, where the test depends on its beginning or changes what the next page needs. */
  readonly alone?: boolean;
  /** The response of the host to a message of the page. */
  readonly response?: (message: Message) => readonly unknown[];
}

/**
 * One browser and one server for as many pages as are wanted. A window that a test has left takes the next page: to
 * open a window costs more than most tests, and so does loading a page, which therefore starts over where it can. All
 * windows have the same profile, so that they compile the script of the pages once.
 */
export class Pages {
  readonly #free: Window[] = [];

  private constructor(
    private readonly profile: BrowserContext,
    private readonly server: Awaited<ReturnType<typeof startPageServer>>,
  ) {}

  static async start(): Promise<Pages> {
    const server = await startPageServer();
    const browser = await chromium.launch(await findChromium());
    return new Pages(await browser.newContext({ timezoneId: 'Asia/Seoul' }), server);
  }

  async stop(): Promise<void> {
    await this.profile.browser()?.close();
    await this.server.close();
  }

  /** Opens a page as VS Code would: theme variables on the root, theme class on the body, and its API. */
  async open(name: string, options: PageOptions = {}): Promise<PageUnderTest> {
    const document = `${this.server.origin}/${name}?lang=${options.language ?? 'en'}`;
    const { alone, beforehand, missing } = options;
    const canStartOver = !alone && beforehand === undefined && missing === undefined;
    const window = this.#unused(canStartOver ? document : undefined) ?? (await Window.open(this.profile));
    const { posted, faults } = await window.show(document, name, { ...options, canStartOver });
    return new PageUnderTest(window.page, posted, faults, async () => {
      // Off what a test may have pointed at.
      await window.page.mouse.move(-1, -1);
      this.#free.push(window);
    });
  }

  /** A window that no test uses: one that has loaded the document, or the one that has waited longest. */
  #unused(document: string | undefined): Window | undefined {
    const index = this.#free.findIndex(({ loaded }) => loaded === document);
    if (index < 0 && this.#free.length < enoughWindows) return undefined;
    return this.#free.splice(Math.max(index, 0), 1)[0];
  }
}

/** One for each page, and one for those that cannot start over. */
const enoughWindows = 9;

interface Visit {
  /** Tells the messages of one page in a window from those of the page before it. */
  readonly number: number;
  readonly response: NonNullable<PageOptions['response']>;
  readonly posted: Message[];
  readonly faults: string[];
  /** Called when the page has what the host sends it at first. */
  readonly begin: () => void;
}

/** A window of the browser, and the events of its current page. */
class Window {
  static async open(profile: BrowserContext): Promise<Window> {
    const window = new Window(await profile.newPage());
    await window.#prepare();
    return window;
  }

  #visit: Visit = { number: 0, response: () => [], posted: [], faults: [], begin: () => undefined };
  /** Until then, what is reported is of the page before. */
  #hasLeft = false;
  #loaded: string | undefined;

  private constructor(readonly page: Page) {}

  /** The document that is in it and can start over, if any. */
  get loaded(): string | undefined {
    return this.#loaded;
  }

  /** Later events are those of this page. */
  async show(
    document: string,
    name: string,
    { canStartOver, ...options }: PageOptions & { readonly canStartOver: boolean },
  ): Promise<Visit> {
    const { response = () => [], theme = 'dark', width = 1280, height = 800 } = options;
    // Most browsers draw only the tab in front.
    await this.page.bringToFront();
    await this.page.setViewportSize({ width, height });
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const visit: Visit = { number: this.#visit.number + 1, response, posted: [], faults: [], begin };
    this.#visit = visit;
    if (canStartOver && this.#loaded === document) {
      await this.#startOver({ kind: 'nextVisit', view: visit.number, theme }, name);
    } else {
      this.#loaded = undefined;
      await this.#load(`${document}&theme=${theme}&view=${visit.number}`, options);
    }
    const isReady = (): boolean => visit.posted.some(({ kind }) => kind === 'ready');
    const failed = this.page.locator('body > [role=alert]');
    await eventually(
      async () => {
        await Promise.race([begun, delay(200)]);
        return isReady() || (await failed.count()) > 0;
      },
      { within: 60_000 },
    );
    if (canStartOver && isReady()) this.#loaded = document;
    return visit;
  }

  async #load(address: string, { beforehand, missing }: PageOptions): Promise<void> {
    this.#hasLeft = false;
    if (missing !== undefined) await this.page.route(`**/${missing}`, (route) => route.abort());
    if (beforehand !== undefined) {
      // A script cannot be taken back, so it tells by the address whether it is wanted.
      const isWanted = `location.href === ${JSON.stringify(address)}`;
      await this.page.addInitScript({ content: `if (${isWanted}) { ${beforehand} }` });
    }
    await this.page.goto(address);
    if (missing !== undefined) await this.page.unroute(`**/${missing}`);
  }

  /** As where sensitive values get hidden. Both messages come after all that the page before was sent. */
  async #startOver(visit: Message, title: string): Promise<void> {
    this.#hasLeft = true;
    await send(this.page, visit, { kind: 'startOver', title });
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
      await send(page, ...visit.response(message));
      if (message.kind === 'ready') visit.begin();
    });
    const stubs = Object.fromEntries(themeNames.map((name) => [name, stubFor(name)]));
    await page.addInitScript({ content: `window.stubThemes = ${JSON.stringify(stubs)}` });
    await page.addInitScript({ path: 'test/pages/support/vscodeStub.js' });
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

  /** Changes the theme under the page, as VS Code does when a user selects another. */
  async useTheme(theme: ThemeName): Promise<void> {
    await this.page.evaluate(`window.useTheme(${JSON.stringify(theme)})`);
  }

  /** Puts its clock forward by a minute; that it reads it again is left to its own timer. */
  async skipMinute(): Promise<void> {
    await this.page.evaluate('{ const { now } = Date; Date.now = () => now() + 60_000; }');
  }

  /** Waits for the last message of a kind. */
  sent(kind: string): Promise<Message> {
    return this.sentThat((message) => message.kind === kind);
  }

  /** Waits until the page posted a message that fits. */
  sentThat(fits: (message: Message) => boolean): Promise<Message> {
    return eventually(() => this.posted.findLast(fits), { every: 5 });
  }

  /** Waits until all that changed before is drawn. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
  }

  /** Presses keys where the focus is, one after another. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Whether what has the focus leaves a key to the browser. */
  isLeft(key: string, modifiers: object = {}): Promise<boolean> {
    const input = JSON.stringify({ key, bubbles: true, cancelable: true, ...modifiers });
    return this.page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${input}))`);
  }

  /** The window gets the focus, as when the user returns to it. */
  async returnToWindow(): Promise<void> {
    await this.page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await this.drawn();
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

function stubFor(theme: ThemeName): { readonly variables: object; readonly bodyClass: string } {
  return { variables: themes[theme], bodyClass: bodyClasses[theme] };
}

/** Sends messages, and waits until the page has handled them. As text, because callers have no types of a browser. */
async function send(page: Page, ...messages: readonly unknown[]): Promise<void> {
  if (messages.length === 0) return;
  // They come in order: all before the last one were handled when it comes.
  const last = { kind: 'last', number: (lastNumber += 1) };
  const posts = [...messages, last].map((message) => `window.postMessage(${JSON.stringify(message)}, '*')`);
  await page.evaluate(`new Promise((handled) => {
    window.addEventListener('message', function listen({ data }) {
      if (data?.kind !== 'last' || data.number !== ${lastNumber}) return;
      window.removeEventListener('message', listen);
      handled();
    });
    ${posts.join(';')}
  })`);
}

let lastNumber = 0;
