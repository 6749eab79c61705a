import type { QueryRun } from './queryRun';

/** Characters. Programs send the rows of a file as one string, in parts of a few megabytes. */
const longestText = 4_000_000;
/** Includes those of subqueries. */
const maxCommands = 1000;
/** Words, numbers, strings and operators; a string counts once, whatever its length. */
const maxTerms = 30_000;
/** The nesting of parentheses and brackets. */
const deepestNesting = 200;

/**
 * Whether parsing and planning a query would block other requests. Counted in one pass over the text, before it is
 * parsed; the count of an invalid query can be wrong, but the parser rejects it.
 */
export function isTooLarge(text: string): boolean {
  if (text.length > longestText) return true;
  let commands = 1;
  let terms = 0;
  let depth = 0;
  for (const [term] of text.matchAll(termPattern)) {
    if (term === '|') commands += 1;
    else if ('(['.includes(term)) depth += 1;
    else if (')]'.includes(term)) depth -= 1;
    else terms += 1;
    if (commands > maxCommands || terms > maxTerms || depth > deepestNesting) return true;
  }
  return false;
}

/** A string, a pipe or bracket, operators, or a word. */
const termPattern = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[|()[\]]|[=<>!+\-*/]+|[^ \t\n\r,=<>!+\-*/"|()[\]]+/g;

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

const maxFinished = 100;
/** The maximum total characters of finished queries, whose text is part of their status. */
const maxFinishedText = 20_000_000;
/** Milliseconds. */
const longestIdle = 30 * 60 * 1000;

/** The finished runs that are no longer kept, given in order of last access. */
export function runsToDrop(oldestFirst: readonly QueryRun[], now: number): ReadonlySet<QueryRun> {
  // Counted separately, so that many schedules at once do not displace results that users have not read yet.
  const surplus = [true, false].flatMap((isScheduled) => {
    const some = oldestFirst.filter(({ request }) => (request.source === 'scheduled-query') === isScheduled);
    return some.slice(0, Math.max(0, some.length - maxFinished));
  });
  const idle = oldestFirst.filter((run) => now - run.lastAccess > longestIdle);
  const long = oldestFirst.filter((_, place) => textLengthOf(oldestFirst.slice(place)) > maxFinishedText);
  return new Set([...surplus, ...idle, ...long]);
}

function textLengthOf(runs: readonly QueryRun[]): number {
  return runs.reduce((sum, { request }) => sum + request.text.length, 0);
}

/** The interface has 32-bit IDs. */
const largestId = 2_147_483_647;

/** The ID after the last one, from 1 again after the largest, without those that are in use. */
export function nextQueryId(last: number, isUsed: (id: number) => boolean): number {
  let id = last;
  do id = id >= largestId ? 1 : id + 1;
  while (isUsed(id));
  return id;
}
