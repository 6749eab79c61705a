import type * as vscode from 'vscode';
import type { PanelMessages } from '../ui/panels/webviewPanel';

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

/** Records every panel that opens. */
export class PanelRecorder {
  readonly panels: RecordedPanel[] = [];

  add(panel: vscode.WebviewPanel, { onDidReceive, onDidPost, receive }: PanelMessages): void {
    const received: unknown[] = [];
    const posted: unknown[] = [];
    let closed = false;
    onDidReceive((message) => received.push(message));
    onDidPost((message) => posted.push(message));
    panel.onDidDispose(() => (closed = true));
    this.panels.push({
      viewType: panel.viewType,
      received,
      posted,
      receive,
      get title() {
        return panel.title;
      },
      get visible() {
        return !closed && panel.visible;
      },
      get closed() {
        return closed;
      },
    });
  }
}
