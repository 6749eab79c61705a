import type { QueryRun } from './queryRun';
import { textLengthOf } from './runsToDrop';

/** An account may have so many that run or wait; then it is told to wait itself. */
const maxUnfinished = 200;
/** Characters of the texts of an account that wait or run: read and planned, they take many times as much memory. */
const maxUnfinishedText = 8_000_000;

/** The account has as many queries waiting as it may. */
export class TooManyQueriesError extends Error {
  override readonly name = 'TooManyQueriesError';
}

/** Throws where the account, which has these queries, may not have another one. One text may always run, however long. */
export function refuseTooMany(runs: readonly QueryRun[], text: string): void {
  const unfinished = runs.filter(({ outcome }) => outcome === undefined);
  const isLong = textLengthOf(unfinished) + text.length > maxUnfinishedText;
  if (unfinished.length >= maxUnfinished || (isLong && unfinished.length > 0))
    throw new TooManyQueriesError();
}
