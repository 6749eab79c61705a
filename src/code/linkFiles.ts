import { tidyText } from './definition';
import type { Definition, Definitions, PlatformRecord, RecordsByGuid } from './definition';
import type { LockEntry, PlatformLock } from './lock';

/** Which record a file is. */
export interface Link {
  readonly guid: string;
  /** What file and record were when they last agreed; undefined where nobody knows. */
  readonly base: LockEntry | undefined;
  /** The path under which the lock knows the file. */
  readonly movedFrom: string | undefined;
}

/** Finds the record of each file: by the lock, by the lock's entry of a file that was renamed, or by the name. */
export function linkFiles(
  definitions: Definitions,
  records: RecordsByGuid,
  lock: PlatformLock,
): ReadonlyMap<string, Link> {
  const links = new Map<string, Link>();
  const entries = lockEntriesOf(definitions, lock);
  const free = freeRecords(records, lock);
  for (const [path, { name }] of definitions) {
    const entry = entries.get(path);
    const namesake = free.get(name);
    if (entry && (records.has(entry.base.guid) || namesake === undefined)) {
      links.set(path, { guid: entry.base.guid, base: entry.base, movedFrom: entry.movedFrom });
    } else if (namesake) {
      // A record that replaced the one of the lock has no common past with the file.
      links.set(path, { guid: namesake.guid, base: undefined, movedFrom: entry?.movedFrom });
    }
  }
  return links;
}

/** By their names. An entry whose file is gone keeps its record: a new file of that name must not take it over. */
function freeRecords(records: RecordsByGuid, lock: PlatformLock): ReadonlyMap<string, PlatformRecord> {
  const taken = new Set<string>();
  for (const { guid } of lock.values()) taken.add(guid);
  const free = new Map<string, PlatformRecord>();
  for (const record of records.values()) if (!taken.has(record.guid)) free.set(record.name, record);
  return free;
}

interface KnownFile {
  readonly base: LockEntry;
  readonly movedFrom: string | undefined;
}

function lockEntriesOf(definitions: Definitions, lock: PlatformLock): ReadonlyMap<string, KnownFile> {
  const found = new Map<string, KnownFile>();
  const claimed = new Set<string>();
  for (const path of definitions.keys()) {
    const base = lock.get(path);
    // A merge of two branches that both renamed a file can leave two entries of one record.
    if (base === undefined || claimed.has(base.guid)) continue;
    claimed.add(base.guid);
    found.set(path, { base, movedFrom: undefined });
  }
  const orphans = new Map<string, LockEntry>();
  if (found.size === lock.size) return found;
  for (const [path, entry] of lock) {
    if (!definitions.has(path) && !claimed.has(entry.guid)) orphans.set(path, entry);
  }
  for (const [path, moved] of movedFiles(definitions, orphans, found)) found.set(path, moved);
  return found;
}

/** Files that the lock knows under another path: those of the same name first, then those of the same content. */
function movedFiles(
  definitions: Definitions,
  orphans: Map<string, LockEntry>,
  known: ReadonlyMap<string, KnownFile>,
): ReadonlyMap<string, KnownFile> {
  const moved = new Map<string, KnownFile>();
  for (const isSame of [hasSameName, hasSameContent]) {
    const unknown = [...definitions].filter(([path]) => !known.has(path) && !moved.has(path));
    for (const [path, definition] of unknown) {
      const matching = [...orphans].filter(([, { record }]) => isSame(record, definition));
      const [only] = matching;
      if (only === undefined || matching.length > 1) continue;
      orphans.delete(only[0]);
      moved.set(path, { base: only[1], movedFrom: only[0] });
    }
  }
  return moved;
}

type RecordFields = LockEntry['record'];

function hasSameName(record: RecordFields, definition: Definition): boolean {
  return record.name === definition.name;
}

/** A file that was renamed, and with it the query: everything else is as it was. */
function hasSameContent(record: RecordFields, definition: Definition): boolean {
  const { trigger } = definition;
  return (
    tidyText(record.query) === definition.query &&
    (record.description ?? '') === (definition.description ?? '') &&
    record.enabled === definition.enabled &&
    record.outputParameter === definition.outputParameter &&
    ('schedule' in trigger
      ? record.cronSchedule === trigger.schedule
      : record.precedingAction === trigger.when && record.triggerType === 'workflow')
  );
}
