import { differingFields, writableFields } from '../interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { tidyText } from './definition';
import type { Definition, Definitions, PlatformRecord, RecordsByGuid } from './definition';
import { entriesThere, linkFiles, oneForEachRecord, pendingPath, resolveFields } from './linkFiles';
import type { Link } from './linkFiles';
import type { Lock, LockEntry, NamedPlatform, PlatformAddress, PlatformLock } from './lock';
import type { QueryFile } from './queryFile';

export type Field = keyof ScheduledQueryFields;

interface OfFile {
  readonly path: string;
  readonly name: string;
  /** The path of the file in the lock, if it was moved. */
  readonly movedFrom?: string | undefined;
  /** Whether the file, or the lock if it was deleted, protects the query. */
  readonly protect?: boolean;
}

/** The file has no record yet. */
export interface Creation extends OfFile {
  readonly kind: 'create';
  readonly wanted: ScheduledQueryFields;
}

/** Only the file has changed. */
export interface Change extends OfFile {
  readonly kind: 'change';
  readonly wanted: ScheduledQueryFields;
  readonly current: PlatformRecord;
  readonly fields: readonly Field[];
}

/** The file was deleted, the record is unchanged. */
export interface Deletion extends OfFile {
  readonly kind: 'delete';
  readonly current: PlatformRecord;
}

/** Only the record has changed. */
export interface Drift extends OfFile {
  readonly kind: 'drift';
  readonly base: LockEntry;
  readonly wanted: ScheduledQueryFields;
  /** Undefined if the record was deleted. */
  readonly current: PlatformRecord | undefined;
  readonly fields: readonly Field[];
}

/** Both have changed differently. */
export interface Conflict extends OfFile {
  readonly kind: 'conflict';
  readonly base: LockEntry;
  /** Undefined if the file was deleted. */
  readonly wanted: ScheduledQueryFields | undefined;
  readonly current: PlatformRecord | undefined;
  readonly fields: readonly Field[];
}

/** The file is not in the lock, and a record with its name has other content. */
export interface Question extends Omit<Change, 'kind'> {
  readonly kind: 'question';
}

/** File and record are equal; only the lock is outdated. */
interface Adoption extends OfFile {
  readonly kind: 'adopt';
  /** Undefined if both were deleted. */
  readonly entry: LockEntry | undefined;
}

interface Unchanged extends OfFile {
  readonly kind: 'unchanged';
  readonly current: PlatformRecord;
}

export type PlanItem = Creation | Change | Deletion | Drift | Conflict | Question | Adoption | Unchanged;

/** A change that applying makes. */
export type Action = Creation | Change | Deletion | Adoption;

export interface Plan {
  /** One per file and lock entry, sorted by path. */
  readonly items: readonly PlanItem[];
  /** Records without a file or lock entry. */
  readonly unmanaged: readonly PlatformRecord[];
}

/** A plan for one of the platforms of a project. */
export interface PlatformPlan extends Plan {
  readonly platform: NamedPlatform;
  /** The entries of the lock that belong to this platform. */
  readonly entries: PlatformLock;
  /** Where the platform of the lock is, if that is another one. */
  readonly lockedAddress: PlatformAddress | undefined;
}

/** Compares the files of a folder with the records of one platform. */
export function planFolder(
  files: readonly QueryFile[],
  lock: Lock,
  platform: NamedPlatform,
  current: readonly PlatformRecord[],
): PlatformPlan {
  const { name } = platform;
  const definitions = definitionsOf(files, name);
  const records = current.map(withLowerCaseGuids);
  const isSame = lock.belongsTo(platform);
  const known = oneForEachRecord(lock.of(name), definitions);
  const entries = isSame ? known : entriesThere(known, definitions, records);
  const lockedAddress = isSame ? undefined : lock.addressOf(name);
  return { ...planChanges(definitions, records, entries), platform, entries, lockedAddress };
}

/** All records of the platform that the plan knows. */
export function recordsOf({ items, unmanaged }: Plan): readonly PlatformRecord[] {
  const managed = items.flatMap((item) => ('current' in item && item.current ? item.current : []));
  return [...managed, ...unmanaged];
}

/** Platforms and files may use either case for the same GUID. */
function withLowerCaseGuids(record: PlatformRecord): PlatformRecord {
  const [guid, precedingGuid] = [record.guid.toLowerCase(), record.precedingGuid?.toLowerCase()];
  const isSame = guid === record.guid && precedingGuid === record.precedingGuid;
  return isSame ? record : { ...record, guid, precedingGuid };
}

function definitionsOf(files: readonly QueryFile[], platform: string): Definitions {
  const definitions = new Map<string, Definition>();
  for (const file of files) {
    const definition = file.on(platform);
    if (definition) definitions.set(file.path, definition);
  }
  return definitions;
}

