import type * as vscode from 'vscode';

type Panels = vscode.Disposable & { restore(panel: vscode.WebviewPanel, remains: unknown): void };

/** A feature whose panels VS Code restores. */
export interface PanelFeature extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
}

/** The panels of a feature. Their code is loaded when the first one is opened or restored. */
export class LazyPanels<Loaded extends Panels> implements vscode.WebviewPanelSerializer, vscode.Disposable {
  #loading: Promise<Loaded> | undefined;

  constructor(private readonly load: () => Promise<Loaded>) {}

  async get(): Promise<Loaded> {
    this.#loading ??= this.load();
    return this.#loading;
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, remains: unknown): Promise<void> {
    (await this.get()).restore(panel, remains);
  }

  dispose(): void {
    void this.#loading?.then((panels) => {
      panels.dispose();
    });
  }
}
