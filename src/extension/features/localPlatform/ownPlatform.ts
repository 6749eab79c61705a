import type { PlatformProcess } from '../../../core/api/platformProcess';

type RunningPlatform = Pick<PlatformProcess, 'isRunning' | 'onExit' | 'stop' | 'kill'>;

/** The local platform that this window has started: at most one, because two cannot share the data folder. */
export class OwnPlatform {
  #running: RunningPlatform | undefined;
  #starting: Promise<void> | undefined;

  constructor(
    private readonly launch: () => Promise<RunningPlatform>,
    private readonly changed: (isRunning: boolean) => Promise<void>,
  ) {}

  /** A second call waits for the first. */
  async start(): Promise<void> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Resolves when it has ended, to whether there was one. */
  async stop(): Promise<boolean> {
    if (this.#running === undefined) return false;
    await this.#running.stop();
    return true;
  }

  kill(): void {
    this.#running?.kill();
  }

  async #start(): Promise<void> {
    if (this.#running?.isRunning === true) return;
    const started = await this.launch();
    this.#running = started;
    started.onExit(() => {
      this.#running = undefined;
      void this.changed(false);
    });
    // It may have ended already.
    await this.changed(started.isRunning);
  }
}
