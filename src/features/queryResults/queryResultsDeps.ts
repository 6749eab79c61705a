import type * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Platforms } from '../../ui/connections/platforms';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';

/** What running queries and showing their results is made of. */
export interface QueryResultsDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  /** Remembers for this window what was typed and what is open. */
  readonly memory: vscode.Memento;
  readonly environment: PanelEnvironment;
  readonly showStatus: (connection: Connection, queryId: number) => Promise<void>;
}
