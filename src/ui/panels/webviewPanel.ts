import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { languageTag, t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import { readyMessage } from '../../shared/protocol/common';
import type { Log } from '../log';
import { hidingMasker, onDidChangeHiding, withValues } from '../../shared/privacy/hiddenValues';
import type { Masker } from '../../shared/privacy/masker';
import type { ToEveryPage } from '../../shared/protocol/common';
import { pageHtml } from './pageHtml';
import type { PanelConnections } from './panelConnections';
import type { PersonZone } from './personZone';
import type { Polling } from './polling';
import type { QueryEnds } from './queryEnds';

/** One kind of panel: its bundle under `dist/pages`, and the schemas of what crosses. */
export interface PanelType<ToPage extends object, FromPage, Resume extends object> {
  readonly viewType: `logbench.${string}`;
  /** Name of the bundle: `dist/pages/<page>.js` and `.css`. */
  readonly page: string;
  readonly icon: string;
  readonly toPage: z.ZodMiniType<ToPage>;
  readonly fromPage: z.ZodMiniType<FromPage>;
  readonly resume: z.ZodMiniType<Resume>;
  /** What VS Code keeps of the panel over a reload, by a message with the whole state. */
  readonly resumeOf: (message: ToPage) => Resume | undefined;
  /** The message as it may be seen while sensitive values are hidden. */
  readonly mask: (message: ToPage, masker: Masker) => ToPage;
}

/** Messages whose words leave the page as it shows them: to the clipboard, into a file or into a query. */
function leavesAsShown(message: unknown): boolean {
  const { kind } = Object(message) as { readonly kind?: unknown };
  return ['copy', 'save', 'savePicture', 'refine'].some((one) => one === kind);
}

export interface PanelEnvironment {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly polling: Polling;
  readonly zone: PersonZone;
  readonly connections: PanelConnections;
  readonly queryEnds: QueryEnds;
  /** Sees the messages of every panel. Only a test has one. */
  readonly recorder?: { add(panel: vscode.WebviewPanel, messages: PanelMessages): void } | undefined;
}

export interface PanelMessages {
  readonly onDidReceive: vscode.Event<unknown>;
  readonly onDidPost: vscode.Event<unknown>;
  /** Takes a message as if the page had sent it. */
  readonly receive: (message: unknown) => void;
}

/**
 * A panel with typed messages. VS Code can discard the page whenever it is hidden: the owner of the panel keeps the
 * state and posts all of it when the page sends `ready`.
 *
 * While sensitive values are hidden no page gets one: they are masked on their way out, and what a page sends back
 * has the values again. Where that changes, the page is drawn from nothing, so that nothing of before is left in it.
 */
export class WebviewPanel<ToPage extends object, FromPage> implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #received = new vscode.EventEmitter<FromPage>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #visibilityChanged = new vscode.EventEmitter<boolean>();
  readonly #posted = new vscode.EventEmitter<ToPage>();
  readonly #connections: PanelConnections;
  readonly #type: PanelType<ToPage, FromPage, object>;
  #title: string;
  #resume: object | undefined;
  #kept: string | undefined;
  #closed = false;

  readonly onDidReceive = this.#received.event;
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeVisibility = this.#visibilityChanged.event;

  constructor(
    panel: vscode.WebviewPanel,
    type: PanelType<ToPage, FromPage, object>,
    environment: PanelEnvironment,
    title: string,
  ) {
    this.#panel = panel;
    this.#type = type;
    this.#title = title;
    this.#connections = environment.connections;
    this.#connections.add(panel);
    panel.iconPath = iconPath(environment.extensionUri, type.icon);
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(environment.extensionUri, 'dist', 'pages')],
    };
    const receive = (sent: unknown): void => {
      const message = leavesAsShown(sent) ? sent : withValues(sent);
      const parsed = type.fromPage.safeParse(message);
      const ready = readyMessage.safeParse(message);
      // What was sent before it listened is lost.
      if (ready.success) this.#kept = undefined;
      if (ready.data?.timeZone !== undefined) environment.zone.tell(ready.data.timeZone);
      if (parsed.success) this.#take(parsed.data);
      else environment.log.warn(`${type.viewType}: dropped a message: ${parsed.error.message}`);
    };
    panel.webview.onDidReceiveMessage(receive);
    const { onDidReceive } = this;
    environment.recorder?.add(panel, { onDidReceive, onDidPost: this.#posted.event, receive });
    panel.onDidChangeViewState(() => {
      this.#visibilityChanged.fire(panel.visible);
    });
    const hiding = onDidChangeHiding(() => {
      this.#startOver();
    });
    panel.onDidDispose(() => {
      this.#closed = true;
      hiding();
      this.#disposed.fire();
      this.#received.dispose();
      this.#posted.dispose();
      this.#visibilityChanged.dispose();
      this.#disposed.dispose();
    });
    panel.webview.html = htmlFor(panel.webview, type.page, panel.title, environment.extensionUri);
  }

  /** A panel that was closed may still be asked, by work that was under way; VS Code's own throws then. */
  get visible(): boolean {
    return !this.#closed && this.#panel.visible;
  }

  /** It is the tab that commands are about. */
  get active(): boolean {
    return !this.#closed && this.#panel.active;
  }

  set title(title: string) {
    this.#title = title;
    if (!this.#closed) this.#panel.title = readableText(title);
  }

  /** To which connection it belongs; to be set by its owner before anybody looks. */
  set connection(name: string) {
    if (!this.#closed) this.#connections.set(this.#panel, name);
  }

  /** A hidden page gets nothing: it asks for the whole state when it comes back. */
  post(message: ToPage): void {
    if (!this.visible) return;
    const masker = hidingMasker();
    const shown = masker === undefined ? message : this.#type.mask(message, masker);
    void this.#panel.webview.postMessage(shown);
    this.#posted.fire(shown);
    this.#keep(this.#type.resumeOf(message));
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #take(message: FromPage): void {
    this.#received.fire(message);
    const { view } = Object(message) as { readonly view?: unknown };
    if (view !== undefined && this.#resume !== undefined) this.#keep({ ...this.#resume, view });
  }

  /** A hidden page is not there: it is drawn from nothing anyway when it comes back. */
  #startOver(): void {
    this.title = this.#title;
    if (!this.visible) return;
    const { title } = this.#panel;
    void this.#panel.webview.postMessage({ kind: 'startOver', title } satisfies ToEveryPage);
  }

  /** The page hands it to VS Code. It has the values themselves: a panel is restored by them. */
  #keep(resume: object | undefined): void {
    const text = JSON.stringify(resume);
    if (resume === undefined || text === this.#kept || !this.visible) return;
    this.#kept = text;
    this.#resume = resume;
    void this.#panel.webview.postMessage({ kind: 'keep', resume } satisfies ToEveryPage);
  }
}

/** Opens a new panel beside what the user looks at. The caller owns it; closing the tab disposes of it too. */
export function openPanel<ToPage extends object, FromPage, Resume extends object>(
  type: PanelType<ToPage, FromPage, Resume>,
  title: string,
  environment: PanelEnvironment,
  {
    preserveFocus = false,
    viewColumn = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  }: { readonly preserveFocus?: boolean; readonly viewColumn?: vscode.ViewColumn } = {},
): WebviewPanel<ToPage, FromPage> {
  const options = { viewColumn, preserveFocus };
  const panel = vscode.window.createWebviewPanel(type.viewType, readableText(title), options);
  return new WebviewPanel(panel, type, environment, title);
}

/**
 * Takes over a panel that VS Code kept over a reload. One whose remains cannot be read is closed, because it
 * would never fill: the answer is then undefined.
 */
export function adoptPanel<ToPage extends object, FromPage, Resume extends object>(
  type: PanelType<ToPage, FromPage, Resume>,
  panel: vscode.WebviewPanel,
  remains: unknown,
  environment: PanelEnvironment,
  titleOf: (resume: Resume) => string,
): { readonly panel: WebviewPanel<ToPage, FromPage>; readonly resume: Resume } | undefined {
  const resume = type.resume.safeParse(remains);
  if (resume.success) {
    const title = titleOf(resume.data);
    // VS Code kept the one that was on the screen, in which a value may be masked.
    panel.title = readableText(title);
    return { panel: new WebviewPanel(panel, type, environment, title), resume: resume.data };
  }
  panel.dispose();
  return undefined;
}

function iconPath(extensionUri: vscode.Uri, name: string): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', 'icons', `${name}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
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
    styleUri: file(`${page}.css`),
    codiconsUri: file('codicons.css'),
    startFailure: t(
      'This page could not start: {0}. Close it and open it again. If the problem persists, report it with the log from Output: Logbench.',
      '{0}',
    ),
    translations: vscode.l10n.bundle ?? {},
  });
}
