import type { Query } from '../../../core/language/ast';
import { hasRole } from '../../account';
import type { Account } from '../../account';
import { importEntry } from '../../audit/auditEntry';
import type { PlanningContext } from '../planner/planningContext';
import { planPipeline } from '../planner/planPipeline';
import type { Pipeline } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import { checkTables } from './checkTables';
import { executePipeline, executeQuery, lastRowOf } from './executeQuery';
import { failureReason } from './failureReason';
import { limitReasons, QueryRun } from './engineRun';
import type { QueryOutcome, QueryRunRequest } from './engineRun';
import { definitionsOf, isTooLarge, readQuery, subqueriesOf, tryReadQuery } from './readQuery';
import type { QueriesOptions } from './queriesOptions';
import { largestOf, nextQueryId, rejectTooMany, runsToDrop } from './queryLimits';
import { fairShare, Slots } from '../../../core/base/slots';
import type { Slot } from '../../../core/base/slots';
import { SpillWatch } from './spillWatch';
import { systemRows } from './systemRows';

/** A text that can run. */
export interface CheckedQuery {
  readonly query: Query;
  /** Undefined if it depends on parameters that are evaluated first. */
  readonly pipeline: Pipeline | undefined;
}

/**
 * The number of concurrent queries, of which one account gets half while others have none; more would only
 * compete for memory and threads.
 */
const runningAtOnce = 8;
/** Checks have separate slots, so that reporting an error does not wait for queries of others. */
const checksAtOnce = 8;
const maxCheck = 5000;
const sweepMilliseconds = 30_000;

/** All queries that are running, waiting or have results. Each belongs to an account. */
export class Queries implements AsyncDisposable {
  readonly #runs = new Map<number, QueryRun>();
  readonly #slots = new Slots(runningAtOnce, fairShare);
  readonly #checks = new Slots(checksAtOnce, fairShare);
  readonly #sweep: NodeJS.Timeout;
  readonly #spill: SpillWatch;
  #lastId = 0;
  #scopes = 0;
  #evicting: Promise<void> = Promise.resolve();

  constructor(private readonly options: QueriesOptions) {
    this.#spill = new SpillWatch(() => options.runner.usedBytes(), options.spillSpace);
    this.#sweep = setInterval(() => void this.#dropIdle(), sweepMilliseconds);
    this.#sweep.unref();
  }

