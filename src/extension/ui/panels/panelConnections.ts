import * as vscode from 'vscode';

/** The connection of each open panel, because VS Code exposes only the title of its tab. */
export class PanelConnections implements vscode.Disposable {
  readonly #names = new Map<vscode.WebviewPanel, string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Another panel is active, or the active one has another connection. */
  readonly onDidChange = this.#changed.event;

  /** Tracks a panel until it is closed. */
  add(panel: vscode.WebviewPanel): void {
    panel.onDidChangeViewState(() => this.#changed.fire());
    panel.onDidDispose(() => this.#names.delete(panel));
  }

  set(panel: vscode.WebviewPanel, connectionName: string): void {
    this.#names.set(panel, connectionName);
    this.#changed.fire();
  }

  /** The connection of the active panel; undefined if the active tab is not a panel. */
  inFront(): string | undefined {
    const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
    if (!(activeTab?.input instanceof vscode.TabInputWebview)) return undefined;
    const shown = [...this.#names].find(([panel]) => panel.visible && panel.viewColumn === viewColumn);
    return shown?.[1];
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
