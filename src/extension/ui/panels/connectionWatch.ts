import type { Disposable } from 'vscode';
import { visibleText } from '../../../core/base/visibleText';
import type { Connection, Platforms } from '../connections/connection';
import { connectionChangedText } from '../failures/failureText';

/**
 * What a change of its connection means for a page. If the connection was removed or has another platform now, the page
 * says so: nothing is sent for it then. What failed because of the API key is repeated once there may be another key
 * and the page is visible.
 */
export class ConnectionWatch implements Disposable {
  readonly #changes: Disposable;
  #connection: Connection | undefined;
  #text: string | null = null;
  #lacksKey = false;
  #keysChanged = false;
  /** Set by the owner of the page. */
  refresh: (() => void) | undefined;

  constructor(
    private readonly platforms: Pick<Platforms, 'current' | 'onDidChange'>,
    private readonly isVisible: () => boolean,
    private readonly post: (text: string | null) => void,
  ) {
    this.#changes = platforms.onDidChange((change) => {
      if (change === 'connections') this.#update();
      this.#keysChanged ||= change === 'connections';
      this.checkKey();
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

  /** Reads from a message to the page whether it shows that the key is missing or rejected. */
  noteKey(message: object): void {
    this.#lacksKey = Object.values(message).some(
      (value: unknown) => (Object(value) as { readonly reason?: unknown }).reason === 'keyRejected',
    );
  }

  /** The page itself asks for a key, and repeats what failed. */
  leaveKey(): void {
    this.#lacksKey = false;
  }

  checkKey(): void {
    if (!this.#keysChanged || !this.isVisible()) return;
    this.#keysChanged = false;
    if (this.#lacksKey) this.refresh?.();
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
