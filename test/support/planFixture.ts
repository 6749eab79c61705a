import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Definition, PlatformRecord } from '../../src/code/definition';
import type { LockEntry } from '../../src/code/lock';
import { planChanges } from '../../src/code/plan';
import type { Action, Plan } from '../../src/code/plan';
import { pendingPath } from '../../src/code/resolveFields';
import { scheduledQueryFields } from './scheduledQueries';

/**
 * Files, platform and lock in memory, with the rules of the platform: unique names, no cycles, no missing
 * preceding queries.
 */
export class PlanFixture {
  constructor(
    readonly definitions: ReadonlyMap<string, Definition>,
    readonly records: ReadonlyMap<string, PlatformRecord>,
    readonly lock: ReadonlyMap<string, LockEntry>,
  ) {}

  after(action: Action): PlanFixture {
    const records = new Map(this.records);
    const entry = this.#write(action, records);
    const lock = new Map(this.lock);
    if (action.movedFrom !== undefined) lock.delete(action.movedFrom);
    if (entry === undefined) lock.delete(action.path);
    else lock.set(action.path, entry);
    return new PlanFixture(this.definitions, records, lock);
  }

  #write(action: Action, records: Map<string, PlatformRecord>): LockEntry | undefined {
    if (action.kind === 'adopt') return action.entry;
    if (action.kind === 'delete') {
      records.delete(action.current.guid);
      return undefined;
    }
    const guid = action.kind === 'create' ? randomUUID() : action.current.guid;
    assert.equal(records.has(guid), action.kind === 'change');
    const record = { ...action.wanted, precedingGuid: this.#precedingOf(action.wanted.precedingGuid), guid };
    for (const other of records.values())
      assert.ok(other.guid === guid || other.name !== record.name, 'duplicated name');
    records.set(guid, record);
    rejectCircle(records, guid);
    return { guid, record };
  }

  #precedingOf(guid: string | undefined): string | undefined {
    const path = pendingPath(guid);
    if (path === undefined) return guid;
    const made = this.lock.get(path)?.guid;
    assert.ok(made !== undefined && this.records.has(made), `${path} is not there yet`);
    return made;
  }
}

function rejectCircle(records: ReadonlyMap<string, PlatformRecord>, start: string): void {
  let guid = records.get(start)?.precedingGuid;
  for (let steps = 0; guid !== undefined && steps <= records.size; steps++) {
    assert.notEqual(guid, start, 'a circle');
    guid = records.get(guid)?.precedingGuid;
  }
}

export function kindsOf(plan: Plan): readonly string[] {
  return plan.items.map(({ kind, path }) => `${kind} ${path}`);
}

function guidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A query in the file, on the platform and in the lock; undefined if it does not exist there. */
interface Entry {
  readonly file: Content | undefined;
  readonly record: Content | undefined;
  readonly base: Content | undefined;
}

interface Content {
  readonly name: number;
  readonly text: number;
  readonly enabled: boolean;
  /** Follows only earlier queries of the list, so that there is no cycle. */
  readonly follows: number | undefined;
  /** Follows only later queries. */
  readonly isReversed?: boolean;
}

const content: fc.Arbitrary<Content> = fc.record({
  name: fc.nat(3),
  text: fc.nat(1),
  enabled: fc.boolean(),
  follows: fc.option(fc.nat(5), { nil: undefined }),
});
const maybe = fc.option(content, { nil: undefined });

/** Mostly equal, as in practice. */
const entry: fc.Arbitrary<Entry> = fc.oneof(
  content.map((same) => ({ file: same, record: same, base: same })),
  fc.tuple(content, content).map(([old, own]) => ({ file: own, record: old, base: old })),
  fc.tuple(content, maybe).map(([old, theirs]) => ({ file: old, record: theirs, base: old })),
  fc.record({ file: maybe, record: maybe, base: maybe }),
);

export const arbitraryFixture: fc.Arbitrary<PlanFixture> = fc
  .tuple(fc.array(entry, { maxLength: 6 }), fc.boolean())
  .filter(([entries]) => (['file', 'record', 'base'] as const).every((side) => hasUniqueNames(entries, side)))
  .map(([entries, isReversed]) => fixtureOf(isReversed ? entries.map(reverse) : entries))
  .filter(leavesNamesAlone);

/** Whether no name belongs to an unmanaged query. */
function leavesNamesAlone({ definitions, records, lock }: PlanFixture): boolean {
  const { unmanaged } = planChanges(definitions, [...records.values()], lock);
  const wanted = new Set([...definitions.values()].map(({ name }) => name));
  return unmanaged.every(({ name }) => !wanted.has(name));
}

function hasUniqueNames(entries: readonly Entry[], side: 'file' | 'record' | 'base'): boolean {
  const names = entries.flatMap((entry, index) => (entry[side] ? nameOf(entry[side], index) : []));
  return new Set(names).size === names.length;
}

/** Reverses the chains of the platform compared with those of the files. */
function reverse({ file, record, base }: Entry): Entry {
  return {
    file,
    record: record && { ...record, isReversed: true },
    base: base && { ...base, isReversed: true },
  };
}

function fixtureOf(entries: readonly Entry[]): PlanFixture {
  const definitions = new Map<string, Definition>();
  const records = new Map<string, PlatformRecord>();
  const lock = new Map<string, LockEntry>();
  entries.forEach(({ file, record, base }, index) => {
    const path = `scheduled-queries/${index}.lq`;
    if (file) definitions.set(path, definitionOf(file, index, entries));
    if (record)
      records.set(guidOf(index), { ...fieldsOf(record, index, entries, 'record'), guid: guidOf(index) });
    if (base) lock.set(path, { guid: guidOf(index), record: fieldsOf(base, index, entries, 'base') });
  });
  return new PlanFixture(definitions, records, lock);
}

function definitionOf(content: Content, index: number, entries: readonly Entry[]): Definition {
  const preceding = precedingOf(content, index, entries, 'file');
  return {
    name: nameOf(content, index),
    description: undefined,
    enabled: content.enabled,
    trigger:
      preceding === undefined
        ? { schedule: '0 * * * *' }
        : { after: nameOf(entries[preceding]!.file!, preceding), when: 'succeeded' },
    nodeTypes: [],
    outputParameter: false,
    query: `table t${index} | limit ${content.text}`,
  };
}

function fieldsOf(
  content: Content,
  index: number,
  entries: readonly Entry[],
  side: 'record' | 'base',
): LockEntry['record'] {
  const preceding = precedingOf(content, index, entries, side);
  const trigger =
    preceding === undefined
      ? { triggerType: 'cron', cronSchedule: '0 * * * *' }
      : {
          triggerType: 'workflow',
          cronSchedule: undefined,
          precedingGuid: guidOf(preceding),
          precedingAction: 'succeeded',
        };
  const { enabled, text } = content;
  const name = nameOf(content, index);
  return scheduledQueryFields({ name, enabled, query: `table t${index} | limit ${text}`, ...trigger });
}

function precedingOf(
  { follows, isReversed = false }: Content,
  index: number,
  entries: readonly Entry[],
  side: keyof Entry,
): number | undefined {
  if (follows === undefined || follows === index || follows > index !== isReversed) return undefined;
  return entries[follows]?.[side] ? follows : undefined;
}

/** Adjacent queries sometimes swap their names. */
function nameOf({ name }: Content, index: number): string {
  return ['query', 'renamed query'][name % 2]! + String(name < 2 ? index : index ^ 1);
}
