import { once } from 'node:events';
import { countText, maxWaiting } from './cronTimes';
import type { SkippedTimes } from './cronTimes';
import { DueClock } from './dueClock';
import type { Queries } from './engine/run/liveQueries';
import { reserveOne, Slots } from '../core/base/slots';
import type { Log } from './errors';
import type { Metrics } from './metrics';
import type { QueryOutcome } from './engine/run/engineRun';
import type { Accounts } from './store/accounts';
import { isHandled } from './store/scheduledQueryRows';
import type { ScheduledQueries, StartedQuery } from './store/queryStore';
import type { RunEnd } from './store/scheduledRuns';

interface SchedulerDeps {
  readonly scheduledQueries: ScheduledQueries;
  readonly queries: Queries;
  readonly accounts: Accounts;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A run that has not started yet. */
interface WaitingRun {
  readonly due: Date;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The runs of one query: one is queued or running, and others may wait for it. */
interface Line {
  waiting: WaitingRun[];
  skipped: SkippedTimes | undefined;
  /** Whether the first run has started. */
  begun: boolean;
  /** Whether the user has stopped it, which also ends the rest of its chain. */
  isStopped: boolean;
  /** Aborted with the reason as text. */
  readonly stop: AbortController;
  /** Aborted to stop waiting for the work to end. */
  readonly abandon: AbortController;
  /** Resolves when the end is recorded. */
  ended: Promise<void>;
}

/**
 * Number of concurrent runs, the last of which is kept for accounts without one. One account has fewer than the
 * engine allows it, so that its own queries do not wait for thousands of scheduled queries that are due at once.
 */
const runsAtOnce = 4;

/**
 * Starts scheduled queries by cron and after other queries. A query never runs twice at the same time: what is
 * due meanwhile waits, with its own due time.
 */
export class Scheduler implements AsyncDisposable {
  readonly #clock = new DueClock((now) => this.runDue(now));
  readonly #lines = new Map<string, Line>();
  readonly #queue = new Slots(runsAtOnce, reserveOne);
  #closed = false;

  constructor(private readonly deps: SchedulerDeps) {}

  async start(): Promise<void> {
    await this.startAt(new Date());
    this.#clock.start();
  }

  /**
   * Starts what is due at a time and what waits from before: due times that were missed while the platform was
   * down wait like others. Later ones need calls of {@link runDue}.
   */
  async startAt(now: Date): Promise<void> {
    const { scheduledQueries } = this.deps;
    // On a full disk, the platform starts without recording them.
    await scheduledQueries
      .failInterruptedRuns('interrupted by a restart of the platform')
      .catch((error: unknown) => this.deps.log('interrupted runs', error));
    for (const query of scheduledQueries.all()) this.#clock.set(query, now);
    for (const { guid, ...run } of await scheduledQueries.pendingRuns()) this.#add(guid, [run]);
    this.runDue(now);
  }

  /** Must be called after a query was created, changed or removed. Does not affect a current run. */
  refresh(guid: string): void {
    const query = this.deps.scheduledQueries.find(guid);
    this.#clock.remove(guid, query);
    if (query) this.#clock.set(query, new Date());
    const line = this.#lines.get(guid);
    if (!line) return;
    line.waiting = line.waiting.filter(({ due }) => query?.enabled && !isHandled(query, due));
    if (line.waiting.length === 0 && !line.begun) line.stop.abort('nothing is due any more');
  }

  /** Starts what is due at a time. Called by the clock. */
  runDue(now: Date): void {
    let skipped = 0;
    for (const { guid, times } of this.#clock.dueSince(now)) {
      skipped += this.#add(
        guid,
        times.newest.map((due) => ({ due, constants: {} })),
        times.skipped,
      );
    }
    if (skipped > 0) this.deps.log(`scheduled queries: skipped ${countText(skipped)} due times`);
  }

