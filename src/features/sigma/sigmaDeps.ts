import type { Uri } from 'vscode';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { ScheduledQueriesAccess, RunText } from '../../ui/access';
import type { UsedConnections } from './usedConnections';
import type { PanelDeps } from '../../ui/panels/openPanels';

export interface SigmaDeps extends PanelDeps {
  readonly connections: DocumentConnections;
  readonly used: UsedConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'update'>;
  /** Whether the user has a draft of a scheduled query. */
  readonly hasDraft: (file: Uri) => boolean;
  /** Runs a text and shows its rows in the panel with this key. */
  readonly showRows: RunText;
}
