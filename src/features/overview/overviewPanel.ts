import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type {
  FromOverviewPage,
  OverviewNews,
  OverviewView,
  SpreadChange,
  ToOverviewPage,
} from '../../shared/protocol/overview';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Polling } from '../../ui/panels/polling';
import { withProgress } from '../../ui/prompts/progress';
import { savePicture } from '../../ui/panels/savePicture';
import { SeenPolling } from '../../ui/panels/seenPolling';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { WebviewPanel } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { OverviewModel } from './overviewModel';
import { OverviewReader } from './overviewReader';
import { runAction } from './runAction';
import { TriggerText } from './triggerWords';

/** Saves another schedule as a draft of a query; nothing is sent. */
export type MakeDraft = (connection: Connection, guid: string, cronSchedule: string) => Promise<void>;

export interface OverviewPanelDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly polling: Polling;
  readonly access: ScheduledQueriesAccess;
  readonly makeDraft: MakeDraft;
}

/** The overview of one platform. Sends requests only while it is visible. */
export class OverviewPanel implements vscode.Disposable {
  readonly #reader: OverviewReader;
  readonly #model: OverviewModel;
  readonly #triggers: TriggerText;
  readonly #polling: SeenPolling;
  readonly #connection: Connection;
  #view: OverviewView;
  #ready = false;

  constructor(
    private readonly panel: WebviewPanel<ToOverviewPage, FromOverviewPage>,
    shown: { readonly connection: Connection; readonly view: OverviewView },
    private readonly deps: OverviewPanelDeps,
  ) {
    this.#connection = shown.connection;
    this.#view = shown.view;
    this.#triggers = new TriggerText(deps.access.describe);
    this.#reader = new OverviewReader(
      async () => deps.platforms.clientFor(shown.connection),
      () => void this.#show(),
    );
    this.#model = new OverviewModel(this.#reader, () => this.#triggers.known);
    panel.onDidReceive((message) => {
      this.#receive(message);
    });
    this.#polling = new SeenPolling(panel, {
      polling: deps.polling,
      connection: shown.connection,
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
    panel.onDidDispose(() => {
      locks.dispose();
    });
    this.#polling.update();
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }

  #askNow(): void {
    this.#reader.renew();
    this.#polling.askNow();
  }

  #receive(message: FromOverviewPage): void {
    switch (message.kind) {
      case 'ready':
        this.#view = { ...this.#view, timeZone: message.timeZone };
        this.#ready = true;
        this.#model.forget();
        this.#post();
        return;
      case 'refresh':
        this.#askNow();
        return;
      case 'viewChanged':
        this.#view = message.view;
        this.#post();
        return;
      case 'needRows':
        this.#sendRows(message);
        return;
      case 'needCell': {
        const { day, hour } = message;
        this.panel.post({ kind: 'cell', day, hour, entries: this.#model.cell(this.#view, day, hour) });
        return;
      }
      case 'spread':
        this.panel.post({ kind: 'spread', ...this.#model.spread(this.#view) });
        return;
      default:
        void this.#act(message).catch((error: unknown) =>
          this.deps.ui.failures.report(error, { connection: this.#connection }),
        );
    }
  }

  #sendRows({ resultId, offset, limit }: Extract<FromOverviewPage, { kind: 'needRows' }>): void {
    const rows = this.#model.rows(resultId, offset, limit);
    if (rows !== undefined) this.panel.post({ kind: 'rows', resultId, offset, rows });
  }

  async #act(
    message: Extract<FromOverviewPage, { kind: 'copy' | 'setApiKey' | 'savePicture' | 'act' | 'makeDrafts' }>,
  ): Promise<void> {
    switch (message.kind) {
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'setApiKey':
        await this.deps.ui.failures.setApiKey(this.#connection);
        this.#askNow();
        return;
      case 'savePicture':
        await savePicture(this.deps.ui.prompts, message);
        return;
      case 'act':
        await runAction(this.#connection, message.action);
        // Shows the effect immediately, not with the next round.
        this.#askNow();
        return;
      case 'makeDrafts':
        await this.#makeDrafts(message.changes);
        return;
    }
    message satisfies never;
  }

  async #makeDrafts(changes: readonly SpreadChange[]): Promise<void> {
    await withProgress(t('Creating drafts'), async (signal) => {
      for (const { guid, to } of changes) {
        signal.throwIfAborted();
        await this.deps.makeDraft(this.#connection, guid, to);
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
    const chosen = await this.deps.ui.prompts.notify({
      severity: 'information',
      message,
      buttons: [show],
    });
    if (chosen === 'show') await vscode.commands.executeCommand('logbench.drafts.list');
  }

  /** Descriptions of new triggers are posted later, so that the rest does not wait for them. */
  async #show(): Promise<void> {
    this.#post();
    if (await this.#triggers.learn(this.#reader.schedules.value ?? [])) this.#post();
  }

  /** Waits until the page has reported its time zone, because hours in another zone would flicker. */
  #post(): void {
    if (this.#ready && this.panel.visible) this.panel.post(this.#news());
  }

  #news(): OverviewNews {
    const { name, environment } = this.#connection;
    const { schedules, tables, asOf } = this.#reader;
    return {
      kind: 'state',
      connection: {
        name,
        environment,
        readOnly: this.deps.platforms.isLocked(this.#connection),
        serverOffset: this.#model.serverOffset(this.#view),
      },
      asOf,
      watching: this.#polling.seen ? 'active' : 'paused',
      ...this.#model.news(this.#view),
      schedulesFailure: schedules.failure,
      tablesFailure: tables.failure,
      view: this.#view,
    };
  }
}
