import type { Event } from 'vscode';
import type { Connection } from './connection';

/** Connections that nobody wrote into the settings, such as a local platform that is running. */
export interface ConnectionSource {
  readonly onDidChange: Event<void>;
  /** Under names that are not taken: names tell connections apart everywhere. */
  all(taken: readonly string[]): readonly Connection[];
  keyOf(connection: Connection): string | undefined;
}
