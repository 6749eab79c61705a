import type { Event } from 'vscode';
import type { Connection } from '../connections/connection';

/** The connections whose sections are shown in the explorer of this window, even while it is hidden. */
export interface ExpandedConnections {
  readonly all: () => readonly Connection[];
  readonly onDidChange: Event<void>;
}
