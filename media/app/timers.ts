import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Runs only the last call of a burst, for example to report where a scroll ended. */
export function debounce<Values extends readonly unknown[]>(
  milliseconds: number,
  run: (...values: Values) => void,
): (...values: Values) => void {
  let timer: number | undefined;
  return (...values) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => run(...values), milliseconds);
  };
}

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
