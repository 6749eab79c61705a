import type * as vscode from 'vscode';
import type { PanelMessages } from '../ui/panels/webviewPanel';

/** The messages of a panel, because VS Code offers no access to a page from its host. */
export interface RecordedPanel {
  readonly viewType: string;
  readonly title: string;
  readonly visible: boolean;
  /** Valid messages from the page, oldest first. */
  readonly received: readonly unknown[];
  /** Messages to the visible page, oldest first. */
  readonly posted: readonly unknown[];
  readonly closed: boolean;
  /** Handles a message as if the page had sent it. */
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
