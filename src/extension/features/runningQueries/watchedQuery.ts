import { RunningQuery } from '../../../core/api/runningQuery';
import type { QueryClient } from '../../../core/api/runningQuery';
import { RejectedError, UnreachableError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import type { Failure } from '../../../core/pages/common';
import type { Sample, WatchedStatus } from '../../../core/pages/queryStatusMessages';
import { wireTimeOffset } from '../../../core/interface/time';
import { panelFailure } from '../../ui/panels/panelFailure';
import type { Polled } from '../../ui/panels/polling';
import type { QueryEnd } from '../../ui/panels/queryEnds';
import type { Integer64 } from '../../../core/base/integers';
import type { CommandStatus, QueryStatus } from '../../../core/interface/queryStatus';

/** Ten minutes at one response per second; older samples are discarded. */
const maxSamples = 600;

/** The known status of a query, which it polls. It exists longer than the pages that show it. */
export class WatchedQuery implements Polled {
  status: WatchedStatus | null = null;
  samples: readonly Sample[] = [];
  lastResponse: number | null = null;
  failure: Failure | null = null;
  serverOffset: number | null = null;
  cancelAsked = false;
  #end = new AbortController();
  readonly #query: RunningQuery;

  constructor(
    readonly id: number,
    private readonly client: QueryClient,
    private readonly changed: () => void,
    /** Whether it is from before a reload of the window, which drops the window's queries. */
    private mayBeDropped = false,
  ) {
    this.#query = new RunningQuery(client, id, '');
  }

  async poll(round: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    if (this.isOver()) return 'stop';
    if (this.cancelAsked) return 'rest';
    const signal = AbortSignal.any([round, this.#end.signal]);
    try {
      if (await this.#isDropped(signal)) return this.#isMissing();
      const before = this.#query.status;
      const status = await this.#query.refresh(signal);
      this.#onResponse();
      if (status !== before) this.#onStatus(toWatchedStatus(status));
      return this.isOver() ? 'stop' : 'continue';
    } catch (error) {
      signal.throwIfAborted();
      return this.#fail(error);
    } finally {
      if (!signal.aborted) this.changed();
    }
  }

  /** Checked until the list of the platform or the status of the query shows it. */
  async #isDropped(signal: AbortSignal): Promise<boolean> {
    if (!this.mayBeDropped) return false;
    const isKept = await RunningQuery.exists(this.client, this.id, signal);
    this.mayBeDropped = isKept === undefined;
    return isKept === false;
  }

  #isMissing(): 'stop' {
    this.lastResponse = Date.now();
    this.failure = missingQueryFailure(this.id);
    return 'stop';
  }

  /**
   * Called when this window cancels the query. Once the platform has accepted that, the query must not be
   * requested again.
   */
  endChanged(state: QueryEnd['state']): void {
    this.cancelAsked = state === 'ending';
    if (state === 'ending') this.#end.abort();
    else this.#end = new AbortController();
    if (state === 'ended' && !this.isOver()) {
      this.lastResponse = Date.now();
      if (this.status) this.status = { ...this.status, isCanceled: true, isFinished: true };
      else this.failure = missingQueryFailure(this.id);
    }
    this.changed();
  }

  /**
   * A method, because the result changes across awaits. A query that no longer exists does not come back, and
   * requesting it is logged as a failed access.
   */
  isOver(): boolean {
    return this.status?.isFinished === true || this.failure?.reason === 'notFound';
  }

  #onResponse(): void {
    this.lastResponse = Date.now();
    this.failure = null;
    this.mayBeDropped = false;
  }

  #onStatus(status: WatchedStatus): void {
    this.status = status;
    if (status.lastStarted !== null)
      this.serverOffset = wireTimeOffset(status.lastStarted) ?? this.serverOffset;
    const sample = { at: Date.now(), rows: status.rows, pushCounts: countsOf(status) };
    this.samples = [...this.samples, sample].slice(-maxSamples);
  }

  #fail(error: unknown): 'stop' {
    if (error instanceof RejectedError && error.code === 'invalid-query-id') return this.#isMissing();
    this.failure = panelFailure(error);
    if (error instanceof UnreachableError) throw error;
    return 'stop';
  }
}

function missingQueryFailure(id: number): Failure {
  return {
    reason: 'notFound',
    message: t('Query {0} no longer exists, or it was started by someone else.', id),
    detail: t(
      'The platform shows only the queries of your account, and removes them some time after they end.',
    ),
    // IDs are never reused, so a retry cannot help.
    canRetry: false,
  };
}

/** Converts a response for the page. */
function toWatchedStatus(status: QueryStatus): WatchedStatus {
  return {
    id: status.id,
    source: status.source,
    loginName: status.loginName ?? '',
    remoteIp: status.remoteIp ?? '',
    rows: Number(status.rows),
    elapsed: Number(status.elapsed),
    isFinished: status.finished,
    isCanceled: status.canceled,
    isScheduledQuery: status.scheduled,
    background: status.background,
    constants: { ...status.constants },
    tags: { ...status.tags },
    queryString: status.text,
    startTime: toEpoch(status.startTime),
    finishTime: toEpoch(status.finishTime),
    lastStarted: status.lastStarted ?? null,
    stamp: status.stamp,
    commands: status.commands.map(toCommand),
    subQueries: status.subQueries.map(({ id, commands }) => ({ id, commands: commands.map(toCommand) })),
    more: otherFields(status.raw),
  };
}

/** In the order of the page: the commands of the query, then those of each subquery. */
function countsOf(status: WatchedStatus): number[] {
  const commands = [...status.commands, ...status.subQueries.flatMap((subQuery) => subQuery.commands)];
  return commands.map(({ pushCount }) => pushCount);
}

function toCommand({ command, status, pushCount }: CommandStatus): WatchedStatus['commands'][number] {
  return { command, status, pushCount: Number(pushCount) };
}

/** Seconds or milliseconds: the interface only says "epoch". No query ran before 1973. */
function toEpoch(time: Integer64 | undefined): number | null {
  if (time === undefined || Number(time) <= 0) return null;
  const value = Number(time);
  return value < 100_000_000_000 ? value * 1000 : value;
}

const shownFields = new Set(
  ['id', 'source', 'login_name', 'remote_ip', 'rows', 'elapsed', 'is_finished', 'is_cancelled'].concat(
    ['is_scheduled_query', 'background', 'constants', 'tags', 'query_string', 'start_time', 'finish_time'],
    ['last_started', 'stamp', 'commands', 'sub_queries'],
  ),
);

/** JSON cannot represent bigints, so they are written as strings. */
function otherFields(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const others = Object.entries(raw).filter(([name, value]) => !shownFields.has(name) && value !== null);
  return Object.fromEntries(
    others.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}
