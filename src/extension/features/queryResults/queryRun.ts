import { setTimeout as wait } from 'node:timers/promises';
import { UnreachableError } from '../../../core/api/errors';
import { RunningQuery } from '../../../core/api/runningQuery';
import type { QueryClient, RowSource } from '../../../core/api/runningQuery';
import { CanceledError, isCancellation } from '../../ui/prompts/canceled';
import type { Polled, PollScheduler } from '../../ui/panels/polling';
import type { QueryResultsState, ResultColumn, ResultRow } from '../../../core/pages/queryResults';
import type { ResultPage } from '../../../core/interface/cursor';
import type { RawRecord } from '../../../core/interface/optional';
import { wireTimeOffset } from '../../../core/interface/time';
import { chartOf } from '../../../core/results/rowShape';
import { KeptRows, ResultRows } from './resultRows';
import { LiveTail, tailText } from './liveTail';

type Phase = QueryResultsState['phase'];

const noRows: readonly ResultRow[] = [];

const [firstPause, lastPause] = [50, 600];
/** Milliseconds between two polls while nobody looks: only how the query ends matters. */
const unseenInterval = 10_000;
/** Milliseconds to read the rows of a query that is being canceled. */
const maxRead = 10_000;

export interface QueryRunDeps {
  readonly client: QueryClient;
  /** Cancels the query with `drop` and notifies other views. */
  readonly end: (queryId: number, drop: () => Promise<void>) => Promise<void>;
  /** Whether the results are visible. */
  readonly watched: () => boolean;
  readonly changed: () => void;
  /** Receives every row that was read. */
  readonly read?: (rows: readonly RawRecord[]) => void;
  /** Receives the new rows of the live tail, newest first. */
  readonly tailed: (rows: readonly ResultRow[]) => void;
  readonly scheduler: Pick<PollScheduler, 'add' | 'remove'>;
}

/**
 * One run of a query, from its start until its cursor is dropped. The owner calls `drop`, which also cancels
 * it: no cursor outlives its run.
 */
export class QueryRun implements Polled {
  phase: Phase = 'starting';
  /** New rows, above those of the query. */
  tail: LiveTail | undefined;
  rowCount = 0;
  elapsed = 0;
  serverOffset: number | null = null;
  readonly client: QueryClient;
  error: unknown = undefined;
  #query: RunningQuery | undefined;
  /** The ID of a query from before a reload, until it was found again. */
  #resumed: number | undefined;
  #polledAt: number;
  #drop: Promise<void> | undefined;
  readonly #read = new ResultRows();
  /** Rows that had arrived when the query was last canceled. */
  #arrived: KeptRows | undefined;
  #end = new AbortController();

  constructor(
    readonly text: string,
    private readonly deps: QueryRunDeps,
    private readonly now: () => number = Date.now,
  ) {
    this.client = deps.client;
    this.#polledAt = now();
  }

  /** Whether its cursor is dropped or being dropped. */
  get dropped(): boolean {
    return this.#end.signal.aborted;
  }

  get queryId(): number | null {
    return this.#query?.id ?? this.#resumed ?? null;
  }

  get columns(): readonly ResultColumn[] {
    return this.#read.columns;
  }

  get chart(): QueryResultsState['chart'] {
    const { startedAt = 0 } = this.#query ?? {};
    return this.columns.length === 0 ? null : chartOf(this.text, this.columns, startedAt);
  }

