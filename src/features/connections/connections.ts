import * as vscode from 'vscode';
import type { Connection, ConnectionSource } from '../../ui/connections/connection';
import { onDidChangeSettings, readSettings } from '../../ui/settings/settings';
import type { ApiKeys } from './apiKeys';

/** All connections: those in the settings, then discovered ones. */
export class Connections implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(
    readonly keys: ApiKeys,
    private readonly found: ConnectionSource,
  ) {
    const fire = (): void => this.#changed.fire();
    this.#subscriptions = vscode.Disposable.from(
      onDidChangeSettings(fire),
      found.onDidChange(fire),
      this.#changed,
    );
  }

  all(): readonly Connection[] {
    const set = this.fromSettings();
    return [...set, ...this.found.all(set.map(({ name }) => name))];
  }

  fromSettings(): readonly Connection[] {
    return readSettings().connections;
  }

  /** A key that the user has set takes precedence over the key that a local platform announces. */
  async readKey(connection: Connection): Promise<string | undefined> {
    const told = this.found.keyOf(connection);
    return connection.found === true && told !== undefined
      ? told
      : ((await this.keys.read(connection)) ?? told);
  }

  /** A key was set or removed, so rejected requests can be repeated. */
  keysChanged(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
