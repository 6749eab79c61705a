import {
  ApiError,
  KeyRejectedError,
  PermissionError,
  UnreachableError,
  WritesLockedError,
} from '../api/errors';
import type { UnreachableReason } from '../api/errors';
import { t } from '../base/localize';

/** What happened to one of several writes. */
export interface Outcome {
  /** Why it failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  /** Whether the outcome is unknown. */
  readonly isUncertain: boolean;
  /** Whether it was left out because of the state of the platform, without an attempt. */
  readonly isSkipped?: boolean;
}

/** A problem that affects only this query or rule. */
export class NotDoneError extends Error {}

/** The state of the platform does not allow it. */
export class SkippedError extends NotDoneError {}

/** Performs one after the other, and saves each result before the next. A failure stops the rest only if it would repeat. */
export async function* applyInTurn<Item, Entry>(
  items: readonly Item[],
  perform: (item: Item) => Promise<Entry>,
  remember: (item: Item, entry: Entry) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Outcome & { readonly item: Item }, void, void> {
  let obstacle: string | undefined;
  for (const item of items) {
    if (signal?.aborted === true) obstacle ??= t('Not attempted: canceled before it started.');
    if (obstacle !== undefined) {
      yield { item, failure: obstacle, isUncertain: false };
      continue;
    }
    let entry: Entry;
    try {
      entry = await perform(item);
    } catch (error) {
      yield { item, ...failureOf(error, signal) };
      if (blocksAll(error)) obstacle = t('Not attempted, for the same reason.');
      continue;
    }
    // A change is reported as done even if the lock file cannot be updated; then the error ends the run.
    const unnoted = await remember(item, entry).catch((error: unknown) => ({ error }));
    yield { item, failure: undefined, isUncertain: false };
    if (unnoted !== undefined) throw unnoted.error;
  }
}

/** Rethrows failures that affect the whole run, such as a full disk. */
function failureOf(error: unknown, signal: AbortSignal | undefined): Outcome {
  if (signal?.aborted === true) {
    const failure = t('Canceled while the request was in progress. It may have taken effect.');
    return { failure, isUncertain: true };
  }
  if (!(error instanceof ApiError || error instanceof NotDoneError)) throw error;
  if (!(error instanceof ApiError && error.uncertain)) {
    return { failure: error.message, isUncertain: false, isSkipped: error instanceof SkippedError };
  }
  const failure = t('{0} The change may have been written. Run Plan again.', error.message);
  return { failure, isUncertain: true };
}

const unreachableForAll: readonly UnreachableReason[] = [
  'connection-refused',
  'host-not-found',
  'certificate',
  'redirect',
];

function blocksAll(error: unknown): boolean {
  if (error instanceof UnreachableError) return unreachableForAll.includes(error.reason);
  const errors = [KeyRejectedError, PermissionError, WritesLockedError];
  return errors.some((type) => error instanceof type);
}
