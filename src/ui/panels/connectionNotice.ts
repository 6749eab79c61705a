import * as vscode from 'vscode';
import type { Disposable } from 'vscode';
import { visibleText } from '../../shared/visibleText';
import type { Connection, Platforms } from '../connections/connection';
import { connectionChangedText } from '../failures/failureText';

/** What a page says if its connection was removed or has another platform now: nothing is sent for it then. */
export class ConnectionNotice implements Disposable {
  readonly #changes: Disposable;
  #connection: Connection | undefined;
  #text: string | null = null;

  constructor(
    private readonly platforms: Pick<Platforms, 'current' | 'onDidChange'>,
    private readonly post: (text: string | null) => void,
  ) {
    this.#changes = platforms.onDidChange((change) => {
      if (change === 'connections') this.#update();
    });
  }

  set connection(connection: Connection) {
    this.#connection = connection;
    this.#update();
  }

  /** For a page that begins again. */
  repeat(): void {
    if (this.#text !== null) this.post(this.#text);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #update(): void {
    const connection = this.#connection;
    const isCurrent = connection === undefined || this.platforms.current(connection) !== undefined;
    const text = isCurrent ? null : visibleText(connectionChangedText(connection));
    if (text === this.#text) return;
    this.#text = text;
    this.post(text);
  }
}

/** Repeats what failed on a page because of its API key, once there may be another key and the page is visible. */
export class KeyRefresh implements Disposable {
  readonly #changes: Disposable;
  #lacksKey = false;
  #keysChanged = false;
  /** Set by the owner of the page. */
  refresh: (() => void) | undefined;

  constructor(
    platforms: Pick<Platforms, 'onDidChange'>,
    private readonly isVisible: () => boolean,
  ) {
    this.#changes = platforms.onDidChange((change) => {
      this.#keysChanged ||= change === 'connections';
      this.check();
    });
  }

  /** Reads from a message to the page whether it shows that the key is missing or rejected. */
  note(message: object): void {
    this.#lacksKey = Object.values(message).some(
      (value: unknown) => (Object(value) as { readonly reason?: unknown }).reason === 'keyRejected',
    );
  }

  /** The page itself asks for a key, and repeats what failed. */
  leave(): void {
    this.#lacksKey = false;
  }

  check(): void {
    if (!this.#keysChanged || !this.isVisible()) return;
    this.#keysChanged = false;
    if (this.#lacksKey) this.refresh?.();
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

/** The icon of a panel's tab, in a gray that is visible in light and dark themes. */
export function iconPath(extensionUri: vscode.Uri, name: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'media', 'icons', `${name}.svg`);
}
