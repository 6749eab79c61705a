import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Renders an element every second, so that the age of the last response increases even if no response arrives. */
export class SecondTicker implements ReactiveController {
  #clock: number | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly isWanted: () => boolean,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#clock = window.setInterval(() => {
      if (this.isWanted()) this.host.requestUpdate();
    }, 1000);
  }

  hostDisconnected(): void {
    window.clearInterval(this.#clock);
  }
}
