import type { Event } from 'vscode';
import type { Connection } from './connection';

/** Connections that are not in the settings, such as a running local platform. */
export interface ConnectionSource {
  readonly onDidChange: Event<void>;
  /** Avoids taken names, because names identify connections. */
  all(taken: readonly string[]): readonly Connection[];
  keyOf(connection: Connection): string | undefined;
}
