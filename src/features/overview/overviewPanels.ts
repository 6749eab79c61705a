import { t } from '../../shared/localize';
import { fromOverviewPage, overviewResume } from '../../shared/protocol/overview';
import type {
  FromOverviewPage,
  OverviewResume,
  OverviewView,
  ToOverviewPage,
} from '../../shared/protocol/overview';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelEnvironment, PanelType } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { maskOverview } from './maskOverview';
import { OverviewPanel } from './overviewPanel';
import type { MakeDraft } from './overviewPanel';

const overviewPanelType: PanelType<ToOverviewPage, FromOverviewPage, OverviewResume> = {
  viewType: 'logbench.overview',
  page: 'overview',
  fromPage: fromOverviewPage,
  resume: overviewResume,
  titleOf: ({ connection }) => t('Overview · {0}', connection),
  resumeOf: (message) =>
    message.kind === 'state' ? { connection: message.connection.name, view: message.view } : undefined,
  mask: maskOverview,
};

const firstView: OverviewView = {
  zone: 'local',
  // Until the page reports its time zone.
  timeZone: 'UTC',
  week: 0,
  sort: { column: 'size', descending: true },
  filter: '',
  widths: {},
  selected: null,
};

/** The overviews of this window, one per connection. */
export class OverviewPanels extends OpenPanels<
  ToOverviewPage,
  FromOverviewPage,
  OverviewResume,
  OverviewPanel
> {
  constructor(
    ui: Ui,
    platforms: Platforms,
    environment: PanelEnvironment,
    access: ScheduledQueriesAccess,
    makeDraft: MakeDraft,
  ) {
    const deps = { ui, platforms, polling: environment.polling, access, makeDraft };
    super(
      overviewPanelType,
      platforms,
      environment,
      (panel, connection, { view }) => new OverviewPanel(panel, connection, view, deps),
    );
  }

  open(connection: Connection): void {
    const known = this.all().find((panel) => panel.connection.name === connection.name);
    if (known) known.reveal();
    else this.add(connection, { connection: connection.name, view: firstView });
  }
}
