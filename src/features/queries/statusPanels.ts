import { t } from '../../shared/localize';
import { fromQueryStatusPage, queryStatusResume } from '../../shared/protocol/queryStatus';
import type {
  FromQueryStatusPage,
  QueryStatusResume,
  QueryStatusView,
  ToQueryStatusPage,
} from '../../shared/protocol/queryStatus';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelEnvironment, PanelType } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { maskStatus } from './maskStatus';
import { StatusPanel } from './statusPanel';
import type { StatusPanelDeps } from './statusPanel';

const statusPanelType: PanelType<ToQueryStatusPage, FromQueryStatusPage, QueryStatusResume> = {
  viewType: 'logbench.queryStatus',
  page: 'queryStatus',
  fromPage: fromQueryStatusPage,
  resume: queryStatusResume,
  titleOf: ({ queryId, connection }) => t('Query {0} · {1}', queryId, connection),
  resumeOf: ({ connection, queryId, view }) => ({ connection: connection.name, queryId, view }),
  mask: maskStatus,
};

const firstView: QueryStatusView = { zone: 'local', detailsOpen: false, textOpen: false };

/** The status panels of this window. */
export class StatusPanels extends OpenPanels<
  ToQueryStatusPage,
  FromQueryStatusPage,
  QueryStatusResume,
  StatusPanel
> {
  constructor(
    ui: Ui,
    platforms: Platforms,
    environment: PanelEnvironment,
    showResults: StatusPanelDeps['showResults'],
  ) {
    const { polling, queryEnds } = environment;
    const deps = { ui, platforms, polling, queryEnds, showResults };
    super(
      statusPanelType,
      platforms,
      environment,
      (panel, connection, { queryId, view }, restored) =>
        new StatusPanel(panel, { connection, queryId, view, restored }, deps),
    );
  }

  /** Shows the panel of a query, reusing an open one. */
  open(connection: Connection, queryId: number): void {
    const known = this.all().find((panel) => panel.shows(connection, queryId));
    if (known) known.reveal();
    else this.add(connection, { connection: connection.name, queryId, view: firstView });
  }

  /** Cancels the query of the active panel; false if none is running. */
  async cancelActive(): Promise<boolean> {
    const inFront = this.all().find((panel) => panel.isRunningInFront);
    await inFront?.cancel();
    return inFront !== undefined;
  }
}
