import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Platforms } from '../../ui/connections/platforms';
import type { Polling } from '../../ui/panels/polling';
import type { QueryEnds } from '../../ui/panels/queryEnds';
import type { Ui } from '../../ui/ui';
import type { OpenCursors } from './openCursors';

/** The dependencies of all results panels. */
export interface ResultsPanelDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  readonly cursors: OpenCursors;
  readonly polling: Polling;
  readonly queryEnds: QueryEnds;
  readonly showStatus: (connection: Connection, queryId: number) => Promise<void>;
}
