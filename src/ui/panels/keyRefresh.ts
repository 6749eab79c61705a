import type { Disposable } from 'vscode';
import type { Platforms } from '../connections/connection';

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
