import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformClient } from '../../api/client';
import { UnreachableError } from '../../api/errors';
import { isCancellation } from '../../ui/prompts/canceled';
import type { Polled } from '../../ui/panels/polling';
import { errorCode } from '../../shared/errorCode';
import type { Cell, QueryResultsState, ResultColumn, ResultRow } from '../../shared/protocol/queryResults';
import type { ResultPage } from '../../shared/wire/cursor';
import type { RawRecord } from '../../shared/wire/optional';
import type { QueryStatus } from '../../shared/wire/queryStatus';
import { parseWireTime, wireTimeOffset } from '../../shared/wire/time';
import { chartOf } from '../../results/rowShape';
import { cellsOf, columnsOf } from '../../results/resultTable';
import { createCursor, dropCursor, getCursorRows, getQueryStatus } from '../../api/operations/queries';

type Phase = QueryResultsState['phase'];

const firstPause = 50;
const lastPause = 600;
/** The maximum number of rows kept after the cursor is dropped. */
const maxKept = 20_000;

export interface QueryRunDeps {
  readonly client: () => Promise<PlatformClient>;
  /** Cancels the query with `drop` and notifies other views. */
  readonly end: (queryId: number, drop: () => Promise<void>) => Promise<void>;
  /** Whether the results are visible. */
  readonly watched: () => boolean;
  readonly changed: () => void;
  /** Receives every row that was read. */
  readonly read?: (rows: readonly RawRecord[]) => void;
}

/**
 * One run of a query, from its start until its cursor is dropped. The owner calls `drop`, which also cancels
 * it: no cursor outlives its run.
 */
export class QueryRun implements Polled {
  phase: Phase = 'starting';
  queryId: number | null = null;
  columns: readonly ResultColumn[] = [];
  rowCount = 0;
  elapsed = 0;
  serverOffset: number | null = null;
  error: unknown = undefined;
  #stamp = -1;
  #drop: Promise<void> | undefined;
  readonly #kept = new Map<number, ResultRow>();
  #end = new AbortController();

  constructor(
    readonly text: string,
    private readonly deps: QueryRunDeps,
  ) {}

  /** Whether its cursor is dropped or being dropped. */
  get dropped(): boolean {
    return this.#end.signal.aborted;
  }

  /** For callers that need more than pages of rows. */
  async client(): Promise<PlatformClient> {
    return this.deps.client();
  }

  get chart(): QueryResultsState['chart'] {
    return this.columns.length === 0 ? null : chartOf(this.text, this.columns);
  }

