import { ToolRejection } from './tool';

/** Limits concurrent and waiting calls, so that an assistant in a loop cannot flood a platform. */
export class CallGate {
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly max: number,
    private readonly maxWaiting: number,
  ) {}

  async through<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#working >= this.max) await this.#turn(signal);
    else this.#working += 1;
  }

  /** Passes the slot to the longest waiting call, so that a new one cannot take it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#working -= 1;
    else next();
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.maxWaiting) {
      throw new ToolRejection(
        `Too many calls at once: ${this.max} are running and ${this.maxWaiting} are waiting. Try again when some have finished.`,
      );
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
