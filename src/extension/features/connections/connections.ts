import * as vscode from 'vscode';
import type { Connection, ConnectionSource } from '../../ui/connections/connection';
import { onDidChangeSettings, readSettings } from '../../ui/settings/settings';
import type { ApiKeys, UsedKey } from './apiKeys';

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
    const set = readSettings().connections;
    return [...set, ...this.found.all(set.map(({ name }) => name))];
  }

  /** The key of a running local platform is for the connection that was found with it alone. */
  async usedKey(connection: Connection): Promise<UsedKey | undefined> {
    const announced = connection.found === true ? this.found.keyOf(connection) : undefined;
    return announced === undefined ? this.keys.read(connection) : { key: announced, from: 'announced' };
  }

  async readKey(connection: Connection): Promise<string | undefined> {
    return (await this.usedKey(connection))?.key;
  }

  /** A key was set or removed, so rejected requests can be repeated. */
  keysChanged(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
