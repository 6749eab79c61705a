import type { Connection } from '../../ui/connection';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { Platforms } from '../../ui/platforms';
import type { ScheduledQueriesAccess } from '../../ui/scheduledQueriesAccess';
import type { PanelEnvironment } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';

export interface SigmaParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  readonly environment: PanelEnvironment;
  readonly access: Pick<ScheduledQueriesAccess, 'added'>;
  /** Runs a text and shows its rows in the panel of that key. */
  readonly showRows: (key: string, name: string, connection: Connection, text: string) => Promise<void>;
}