  /** Starts the query; rethrows a failure. */
  async start(): Promise<void> {
    try {
      this.#query = await RunningQuery.start(this.client, this.text, this.#end.signal);
      // Dropped while it was starting, so only this code knows its ID.
      if (this.dropped) await this.#query.drop();
      else this.#setPhase('running');
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** Attaches to a query that was started elsewhere, or before a reload: then it may no longer exist. */
  attach(queryId: number, mayBeMissing = false): void {
    if (mayBeMissing) this.#resumed = queryId;
    else this.#query = new RunningQuery(this.client, queryId, this.text);
    this.#setPhase('running');
  }

  /** Polls frequently for the first second; afterwards the scheduler polls. */
  async follow(): Promise<void> {
    const { signal } = this.#end;
    for (let pause = firstPause; pause < lastPause && !this.isOver() && !signal.aborted; pause *= 2) {
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if ((await this.poll(signal).catch(() => 'stop')) === 'stop') break;
    }
    if (!this.isOver() && !signal.aborted) this.deps.scheduler.add(this);
  }

  /** Reads new rows while it is on, if the query can be tailed. */
  setTail(on: boolean): void {
    if (this.tail) this.deps.scheduler.remove(this.tail);
    this.tail = undefined;
    if (!on || tailText(this.text, this.columns) === undefined) return;
    const { client } = this;
    const { watched, tailed } = this.deps;
    this.tail = new LiveTail(this.text, { client, watched, found: tailed, columns: () => this.columns });
    this.deps.scheduler.add(this.tail);
  }

  /** Reads nothing more, and leaves the query as it is. */
  stop(): void {
    this.setTail(false);
    this.deps.scheduler.remove(this);
    this.#end.abort();
  }

  /** Rejects if there was no response: the query may still be running. */
  async poll(round: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    if (this.isOver() || this.#end.signal.aborted) return 'stop';
    if (!this.deps.watched() && this.now() - this.#polledAt < unseenInterval) return 'rest';
    this.#polledAt = this.now();
    const signal = AbortSignal.any([round, this.#end.signal]);
    try {
      await this.#poll(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnreachableError) throw error;
      this.#fail(error);
    }
    return this.isOver() ? 'stop' : 'continue';
  }

  /** New rows precede the rows of the query. More can arrive during the wait, which shifts all of them. */
  async shownRows(offset: number, limit: number): Promise<readonly ResultRow[]> {
    const tailed = this.#tailed;
    const first = tailed.slice(offset, offset + limit);
    const left = limit - first.length;
    if (left === 0 || this.tail?.isCut === true || (first.length > 0 && this.rowCount === 0)) return first;
    const others = await this.rows(Math.max(0, offset - tailed.length), left);
    return this.#tailed === tailed ? [...first, ...others] : this.shownRows(offset, limit);
  }

  get #tailed(): readonly ResultRow[] {
    return this.tail?.rows ?? noRows;
  }

  /** The rows of the query itself. */
  async rows(offset: number, limit: number): Promise<readonly ResultRow[]> {
    const read = this.#read.find(offset, Math.min(limit, this.rowCount - offset));
    if (read) return read;
    if (this.#arrived && this.dropped && offset < this.rowCount)
      return this.#addPage(this.#arrived.page(offset, limit), offset);
    if (this.#query === undefined || this.#drop) throw new CanceledError('The cursor no longer exists.');
    return this.#addPage(await this.#query.rows({ offset, limit }, this.#end.signal), offset);
  }

  /** All rows, also of a canceled query. */
  source(signal: AbortSignal): RowSource {
    const arrived = this.#arrived;
    if (arrived && this.dropped) return { json: () => arrived.json() };
    if (this.#query === undefined) throw new Error('The query has no cursor.');
    return this.#query.source(signal);
  }

  /** Minutes east of UTC in which the platform writes and reads a time: as in the fetched row nearest to it. */
  timeOffsetAt(epoch: number): number {
    return this.#read.timeOffsetAt(epoch) ?? this.serverOffset ?? 0;
  }

  /** Cancels the query. Rows that have arrived are kept. */
  async cancel(): Promise<void> {
    if (this.isOver() || this.#drop || this.phase === 'cancelRequested') return;
    this.#setPhase('cancelRequested');
    try {
      await this.keepArrived();
      // It may have ended while its rows were read.
      if (this.isOver()) return;
      await this.drop();
    } catch (error) {
      // The query is still running, and can be polled and canceled again.
      this.#drop = undefined;
      this.#end = new AbortController();
      this.#setPhase('running');
      throw error;
    }
    this.#canceled();
  }

  /** Reads the rows that have arrived, because the platform drops them with the query. */
  async keepArrived(): Promise<void> {
    if (this.#query === undefined || this.dropped || this.isOver()) return;
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(maxRead)]);
    const arrived = new KeptRows();
    await arrived.read(this.#query.export('json', signal));
    this.#arrived = arrived;
  }

  /** Called when the query and its cursor were ended elsewhere in this window. */
  endedElsewhere(): void {
    if (this.isOver() || this.#drop) return;
    this.#end.abort();
    this.#drop = Promise.resolve();
    this.#canceled();
  }

  /** Cancels the query if it is running and drops its cursor, once. */
  async drop(): Promise<void> {
    this.#end.abort();
    const { queryId } = this;
    if (queryId === null) return;
    const query = this.#query ?? new RunningQuery(this.client, queryId, this.text);
    this.#drop ??= this.deps.end(queryId, async () => query.drop());
    await this.#drop;
  }

  #canceled(): void {
    const fetched = this.#read.fromStart();
    if ((this.#arrived?.count ?? 0) < fetched.length) this.#arrived = KeptRows.of(fetched, this.columns);
    this.rowCount = this.#arrived?.count ?? 0;
    this.#setPhase('cancelled');
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const query = await this.#current(signal);
    if (query === undefined) return;
    const status = await query.refresh(signal);
    this.elapsed = Number(status.elapsed);
    if (status.lastStarted !== undefined) this.serverOffset = wireTimeOffset(status.lastStarted) ?? null;
    if (Number(status.rows) > this.rowCount || status.finished) {
      // With the first row come the columns; a failed query rejects here with its reason.
      const page = await query.rows({ offset: 0, limit: 1 }, signal);
      this.#read.addColumns(page);
      this.rowCount = Number(page.total ?? status.rows);
    }
    if (status.finished) this.phase = status.canceled ? 'cancelled' : 'finished';
    this.deps.changed();
  }

  /** Undefined for a query from before a reload that no longer exists. */
  async #current(signal: AbortSignal): Promise<RunningQuery | undefined> {
    if (this.#resumed === undefined) return this.#query;
    const stored = { queryId: this.#resumed, text: this.text };
    this.#query = await RunningQuery.find(this.client, stored, signal);
    if (this.#query === undefined) {
      this.#end.abort();
      this.#drop = Promise.resolve();
      this.#setPhase('dropped');
    }
    this.#resumed = undefined;
    return this.#query;
  }

  #addPage(page: ResultPage, offset: number): readonly ResultRow[] {
    const before = this.columns.length;
    const rows = this.#read.add(page, offset);
    if (this.columns.length !== before) this.deps.changed();
    this.deps.read?.(page.rows);
    return rows;
  }

  /** A method, because the result changes across awaits. */
  isOver(): boolean {
    return ['finished', 'failed', 'cancelled', 'dropped'].includes(this.phase);
  }

  #fail(error: unknown): void {
    if (isCancellation(error)) return;
    this.error = error;
    this.#setPhase('failed');
  }

  #setPhase(phase: Phase): void {
    this.phase = phase;
    this.deps.changed();
  }
}
