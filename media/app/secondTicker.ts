import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Draws an element every second while it is wanted: "last heard" grows by itself, above all when no answer comes. */
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
