import { ApiError, UnreachableError } from '../../../core/api/errors';
import { hasFailed } from '../../../core/interface/scheduledQueryFields';
import type { QueryState } from '../../ui/connections/queryRecords';

/** What is read of a connection. */
export interface WatchedSource {
  /** Reads the records that have not been read for longest, unless all are recent. Returns whether it did. */
  readonly readSchedules: (signal: AbortSignal) => Promise<boolean>;
  /** What is known of all scheduled queries. */
  readonly schedules: () => readonly QueryState[];
  /** The names of the tables that no longer receive logs. */
  readonly readSilent: (signal: AbortSignal) => Promise<readonly string[]>;
}

export interface FailingSchedule {
  readonly guid: string;
  readonly name: string;
  readonly reason: string | undefined;
}

/** Something that has begun to fail. */
export type FailureChange =
  | ({ readonly kind: 'failed' } & FailingSchedule)
  | { readonly kind: 'silent'; readonly name: string };

type Part = 'schedules' | 'tables';

/** Milliseconds between two requests, and between two readings of tables, whose silence is counted in days. */
const requestEvery = 60_000;
/** The explorer has just been opened: what it reads itself comes first. */
const firstAfter = 10_000;
const tablesEvery = 600_000;

/** The failing schedules and silent tables of one connection, for at most one request a minute. */
export class FailureWatch {
  #next: number;
  #tablesAt = -Infinity;
  #hasReadSchedules = false;
  silent: readonly string[] = [];
  /** The schedules that were seen without a failure: pages that are read later have older failures. */
  #working: ReadonlySet<string> = new Set();
  #compared: readonly QueryState[] = [];
  /** The tables that were silent when they were compared last; undefined until they were read. */
  #reportedSilent: ReadonlySet<string> | undefined;
  readonly #rejected = new Set<Part>();

  constructor(
    private readonly source: WatchedSource,
    private readonly now: () => number = Date.now,
  ) {
    this.#next = now() + firstAfter;
  }

  get failing(): readonly FailingSchedule[] {
    return this.source.schedules().filter(isFailing).map(toFailing);
  }

  /** Whether the platform does not let this key read everything. */
  get isRejected(): boolean {
    return this.#rejected.size > 0;
  }

  /** Reads one part if it is due. Failures are not reported: the explorer shows them. */
  async poll(signal: AbortSignal): Promise<void> {
    if (this.now() < this.#next) return;
    const areTablesDue = this.#hasReadSchedules && this.now() - this.#tablesAt >= tablesEvery;
    if (areTablesDue) await this.#attempt('tables', signal);
    else if (!(await this.#attempt('schedules', signal)) && this.#tablesAt === -Infinity) {
      await this.#attempt('tables', signal);
    }
  }

  /** What has begun to fail since it was called last. What failed when it was first read is none. */
  newFailures(): readonly FailureChange[] {
    return [
      ...this.#newlyFailed().map((schedule) => ({ kind: 'failed' as const, ...schedule })),
      ...this.#newlySilent().map((name) => ({ kind: 'silent' as const, name })),
    ];
  }

  #newlyFailed(): readonly FailingSchedule[] {
    const schedules = this.source.schedules();
    if (schedules === this.#compared) return [];
    this.#compared = schedules;
    const failed = schedules.filter((schedule) => isFailing(schedule) && this.#working.has(schedule.guid));
    this.#working = new Set(schedules.filter((schedule) => !isFailing(schedule)).map(({ guid }) => guid));
    return failed.map(toFailing);
  }

  #newlySilent(): readonly string[] {
    if (this.#tablesAt === -Infinity) return [];
    const before = this.#reportedSilent;
    this.#reportedSilent = new Set(this.silent);
    return before === undefined ? [] : this.silent.filter((name) => !before.has(name));
  }

  /** Returns whether a request was sent. */
  async #attempt(part: Part, signal: AbortSignal): Promise<boolean> {
    if (this.#rejected.has(part)) {
      this.#hasReadSchedules ||= part === 'schedules';
      return false;
    }
    const before = this.#next;
    this.#next = this.now() + requestEvery;
    try {
      if (part === 'tables') {
        this.#tablesAt = this.now();
        this.silent = await this.source.readSilent(signal);
        return true;
      }
      const isSent = await this.source.readSchedules(signal);
      this.#hasReadSchedules = true;
      if (!isSent) this.#next = before;
      return isSent;
    } catch (error) {
      // The role does not suffice, or the platform does not list them.
      if (error instanceof ApiError && !(error instanceof UnreachableError)) this.#rejected.add(part);
      return true;
    }
  }
}

function isFailing({ enabled, resultState, lastFailureReason }: QueryState): boolean {
  return enabled && hasFailed(resultState, lastFailureReason);
}

function toFailing({ guid, name, lastFailureReason: reason }: QueryState): FailingSchedule {
  return { guid, name, reason };
}