  /** Starts the query; rethrows a failure. */
  async start(): Promise<number> {
    try {
      const client = await this.deps.client();
      this.queryId = await client.send(createCursor(this.text));
      // Dropped while it was starting, so only this code knows its ID.
      if (this.#end.signal.aborted) await client.send(dropCursor(this.queryId));
      else this.#setPhase('running');
      return this.queryId;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** Attaches to a query that was started elsewhere. */
  attach(queryId: number): void {
    this.queryId = queryId;
    this.#setPhase('running');
  }

  /** Polls frequently for the first second; afterwards the scheduler polls. */
  async followStart(): Promise<void> {
    const { signal } = this.#end;
    for (let pause = firstPause; pause < lastPause && !this.isOver() && !signal.aborted; pause *= 2) {
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if ((await this.poll(signal).catch(() => 'stop')) === 'stop') return;
    }
  }

  /** Rejects if there was no response: the query may still be running. */
  async poll(round: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    if (this.isOver() || this.#end.signal.aborted) return 'stop';
    if (!this.deps.watched()) return 'rest';
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

  async rows(offset: number, limit: number): Promise<readonly ResultRow[]> {
    const kept = this.#keptRows(offset, Math.min(limit, this.rowCount - offset));
    if (kept) return kept;
    if (this.queryId === null || this.#drop) throw new Error('The cursor no longer exists.');
    const client = await this.deps.client();
    const page = await client.send(getCursorRows(this.queryId, { offset, limit }), this.#end.signal);
    return this.#addPage(page, offset);
  }

  /** Minutes east of UTC in which the platform writes and reads a time: as in the fetched row nearest to it. */
  timeOffsetAt(epoch: number): number {
    const times = [...this.columns.keys()].filter((index) => this.columns[index]?.type === 'time');
    const timestamps = [...this.#kept.values()].flatMap((row) =>
      times.map((index) => timestampOf(row[index])),
    );
    let [offset, least] = [this.serverOffset ?? 0, Infinity];
    for (const timestamp of timestamps) {
      if (timestamp && Math.abs(timestamp[0] - epoch) < least) {
        least = Math.abs(timestamp[0] - epoch);
        offset = timestamp[1];
      }
    }
    return offset;
  }

  /** Cancels the query. Fetched rows are kept. */
  async cancel(): Promise<void> {
    if (this.isOver() || this.#drop) return;
    this.#setPhase('cancelRequested');
    try {
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
    this.#drop ??= this.#dropCursor();
    return this.#drop;
  }

  async #dropCursor(): Promise<void> {
    const { queryId } = this;
    if (queryId === null) return;
    const client = await this.deps.client();
    await this.deps.end(queryId, async () =>
      client.send(dropCursor(queryId)).catch((error: unknown) => {
        // The cursor no longer exists on the platform.
        if (errorCode(error) !== 'invalid-query-id') throw error;
      }),
    );
  }

  #canceled(): void {
    this.rowCount = this.#keptFromStart();
    this.#setPhase('cancelled');
  }

  async #poll(signal: AbortSignal): Promise<void> {
    if (this.queryId === null) return;
    const client = await this.deps.client();
    const status = await client.send(getQueryStatus(this.queryId), signal);
    // Responses can arrive out of order.
    if (status.stamp < this.#stamp) return;
    this.#stamp = status.stamp;
    this.elapsed = Number(status.elapsed);
    if (status.lastStarted !== undefined) this.serverOffset = wireTimeOffset(status.lastStarted) ?? null;
    if (Number(status.rows) > this.rowCount || status.finished) await this.#readStart(status, signal);
    if (status.finished) this.phase = status.canceled ? 'cancelled' : 'finished';
    this.deps.changed();
  }

  /** Reads the columns with the first row; a failed query rejects here with its reason. */
  async #readStart(status: QueryStatus, signal: AbortSignal): Promise<void> {
    if (this.queryId === null) return;
    const client = await this.deps.client();
    const page = await client.send(getCursorRows(this.queryId, { offset: 0, limit: 1 }), signal);
    this.columns = columnsOf(page, this.columns);
    this.rowCount = Number(page.total ?? status.rows);
  }

  #addPage(page: ResultPage, offset: number): readonly ResultRow[] {
    const before = this.columns.length;
    this.columns = columnsOf(page, this.columns);
    if (this.columns.length !== before) this.deps.changed();
    this.deps.read?.(page.rows);
    const rows = cellsOf(page.rows, this.columns);
    if (offset + rows.length <= maxKept) rows.forEach((row, index) => this.#kept.set(offset + index, row));
    return rows;
  }

  #keptRows(offset: number, count: number): readonly ResultRow[] | undefined {
    const rows: ResultRow[] = [];
    for (let index = offset; index < offset + count; index++) {
      const row = this.#kept.get(index);
      if (!row) return undefined;
      rows.push(row);
    }
    return count > 0 ? rows : undefined;
  }

  #keptFromStart(): number {
    let count = 0;
    while (this.#kept.has(count)) count++;
    return count;
  }

  /** A method, because the result changes across awaits. */
  isOver(): boolean {
    return this.phase === 'finished' || this.phase === 'failed' || this.phase === 'cancelled';
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

/** A time in a row, with any precision, and its offset. */
export function timestampOf(written: Cell | undefined): readonly [epoch: number, offset: number] | undefined {
  const text = typeof written === 'string' ? written.replace(/\.\d+/, '') : '';
  const [time, offset] = [parseWireTime(text), wireTimeOffset(text)];
  return time && offset !== undefined ? [time.getTime(), offset] : undefined;
}
