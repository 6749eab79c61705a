import * as vscode from 'vscode';
import { originOf } from '../../ui/connection';
import type { Connection } from '../../ui/connection';
import type { ConnectionSource } from '../../ui/connectionSource';
import { onDidChangeSettings, readSettings } from '../../ui/settings';
import type { ApiKeys } from './apiKeys';

/** All connections: those of the settings, then those that are there by themselves. */
export class Connections implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(
    readonly keys: ApiKeys,
    private readonly found: ConnectionSource,
  ) {
    const fire = (): void => {
      this.#changed.fire();
    };
    this.#subscriptions = vscode.Disposable.from(
      onDidChangeSettings(fire),
      found.onDidChange(fire),
      this.#changed,
    );
  }

  all(): readonly Connection[] {
    const set = this.fromSettings();
    const taken = new Set(set.flatMap((connection) => [connection.name, originOf(connection)]));
    return [...set, ...this.found.all().filter((one) => !taken.has(one.name) && !taken.has(originOf(one)))];
  }

  fromSettings(): readonly Connection[] {
    return readSettings().connections;
  }

  async readKey(connection: Connection): Promise<string | undefined> {
    return this.found.keyOf(connection) ?? (await this.keys.read(connection));
  }

  /** A key was set or forgotten: whoever was refused may try again. */
  keysChanged(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
