import type * as vscode from 'vscode';
import type { PanelEnvironment } from './webviewPanel';

type Panels = vscode.Disposable & { restore(panel: vscode.WebviewPanel, remains: unknown): void };

/** The panels of a page. Their code is loaded when the first one is opened or restored. */
export class LazyPanels<Loaded extends Panels> implements vscode.Disposable {
  #loading: Promise<Loaded> | undefined;
  readonly #registration: vscode.Disposable;

  constructor(
    /** As the page describes it. */
    name: string,
    { serializers }: Pick<PanelEnvironment, 'serializers'>,
    private readonly load: () => Promise<Loaded>,
  ) {
    this.#registration = serializers.registerWebviewPanelSerializer(`logbench.${name}`, {
      deserializeWebviewPanel: async (panel, remains) => (await this.get()).restore(panel, remains),
    });
  }

  async get(): Promise<Loaded> {
    this.#loading ??= this.load();
    return this.#loading;
  }

  /** Undefined if none was opened. */
  get loaded(): Promise<Loaded> | undefined {
    return this.#loading;
  }

  dispose(): void {
    this.#registration.dispose();
    void this.#loading?.then((panels) => {
      panels.dispose();
    });
  }
}
