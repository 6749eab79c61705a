import type { Connection } from '../connections/connection';
import type { Polling } from './polling';
import type { Polled, PollScheduler } from './pollScheduler';
import type { WebviewPanel } from './webviewPanel';

interface SeenPollingDeps {
  readonly polling: Polling;
  readonly connection: Connection;
  readonly polled: Polled;
  /** Whether there is anything to ask for. */
  readonly wanted?: () => boolean;
  /** Somebody can see the panel now, or nobody can. */
  readonly changed: () => void;
}

/** Polls for a panel while somebody can see it, until the panel is closed. Begins with the first update. */
export class SeenPolling {
  readonly #scheduler: PollScheduler;

  constructor(
    private readonly panel: Pick<
      WebviewPanel<never, unknown>,
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

  /** Polls, or stops, as things are now. */
  update(): void {
    const { polled, wanted = () => true } = this.deps;
    if (this.seen && wanted()) this.#scheduler.add(polled);
    else this.#scheduler.remove(polled);
  }

  /** Because a person said so. */
  askNow(): void {
    this.#scheduler.add(this.deps.polled);
    this.#scheduler.pollNow();
  }
}
