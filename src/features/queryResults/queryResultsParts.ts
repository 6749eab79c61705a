import type * as vscode from 'vscode';
import type { Connection } from '../../ui/connection';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { Platforms } from '../../ui/platforms';
import type { PanelEnvironment } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';

/** What running queries and showing their results is made of. */
export interface QueryResultsParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  /** Remembers for this window what was typed and what is open. */
  readonly memory: vscode.Memento;
  readonly environment: PanelEnvironment;
  readonly showStatus: (connection: Connection, queryId: number) => Promise<void>;
}
