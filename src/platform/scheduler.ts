import { once } from 'node:events';
import { startCron } from './startCron';
import { Slots } from './engine/run/slots';
import type { QueryOutcome } from './queryRuns';
import type { ScheduledQuery } from './scheduledQuery';
import type { Services } from './services';
import type { RunEnd, StartedQuery } from './store/scheduledQueries';

type SchedulerDeps = Pick<Services, 'scheduledQueries' | 'queries' | 'accounts' | 'log'>;

type Constants = Readonly<Record<string, unknown>>;

interface Run {
  /** Whether it has started; until then it is not recorded. */
  begun: boolean;
  /** Aborted with the reason as text. */
  readonly stop: AbortController;
  /** Aborted to stop waiting for the work to end. */
  readonly abandon: AbortController;
  /** Resolves when the end is recorded. */
  readonly ended: Promise<void>;
}

/**
 * Number of concurrent runs; the others wait here. One fewer than the engine allows, so that a query of a user does
 * not wait for thousands of scheduled queries that are due at once.
 */
const runsAtOnce = 3;

/** Starts scheduled queries by cron and after other queries; a query never runs twice at the same time. */
export class Scheduler implements AsyncDisposable {
  readonly #stopCron = new Map<string, () => void>();
  readonly #runs = new Map<string, Run>();
  readonly #queue = new Slots(runsAtOnce);
  #closed = false;

  constructor(private readonly deps: SchedulerDeps) {}

  /** Runs that were missed while the platform was down are not repeated. */
  async start(): Promise<void> {
    const { scheduledQueries } = this.deps;
    await scheduledQueries.failInterruptedRuns('interrupted by a restart of the platform');
    for (const query of scheduledQueries.all()) this.#schedule(query);
    for (const { guid, constants } of await scheduledQueries.pendingRuns()) this.#begin(guid, constants);
  }

  /** Must be called after a query was created, changed or removed. Does not affect a current run. */
  refresh(guid: string): void {
    const query = this.deps.scheduledQueries.find(guid);
    this.#unschedule(guid);
    if (query) this.#schedule(query);
  }

  isRunning(guid: string): boolean {
    return this.#runs.get(guid)?.begun ?? false;
  }

  /**
   * Stops a running or waiting run and returns whether there was one. Resolves when the end is recorded; if
   * forced, without waiting for the work to end.
   */
  async stop(guid: string, reason: string, force: boolean): Promise<boolean> {
    const run = this.#runs.get(guid);
    if (!run) return false;
    run.stop.abort(reason);
    if (force) run.abandon.abort();
    await run.ended;
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const guid of [...this.#stopCron.keys()]) this.#unschedule(guid);
    const running = [...this.#runs.keys()];
    await Promise.all(running.map((guid) => this.stop(guid, 'the platform was stopped', false)));
  }

  #schedule({ guid, enabled, trigger }: Pick<ScheduledQuery, 'guid' | 'enabled' | 'trigger'>): void {
    if (!enabled || trigger.type !== 'cron') return;
    const stop = startCron(trigger.schedule, () => this.#begin(guid, {}));
    this.#stopCron.set(guid, stop);
  }

  #unschedule(guid: string): void {
    this.#stopCron.get(guid)?.();
    this.#stopCron.delete(guid);
  }

  #begin(guid: string, constants: Constants): void {
    if (this.#closed || this.#runs.has(guid)) return;
    const run = { begun: false, stop: new AbortController(), abandon: new AbortController() };
    const ended = this.#runInTurn(guid, constants, run)
      .catch((error: unknown) => this.deps.log(`scheduled query ${guid}`, error))
      .finally(() => this.#runs.delete(guid));
    this.#runs.set(guid, Object.assign(run, { ended }));
  }

  async #runInTurn(guid: string, constants: Constants, run: Omit<Run, 'ended'>): Promise<void> {
    const turn = await this.#queue.take(run.stop.signal).catch(() => undefined);
    // Stopped while it was waiting, so it never ran. After a shutdown it is due at the next start.
    if (!turn) {
      if (!this.#closed) await this.deps.scheduledQueries.forgetPendingRun(guid);
      return;
    }
    try {
      run.begun = true;
      await this.#run(guid, constants, run.stop.signal, run.abandon.signal);
    } finally {
      turn[Symbol.dispose]();
    }
  }

  async #run(guid: string, constants: Constants, stop: AbortSignal, abandon: AbortSignal): Promise<void> {
    const { scheduledQueries } = this.deps;
    const started = new Date();
    const query = await scheduledQueries.recordStart(guid, started);
    if (!query) return;
    const outcome = await this.#execute(query, constants, stop, abandon);
    const end = endOf(outcome, started, stop);
    const output = outcome.outcome === 'succeeded' ? (outcome.lastRow ?? {}) : {};
    // Stopping a run also ends the rest of its chain.
    const due = await scheduledQueries.recordEnd(guid, end, stop.aborted ? undefined : output);
    for (const follower of due) this.#begin(follower, output);
  }

  async #execute(
    { owner, query, outputParameter }: StartedQuery,
    constants: Constants,
    stop: AbortSignal,
    abandon: AbortSignal,
  ): Promise<QueryOutcome> {
    const account = this.deps.accounts.findByLoginName(owner);
    if (!account) return { outcome: 'failed', reason: `account not found: ${owner}` };
    if (stop.aborted) return abandoned;
    const running = this.deps.queries.start({
      text: query,
      source: 'scheduled-query',
      account,
      remoteAddress: '',
      constants,
      background: true,
      lastRow: outputParameter,
    });
    stop.addEventListener('abort', () => running.cancel(), { once: true });
    return Promise.race([running.done, once(abandon, 'abort').then(() => abandoned)]);
  }
}

const abandoned: QueryOutcome = { outcome: 'cancelled', reason: 'stopped' };

function endOf(outcome: QueryOutcome, started: Date, stop: AbortSignal): RunEnd {
  const elapsedMilliseconds = Date.now() - started.getTime();
  if (outcome.outcome === 'succeeded') return { result: 'succeeded', elapsedMilliseconds };
  const reason = stop.aborted ? String(stop.reason) : outcome.reason;
  return { result: 'failed', elapsedMilliseconds, reason };
}
