import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  readonly within?: number;
  readonly every?: number;
}

/**
 * Calls `attempt` until it neither throws nor returns undefined or false, and returns its result. After the
 * timeout it throws the last error, so that the failure has a reason.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { within = 40_000, every = 25 }: EventuallyOptions = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + within;
  for (;;) {
    const outcome = await attemptOnce(attempt);
    if ('value' in outcome) return outcome.value;
    if (Date.now() >= deadline) throw outcome.error;
    await delay(every);
  }
}

type Outcome<T> = { readonly value: Exclude<T, undefined | false> } | { readonly error: unknown };

async function attemptOnce<T>(attempt: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    const value = await attempt();
    if (isThere(value)) return { value };
    return { error: new Error(`Still ${String(value)} at the deadline.`) };
  } catch (error) {
    return { error };
  }
}

function isThere<T>(value: T): value is Exclude<T, undefined | false> {
  return value !== undefined && value !== false;
}
