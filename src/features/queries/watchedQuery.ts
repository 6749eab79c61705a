import type { PlatformClient } from '../../api/client';
import { keepsQuery } from '../../api/keepsQuery';
import { RefusedError, UnreachableError } from '../../api/errors';
import { t } from '../../shared/localize';
import type { Failure } from '../../shared/protocol/common';
import type { Sample, WatchedStatus } from '../../shared/protocol/queryStatus';
import { wireTimeOffset } from '../../shared/wire/time';
import { panelFailure } from '../../ui/panels/panelFailure';
import type { Polled } from '../../ui/panels/pollScheduler';
import type { QueryEnd } from '../../ui/panels/queryEnds';
import { countsOf, toWatchedStatus } from './watchedStatus';

/** Ten minutes at one answer a second; older ones make room. */
const maxSamples = 600;

/** What is known of one query, and how to learn more. It outlives the pages that show it. */
export class WatchedQuery implements Polled {
  status: WatchedStatus | null = null;
  samples: readonly Sample[] = [];
  lastHeard: number | null = null;
  failure: Failure | null = null;
  serverOffset: number | null = null;
  cancelAsked = false;
  #end = new AbortController();

  constructor(
    readonly id: number,
    private readonly client: () => Promise<PlatformClient>,
    private readonly changed: () => void,
    /** From before a reload of the window, which drops the queries that were run in it. */
    private mayBeDropped = false,
    private readonly now: () => number = Date.now,
  ) {}

  get over(): boolean {
    return this.#isOver();
  }

  async poll(round: AbortSignal): Promise<'goOn' | 'stop' | 'rest'> {
    if (this.#isOver()) return 'stop';
    if (this.cancelAsked) return 'rest';
    const signal = AbortSignal.any([round, this.#end.signal]);
    try {
      const client = await this.client();
      if (await this.#isDropped(client, signal)) return this.#isMissing();
      this.#hear(toWatchedStatus(await client.queryStatus(this.id, signal)));
      return this.#isOver() ? 'stop' : 'goOn';
    } catch (error) {
      signal.throwIfAborted();
      return this.#fail(error);
    } finally {
      if (!signal.aborted) this.changed();
    }
  }

  /** Looked up once. */
  async #isDropped(client: PlatformClient, signal: AbortSignal): Promise<boolean> {
    if (!this.mayBeDropped) return false;
    const isKept = await keepsQuery(client, this.id, signal);
    this.mayBeDropped = false;
    return isKept === false;
  }

  #isMissing(): 'stop' {
    this.lastHeard = this.now();
    this.failure = missingQueryFailure(this.id);
    return 'stop';
  }

  /** Somebody in this window ends the query. That the service took it is its end; nobody may ask about it then. */
  endChanged(state: QueryEnd['state']): void {
    this.cancelAsked = state === 'ending';
    if (state === 'ending') this.#end.abort();
    else this.#end = new AbortController();
    if (state === 'ended' && !this.over) {
      this.lastHeard = this.now();
      if (this.status) this.status = { ...this.status, isCancelled: true, isFinished: true };
      else this.failure = missingQueryFailure(this.id);
    }
    this.changed();
  }

  /** A call, because it changes while one waits. What is gone does not come back; asking again is a failed access. */
  #isOver(): boolean {
    return this.status?.isFinished === true || this.failure?.reason === 'gone';
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
    this.samples = [...this.samples, sample].slice(-maxSamples);
  }

  #fail(error: unknown): 'stop' {
    if (isGone(error)) return this.#isMissing();
    this.failure = panelFailure(error);
    if (error instanceof UnreachableError) throw error;
    return 'stop';
  }
}

function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'invalid-query-id';
}

function missingQueryFailure(id: number): Failure {
  return {
    reason: 'gone',
    message: t('Query {0} no longer exists, or it was started by someone else.', id),
    detail: t(
      'The platform shows only the queries of your account, and removes them some time after they end.',
    ),
    // The service gives no number twice: what is gone does not come back.
    canRetry: false,
  };
}
