import type { Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { SeenValues } from '../../ui/connections/seenValues';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';

/** The dependencies of table pages and actions. */
export interface TableDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly environment: PanelEnvironment;
  /** Receives the values of tables. */
  readonly seen: Pick<SeenValues, 'addRows'>;
  readonly documents: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'recordsOf'>;
}