  counts(): { readonly running: number; readonly waiting: number } {
    const lines = [...this.#lines.values()];
    const waiting = lines.reduce((sum, line) => sum + line.waiting.length, 0);
    return { running: lines.filter(({ begun }) => begun).length, waiting };
  }

  isRunning(guid: string): boolean {
    return this.#lines.get(guid)?.begun ?? false;
  }

  /**
   * Stops a running run, discards waiting ones, and returns whether there was one. Resolves when the end is
   * recorded; if forced, without waiting for the work to end.
   */
  async stop(guid: string, reason: string, force: boolean): Promise<boolean> {
    const line = this.#lines.get(guid);
    if (!line) return false;
    line.isStopped = true;
    line.waiting = [];
    line.stop.abort(reason);
    if (force) line.abandon.abort();
    await this.deps.scheduledQueries.discardStarts(guid);
    await line.ended;
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#clock[Symbol.dispose]();
    const lines = [...this.#lines.values()];
    for (const { stop } of lines) stop.abort('the platform was stopped');
    await Promise.all(lines.map(({ ended }) => ended));
  }

  /** Returns how many due times will not run because too many are waiting. */
  #add(guid: string, runs: readonly WaitingRun[], missed?: SkippedTimes): number {
    if (this.#closed || runs.length === 0) return 0;
    const line = this.#lines.get(guid);
    const waiting = [...(line?.waiting ?? []), ...runs];
    const skipped = addSkipped(skipOldest(waiting), missed);
    if (line) Object.assign(line, { waiting, skipped: addSkipped(line.skipped, skipped) });
    else this.#open(guid, waiting, skipped);
    return skipped?.count ?? 0;
  }

  #open(guid: string, waiting: WaitingRun[], skipped: Line['skipped']): void {
    const line: Line = {
      waiting,
      skipped,
      begun: false,
      isStopped: false,
      stop: new AbortController(),
      abandon: new AbortController(),
      ended: Promise.resolve(),
    };
    this.#lines.set(guid, line);
    line.ended = this.#runInTurn(guid, line)
      .catch((error: unknown) => this.deps.log(`scheduled query ${guid}`, error))
      .finally(() => {
        this.#lines.delete(guid);
        if (line.waiting.length > 0 && !this.#closed) this.#open(guid, line.waiting, line.skipped);
      });
  }

  async #runInTurn(guid: string, line: Line): Promise<void> {
    const owner = this.deps.scheduledQueries.find(guid)?.owner;
    // Stopped while it was waiting, so it never ran. After a shutdown it is due at the next start.
    using turn = await this.#queue.acquire(line.stop.signal, owner).catch(() => undefined);
    const run = turn && line.waiting.shift();
    if (!run) return;
    line.begun = true;
    await this.#run(guid, run, line);
  }

  async #run(guid: string, { due, constants }: WaitingRun, line: Line): Promise<void> {
    const { scheduledQueries } = this.deps;
    const started = new Date();
    const { skipped } = line;
    line.skipped = undefined;
    const query = await scheduledQueries.recordStart(guid, { due, started, skipped });
    if (!query) return;
    const { rows, ...outcome } = await this.#execute(query, { due, constants }, line);
    const end = endOf(outcome, rows, started, line.stop.signal);
    const output = outcome.outcome === 'succeeded' ? (outcome.lastRow ?? {}) : {};
    const next = await scheduledQueries.recordEnd(guid, end, line.isStopped ? undefined : output);
    this.deps.metrics.scheduledRunEnded(end.result);
    for (const { guid: dependent, ...run } of next) this.#add(dependent, [run]);
  }

  async #execute(
    { owner, query, outputParameter }: StartedQuery,
    { due, constants }: WaitingRun,
    { stop, abandon }: Line,
  ): Promise<QueryOutcome & { readonly rows: number }> {
    const account = this.deps.accounts.findByLoginName(owner);
    if (!account) return { outcome: 'failed', reason: `account not found: ${owner}`, rows: 0 };
    if (stop.signal.aborted) return abandoned;
    const running = this.deps.queries.start({
      text: query,
      source: 'scheduled-query',
      account,
      remoteAddress: '',
      constants,
      background: true,
      lastRow: outputParameter,
      due,
    });
    stop.signal.addEventListener('abort', () => running.cancel(), { once: true });
    const done = running.done.then((outcome) => ({ ...outcome, rows: running.result?.count ?? 0 }));
    return Promise.race([done, once(abandon.signal, 'abort').then(() => abandoned)]);
  }
}

const abandoned = { outcome: 'cancelled', reason: 'stopped', rows: 0 } as const;

/** Removes the oldest if too many wait. */
function skipOldest(waiting: WaitingRun[]): SkippedTimes | undefined {
  const [oldest, ...others] = waiting.splice(0, Math.max(0, waiting.length - maxWaiting));
  return oldest && { first: oldest.due, count: 1 + others.length };
}

function addSkipped(
  earlier: SkippedTimes | undefined,
  later: SkippedTimes | undefined,
): SkippedTimes | undefined {
  return earlier && later ? { first: earlier.first, count: earlier.count + later.count } : (earlier ?? later);
}

function endOf(outcome: QueryOutcome, rows: number, started: Date, stop: AbortSignal): RunEnd {
  const elapsedMilliseconds = Date.now() - started.getTime();
  if (outcome.outcome === 'succeeded') return { result: 'succeeded', elapsedMilliseconds, rows };
  const reason = stop.aborted ? String(stop.reason) : outcome.reason;
  return { result: 'failed', elapsedMilliseconds, rows, reason };
}
