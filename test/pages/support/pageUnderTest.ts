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
  /** What the host answers to a message of the page. */
  readonly answer?: (message: Message) => readonly unknown[];
}

/** One browser and one server for as many pages as are wanted. */
export class Pages {
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
    const { theme = 'dark', width = 1280, height = 800, language = 'en', answer = () => [] } = options;
    const page = await this.browser.newPage({ viewport: { width, height }, timezoneId: 'Asia/Seoul' });
    const posted: Message[] = [];
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error') faults.push(line.text());
    });
    await page.exposeFunction('tellHost', async (message: Message) => {
      posted.push(message);
      for (const reply of answer(message)) await send(page, reply);
    });
    const standIn = { variables: themes[theme], bodyClass: bodyClasses[theme] };
    await page.addInitScript({ content: `window.standInTheme = ${JSON.stringify(standIn)}` });
    await page.addInitScript({ path: 'test/pages/support/standInForVsCode.js' });
    if (options.beforehand) await page.addInitScript({ content: options.beforehand });
    if (options.missing) await page.route(`**/${options.missing}`, (route) => route.abort());
    await page.goto(`${this.server.origin}/${name}?lang=${language}`);
    const failed = page.locator('body > [role=alert]');
    const settled = async (): Promise<boolean> =>
      posted.some((message) => message.kind === 'ready') || (await failed.count()) > 0;
    await eventually(settled, { within: 60_000 });
    return new PageUnderTest(page, posted, faults);
  }
}

export class PageUnderTest {
  constructor(
    readonly page: Page,
    readonly posted: readonly Message[],
    /** Script errors and policy violations, as the browser reported them. */
    readonly faults: readonly string[],
  ) {}

  send(message: unknown): Promise<void> {
    return send(this.page, message);
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

  async close(): Promise<void> {
    await this.page.close();
  }
}

const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-black': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};

/** As text, so that code without the browser's types can send too. */
async function send(page: Page, message: unknown): Promise<void> {
  await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
}
