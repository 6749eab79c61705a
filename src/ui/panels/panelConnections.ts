import * as vscode from 'vscode';

/** To which connection each open panel belongs: VS Code tells of a tab only its title. */
export class PanelConnections implements vscode.Disposable {
  readonly #names = new Map<vscode.WebviewPanel, string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Another panel may be in front, or it may belong elsewhere. */
  readonly onDidChange = this.#changed.event;

  /** Follows a panel until it is closed. */
  add(panel: vscode.WebviewPanel): void {
    panel.onDidChangeViewState(() => {
      this.#changed.fire();
    });
    panel.onDidDispose(() => {
      this.#names.delete(panel);
    });
  }

  set(panel: vscode.WebviewPanel, connectionName: string): void {
    this.#names.set(panel, connectionName);
    this.#changed.fire();
  }

  /** The name of the connection that the panel in front belongs to; undefined where something else is in front. */
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
