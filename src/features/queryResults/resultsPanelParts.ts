import type { Connection } from '../../ui/connection';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { Platforms } from '../../ui/platforms';
import type { Polling } from '../../ui/polling';
import type { QueryEnds } from '../../ui/queryEnds';
import type { Workbench } from '../../ui/workbench';
import type { OpenCursors } from './openCursors';

/** What every results panel of a window works with. */
export interface ResultsPanelParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  /** Which connection a document belongs to. */
  readonly connections: DocumentConnections;
  readonly cursors: OpenCursors;
  readonly polling: Polling;
  readonly queryEnds: QueryEnds;
  readonly showStatus: (connection: Connection, queryId: number) => Promise<void>;
}
