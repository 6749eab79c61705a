import type { TextDocument } from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { RuleKind } from '../../shared/wire/rule';

/** The dependencies of backtests. */
export interface BacktestDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly connections: DocumentConnections;
  readonly environment: PanelEnvironment;
  readonly access: Pick<ScheduledQueriesAccess, 'queryOfRow' | 'resolve'>;
  /** The detection rule of a row of the explorer. */
  readonly ruleOfRow: (value: unknown) => { readonly kind: RuleKind; readonly guid: string } | undefined;
  /** The Sigma rule of a document as a query with its schedule; undefined for other documents. */
  readonly sigmaRule: (
    document: TextDocument,
    connection: Connection,
  ) => Promise<{ readonly name: string; readonly query: string; readonly cron: string } | undefined>;
}
