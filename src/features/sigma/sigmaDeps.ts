import type { Uri } from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { UsedConnections } from './usedConnections';

export interface SigmaDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  readonly environment: PanelEnvironment;
  readonly used: UsedConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'update'>;
  /** Whether the user has a draft of a scheduled query. */
  readonly hasDraft: (file: Uri) => boolean;
  /** Runs a text and shows its rows in the panel with this key. */
  readonly showRows: (key: string, name: string, connection: Connection, text: string) => Promise<void>;
}
