import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { auditLogsResume, fromAuditLogsPage } from '../../shared/protocol/auditLogs';
import type {
  AuditLogsResume,
  AuditLogsView,
  AuditSearch,
  FromAuditLogsPage,
  ToAuditLogsPage,
} from '../../shared/protocol/auditLogs';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelEnvironment, PanelType } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { AuditPanel } from './auditPanel';
import { firstSearch } from './auditQuery';
import { maskAudit } from './maskAudit';
import { SavedSearches } from './savedSearches';

const auditPanelType: PanelType<ToAuditLogsPage, FromAuditLogsPage, AuditLogsResume> = {
  viewType: 'logbench.auditLogs',
  page: 'auditLogs',
  fromPage: fromAuditLogsPage,
  resume: auditLogsResume,
  titleOf: ({ connection }) => t('Audit Logs · {0}', connection),
  resumeOf: (message) => {
    if (message.kind !== 'state') return undefined;
    const { connection, search, view } = message;
    return { connection: connection.name, search, view };
  },
  mask: maskAudit,
};

const firstView: AuditLogsView = { zone: 'local', widths: {}, histogramOpen: true, firstRow: 0 };

/** The audit log panels of this window. */
export class AuditPanels extends OpenPanels<ToAuditLogsPage, FromAuditLogsPage, AuditLogsResume, AuditPanel> {
  readonly #saved: SavedSearches;

  constructor(ui: Ui, platforms: Platforms, environment: PanelEnvironment, memory: vscode.Memento) {
    const saved = new SavedSearches(memory);
    const deps = { ui, platforms, polling: environment.polling, saved };
    super(
      auditPanelType,
      platforms,
      environment,
      (panel, connection, resume) => new AuditPanel(panel, connection, resume, deps),
    );
    this.#saved = saved;
  }

  open(connection: Connection, search: AuditSearch = firstSearch(vscode.env.language)): void {
    this.add(connection, { connection: connection.name, search, view: firstView });
  }

  override dispose(): void {
    super.dispose();
    this.#saved.dispose();
  }
}