  /**
   * Throws the reason if a text is rejected. The result can be started. Checks of an account wait for a slot,
   * so that an account with many large texts does not block others.
   */
  async check(
    text: string,
    account: Account,
    signal: AbortSignal,
    size = text.length,
  ): Promise<CheckedQuery> {
    using _ = await this.#checks.acquire(signal, account.guid);
    // A text that never runs is not one too many.
    if (isTooLarge(text)) throw new QueryRejection('query-too-large');
    rejectTooMany(account.guid, [...this.#runs.values()], size);
    const query = readQuery(text);
    const context = this.#context({ account });
    const definitions = [query, ...subqueriesOf(query)].flatMap(definitionsOf);
    const setq = definitions.flatMap((command) => command.subqueries);
    const parameters = definitions.length === 0 ? new Map<string, never>() : undefined;
    const pipelines = [query, ...setq.map((subquery) => subquery.query)].map((part) =>
      planPipeline(part, { ...context, parameters }),
    );
    for (const pipeline of pipelines) checkTables(pipeline, this.options.tables);
    await this.#checkInEngine(pipelines, signal);
    return { query, pipeline: parameters && pipelines[0] };
  }

  /** What cannot be checked in time may still run, within the limits of every run. */
  async #checkInEngine(pipelines: readonly Pipeline[], signal: AbortSignal): Promise<void> {
    const deadline = AbortSignal.timeout(maxCheck);
    try {
      for (const pipeline of pipelines) {
        await this.options.runner.check(pipeline, AbortSignal.any([signal, deadline]));
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
    }
  }

  /**
   * Starts immediately and never throws: an invalid text results in a failed run. A checked text is neither
   * parsed nor planned again.
   */
  start(
    request: QueryRunRequest,
    tags: Readonly<Record<string, unknown>> = {},
    checked?: CheckedQuery,
  ): QueryRun {
    const query = checked?.query ?? tryReadQuery(request.text);
    const run = new QueryRun(this.#nextId(), request, tags, query instanceof Error ? undefined : query, () =>
      this.#nextId(),
    );
    this.#runs.set(run.id, run);
    void this.#run(run, query, checked?.pipeline);
    void this.#dropIdle();
    return run;
  }

  /** Undefined for a query that does not exist or belongs to another account, without distinction. */
  find(id: number, account: Account): QueryRun | undefined {
    const run = this.#runs.get(id);
    if (run?.request.account.guid !== account.guid) return undefined;
    run.lastAccess = Date.now();
    return run;
  }

  /** The query of any account; only for callers who may see all of them. */
  findAny(id: number): QueryRun | undefined {
    return this.#runs.get(id);
  }

  /** The queries of all accounts, newest first. */
  all(): readonly QueryRun[] {
    return [...this.#runs.values()].toReversed();
  }

  /** The memory and disk space of all results. */
  async resultBytes(): Promise<number> {
    return (await this.options.runner.usedBytes()).results;
  }

  /** Cancels the query and drops its result. */
  async drop(run: QueryRun): Promise<void> {
    this.#runs.delete(run.id);
    run.cancel();
    await run.done;
    await run.session?.drop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweep);
    const runs = [...this.#runs.values()];
    for (const run of runs) run.cancel('shutdown');
    await Promise.all(runs.map((run) => run.done));
    await this.#evicting;
  }

  async #run(run: QueryRun, query: Query | Error, planned: Pipeline | undefined): Promise<void> {
    try {
      if (query instanceof Error) throw query;
      run.finish(await this.#execute(run, query, planned));
    } catch (error) {
      run.finish(this.#failure(run, error));
    }
    this.options.metrics.queryEnded(run);
    // Measured at the end of the query, before its intermediate rows were dropped.
    if (run.usedBytes !== undefined && run.usedBytes <= this.options.resultBytes) return;
    this.#evicting = this.#evicting
      .then(() => this.#evictResults())
      .catch((error: unknown) => this.options.log('results of queries', error));
  }

  async #execute(run: QueryRun, query: Query, planned: Pipeline | undefined): Promise<QueryOutcome> {
    using slot = await this.#slots.acquire(run.signal, run.request.account.guid);
    const { timeout } = this.options;
    const expire = (): void => run.cancel('timeout');
    const limit = Number.isFinite(timeout) ? setTimeout(expire, timeout) : undefined;
    try {
      return await this.#executeIn(slot, run, query, planned);
    } finally {
      clearTimeout(limit);
    }
  }

  async #executeIn(
    slot: Slot,
    run: QueryRun,
    query: Query,
    planned: Pipeline | undefined,
  ): Promise<QueryOutcome> {
    const { account } = run.request;
    const { tables, auditLog, runner, systemLog, timeZone } = this.options;
    const session = await this.options.runner.open({
      queryId: run.id,
      signal: run.signal,
      rest: (work) => slot.rest(work),
      systemRows: (operator) => {
        const [lookups, queries] = [runner.lookupNames(account.guid), this.#visibleTo(account)];
        return systemRows(operator, { tables, queries, lookups, log: systemLog, timeZone });
      },
      besideImport: (table) => (transaction, rows) =>
        auditLog.appendWithin(transaction, importEntry(run.request, table, rows)),
      owner: account.guid,
      resultOf: (id) => this.find(id, account)?.result,
    });
    // Also if the query was dropped in the meantime: `drop` waits for its end and then frees the result.
    run.session = session;
    using _ = this.#spill.watch(run);
    try {
      run.result = planned
        ? await executePipeline(run, planned, session)
        : await executeQuery(run, query, session, this.#context(run.request));
      run.usedBytes = (await this.#spill.check()).results;
      if (run.cancelReason === 'disk-space') run.signal.throwIfAborted();
      const lastRow = run.request.lastRow ? await lastRowOf(run.result) : undefined;
      return { outcome: 'succeeded', lastRow };
    } finally {
      if (run.cancelReason === 'disk-space') run.result = undefined;
      await session.close(run.result);
    }
  }

  #failure(run: QueryRun, error: unknown): QueryOutcome {
    const limit = run.cancelReason && limitReasons[run.cancelReason];
    if (limit !== undefined) return { outcome: 'failed', reason: limit };
    if (run.signal.aborted) return { outcome: 'cancelled', reason: 'cancelled' };
    if (error instanceof QueryRejection) return { outcome: 'failed', reason: error.reason, rejection: error };
    const reason = failureReason(error);
    if (reason === undefined) {
      this.options.metrics.errorLogged();
      this.options.log(`query ${run.id}`, error);
    }
    return { outcome: 'failed', reason: reason ?? 'the engine could not run this query' };
  }

  #context({ account, due }: Pick<QueryRunRequest, 'account' | 'due'>): Omit<PlanningContext, 'parameters'> {
    const { timeZone, hasGeoip } = this.options;
    const isAdministrator = hasRole(account, 'ADMIN');
    const scope = String(this.#scopes++);
    const now = due ?? new Date();
    return { now, due, timeZone, loginName: account.loginName, isAdministrator, hasGeoip, scope };
  }

  #visibleTo(account: Account): readonly QueryRun[] {
    if (hasRole(account, 'MASTER')) return this.all();
    return [...this.#runs.values()].filter(({ request }) => request.account.guid === account.guid);
  }

  #nextId(): number {
    return (this.#lastId = nextQueryId(this.#lastId, (id) => this.#runs.has(id)));
  }

  /** The newest result of an account is kept, however large, because it is about to be read. */
  async #evictResults(): Promise<void> {
    const { runner, resultBytes } = this.options;
    while ((await this.resultBytes()) > resultBytes) {
      const kept = this.#finished().filter(({ result }) => result !== undefined);
      for (const run of kept) run.resultBytes ??= run.result ? await runner.bytesOf(run.result) : 0;
      const [oldest, newer] = largestOf(
        kept,
        (run) => run.resultBytes ?? 0,
        (guid) => runner.lookupBytes(guid),
      );
      if (!oldest || !newer) return;
      await this.drop(oldest);
    }
  }

  /** Sorted by last access, oldest first. */
  #finished(): readonly QueryRun[] {
    return [...this.#runs.values()]
      .filter((run) => run.outcome !== undefined)
      .toSorted((one, other) => one.lastAccess - other.lastAccess);
  }

  /** Results are kept for later requests, but limited in time and number. */
  async #dropIdle(): Promise<void> {
    for (const run of runsToDrop(this.#finished(), Date.now())) {
      await this.drop(run).catch((error: unknown) => this.options.log(`query ${run.id}`, error));
    }
  }
}
