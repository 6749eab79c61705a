import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type {
  OverviewUpdate,
  OverviewView,
  SpreadChange,
  OverviewAction,
} from '../../../core/pages/overview';
import type { Connection } from '../../ui/connections/connection';
import type { QueryState } from '../../ui/connections/queryRecords';
import { withProgress } from '../../ui/prompts/progress';
import { saveImage } from '../../ui/files/saveContent';
import { SeenPolling } from '../../ui/panels/seenPolling';
import type { ScheduledQueriesAccess, ScheduleDrafts } from '../../ui/access';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { OverviewModel } from './overviewModel';
import { OverviewReader } from './overviewReader';
import { scheduledQueryUri } from '../../ui/documents/queryUri';
import { overviewPage } from '../../../core/pages/overview';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelDeps } from '../../ui/panels/openPanels';

export interface OverviewPanelDeps extends PanelDeps {
  readonly access: ScheduledQueriesAccess;
  readonly drafts: ScheduleDrafts;
}

/** The overview of one platform. Sends requests only while it is visible. */
export class OverviewPanel {
  readonly #reader: OverviewReader;
  readonly #model: OverviewModel;
  readonly #triggers: TriggerText;
  readonly #polling: SeenPolling;
  #ready = false;

  constructor(
    readonly panel: WebviewPanel<typeof overviewPage>,
    readonly connection: Connection,
    private view: OverviewView,
    private readonly deps: OverviewPanelDeps,
  ) {
    this.#triggers = new TriggerText(async (query) => deps.access.describe(connection, query));
    this.#reader = new OverviewReader(
      async () => deps.platforms.clientFor(connection),
      () => deps.access.recordsOf(connection),
      () => void this.#show(),
    );
    this.#model = new OverviewModel(this.#reader, () => this.#triggers.known);
    panel.handle(this.#handlers(), deps.ui.failures, () => connection);
    this.#polling = new SeenPolling(panel, {
      polling: deps.environment.polling,
      connection,
      polled: this.#reader,
      changed: () => {
        this.#model.forget();
        this.#post();
      },
    });
    const locks = deps.platforms.onDidChange((change) => {
      // With another key, rejected requests may succeed.
      if (change === 'connections') this.#reader.renew();
      this.#polling.update();
      this.#post();
    });
    const watch = deps.access.watch(connection, () => (this.#polling.seen ? {} : undefined));
    const readings = deps.access.onDidChange((change) => {
      if (change.connection.name === connection.name) this.#reader.recordsChanged();
    });
    panel.onDidDispose(() => void vscode.Disposable.from(locks, watch, readings).dispose());
    this.#polling.update();
  }

  #askNow(): void {
    this.#reader.renew();
    this.#polling.askNow();
  }

  #handlers(): MessageHandlers<typeof overviewPage> {
    return {
      ready: ({ timeZone = this.view.timeZone }) => {
        this.view = { ...this.view, timeZone };
        this.#ready = true;
        this.#model.forget();
        this.#post();
      },
      refresh: () => {
        this.deps.access.recordsOf(this.connection).pages.expire();
        this.#askNow();
      },
      viewChanged: ({ view }) => {
        this.view = view;
        this.#post();
      },
      needRows: ({ resultId, offset, limit }) => {
        const rows = this.#model.rows(resultId, offset, limit);
        if (rows !== undefined) this.panel.post({ kind: 'rows', resultId, offset, rows });
      },
      needCell: ({ day, hour }) => {
        const entries = this.#model.cell(this.view, day, hour);
        this.panel.post({ kind: 'cell', week: this.view.week, day, hour, entries });
      },
      spread: () => {
        const drafted = (guid: string): string | undefined =>
          this.deps.drafts.proposedSchedule(this.connection, guid);
        this.panel.post({ kind: 'spread', ...this.#model.spread(this.view, drafted) });
      },
      saveImage: async (image) => saveImage(this.deps.ui.prompts, image),
      act: async ({ action }) => {
        await runAction(
          this.connection,
          action.kind === 'showItems' ? await this.#pickItem(action.id) : action,
        );
        // Shows the effect immediately, not with the next round.
        this.#askNow();
      },
      makeDrafts: async ({ changes }) => this.#makeDrafts(changes),
    };
  }

  /** One schedule or table of an item, and what to do with it. */
  async #pickItem(id: string): Promise<Exclude<OverviewAction, { kind: 'showItems' }>> {
    const issues = this.#model.issues(id);
    return this.deps.ui.prompts.pick({
      title: t('Needs attention'),
      placeholder: t('Select what to open.'),
      choices: issues.flatMap(({ subject, sentence, actions: [action] }) =>
        action === undefined || action.kind === 'showItems'
          ? []
          : [{ label: subject, detail: sentence, value: action }],
      ),
    });
  }

  async #makeDrafts(changes: readonly SpreadChange[]): Promise<void> {
    await withProgress(t('Creating drafts'), async (signal) => {
      for (const { guid, to } of changes) {
        signal.throwIfAborted();
        await this.deps.drafts.propose(this.connection, guid, to);
      }
    });
    const message =
      changes.length === 1
        ? t('1 draft was created. Nothing has been sent to the platform. Review the draft, then publish it.')
        : t(
            '{0} drafts were created. Nothing has been sent to the platform. Review the drafts, then publish them.',
            changes.length,
          );
    const show = { label: t('Show Drafts'), value: 'show' as const };
    const selected = await this.deps.ui.prompts.notify({ message, buttons: [show] });
    const drafts = changes.map((query) => scheduledQueryUri(this.connection, query));
    if (selected === 'show') await vscode.commands.executeCommand('logbench.drafts.list', drafts);
  }

  /** Descriptions of new triggers are posted later, so that the rest does not wait for them. */
  async #show(): Promise<void> {
    this.#post();
    if (await this.#triggers.learn(this.#reader.schedules.value ?? [])) this.#post();
  }

  /** Waits until the page has reported its time zone, because hours in another zone would flicker. */
  #post(): void {
    if (this.#ready) this.panel.post(this.#news());
  }

  #news(): OverviewUpdate {
    const { schedules, tables, asOf } = this.#reader;
    return {
      kind: 'state',
      connection: shownConnectionOf(
        this.connection,
        this.deps.platforms,
        this.#model.serverOffset(this.view),
      ),
      asOf,
      watching: this.#polling.seen ? 'active' : 'paused',
      ...this.#model.changes(this.view),
      schedules: this.#model.counts(),
      schedulesFailure: schedules.failure,
      tablesFailure: tables.failure,
      view: this.view,
    };
  }
}

