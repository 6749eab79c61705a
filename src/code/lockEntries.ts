import type { Definitions, PlatformRecord } from './definition';
import type { Lock, LockEntry, PlatformLock } from './lock';

/**
 * At another address, an entry says something only if its record is there too, as after a platform was moved. What
 * is missing was not deleted there.
 */
export function entriesThere(
  entries: PlatformLock,
  definitions: Definitions,
  records: readonly PlatformRecord[],
): PlatformLock {
  const guids = new Set(records.map(({ guid }) => guid));
  return new Map([...entries].filter(([path, { guid }]) => definitions.has(path) && guids.has(guid)));
}

/** A merge of two branches that both moved a file can leave two files with entries for one record. */
export function oneForEachRecord(entries: PlatformLock, definitions: Definitions): PlatformLock {
  const [claimed, kept] = [new Set<string>(), new Map<string, LockEntry>()];
  const paths = [...definitions.keys()].filter((path) => entries.has(path));
  for (const path of paths) {
    const entry = entries.get(path);
    if (entry === undefined || claimed.has(entry.guid)) continue;
    claimed.add(entry.guid);
    kept.set(path, entry);
  }
  if (kept.size === paths.length) return entries;
  return new Map([...entries].filter(([path]) => !definitions.has(path) || kept.has(path)));
}

/** Removes the entries that the plan ignored for that reason. */
export function dropIgnored(lock: Lock, platform: string, entries: PlatformLock): void {
  const guids = new Set([...entries.values()].map(({ guid }) => guid));
  for (const [path, { guid }] of lock.of(platform)) {
    if (!entries.has(path) && guids.has(guid)) lock.delete(platform, path);
  }
}
