/** One panel as a test sees it: VS Code offers no way to look into a page from its host. */
export interface RecordedPanel {
  readonly viewType: string;
  readonly title: string;
  readonly visible: boolean;
  /** What the page sent, oldest first; messages of the wrong shape are not among them. */
  readonly received: readonly unknown[];
  /** What the page was sent while it was visible, oldest first. */
  readonly posted: readonly unknown[];
  readonly closed: boolean;
  /** Takes a message as if the page had sent it. */
  receive(message: unknown): void;
}

/** Sees every panel that opens. Only the extension under test has one. */
export class PanelRecorder {
  readonly #panels: RecordedPanel[] = [];

  get panels(): readonly RecordedPanel[] {
    return this.#panels;
  }

  add(panel: RecordedPanel): void {
    this.#panels.push(panel);
  }
}
