import type { Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';

/** The dependencies of the pages of runs. */
export interface RunsDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly environment: PanelEnvironment;
  readonly access: Pick<ScheduledQueriesAccess, 'resolve' | 'watch' | 'onDidChange'>;
  readonly connections: Pick<DocumentConnections, 'fileOf'>;
}
