import { setTimeout as wait } from 'node:timers/promises';
import type { ResultPage } from '../shared/wire/cursor';
import type { RawRecord } from '../shared/wire/optional';
import type { QueryStatus } from '../shared/wire/queryStatus';
import type { PlatformClient } from './client';
import { QueryCanceledError, QueryFailedError, TooLargeResponseError } from './errors';
import { dropCursor, createCursor, getQueryStatus, getCursorRows } from './operations/queries';

const firstWait = 5;
const maxWait = 500;

/** The methods of a client that running a query requires. */
export type QueryRunner = Pick<PlatformClient, 'send'>;

export interface RunOptions {
  readonly limit?: number;
  readonly onStatus?: (status: QueryStatus) => void;
  /** Returns true to stop the query early, when its rows so far suffice. */
  readonly isEnough?: (status: QueryStatus) => boolean;
  /** A query that runs already, instead of a new one. */
  readonly attachTo?: number | undefined;
  readonly onStarted?: (queryId: number) => void;
  /** Also cancels the query on the platform. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs a query of any length to its end and returns its rows. */
export async function runQuery(client: QueryRunner, text: string): Promise<readonly RawRecord[]> {
  return (await runQueryPage(client, text)).rows;
}

/** Runs a query and returns its first rows, with the metadata of the page. */
export async function runQueryPage(
  client: QueryRunner,
  text: string,
  options: RunOptions = {},
): Promise<ResultPage & { readonly finished: boolean }> {
  return withQuery(client, text, options, async (id, finished) => ({
    ...(await readFirstRows(client, id, options)),
    finished,
  }));
}

/** Runs a query, reads its result, and drops its cursor. */
export async function withQuery<Result>(
  client: QueryRunner,
  text: string,
  options: RunOptions,
  read: (id: number, finished: boolean) => Promise<Result>,
): Promise<Result> {
  const { signal } = options;
  const id = options.attachTo ?? (await openCursor(client, text, signal));
  options.onStarted?.(id);
  try {
    return await read(id, await untilEnough(client, id, options));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    // Without the signal, because this request cancels an aborted query. If it fails, the rows have been read, and
    // the platform drops the cursor later.
    await client.send(dropCursor(id)).catch(() => undefined);
  }
}

const idTimeout = 2000;

/**
 * After an abort, waits briefly for the id, because a query without a known id cannot be canceled. An id that
 * arrives later cancels the query if the client still exists.
 */
async function openCursor(
  client: QueryRunner,
  text: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  signal?.throwIfAborted();
  const creating = client.send(createCursor(text));
  if (signal === undefined) return creating;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      timer = setTimeout(() => {
        void creating.then(async (id) => client.send(dropCursor(id))).catch(() => undefined);
        reject(signal.reason as Error);
      }, idTimeout);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    void creating.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** Waits until there are enough rows; resolves to whether the query has finished. */
async function untilEnough(
  client: QueryRunner,
  id: number,
  { onStatus, isEnough, signal }: RunOptions,
): Promise<boolean> {
  for (let pause = firstWait; ; pause = Math.min(pause * 2, maxWait)) {
    const status = await client.send(getQueryStatus(id), signal);
    onStatus?.(status);
    if (status.finished) rejectFailed(status);
    if (status.finished || isEnough?.(status) === true) return status.finished;
    await wait(pause, undefined, signal === undefined ? {} : { signal });
  }
}

/** Requests fewer rows if the response is larger than the client accepts. */
export async function readFirstRows(
  client: QueryRunner,
  id: number,
  { limit = Number.MAX_SAFE_INTEGER, signal }: Pick<RunOptions, 'limit' | 'signal'>,
): Promise<ResultPage> {
  try {
    return await client.send(getCursorRows(id, { limit }), signal);
  } catch (error) {
    // A caller that requests all rows must not get only some of them.
    const canBeFewer = limit > 1 && limit < Number.MAX_SAFE_INTEGER;
    if (!(error instanceof TooLargeResponseError) || !canBeFewer) throw error;
    return readFirstRows(client, id, { limit: Math.floor(limit / 10) || 1, signal });
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
