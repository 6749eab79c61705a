import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { languageTag, t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import { readyMessage } from '../../shared/protocol/common';
import type { Log } from '../log';
import { pageHtml } from './pageHtml';
import type { PanelConnections } from './panelConnections';
import type { PersonZone } from './personZone';
import type { Polling } from './polling';
import type { QueryEnds } from './queryEnds';

/** One kind of panel: its bundle under `dist/pages`, and the schemas of what crosses. */
export interface PanelType<ToPage, FromPage, Resume> {
  readonly viewType: `logbench.${string}`;
  /** Name of the bundle: `dist/pages/<page>.js` and `.css`. */
  readonly page: string;
  readonly icon: string;
  readonly toPage: z.ZodMiniType<ToPage>;
  readonly fromPage: z.ZodMiniType<FromPage>;
  readonly resume: z.ZodMiniType<Resume>;
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
 * A panel with typed messages. The page may be thrown away whenever it is hidden: whoever owns the panel
 * keeps the state and posts it whole when the page says `ready`.
 */
export class WebviewPanel<ToPage, FromPage> implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #received = new vscode.EventEmitter<FromPage>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #visibilityChanged = new vscode.EventEmitter<boolean>();
  readonly #posted = new vscode.EventEmitter<ToPage>();
  readonly #connections: PanelConnections;
  #closed = false;

  readonly onDidReceive = this.#received.event;
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeVisibility = this.#visibilityChanged.event;

  constructor(
    panel: vscode.WebviewPanel,
    type: PanelType<ToPage, FromPage, unknown>,
    environment: PanelEnvironment,
  ) {
    this.#panel = panel;
    this.#connections = environment.connections;
    this.#connections.add(panel);
    panel.iconPath = iconPath(environment.extensionUri, type.icon);
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(environment.extensionUri, 'dist', 'pages')],
    };
    const receive = (message: unknown): void => {
      const parsed = type.fromPage.safeParse(message);
      const ready = readyMessage.safeParse(message);
      if (ready.data?.timeZone !== undefined) environment.zone.tell(ready.data.timeZone);
      if (parsed.success) this.#received.fire(parsed.data);
      else environment.log.warn(`${type.viewType}: dropped a message: ${parsed.error.message}`);
    };
    panel.webview.onDidReceiveMessage(receive);
    const { onDidReceive } = this;
    environment.recorder?.add(panel, { onDidReceive, onDidPost: this.#posted.event, receive });
    panel.onDidChangeViewState(() => {
      this.#visibilityChanged.fire(panel.visible);
    });
    panel.onDidDispose(() => {
      this.#closed = true;
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
    if (!this.#closed) this.#panel.title = readableText(title);
  }

  /** To which connection it belongs; to be set by its owner before anybody looks. */
  set connection(name: string) {
    if (!this.#closed) this.#connections.set(this.#panel, name);
  }

  /** A hidden page gets nothing: it asks for the whole state when it comes back. */
  post(message: ToPage): void {
    if (!this.visible) return;
    void this.#panel.webview.postMessage(message);
    this.#posted.fire(message);
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

/** Opens a new panel beside what the user looks at. The caller owns it; closing the tab disposes of it too. */
export function openPanel<ToPage, FromPage, Resume>(
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
  return new WebviewPanel(panel, type, environment);
}

/**
 * Takes over a panel that VS Code kept over a reload. One whose remains cannot be read is closed, because it
 * would never fill: the answer is then undefined.
 */
export function adoptPanel<ToPage, FromPage, Resume>(
  type: PanelType<ToPage, FromPage, Resume>,
  panel: vscode.WebviewPanel,
  remains: unknown,
  environment: PanelEnvironment,
): { readonly panel: WebviewPanel<ToPage, FromPage>; readonly resume: Resume } | undefined {
  const resume = type.resume.safeParse(remains);
  if (resume.success) return { panel: new WebviewPanel(panel, type, environment), resume: resume.data };
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
    title,
    language: languageTag(),
    nonce: randomBytes(18).toString('base64'),
    cspSource: webview.cspSource,
    scriptUri: file(`${page}.js`),
    styleUri: file(`${page}.css`),
    codiconsUri: file('codicons.css'),
    startFailure: t(
      'This page could not start: {0}. Close it and open it again. If the problem persists, report it with the log from Output: Logbench.',
      '{0}',
    ),
    translations: vscode.l10n.bundle ?? {},
  });
}
