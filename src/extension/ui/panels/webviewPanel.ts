import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { languageTag, t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { readyMessage } from '../../../core/pages/common';
import type { FromPage, Page, PageMessage, ResumeOf, ToPage } from '../../../core/pages/page';
import type { Connection, Platforms } from '../connections/connection';
import type { Failures } from '../failures/failures';
import type { Log } from '../log';
import { hidingMasker, onDidChangeHiding, withValues } from '../../../core/privacy/hiddenValues';
import type { Masker } from '../../../core/privacy/masker';
import { maskMessage } from '../../../core/privacy/maskMessage';
import type { ToEveryPage } from '../../../core/pages/common';
import { ConnectionWatch } from './connectionWatch';
import { pageHtml } from './pageHtml';
import type { PanelConnections } from './panelConnections';
import type { UserTimeZone } from './userTimeZone';
import type { Polling } from './polling';
import type { SeenValues } from '../connections/seenValues';
import type { QueryEnds } from './queryEnds';

/** A page with what its schema cannot tell: how each panel masks what depends on an earlier message. */
export interface PanelPage extends Page {
  newMask?(): { apply(message: object, masker: Masker): object };
}

/** What an owner does with the messages of its page, except with those that every panel handles alike. */
export type MessageHandlers<Described extends Page> = {
  readonly [Kind in Exclude<FromPage<Described>['kind'], 'copy' | 'setApiKey'>]: (
    message: FromPage<Described> & { readonly kind: Kind },
  ) => unknown;
};

/** Messages whose text is copied, saved or inserted into a query as it is shown. */
function leavesAsShown(message: unknown): boolean {
  const { kind } = Object(message) as { readonly kind?: unknown };
  return ['copy', 'save', 'saveImage', 'refine', 'queryValue', 'pivot'].some((each) => each === kind);
}

export interface PanelEnvironment {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly polling: Polling;
  readonly zone: UserTimeZone;
  readonly connections: PanelConnections;
  readonly platforms: Pick<Platforms, 'current' | 'onDidChange'>;
  readonly queryEnds: QueryEnds;
  /** Where panels are registered that VS Code restores. */
  readonly serializers: Pick<typeof vscode.window, 'registerWebviewPanelSerializer'>;
  /** Receives the values of rows that panels read. */
  readonly seen: SeenValues;
  /** Records the messages of every panel, for tests. */
  readonly recorder?: { add(panel: vscode.WebviewPanel, messages: PanelMessages): void } | undefined;
}

export interface PanelMessages {
  readonly onDidReceive: vscode.Event<unknown>;
  readonly onDidPost: vscode.Event<unknown>;
  /** Handles a message as if the page had sent it. */
  readonly receive: (message: unknown) => void;
}

/**
 * A panel with typed messages. VS Code can discard the page whenever it is hidden: the owner keeps the state
 * and posts all of it when the page sends `ready`. While sensitive values are hidden, messages to the page
 * are masked and messages from the page are unmasked. When hiding changes, the page is reloaded, so that no
 * earlier values remain in it.
 */
export class WebviewPanel<Described extends PanelPage> implements vscode.Disposable {
  readonly #received = new vscode.EventEmitter<FromPage<Described>>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #visibilityChanged = new vscode.EventEmitter<boolean>();
  readonly #posted = new vscode.EventEmitter<object>();
  readonly #connections: PanelConnections;
  readonly #watch: ConnectionWatch;
  readonly #mask: ReturnType<NonNullable<PanelPage['newMask']>> | undefined;
  #title: string;
  #resume: object | undefined;
  #kept: string | undefined;
  #closed = false;

  readonly onDidReceive = this.#received.event;
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeVisibility = this.#visibilityChanged.event;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly page: Described,
    environment: PanelEnvironment,
    title: string,
  ) {
    this.#title = title;
    this.#mask = page.newMask?.();
    this.#connections = environment.connections;
    this.#connections.add(panel);
    this.#watch = new ConnectionWatch(
      environment.platforms,
      () => this.visible,
      (text) => this.#postNotice(text),
    );
    // A gray that is visible in light and dark themes.
    panel.iconPath = vscode.Uri.joinPath(environment.extensionUri, 'media', 'icons', `${page.name}.svg`);
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(environment.extensionUri, 'dist', 'pages')],
    };
    const receive = (sent: unknown): void => {
      const message = leavesAsShown(sent) ? sent : withValues(sent);
      const parsed = z.safeParse<Described['fromPage']>(page.fromPage, message);
      const ready = readyMessage.safeParse(message);
      // Messages that were sent before the page was ready are lost.
      if (ready.success) this.#kept = undefined;
      if (ready.success) this.#watch.repeat();
      if (ready.data?.timeZone !== undefined) environment.zone.update(ready.data.timeZone);
      if (parsed.success) this.#onMessage(parsed.data);
      else environment.log.warn(`logbench.${page.name}: dropped a message: ${parsed.error.message}`);
    };
    panel.webview.onDidReceiveMessage(receive);
    const { onDidReceive } = this;
    environment.recorder?.add(panel, { onDidReceive, onDidPost: this.#posted.event, receive });
    panel.onDidChangeViewState(() => {
      this.#visibilityChanged.fire(panel.visible);
      this.#watch.checkKey();
    });
    const hiding = onDidChangeHiding(() => this.#startOver());
    panel.onDidDispose(() => {
      this.#closed = true;
      hiding.dispose();
      this.#watch.dispose();
      this.#disposed.fire();
      this.#received.dispose();
      this.#posted.dispose();
      this.#visibilityChanged.dispose();
      this.#disposed.dispose();
    });
    panel.webview.html = htmlFor(panel.webview, page.name, panel.title, environment.extensionUri);
  }

  /** Pending work may ask after the panel was closed, when VS Code would throw. */
  get visible(): boolean {
    return !this.#closed && this.panel.visible;
  }

  /** Whether it is the active tab. */
  get active(): boolean {
    return !this.#closed && this.panel.active;
  }

  set title(title: string) {
    this.#title = title;
    if (!this.#closed) this.panel.title = plainText(title);
  }

  /** The connection of the panel, set by its owner before the panel is shown. */
  set connection(connection: Connection) {
    if (this.#closed) return;
    this.#connections.set(this.panel, connection.name);
    this.#watch.connection = connection;
  }

  /** Calls the handler of each message and reports its failure. With a new API key, the page is refreshed. */
  handle(
    handlers: MessageHandlers<Described>,
    failures: Pick<Failures, 'report' | 'setApiKey'>,
    connection: () => Connection,
  ): void {
    const all: Readonly<Record<string, (message: never) => unknown>> = {
      ...handlers,
      copy: async ({ text }: { readonly text: string }) => vscode.env.clipboard.writeText(text),
      setApiKey: async () => {
        this.#watch.leaveKey();
        await failures.setApiKey(connection());
        await all['refresh']?.({ kind: 'refresh' } as never);
      },
    };
    const run = async (message: PageMessage): Promise<void> => {
      try {
        await all[message.kind]?.(message as never);
      } catch (error) {
        await failures.report(error, { connection: connection() });
      }
    };
    this.#watch.refresh = () => void run({ kind: 'refresh' });
    this.onDidReceive(run);
  }

  /** A hidden page receives nothing: it requests the whole state when it becomes visible. */
  post(message: ToPage<Described>): void {
    if (!this.visible) return;
    this.#watch.noteKey(message);
    const masker = hidingMasker();
    const masked =
      masker && (this.#mask?.apply(message, masker) ?? maskMessage(this.page.toPage, message, masker));
    const shown = masked ?? message;
    void this.panel.webview.postMessage(shown);
    this.#posted.fire(shown);
    const { connection } = Object(message) as { readonly connection?: { readonly name?: unknown } };
    this.#keep(this.page.resume.safeParse({ ...message, connection: connection?.name }).data);
  }

  reveal(preserveFocus = false): void {
    this.panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.panel.dispose();
  }

  #onMessage(message: FromPage<Described>): void {
    this.#received.fire(message);
    const { view } = Object(message) as { readonly view?: unknown };
    if (view !== undefined && this.#resume !== undefined) this.#keep({ ...this.#resume, view });
  }

  #postNotice(text: string | null): void {
    if (this.visible) void this.panel.webview.postMessage({ kind: 'notice', text } satisfies ToEveryPage);
  }

  /** A hidden page is reloaded anyway when it becomes visible. */
  #startOver(): void {
    this.title = this.#title;
    if (!this.visible) return;
    const { title } = this.panel;
    void this.panel.webview.postMessage({ kind: 'startOver', title } satisfies ToEveryPage);
  }

  /** Sent through the page to VS Code, unmasked, because the panel is restored from it. */
  #keep(resume: object | undefined): void {
    const text = JSON.stringify(resume);
    if (resume === undefined || text === this.#kept || !this.visible) return;
    this.#kept = text;
    this.#resume = resume;
    void this.panel.webview.postMessage({ kind: 'keep', resume } satisfies ToEveryPage);
  }
}

export interface PanelPlacement {
  readonly preserveFocus?: boolean;
  readonly viewColumn?: vscode.ViewColumn;
}

/** Opens a new panel next to the active editor. The caller owns it; closing the tab also disposes of it. */
export function openPanel<Described extends PanelPage>(
  page: Described,
  resume: ResumeOf<Described>,
  environment: PanelEnvironment,
  {
    preserveFocus = false,
    viewColumn = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  }: PanelPlacement = {},
): WebviewPanel<Described> {
  const title = page.titleOf(resume);
  const options = { viewColumn, preserveFocus };
  const panel = vscode.window.createWebviewPanel(`logbench.${page.name}`, plainText(title), options);
  return new WebviewPanel(panel, page, environment, title);
}

/** Restores a panel after a reload. Closes it if its state is invalid or its connection no longer exists. */
export function adoptPanel<Described extends PanelPage>(
  page: Described,
  panel: vscode.WebviewPanel,
  remains: unknown,
  environment: PanelEnvironment,
  platforms: Platforms,
): { panel: WebviewPanel<Described>; resume: ResumeOf<Described>; connection: Connection } | undefined {
  const { data: resume } = z.safeParse<Described['resume']>(page.resume, remains);
  const connection = resume && platforms.find(resume.connection);
  if (resume === undefined || connection === undefined) {
    panel.dispose();
    return undefined;
  }
  const title = page.titleOf(resume);
  // VS Code keeps the displayed title, which may be masked.
  panel.title = plainText(title);
  return { panel: new WebviewPanel(panel, page, environment, title), resume, connection };
}

function htmlFor(webview: vscode.Webview, page: string, title: string, extensionUri: vscode.Uri): string {
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'pages', name)).toString();
  return pageHtml({
    page,
    title,
    language: languageTag(),
    nonce: randomBytes(18).toString('base64'),
    cspSource: webview.cspSource,
    scriptUri: file('page.js'),
    styleUris: [file('base.css'), file(`${page}.css`)],
    codiconsUri: file('codicons.css'),
    startFailure: t(
      'This page could not start: {0}. Close it and open it again. If the problem persists, report it with the log from Output: Logbench.',
      '{0}',
    ),
    translations: vscode.l10n.bundle ?? {},
  });
}
