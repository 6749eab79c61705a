import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { auditLogsResume, fromAuditLogsPage, toAuditLogsPage } from '../../shared/protocol/auditLogs';
import type {
  AuditLogsResume,
  AuditLogsView,
  AuditSearch,
  FromAuditLogsPage,
  ToAuditLogsPage,
} from '../../shared/protocol/auditLogs';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import { adoptPanel, openPanel } from '../../ui/panels/webviewPanel';
import type { PanelEnvironment, PanelType, WebviewPanel } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { AuditPanel } from './auditPanel';
import { firstSearch } from './auditQuery';
import { maskAudit } from './maskAudit';
import { SavedSearches } from './savedSearches';

const auditPanelType: PanelType<ToAuditLogsPage, FromAuditLogsPage, AuditLogsResume> = {
  viewType: 'logbench.auditLogs',
  page: 'auditLogs',
  icon: 'auditLogs',
  toPage: toAuditLogsPage,
  fromPage: fromAuditLogsPage,
  resume: auditLogsResume,
  resumeOf: (message) => {
    if (message.kind !== 'state') return undefined;
    const { connection, search, view } = message;
    return { connection: connection.name, search, view };
  },
  mask: maskAudit,
};

const firstView: AuditLogsView = { zone: 'local', widths: {}, histogramOpen: true, firstRow: 0 };

/** The audit log panels of this window. */
export class AuditPanels implements vscode.Disposable {
  readonly #panels = new Set<AuditPanel>();
  readonly #saved: SavedSearches;

  constructor(
    private readonly ui: Ui,
    private readonly platforms: Platforms,
    private readonly environment: PanelEnvironment,
    memory: vscode.Memento,
  ) {
    this.#saved = new SavedSearches(memory);
  }

  open(connection: Connection, search: AuditSearch = firstSearch(vscode.env.language)): void {
    const panel = openPanel(auditPanelType, titleOf(connection.name), this.environment);
    this.#add(panel, connection, { search, view: firstView });
  }

  /** Restores a panel after a reload, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const adopted = adoptPanel(auditPanelType, panel, remains, this.environment, ({ connection: name }) =>
      titleOf(name),
    );
    if (!adopted) return;
    const connection = this.platforms.find(adopted.resume.connection);
    if (connection) this.#add(adopted.panel, connection, adopted.resume);
    else adopted.panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
    this.#saved.dispose();
  }

  #add(
    panel: WebviewPanel<ToAuditLogsPage, FromAuditLogsPage>,
    connection: Connection,
    shown: Pick<AuditLogsResume, 'search' | 'view'>,
  ): void {
    const { ui, platforms } = this;
    const { polling } = this.environment;
    panel.connection = connection.name;
    const audit = new AuditPanel(panel, connection, shown, {
      ui,
      platforms,
      polling,
      saved: this.#saved,
    });
    this.#panels.add(audit);
    panel.onDidDispose(() => this.#panels.delete(audit));
  }
}

function titleOf(connection: string): string {
  return t('Audit Logs · {0}', connection);
}
