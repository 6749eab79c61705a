import type { ScheduledQueriesAccess } from '../../ui/access';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { TablesSection } from './tablesSection';
import type { PanelDeps } from '../../ui/panels/openPanels';

/** The dependencies of table pages and actions. */
export interface TableDeps extends PanelDeps {
  readonly documents: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'recordsOf'>;
  readonly section: Pick<TablesSection, 'reload' | 'update' | 'onDidChange'>;
}
