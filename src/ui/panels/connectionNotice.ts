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
