import type * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { fromQueryStatusPage, queryStatusResume, toQueryStatusPage } from '../../shared/protocol/queryStatus';
import type {
  FromQueryStatusPage,
  QueryStatusResume,
  QueryStatusView,
  ToQueryStatusPage,
} from '../../shared/protocol/queryStatus';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import { adoptPanel, openPanel } from '../../ui/panels/webviewPanel';
import type { PanelEnvironment, PanelType, WebviewPanel } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { maskStatus } from './maskStatus';
import { StatusPanel } from './statusPanel';
import type { ShownStatus } from './statusPanel';

const statusPanelType: PanelType<ToQueryStatusPage, FromQueryStatusPage, QueryStatusResume> = {
  viewType: 'logbench.queryStatus',
  page: 'queryStatus',
  icon: 'queryStatus',
  toPage: toQueryStatusPage,
  fromPage: fromQueryStatusPage,
  resume: queryStatusResume,
  resumeOf: ({ connection, queryId, view }) => ({ connection: connection.name, queryId, view }),
  mask: maskStatus,
};

const firstView: QueryStatusView = { zone: 'local', detailsOpen: false, textOpen: false };

/** The status panels of this window. */
export class StatusPanels implements vscode.Disposable {
  readonly #panels = new Set<StatusPanel>();

  constructor(
    private readonly ui: Ui,
    private readonly platforms: Platforms,
    private readonly environment: PanelEnvironment,
    private readonly showResults: ((connection: Connection, queryId: number) => unknown) | undefined,
  ) {}

  /** Shows the panel of a query, reusing an open one. */
  open(connection: Connection, queryId: number): void {
    const known = [...this.#panels].find((panel) => panel.shows(connection, queryId));
    if (known) {
      known.reveal();
      return;
    }
    const title = titleOf({ queryId, connection: connection.name });
    const panel = openPanel(statusPanelType, title, this.environment);
    this.#add(panel, { connection, queryId, view: firstView, restored: false });
  }

  /** Restores a panel after a reload, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const adopted = adoptPanel(statusPanelType, panel, remains, this.environment, titleOf);
    if (!adopted) return;
    const connection = this.platforms.find(adopted.resume.connection);
    const { queryId, view } = adopted.resume;
    if (connection) this.#add(adopted.panel, { connection, queryId, view, restored: true });
    else adopted.panel.dispose();
  }

  /** Cancels the query of the active panel; false if none is running. */
  async cancelActive(): Promise<boolean> {
    const inFront = [...this.#panels].find((panel) => panel.isRunningInFront);
    await inFront?.cancel();
    return inFront !== undefined;
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
  }

  #add(panel: WebviewPanel<ToQueryStatusPage, FromQueryStatusPage>, shown: ShownStatus): void {
    panel.connection = shown.connection.name;
    const status = new StatusPanel(panel, shown, {
      ui: this.ui,
      platforms: this.platforms,
      polling: this.environment.polling,
      queryEnds: this.environment.queryEnds,
      showResults: this.showResults,
    });
    this.#panels.add(status);
    panel.onDidDispose(() => this.#panels.delete(status));
  }
}

function titleOf({ queryId, connection }: Pick<QueryStatusResume, 'queryId' | 'connection'>): string {
  return t('Query {0} · {1}', queryId, connection);
}
