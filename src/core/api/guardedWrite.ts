import type { PlatformClient } from './client';

/**
 * What became of a write. `unchanged`: the platform had it already. `skipped`: left out because of its state, or of a
 * decision. `rejected`: certainly not done. `conflict`: someone else has changed or deleted it, so nothing was sent.
 * `unknown`: sent, but there was no response.
 */
export type Outcome = 'done' | 'unchanged' | 'skipped' | 'rejected' | 'conflict' | 'unknown';

/** What became of one of several writes. */
export interface WriteResult<Item> {
  readonly item: Item;
  readonly outcome: Outcome;
  /** Why it was not done, or what else was not. */
  readonly reason?: string | undefined;
}

/** A write of a record that the user has seen: how it is read again, what it is based on, and what is sent. */
export interface GuardedWrite<Existing> {
  /** The record as it is now; undefined if it does not exist. */
  readonly read: (client: PlatformClient, signal?: AbortSignal) => Promise<Existing | undefined>;
  /** Whether what the write is based on is still as the user has seen it. */
  readonly isUnchanged: (now: Existing) => boolean | Promise<boolean>;
  readonly send: (client: PlatformClient, signal?: AbortSignal) => Promise<unknown>;
}

export type GuardedResult<Existing> =
  | { readonly outcome: Extract<Outcome, 'done'> }
  /** Nothing was sent. Without a record if it was deleted. */
  | { readonly outcome: Extract<Outcome, 'conflict'>; readonly current: Existing | undefined };

/**
 * Reads the record again, and sends the write only if it is still what the user has seen. To overwrite after a conflict,
 * base the write on the `current` that the user has seen then, so that the change of a third user is not lost either.
 */
export async function sendGuarded<Existing>(
  client: PlatformClient,
  { read, isUnchanged, send }: GuardedWrite<Existing>,
  signal?: AbortSignal,
): Promise<GuardedResult<Existing>> {
  const current = await read(client, signal);
  if (current === undefined || !(await isUnchanged(current))) return { outcome: 'conflict', current };
  await send(client, signal);
  return { outcome: 'done' };
}
