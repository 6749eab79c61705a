import type { Connection } from '../connections/connection';
import type { Polling, Polled, PollScheduler } from './polling';
import type { PanelPage, WebviewPanel } from './webviewPanel';

interface SeenPollingDeps {
  readonly polling: Polling;
  readonly connection: Connection;
  readonly polled: Polled;
  /** Whether there is anything to poll. */
  readonly wanted?: () => boolean;
  /** Called when the panel becomes visible or hidden. */
  readonly changed: () => void;
}

/** Polls while a panel is visible, until it is closed. Starts with the first update. */
export class SeenPolling {
  readonly #scheduler: PollScheduler;

  constructor(
    private readonly panel: Pick<
      WebviewPanel<PanelPage>,
      'visible' | 'onDidChangeVisibility' | 'onDidDispose'
    >,
    private readonly deps: SeenPollingDeps,
  ) {
    const { polling, connection, polled } = deps;
    this.#scheduler = polling.schedulerOf(connection);
    const update = (): void => {
      this.update();
      deps.changed();
    };
    panel.onDidChangeVisibility(update);
    const away = polling.onDidChangeAway(update);
    panel.onDidDispose(() => {
      away.dispose();
      this.#scheduler.remove(polled);
    });
  }

  get seen(): boolean {
    return this.deps.polling.canSee(this.panel);
  }

  /** Starts or stops polling depending on the current state. */
  update(): void {
    const { polled, wanted = () => true } = this.deps;
    if (this.seen && wanted()) this.#scheduler.add(polled);
    else this.#scheduler.remove(polled);
  }

  /** Polls immediately at the request of the user, unless the panel was hidden or closed meanwhile. */
  askNow(): void {
    if (!this.seen) return;
    this.#scheduler.add(this.deps.polled);
    this.#scheduler.pollNow();
  }
}
