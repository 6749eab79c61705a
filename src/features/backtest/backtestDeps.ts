import type { TextDocument } from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { RulesAccess } from '../../ui/connections/rulesAccess';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';

/** The dependencies of backtests. */
export interface BacktestDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  readonly environment: PanelEnvironment;
  readonly access: Pick<ScheduledQueriesAccess, 'queryOfRow' | 'resolve'>;
  readonly ruleOfRow: RulesAccess['ruleOfRow'];
  /** The Sigma rule of a document as a query with its schedule; undefined for other documents. */
  readonly sigmaRule: (
    document: TextDocument,
    connection: Connection,
  ) => Promise<{ readonly name: string; readonly query: string; readonly cron: string } | undefined>;
}
