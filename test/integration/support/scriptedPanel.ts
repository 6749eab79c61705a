import * as vscode from 'vscode';
import type { Connection, PlatformsChange } from '../../../src/extension/ui/connections/connection';
import { PanelConnections } from '../../../src/extension/ui/panels/panelConnections';
import { Polling } from '../../../src/extension/ui/panels/polling';
import { SeenValues } from '../../../src/extension/ui/connections/seenValues';
import { QueryEnds } from '../../../src/extension/ui/panels/queryEnds';
import type { PanelEnvironment } from '../../../src/extension/ui/panels/webviewPanel';
import { kindOf } from './panels';

/**
 * A panel of VS Code whose page is the test, so that it can be hidden, shown and closed, and receives messages,
 * at once. Like a real one, it rejects everything once it is closed.
 */
export class ScriptedPanel {
  readonly viewType = 'logbench.scripted';
  readonly viewColumn = vscode.ViewColumn.One;
  /** All that was sent to the page, oldest first. */
  readonly sent: unknown[] = [];
  revealed = 0;
  /** How often it was revealed and took the focus. */
  focused = 0;
  closed = false;
  iconPath: unknown;
  #visible = true;
  #active = true;
  #title = 'Before';
  readonly #said = new vscode.EventEmitter<unknown>();
  readonly #viewStateChanged = new vscode.EventEmitter<void>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly onDidChangeViewState = this.#viewStateChanged.event;
  readonly onDidDispose = this.#disposed.event;
  readonly #webview = {
    options: {},
    html: '',
    cspSource: 'self',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: this.#said.event,
    postMessage: async (message: unknown) => Promise.resolve(this.sent.push(message) > 0),
  };

  /** As the panel that the extension gets. */
  get panel(): vscode.WebviewPanel {
    return this as unknown as vscode.WebviewPanel;
  }

  get webview(): object {
    return this.#ifOpen(this.#webview);
  }

  get title(): string {
    return this.#ifOpen(this.#title);
  }

  set title(title: string) {
    this.#title = this.#ifOpen(title);
  }

  get visible(): boolean {
    return this.#ifOpen(this.#visible);
  }

  get active(): boolean {
    return this.#ifOpen(this.#active);
  }

  reveal(_column?: vscode.ViewColumn, preserveFocus = false): void {
    this.revealed = this.#ifOpen(this.revealed) + 1;
    if (!preserveFocus) this.focused += 1;
  }

  /** The page sends a message. */
  say(message: { readonly kind: string; readonly [field: string]: unknown }): void {
    this.#said.fire(message);
  }

  show(visible: boolean, active = visible): void {
    this.#visible = visible;
    this.#active = active;
    this.#viewStateChanged.fire();
  }

  dispose(): void {
    if (this.closed) return;
    this.closed = true;
    this.#disposed.fire();
  }

  ofKind(kind: string): readonly unknown[] {
    return this.sent.filter((message) => kindOf(message) === kind);
  }

  /** The newest message of this kind. */
  newest(kind: string): unknown {
    return this.ofKind(kind).at(-1);
  }

  #ifOpen<Value>(value: Value): Value {
    if (this.closed) throw new Error('Webview is disposed');
    return value;
  }
}

export interface ScriptedEnvironment extends PanelEnvironment, vscode.Disposable {
  /** What was logged. */
  readonly warnings: readonly string[];
  readonly removeConnections: () => void;
  /** The time zones that pages have reported. */
  readonly zones: readonly string[];
  /** Restores a panel of this type, as VS Code does after a reload. */
  readonly restore: (viewType: string, page: ScriptedPanel, remains: unknown) => Promise<void>;
}

/** All that panels share, apart from that of the extension. */
export function scriptedEnvironment(): ScriptedEnvironment {
  const changed = new vscode.EventEmitter<PlatformsChange>();
  const warnings: string[] = [];
  const zones: string[] = [];
  const serializers = new Map<string, vscode.WebviewPanelSerializer>();
  const polling = new Polling(
    () => 10,
    () => ({ dispose: () => undefined }),
  );
  const environment = {
    extensionUri: vscode.Uri.file('/extension'),
    log: { warn: (message: string) => warnings.push(message) },
    zone: { update: (zone: string) => zones.push(zone) },
    connections: new PanelConnections(),
    platforms: {
      current: (connection: Connection) => (environment.isRemoved ? undefined : connection),
      onDidChange: changed.event,
    },
    isRemoved: false,
    /** The connection of every panel has another platform now. */
    removeConnections: () => {
      environment.isRemoved = true;
      changed.fire('connections');
    },
    queryEnds: new QueryEnds(),
    serializers: {
      registerWebviewPanelSerializer: (viewType: string, serializer: vscode.WebviewPanelSerializer) => {
        serializers.set(viewType, serializer);
        return { dispose: () => serializers.delete(viewType) };
      },
    },
    restore: async (viewType: string, page: ScriptedPanel, remains: unknown) =>
      serializers.get(viewType)?.deserializeWebviewPanel(page.panel, remains),
    seen: new SeenValues(),
    polling,
    warnings,
    zones,
    dispose: () => polling.dispose(),
  };
  return environment as unknown as ScriptedEnvironment;
}
