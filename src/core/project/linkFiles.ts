import { isGuid } from '../interface/guid';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { fieldsOfDefinition, tidyText } from './definition';
import type { Definition, Definitions, PlatformRecord, RecordsByGuid } from './definition';
import type { Lock, LockEntry, PlatformLock } from './lock';

/** The record of a file. */
export interface Link {
  readonly guid: string;
  /** The last common state of file and record; undefined if unknown. */
  readonly base: LockEntry | undefined;
  /** The path of the file in the lock. */
  readonly movedFrom: string | undefined;
}

/** Finds the record of each file: by the lock, by the lock entry of a renamed file, or by name. */
export function linkFiles(
  definitions: Definitions,
  records: RecordsByGuid,
  lock: PlatformLock,
): ReadonlyMap<string, Link> {
  const links = lockedFiles(definitions, lock);
  let free: ReadonlyMap<string, PlatformRecord> | undefined;
  for (const [path, { name }] of definitions) {
    const link = links.get(path);
    if (link !== undefined && records.has(link.guid)) continue;
    free ??= freeRecords(records, lock);
    const namesake = free.get(name);
    // A record that replaced that of the lock has no common state with the file.
    if (namesake) links.set(path, { guid: namesake.guid, base: undefined, movedFrom: link?.movedFrom });
  }
  return links;
}

/** By name. The entry of a deleted file keeps its record: a new file with that name must not take it over. */
function freeRecords(records: RecordsByGuid, lock: PlatformLock): ReadonlyMap<string, PlatformRecord> {
  const taken = new Set<string>();
  for (const { guid } of lock.values()) taken.add(guid);
  const free = new Map<string, PlatformRecord>();
  for (const record of records.values()) if (!taken.has(record.guid)) free.set(record.name, record);
  return free;
}

/** The files in the lock, by path or moved. */
function lockedFiles(definitions: Definitions, lock: PlatformLock): Map<string, Link> {
  const links = new Map<string, Link>();
  const claimed = new Set<string>();
  for (const path of definitions.keys()) {
    const base = lock.get(path);
    // A merge of two branches that both renamed a file can leave two entries for one record.
    if (base === undefined || claimed.has(base.guid)) continue;
    claimed.add(base.guid);
    links.set(path, { guid: base.guid, base, movedFrom: undefined });
  }
  if (links.size === lock.size) return links;
  const orphans = new Map<string, LockEntry>();
  for (const [path, entry] of lock) {
    if (!claimed.has(entry.guid)) orphans.set(path, entry);
  }
  findMoved(definitions, orphans, links);
  return links;
}

/** Adds moved files: first by the same name, then by the same content. */
function findMoved(
  definitions: Definitions,
  orphans: Map<string, LockEntry>,
  links: Map<string, Link>,
): void {
  for (const isSame of [hasSameName, hasSameContent]) {
    const unknown = [...definitions].filter(([path]) => !links.has(path));
    for (const [path, definition] of unknown) {
      const matching = [...orphans].filter(([, { record }]) => isSame(record, definition));
      const [only] = matching;
      if (only === undefined || matching.length > 1) continue;
      const [movedFrom, base] = only;
      orphans.delete(movedFrom);
      links.set(path, { guid: base.guid, base, movedFrom });
    }
  }
}

type RecordFields = LockEntry['record'];

function hasSameName(record: RecordFields, definition: Definition): boolean {
  return record.name === definition.name;
}

/** Whether only the file and the query were renamed. */
function hasSameContent(record: RecordFields, definition: Definition): boolean {
  const { trigger } = definition;
  return (
    tidyText(record.query) === definition.query &&
    (record.description ?? '') === (definition.description ?? '') &&
    record.enabled === definition.enabled &&
    record.outputParameter === definition.outputParameter &&
    ('schedule' in trigger
      ? record.cronSchedule === trigger.schedule
      : record.precedingAction === trigger.when)
  );
}

/** The records that the files define. A preceding query that does not exist yet has a `pendingGuid()`. */
export function resolveFields(
  definitions: Definitions,
  links: ReadonlyMap<string, Link>,
  records: RecordsByGuid,
): ReadonlyMap<string, ScheduledQueryFields> {
  let paths: ReadonlyMap<string, string> | undefined;
  const guidOf = (name: string): string => {
    if (isGuid(name)) return name.toLowerCase();
    paths ??= new Map([...definitions].map(([path, definition]) => [definition.name, path]));
    const path = paths.get(name);
    const guid = path === undefined ? undefined : links.get(path)?.guid;
    if (guid !== undefined && records.has(guid)) return guid;
    return `${pendingPrefix}${path ?? name}`;
  };
  const fields = new Map<string, ScheduledQueryFields>();
  for (const [path, definition] of definitions) fields.set(path, fieldsOfDefinition(definition, guidOf));
  return fields;
}

const pendingPrefix = 'pending:';

/** The file of a record that does not exist yet; undefined for a real GUID. */
export function pendingPath(guid: string | undefined): string | undefined {
  return guid?.startsWith(pendingPrefix) === true ? guid.slice(pendingPrefix.length) : undefined;
}

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
