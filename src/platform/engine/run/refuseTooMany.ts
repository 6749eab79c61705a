import type { QueryRun } from './queryRun';
import { textLengthOf } from './runsToDrop';

/** The maximum number of running or waiting queries per account. */
const maxUnfinished = 200;
/**
 * The maximum total characters of an account's running or waiting queries: parsed and planned, they take many
 * times as much memory.
 */
const maxUnfinishedText = 8_000_000;

/** The account has reached its limit of waiting queries. */
export class TooManyQueriesError extends Error {
  override readonly name = 'TooManyQueriesError';
}

/**
 * Throws if the account with these queries may not start another one. A single text may always run, whatever
 * its length.
 */
export function refuseTooMany(runs: readonly QueryRun[], text: string): void {
  const unfinished = runs.filter(({ outcome }) => outcome === undefined);
  const isLong = textLengthOf(unfinished) + text.length > maxUnfinishedText;
  if (unfinished.length >= maxUnfinished || (isLong && unfinished.length > 0))
    throw new TooManyQueriesError();
}
