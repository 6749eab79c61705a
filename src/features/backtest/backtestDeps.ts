import type { TextDocument } from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import type { RulesAccess, ScheduledQueriesAccess } from '../../ui/access';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { PanelDeps } from '../../ui/panels/openPanels';
import type { RuleSchedule } from '../../sigma/ruleSchedule';

/** The dependencies of backtests. */
export interface BacktestDeps extends PanelDeps {
  readonly connections: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'resolve'>;
  readonly ruleOfRow: RulesAccess['ruleOfRow'];
  /** The Sigma rule of a document as a query with its schedule; undefined for other documents. */
  readonly sigmaRule: (document: TextDocument, connection: Connection) => Promise<RuleSchedule | undefined>;
}