/** Compares the files, the records of one platform and their last common state. */
export function planChanges(
  definitions: Definitions,
  records: readonly PlatformRecord[],
  lock: PlatformLock,
): Plan {
  const byGuid = new Map<string, PlatformRecord>();
  for (const record of records) byGuid.set(record.guid, record);
  const links = linkFiles(definitions, byGuid, lock);
  const wanted = resolveFields(definitions, links, byGuid);
  const items: PlanItem[] = [];
  const [moved, managed] = [new Set<string>(), new Set<string>()];
  for (const [path, fields] of wanted) {
    const link = links.get(path);
    if (link?.movedFrom !== undefined) moved.add(link.movedFrom);
    if (link !== undefined) managed.add(link.guid);
    items.push(itemOf(fileOf(path, definitions.get(path), link), fields, link, byGuid, links));
  }
  for (const [path, entry] of lock) {
    if (definitions.has(path)) continue;
    // The record of another file is none to delete, whatever a merge left in the lock.
    const current = claimRecord(entry.guid, byGuid, managed);
    if (!moved.has(path)) items.push(withoutFile(path, entry, current));
  }
  items.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { items, unmanaged: records.filter(({ guid }) => !managed.has(guid)) };
}

function fileOf(path: string, definition: Definition | undefined, link: Link | undefined): OfFile {
  const protection = definition?.protect === true && { protect: true };
  return { path, name: definition?.name ?? '', movedFrom: link?.movedFrom, ...protection };
}

/** The record, unless it is already taken; marks it as taken. */
function claimRecord(guid: string, records: RecordsByGuid, taken: Set<string>): PlatformRecord | undefined {
  if (taken.has(guid)) return undefined;
  taken.add(guid);
  return records.get(guid);
}

function itemOf(
  file: OfFile,
  wanted: ScheduledQueryFields,
  link: Link | undefined,
  records: RecordsByGuid,
  links: ReadonlyMap<string, Link>,
): PlanItem {
  const current = link && records.get(link.guid);
  const base = link?.base;
  const ownChanges = base === undefined ? [] : differences(withKnownPreceding(wanted, links), base.record);
  const kind = ownChanges.length === 0 ? 'drift' : 'conflict';
  if (current === undefined) {
    return base
      ? { kind, ...file, base, wanted, current, fields: ownChanges }
      : { kind: 'create', ...file, wanted };
  }
  const differing = differences(wanted, current);
  if (differing.length === 0) return agreedItem(file, current, base);
  if (base === undefined) return { kind: 'question', ...file, wanted, current, fields: differing };
  const otherChanges = platformChanges(current, base);
  if (otherChanges.length === 0) return { kind: 'change', ...file, wanted, current, fields: differing };
  return { kind, ...file, base, wanted, current, fields: differing };
}

/** A preceding query that was deleted on the platform is no change of the file that names it. */
function withKnownPreceding(
  wanted: ScheduledQueryFields,
  links: ReadonlyMap<string, Link>,
): ScheduledQueryFields {
  const path = pendingPath(wanted.precedingGuid);
  const guid = path === undefined ? undefined : links.get(path)?.guid;
  return guid === undefined ? wanted : { ...wanted, precedingGuid: guid };
}

function agreedItem(file: OfFile, current: PlatformRecord, base: LockEntry | undefined): PlanItem {
  const isKnown =
    base?.guid === current.guid &&
    file.movedFrom === undefined &&
    file.protect === base.protect &&
    differences(current, base.record).length === 0;
  return isKnown
    ? { kind: 'unchanged', ...file, current }
    : { kind: 'adopt', ...file, entry: { guid: current.guid, record: current } };
}

function withoutFile(path: string, base: LockEntry, current: PlatformRecord | undefined): PlanItem {
  const file = { path, name: base.record.name, ...(base.protect === true && { protect: true }) };
  if (current === undefined) return { kind: 'adopt', ...file, entry: undefined };
  const fields = differences(current, base.record);
  if (fields.length === 0) return { kind: 'delete', ...file, current };
  return { kind: 'conflict', ...file, base, wanted: undefined, current, fields };
}

/** A temporary name of our own interrupted run does not count as a change. */
function platformChanges(current: PlatformRecord, { record }: LockEntry): readonly Field[] {
  const isOurs = current.name === temporaryName(current.guid);
  return differences(current, record).filter((field) => field !== 'name' || !isOurs);
}

/** The name of a query while another one takes its name. */
export function temporaryName(guid: string): string {
  return `renaming ${guid}`;
}

/** The fields with a relevant difference. */
export function differences(one: ScheduledQueryFields, other: ScheduledQueryFields): readonly Field[] {
  // Nearly all are the same in every letter, which is found out faster than what differences mean.
  if (isIdentical(one, other)) return [];
  return differingFields(one, other).filter(
    (field) => field !== 'query' || tidyText(one.query) !== tidyText(other.query),
  );
}

function isIdentical(one: ScheduledQueryFields, other: ScheduledQueryFields): boolean {
  const hasNodeTypes = one.nodeTypes.length + other.nodeTypes.length > 0;
  return (
    !hasNodeTypes && writableFields.every((field) => field === 'nodeTypes' || one[field] === other[field])
  );
}
