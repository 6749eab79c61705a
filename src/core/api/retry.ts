import { setTimeout as delay } from 'node:timers/promises';
import { UnreachableError } from './errors';
import type { HttpResponse } from './transport';

const maxRetries = 2;
const firstPause = 200;

/** Temporary failures of a gateway or a busy platform. */
const notNow = [429, 502, 503, 504];

/**
 * Retries a read that got no response. The delays grow and are jittered, so that many clients do not return
 * at the same time; `Retry-After` is respected if it fits into the timeout, which all attempts share.
 */
export async function retryRead(
  attempt: (timeout: number) => Promise<HttpResponse>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const end = Date.now() + timeout;
  for (let retries = 0; ; retries++) {
    const left = retries === 0 ? timeout : Math.max(1, end - Date.now());
    const outcome = await attempt(left).catch(temporary);
    const wait = pauseAfter(outcome, retries);
    const settled = wait === undefined || retries === maxRetries || Date.now() + wait > end;
    if (settled && outcome instanceof UnreachableError) throw outcome;
    if (settled) return outcome as HttpResponse;
    await delay(wait, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    });
  }
}

function temporary(error: unknown): UnreachableError {
  if (error instanceof UnreachableError) return error;
  throw error;
}

/** Undefined if a retry cannot help. */
function pauseAfter(outcome: HttpResponse | UnreachableError, retries: number): number | undefined {
  const pause = firstPause * 4 ** retries * (0.75 + Math.random() / 2);
  if (outcome instanceof UnreachableError) {
    return ['connection-refused', 'reset', 'network'].includes(outcome.reason) ? pause : undefined;
  }
  if (!notNow.includes(outcome.status)) return undefined;
  return retryAfter(outcome) ?? pause;
}

function retryAfter(response: HttpResponse): number | undefined {
  const value = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const timestamp = Date.parse(value);
  return Number.isNaN(timestamp) ? undefined : Math.max(0, timestamp - Date.now());
}
