import { UnreachableError } from '../../api/errors';
import type { PlatformClient } from '../../api/client';
import type { Failure } from '../../shared/protocol/common';
import { isCancellation } from '../../ui/prompts/cancelled';
import { panelFailure } from '../../ui/panels/panelFailure';

export type Read<Value> = (client: PlatformClient, signal: AbortSignal) => Promise<Value>;

/** A section that is polled independently: a rejected request does not affect the other sections. */
export class Part<Value> {
  /** The last result, kept while the platform does not respond. */
  value: Value | undefined;
  failure: Failure | null = null;
  /** Why the platform did not respond last time. */
  unreachable: UnreachableError | undefined;
  #askAt = 0;

  constructor(
    private readonly interval: number,
    private readonly ask: Read<Value>,
    private readonly now: () => number,
  ) {}

  isDue(): boolean {
    return this.now() >= this.#askAt;
  }

  /** Requests it in the next round, even if it was rejected. */
  renew(): void {
    this.#askAt = 0;
  }

  /** Rejects only if it is canceled. */
  async read(client: PlatformClient, signal: AbortSignal): Promise<void> {
    this.#askAt = this.now() + this.interval;
    this.unreachable = undefined;
    try {
      this.value = await this.ask(client, signal);
      this.failure = null;
    } catch (error) {
      if (signal.aborted || isCancellation(error)) {
        this.renew();
        throw error;
      }
      this.failure = panelFailure(error);
      if (error instanceof UnreachableError) this.unreachable = error;
      // A rejected request is not repeated until the user retries.
      else this.#askAt = Infinity;
    }
  }
}
