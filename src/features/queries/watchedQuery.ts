import type { PlatformClient } from '../../api/client';
import { RefusedError, UnreachableError } from '../../api/errors';
import { t } from '../../shared/localize';
import type { Failure } from '../../shared/protocol/common';
import type { Sample, WatchedStatus } from '../../shared/protocol/queryStatus';
import { wireTimeOffset } from '../../shared/wire/time';
import { panelFailure } from '../../ui/panelFailure';
import type { Polled } from '../../ui/pollScheduler';
import { countsOf, toWatchedStatus } from './watchedStatus';

/** Ten minutes at one answer a second; older ones make room. */
const mostSamples = 600;

/** What is known of one query, and how to learn more. It outlives the pages that show it. */
export class WatchedQuery implements Polled {
  status: WatchedStatus | null = null;
  samples: readonly Sample[] = [];
  lastHeard: number | null = null;
  failure: Failure | null = null;
  serverOffset: number | null = null;
  cancelAsked = false;

  constructor(
    readonly id: number,
    private readonly client: () => Promise<PlatformClient>,
    private readonly changed: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  get over(): boolean {
    return this.status?.isFinished === true;
  }

  async poll(signal: AbortSignal): Promise<'goOn' | 'stop'> {
    try {
      const client = await this.client();
      this.#hear(toWatchedStatus(await client.queryStatus(this.id, signal)));
      return this.over ? 'stop' : 'goOn';
    } catch (error) {
      signal.throwIfAborted();
      return this.#fail(error);
    } finally {
      if (!signal.aborted) this.changed();
    }
  }

  /** Asks the service to end the query. Its end shows in a later answer. */
  async cancel(signal?: AbortSignal): Promise<void> {
    this.cancelAsked = true;
    this.changed();
    try {
      const client = await this.client();
      await client.dropCursor(this.id, signal);
    } catch (error) {
      this.cancelAsked = false;
      throw error;
    } finally {
      this.changed();
    }
  }

  #hear(status: WatchedStatus): void {
    this.lastHeard = this.now();
    this.failure = null;
    // Answers may overtake each other; an older one would make the counts jump back.
    if (this.status && status.stamp < this.status.stamp) return;
    this.status = status;
    if (status.lastStarted !== null)
      this.serverOffset = wireTimeOffset(status.lastStarted) ?? this.serverOffset;
    const sample = { at: this.lastHeard, rows: status.rows, pushCounts: countsOf(status) };
    this.samples = [...this.samples, sample].slice(-mostSamples);
  }

  #fail(error: unknown): 'stop' {
    if (isGone(error)) {
      this.lastHeard = this.now();
      // A cancelled query is dropped: that it is gone then is the confirmation.
      if (this.cancelAsked && this.status) {
        this.status = { ...this.status, isCancelled: true, isFinished: true };
        return 'stop';
      }
    }
    this.failure = toFailure(error, this.id);
    if (error instanceof UnreachableError) throw error;
    return 'stop';
  }
}

function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'invalid-query-id';
}

function toFailure(error: unknown, id: number): Failure {
  if (isGone(error)) {
    return {
      reason: 'gone',
      message: t('Query {0} is gone, or it was started by somebody else.', id),
      detail: t(
        'The service shows only queries of your own account, and forgets them some time after their end.',
      ),
      // The service gives no number twice: what is gone does not come back.
      canRetry: false,
    };
  }
  return panelFailure(error);
}