/** Descriptions of triggers, each computed once. */
class TriggerText {
  readonly #described = new Map<string, string>();
  /** By GUID; a new map after each change. */
  known: ReadonlyMap<string, string> = new Map();
  #learnt: readonly QueryState[] = [];

  constructor(
    private readonly describe: (query: QueryState) => ReturnType<ScheduledQueriesAccess['describe']>,
  ) {}

  /** Returns whether there are new or other triggers. */
  async learn(schedules: readonly QueryState[]): Promise<boolean> {
    // Called with every response, whichever section it belongs to.
    if (schedules === this.#learnt) return false;
    this.#learnt = schedules;
    const unknown = schedules.filter((query) => !this.#described.has(keyOf(query)));
    for (const query of unknown) this.#described.set(keyOf(query), (await this.describe(query)).text);
    const texts = schedules.map((query) => [query.guid, this.#described.get(keyOf(query)) ?? ''] as const);
    if (texts.every(([guid, text]) => this.known.get(guid) === text)) return false;
    this.known = new Map(texts);
    return true;
  }
}

function keyOf({ guid, triggerType, cronSchedule, precedingName, precedingAction }: QueryState): string {
  return JSON.stringify([guid, triggerType, cronSchedule, precedingName, precedingAction]);
}

/** Runs commands by ID, because other features implement the actions. */
async function runAction(
  connection: Connection,
  action: Exclude<OverviewAction, { kind: 'showItems' }>,
): Promise<void> {
  const run = async (command: string, ...args: readonly unknown[]): Promise<void> => {
    await vscode.commands.executeCommand(command, ...args);
  };
  switch (action.kind) {
    case 'showTable':
      return run('logbench.table.show', connection.name, action.table);
    case 'queryTable':
      return run('logbench.table.query', connection.name, action.table);
    case 'notebookOfQuery':
    case 'notebookOfTable':
      return run('logbench.notebook.new', { ...action, connection: connection.name });
    case 'showStatus':
      return run('logbench.query.status', connection.name, action.queryId);
    case 'searchAudit':
      return run('logbench.audit.search', connection.name);
    default:
      return run(queryCommands[action.kind], scheduledQueryUri(connection, action));
  }
}

const queryCommands = {
  openQuery: 'logbench.scheduledQuery.open',
  editQuery: 'logbench.scheduledQuery.edit',
  enableQuery: 'logbench.scheduledQuery.enable',
  stopQuery: 'logbench.scheduledQuery.stop',
  deleteQuery: 'logbench.scheduledQuery.delete',
} as const;

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
export class OverviewPanels extends OpenPanels<typeof overviewPage, OverviewPanel> {
  constructor(deps: OverviewPanelDeps) {
    super(
      overviewPage,
      deps,
      (panel, connection, { view }) => new OverviewPanel(panel, connection, view, deps),
    );
  }

  open(connection: Connection): void {
    const open = this.all().find((panel) => panel.connection.name === connection.name);
    if (open) open.panel.reveal();
    else this.add(connection, { connection: connection.name, view: firstView });
  }
}
