import type * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { fromOverviewPage, overviewResume, toOverviewPage } from '../../shared/protocol/overview';
import type {
  FromOverviewPage,
  OverviewResume,
  OverviewView,
  ToOverviewPage,
} from '../../shared/protocol/overview';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { adoptPanel, openPanel } from '../../ui/panels/webviewPanel';
import type { PanelEnvironment, PanelType, WebviewPanel } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { maskOverview } from './maskOverview';
import { OverviewPanel } from './overviewPanel';
import type { MakeDraft } from './overviewPanel';

const overviewPanelType: PanelType<ToOverviewPage, FromOverviewPage, OverviewResume> = {
  viewType: 'logbench.overview',
  page: 'overview',
  icon: 'overview',
  toPage: toOverviewPage,
  fromPage: fromOverviewPage,
  resume: overviewResume,
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
export class OverviewPanels implements vscode.Disposable {
  readonly #panels = new Map<string, OverviewPanel>();

  constructor(
    private readonly ui: Ui,
    private readonly platforms: Platforms,
    private readonly environment: PanelEnvironment,
    private readonly access: ScheduledQueriesAccess,
    private readonly makeDraft: MakeDraft,
  ) {}

  open(connection: Connection): void {
    const known = this.#panels.get(connection.name);
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const title = titleOf({ connection: connection.name });
    this.#add(openPanel(overviewPanelType, title, this.environment), connection, firstView);
  }

  /** Restores a panel after a reload, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const adopted = adoptPanel(overviewPanelType, panel, remains, this.environment, titleOf);
    if (!adopted) return;
    const connection = this.platforms.find(adopted.resume.connection);
    if (connection) this.#add(adopted.panel, connection, adopted.resume.view);
    else adopted.panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #add(
    panel: WebviewPanel<ToOverviewPage, FromOverviewPage>,
    connection: Connection,
    view: OverviewView,
  ): void {
    panel.connection = connection.name;
    const { ui, platforms, access, makeDraft } = this;
    const { polling } = this.environment;
    const overview = new OverviewPanel(
      panel,
      { connection, view },
      { ui, platforms, polling, access, makeDraft },
    );
    this.#panels.set(connection.name, overview);
    panel.onDidDispose(() => this.#panels.delete(connection.name));
  }
}

function titleOf({ connection }: Pick<OverviewResume, 'connection'>): string {
  return t('Overview · {0}', connection);
}
