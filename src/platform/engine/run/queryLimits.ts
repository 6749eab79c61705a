import { groupedBy } from '../../../core/base/groupedBy';
import type { QueryRun } from './engineRun';

/** The maximum number of running or waiting queries per account. */
const maxUnfinished = 200;
/**
 * The maximum size of an account's running or waiting queries in characters: parsed and planned, they take many
 * times as much memory.
 */
const maxUnfinishedSize = 8_000_000;
/** The same of all accounts together, except for one query of each. */
const maxUnfinishedSizeOfAll = 24_000_000;

/** The account has reached its limit of waiting queries. */
export class TooManyQueriesError extends Error {
  override readonly name = 'TooManyQueriesError';
}

/** Throws if an account may not start a query of this size. A single one may always run, whatever its size. */
export function rejectTooMany(accountGuid: string, all: readonly QueryRun[], size: number): void {
  const unfinished = all.filter(({ outcome }) => outcome === undefined);
  const own = unfinished.filter(({ request }) => request.account.guid === accountGuid);
  if (own.length === 0) return;
  const isLarge =
    sizeOf(own) + size > maxUnfinishedSize || sizeOf(unfinished) + size > maxUnfinishedSizeOfAll;
  if (own.length >= maxUnfinished || isLarge) throw new TooManyQueriesError();
}

/** The maximum number of finished queries per account. */
const maxFinished = 100;
/** The maximum size of all finished queries in characters. */
const maxFinishedSize = 20_000_000;
/** Milliseconds. */
const maxIdle = 30 * 60 * 1000;

/** The finished runs that are no longer kept, given in order of last access. */
export function runsToDrop(oldestFirst: readonly QueryRun[], now: number): ReadonlySet<QueryRun> {
  const idle = oldestFirst.filter((run) => now - run.lastAccess > maxIdle);
  // Counted separately, so that many schedules at once do not displace results that users have not read yet.
  const surplus = [...byAccount(oldestFirst).values()].flatMap((own) =>
    [true, false].flatMap((isScheduled) => {
      const some = own.filter(({ request }) => (request.source === 'scheduled-query') === isScheduled);
      return some.slice(0, Math.max(0, some.length - maxFinished));
    }),
  );
  const dropped = new Set([...idle, ...surplus]);
  const kept = oldestFirst.filter((run) => !dropped.has(run));
  for (let size = sizeOf(kept); size > maxFinishedSize;) {
    const [oldest] = largestOf(
      kept.filter((run) => !dropped.has(run)),
      ({ size: own }) => own,
    );
    if (!oldest) break;
    dropped.add(oldest);
    size -= oldest.size;
  }
  return dropped;
}

/** The runs of the account that holds the most, in the given order; it makes room, and no other account. */
export function largestOf(
  runs: readonly QueryRun[],
  sizeOfRun: (run: QueryRun) => number,
  further: (accountGuid: string) => number = () => 0,
): readonly QueryRun[] {
  const sized = Array.from(byAccount(runs), ([guid, own]) => {
    return { own, size: own.reduce((sum, run) => sum + sizeOfRun(run), further(guid)) };
  });
  return sized.toSorted((one, other) => other.size - one.size)[0]?.own ?? [];
}

function byAccount(runs: readonly QueryRun[]): ReadonlyMap<string, readonly QueryRun[]> {
  return groupedBy(runs, ({ request }) => request.account.guid);
}

function sizeOf(runs: readonly QueryRun[]): number {
  return runs.reduce((sum, { size }) => sum + size, 0);
}

/** The interface has 32-bit IDs. */
const maxId = 2_147_483_647;

/** The ID after the last one, from 1 again after the largest, without those that are in use. */
export function nextQueryId(last: number, isUsed: (id: number) => boolean): number {
  let id = last;
  do id = id >= maxId ? 1 : id + 1;
  while (isUsed(id));
  return id;
}
