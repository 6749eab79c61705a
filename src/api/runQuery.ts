import { setTimeout as wait } from 'node:timers/promises';
import type { ResultPage } from '../shared/wire/cursor';
import type { RawRecord } from '../shared/wire/optional';
import type { QueryStatus } from '../shared/wire/queryStatus';
import type { PlatformClient } from './client';
import { TooLargeAnswerError } from './errors';

const firstWait = 5;
const longestWait = 500;

/** The part of a client that running a query needs. */
export type QueryRunner = Pick<PlatformClient, 'createCursor' | 'queryStatus' | 'cursorRows' | 'dropCursor'>;

export interface RunOptions {
  readonly limit?: number;
  readonly onStatus?: (status: QueryStatus) => void;
  /** Whether the rows that there are so far do; the query is then ended early. */
  readonly isEnough?: (status: QueryStatus) => boolean;
  /** Ends the query on the platform too. */
  readonly signal?: AbortSignal | undefined;
}

/** The query was accepted and failed; the reason is in the platform's words. */
export class QueryFailedError extends Error {
  override readonly name = 'QueryFailedError';
  constructor(readonly reason: string) {
    super(`The query failed: ${reason}`);
  }
}

/** Runs a query of any length to its end and returns its rows. */
export async function runQuery(client: QueryRunner, text: string): Promise<readonly RawRecord[]> {
  return (await runQueryPage(client, text)).rows;
}

/** Runs a query to its end and returns its first rows, with what else the platform says about them. */
export async function runQueryPage(
  client: QueryRunner,
  text: string,
  options: RunOptions = {},
): Promise<ResultPage & { readonly finished: boolean }> {
  const { limit = Number.MAX_SAFE_INTEGER, signal } = options;
  const id = await openCursor(client, text, signal);
  try {
    const finished = await untilEnough(client, id, options);
    return { ...(await rowsOf(client, id, limit, signal)), finished };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    // Not with the signal: this is what ends the query when it was interrupted. Where it fails, the platform drops the
    // cursor by itself sooner or later, and the rows have been read.
    await client.dropCursor(id).catch(() => undefined);
  }
}

const graceForId = 2000;

/**
 * Waits a moment for the id although it was cancelled: a query whose id nobody learns could not be ended. Where it
 * comes later, the query is ended then, if the client is still there.
 */
async function openCursor(
  client: QueryRunner,
  text: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  signal?.throwIfAborted();
  const creating = client.createCursor(text);
  if (signal === undefined) return creating;
  return new Promise((resolve, reject) => {
    let patience: NodeJS.Timeout | undefined;
    const giveUp = (): void => {
      patience = setTimeout(() => {
        void creating.then(async (id) => client.dropCursor(id)).catch(() => undefined);
        reject(signal.reason as Error);
      }, graceForId);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    void creating.then(resolve, reject).finally(() => {
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
    });
  });
}

/** Waits until there is something to read; resolves to whether that is all. */
async function untilEnough(
  client: QueryRunner,
  id: number,
  { onStatus, isEnough, signal }: RunOptions,
): Promise<boolean> {
  for (let pause = firstWait; ; pause = Math.min(pause * 2, longestWait)) {
    const status = await client.queryStatus(id, signal);
    onStatus?.(status);
    if (status.finished) refuseFailed(status);
    if (status.finished || isEnough?.(status) === true) return status.finished;
    await wait(pause, undefined, signal === undefined ? {} : { signal });
  }
}

/** As many as fit into one answer that the client takes. */
async function rowsOf(
  client: QueryRunner,
  id: number,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<ResultPage> {
  try {
    return await client.cursorRows(id, { limit }, signal);
  } catch (error) {
    // Who wants all rows is not given a part of them.
    const canBeFewer = limit > 1 && limit < Number.MAX_SAFE_INTEGER;
    if (!(error instanceof TooLargeAnswerError) || !canBeFewer) throw error;
    return rowsOf(client, id, Math.floor(limit / 10) || 1, signal);
  }
}

function refuseFailed({ raw, cancelled }: QueryStatus): void {
  const reason = raw['error_detail'] ?? raw['cancel_reason'] ?? raw['error_code'];
  if (typeof reason === 'string' && reason !== '') throw new QueryFailedError(reason);
  if (cancelled) throw new Error('The query was canceled on the platform.');
}
