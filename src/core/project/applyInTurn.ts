import {
  ApiError,
  KeyRejectedError,
  PermissionError,
  UnreachableError,
  WritesLockedError,
} from '../api/errors';
import type { UnreachableReason } from '../api/errors';
import type { WriteResult } from '../api/guardedWrite';
import { t } from '../base/localize';

/** A problem that affects only this query or rule. */
export class NotDoneError extends Error {}

/** The state of the platform does not allow it. */
export class SkippedError extends NotDoneError {}

/** It was changed or deleted on the platform after the plan was made. */
export class ConflictError extends NotDoneError {
  constructor(current: unknown) {
    super(
      current === undefined
        ? t('It was deleted on the platform after the plan was made.')
        : t('It was changed on the platform after the plan was made.'),
    );
  }
}

/** Performs one after the other, and saves each result before the next. A failure stops the rest only if it would repeat. */
export async function* applyInTurn<Item, Entry>(
  items: readonly Item[],
  perform: (item: Item) => Promise<Entry>,
  remember: (item: Item, entry: Entry) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<WriteResult<Item>, void, void> {
  let obstacle: string | undefined;
  for (const item of items) {
    if (signal?.aborted === true) obstacle ??= t('Not attempted: canceled before it started.');
    if (obstacle !== undefined) {
      yield { item, outcome: 'rejected', reason: obstacle };
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
    yield { item, outcome: 'done' };
    if (unnoted !== undefined) throw unnoted.error;
  }
}

/** Rethrows failures that affect the whole run, such as a full disk. */
function failureOf(error: unknown, signal: AbortSignal | undefined): Omit<WriteResult<never>, 'item'> {
  if (signal?.aborted === true) {
    const reason = t('Canceled while the request was in progress. It may have taken effect.');
    return { outcome: 'unknown', reason };
  }
  if (!(error instanceof ApiError || error instanceof NotDoneError)) throw error;
  if (error instanceof ApiError && error.uncertain) {
    const reason = t('{0} The change may have been written. Run Plan again.', error.message);
    return { outcome: 'unknown', reason };
  }
  if (error instanceof ConflictError) return { outcome: 'conflict', reason: error.message };
  return { outcome: error instanceof SkippedError ? 'skipped' : 'rejected', reason: error.message };
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
