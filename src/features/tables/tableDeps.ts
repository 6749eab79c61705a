import type { Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { TablesSection } from './tablesSection';

/** The dependencies of table pages and actions. */
export interface TableDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly environment: PanelEnvironment;
  readonly documents: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'recordsOf'>;
  readonly section: Pick<TablesSection, 'reload' | 'update' | 'onDidChange'>;
}
