import type { Connection } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/access';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Memory } from '../../ui/memory';
import type { OpenCursors } from './openCursors';
import type { QueryHistory } from './queryHistory';
import type { RememberedViews } from './rememberedViews';
import type { PanelDeps } from '../../ui/panels/openPanels';

/** The dependencies of running queries and showing their results. */
export interface QueryResultsDeps extends PanelDeps {
  readonly connections: DocumentConnections;
  /** Workspace state for parameters and open cursors. */
  readonly memory: Memory;
  /** Global state for the history of queries. */
  readonly sharedMemory: Memory;
  readonly access: Pick<ScheduledQueriesAccess, 'resolve'>;
  readonly showStatus: (connection: Connection, queryId: number) => Promise<void>;
}

/** The dependencies of all results panels. */
export interface ResultsPanelDeps extends Omit<QueryResultsDeps, 'access'> {
  readonly cursors: OpenCursors;
  readonly views: RememberedViews;
  readonly history: QueryHistory;
}
