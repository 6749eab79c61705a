import { setTimeout as wait } from 'node:timers/promises';
import type { ResultPage } from '../interface/cursor';
import { errorCode } from '../interface/errorCode';
import type { QueryStatus } from '../interface/queryStatus';
import type { PlatformClient } from './client';
import { QueryCanceledError, QueryFailedError, TooLargeResponseError } from './errors';
import {
  createCursor,
  dropCursor,
  exportCursor,
  getCursorRows,
  getQueryStatus,
  runOwnQuery,
} from './operations/queries';
import type { Range, ResultFormat } from './operations/queries';

const [firstPause, lastPause] = [5, 500];
const idTimeout = 2000;
const allRows = Number.MAX_SAFE_INTEGER;

/** The methods of a client that a query requires. */
export type QueryClient = Pick<PlatformClient, 'send' | 'stream'>;

export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** All rows of a result as text. Only the platform creates CSV, of a cursor that still exists. */
export interface RowSource {
  readonly json: () => Pieces;
  readonly csv?: () => Pieces;
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly onStatus?: ((status: QueryStatus) => void) | undefined;
  /** Returns true to end the wait early, when the rows so far suffice. */
  readonly isEnough?: ((status: QueryStatus) => boolean) | undefined;
}

/** A query on the platform, from its start until it is dropped. Whoever starts it drops it, which also cancels it. */
export class RunningQuery implements AsyncDisposable {
  /** The newest response. */
  status: QueryStatus | undefined;
  /** Epoch milliseconds, also for one that was found again. */
  readonly startedAt = Date.now();

  constructor(
    private readonly client: QueryClient,
    readonly id: number,
    readonly text: string,
  ) {}

  /**
   * After an abort, waits briefly for the ID, because a query without a known ID cannot be canceled. An ID that
   * arrives later cancels the query if the client still exists.
   */
  static async start(client: QueryClient, text: string, signal?: AbortSignal): Promise<RunningQuery> {
    signal?.throwIfAborted();
    const starting = client.send(createCursor(text)).then((id) => new RunningQuery(client, id, text));
    if (signal === undefined) return starting;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const onAbort = (): void => {
        timer = setTimeout(() => {
          void starting.then(async (query) => query.drop()).catch(() => undefined);
          reject(signal.reason as Error);
        }, idTimeout);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      void starting.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      });
    });
  }

  /**
   * A query that was started before; undefined if the platform no longer has it. IDs are reused, so the text is
   * compared too.
   */
  static async find(
    client: QueryClient,
    { queryId, text }: { readonly queryId: number; readonly text: string },
    signal?: AbortSignal,
  ): Promise<RunningQuery | undefined> {
    if ((await RunningQuery.exists(client, queryId, signal)) === false) return undefined;
    const query = new RunningQuery(client, queryId, text);
    return (await query.refresh(signal)).text === text ? query : undefined;
  }

  /**
   * Whether the platform still has a query; undefined if it does not list its queries. Reading a query that no longer
   * exists is logged as a failed access in the audit log, so callers check here first.
   */
  static async exists(
    client: Pick<QueryClient, 'send'>,
    id: number,
    signal?: AbortSignal,
  ): Promise<boolean | undefined> {
    const rows = await client.send(runOwnQuery('system queries', {}), signal).catch(() => []);
    signal?.throwIfAborted();
    return rows.length === 0 ? undefined : rows.some((row) => Number(row['id']) === id);
  }

  /** Responses can arrive out of order: returns the newest one so far. */
  async refresh(signal?: AbortSignal): Promise<QueryStatus> {
    const status = await this.client.send(getQueryStatus(this.id), signal);
    if (this.status === undefined || status.stamp >= this.status.stamp) this.status = status;
    return this.status;
  }

  /** Waits until it has finished, or there are enough rows. Rejects if it has failed or was canceled. */
  async finish({ signal, onStatus, isEnough }: Waiting = {}): Promise<QueryStatus> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, lastPause)) {
      const status = await this.refresh(signal);
      onStatus?.(status);
      if (status.finished) rejectFailed(status);
      if (status.finished || isEnough?.(status) === true) return status;
      await wait(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  async rows({ offset = 0, limit = allRows }: Range, signal?: AbortSignal): Promise<ResultPage> {
    return this.client.send(getCursorRows(this.id, { offset, limit }), signal);
  }

  /** Fewer rows if the response is larger than the client accepts. */
  async rowsThatFit({ offset = 0, limit = allRows }: Range, signal?: AbortSignal): Promise<ResultPage> {
    try {
      return await this.rows({ offset, limit }, signal);
    } catch (error) {
      // A caller that requests all rows must not get only some of them.
      const canBeFewer = limit > 1 && limit < allRows;
      if (!(error instanceof TooLargeResponseError) || !canBeFewer) throw error;
      return this.rowsThatFit({ offset, limit: Math.floor(limit / 10) || 1 }, signal);
    }
  }

  /** The rows in a file format. */
  export(format: ResultFormat, signal: AbortSignal | undefined, limit = allRows): AsyncIterable<Uint8Array> {
    return this.client.stream(exportCursor(this.id, format, { offset: 0, limit }), signal);
  }

  source(signal: AbortSignal): Required<RowSource> {
    return { json: () => this.export('json', signal), csv: () => this.export('csv', signal) };
  }

  /** Takes no signal, because it also cancels aborted queries. */
  async drop(): Promise<void> {
    await this.client.send(dropCursor(this.id)).catch((error: unknown) => {
      // The platform no longer has it.
      if (errorCode(error) !== 'invalid-query-id') throw error;
    });
  }

  /** If it fails, the rows have been read, and the platform drops the cursor later. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.drop().catch(() => undefined);
  }
}

function rejectFailed({ raw, canceled }: QueryStatus): void {
  const rawText = (name: string): string => (typeof raw[name] === 'string' ? raw[name] : '');
  const reason = rawText('cancel_reason');
  const failure = rawText('error_detail') || (rawText('error_code') && (reason || rawText('error_code')));
  if (failure) throw new QueryFailedError(failure);
  if (canceled) throw new QueryCanceledError(reason);
  if (reason) throw new QueryFailedError(reason);
}
