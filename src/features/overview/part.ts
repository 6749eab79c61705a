import { UnreachableError } from '../../api/errors';
import type { PlatformClient } from '../../api/client';
import type { Failure } from '../../shared/protocol/common';
import { isCancellation } from '../../ui/prompts/cancelled';
import { panelFailure } from '../../ui/panels/panelFailure';

export type Read<Value> = (client: PlatformClient, signal: AbortSignal) => Promise<Value>;

/** A section that is polled independently: a rejected request does not affect the other sections. */
export class Part<Value> {
  /** What came last; it stays while the service does not answer. */
  value: Value | undefined;
  failure: Failure | null = null;
  /** Why there was no answer at all the last time. */
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

  /** To be asked in the next round, also what was refused. */
  renew(): void {
    this.#askAt = 0;
  }

  /** Resolves whatever comes; rejects only when it is cancelled. */
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
      // A refusal stays one until somebody asks again.
      else this.#askAt = Infinity;
    }
  }
}
