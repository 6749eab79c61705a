/** Milliseconds: visible rows are never older. */
const maxSeenAge = 60_000;
/** Less than the limit, because a response takes a while and polls are not exact. */
const seenDeadline = maxSeenAge - 5000;
/** With more visible pages, hardly anything else would be read. */
const maxSeenPages = 3;
const minAge = 15_000;

/**
 * The page to read now; undefined if all are recent. Visible pages are read in time; all others in rotation, the one
 * first that has not been read for longest.
 *
 * @param readAt when each page was read; `-Infinity` if never.
 * @param slot milliseconds until the next call.
 */
export function nextPage(
  readAt: readonly number[],
  seen: ReadonlySet<number>,
  now: number,
  slot: number,
): number | undefined {
  const visible = oldestFirst([...seen].slice(0, maxSeenPages), readAt);
  // Whether one of them would be too old if this slot were used for another page.
  const isUrgent = visible.some(
    (page, index) => now - (readAt[page] ?? now) + slot * (index + 1) > seenDeadline,
  );
  const [page] = isUrgent ? visible : oldestFirst([...readAt.keys()], readAt);
  return page === undefined || now - (readAt[page] ?? now) < minAge ? undefined : page;
}

function oldestFirst(pages: readonly number[], readAt: readonly number[]): readonly number[] {
  return pages.toSorted((one, other) => compare(readAt[one] ?? 0, readAt[other] ?? 0));
}

/** Two pages that were never read differ by NaN. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
