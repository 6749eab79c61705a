import assert from 'node:assert/strict';
import type { PlatformClient } from '../../src/core/api/client';
import { RejectedError } from '../../src/core/api/errors';
import { actionsOf } from '../../src/core/project/actions';
import { checkFrontMatters } from '../../src/core/project/checkFiles';
import type { PlatformRecord } from '../../src/core/project/definition';
import { applyAndNote, writeEdits } from '../../src/core/project/keepLock';
import { Lock, parseLock } from '../../src/core/project/lock';
import { planFolder } from '../../src/core/project/plan';
import type { PlatformPlan } from '../../src/core/project/plan';
import { readProject } from '../../src/core/project/project';
import type { ProjectFolder } from '../../src/core/project/projectFolder';
import { pullEdits, resolvedBy } from '../../src/core/project/pull';
import { readQueryFile } from '../../src/core/project/queryFile';
import type { QueryFile } from '../../src/core/project/queryFile';
import { clientStub } from './clientStub';

export const platformNames = ['lab', 'live'] as const;
export type PlatformName = (typeof platformNames)[number];
const { project } = readProject(
  'platforms:\n  lab: {base_url: "https://a.example"}\n  live: {base_url: "https://b.example"}\nfiles: ["*.lq"]\n',
);
const lockName = 'logbench.lock.json';

/** The process ended at this step. Nothing may catch it. */
export class Killed extends Error {}

/** Counts the writes of a command, to files and to the platform, and ends it before or after one of them. */
export class Steps {
  #count = 0;
  constructor(private readonly killAt = Infinity) {}

  take<Result>(effect: () => Result): Result {
    this.#count++;
    if (this.#count === Math.floor(this.killAt) && this.killAt % 1 === 0) throw new Killed();
    const result = effect();
    if (this.#count === Math.floor(this.killAt)) throw new Killed();
    return result;
  }
}

/** A platform with the rules of the interface: names are unique, chains have no cycle. */
export class ModelPlatform {
  /** Numbers that were ever in a record. */
  readonly published = new Set<number>();
  /** Queries that a user or a prune deleted. */
  readonly deleted = new Set<string>();
  #next = 1;

  constructor(readonly records = new Map<string, PlatformRecord>()) {}

  copy(): ModelPlatform {
    const copy = new ModelPlatform(new Map(this.records));
    copy.#next = this.#next;
    return copy;
  }

  put(guid: string | undefined, fields: Omit<PlatformRecord, 'guid'>): string {
    const own = guid ?? `00000000-0000-4000-8000-${String(this.#next++).padStart(12, '0')}`;
    const others = [...this.records.values()].filter((record) => record.guid !== own);
    if (others.some(({ name }) => name === fields.name)) throw rejection(`duplicated name: ${fields.name}`);
    this.#checkPreceding(own, fields.precedingGuid);
    this.records.set(own, { ...fields, guid: own });
    for (const number of numbersIn(JSON.stringify(fields))) this.published.add(number);
    return own;
  }

  #checkPreceding(own: string, after: string | undefined): void {
    for (let next = after, steps = 0; next !== undefined && steps < 99; steps++) {
      if (next === own) throw rejection('a cycle');
      next = this.records.get(next)?.precedingGuid;
    }
    if (after === undefined || this.records.has(after)) return;
    if (this.records.get(own)?.precedingGuid !== after) throw rejection('not found');
  }

  client(steps: Steps): PlatformClient {
    const list = (): unknown => {
      const items = [...this.records.values()];
      return Promise.resolve({ items, total: items.length, malformed: [] });
    };
    const remove = (guid: string): unknown => {
      steps.take(() => this.records.delete(guid));
      return { succeeded: 1, skipped: 0, failures: [] };
    };
    const put = (form: Readonly<Record<string, unknown>>, guid?: string): unknown =>
      settled(() => steps.take(() => this.put(guid, fieldsOfForm(form))));
    return clientStub({
      'GET scheduled-queries': list,
      'GET scheduled-queries/*': ({ path: [, guid] }) => this.records.get(String(guid)),
      'POST scheduled-queries': ({ form = {} }) => put(form),
      'PUT scheduled-queries/*': ({ path: [, guid], form = {} }) => put(form, String(guid)),
      'DELETE scheduled-queries': ({ form = {} }) => settled(() => remove(String(form['guids']))),
    });
  }
}

function settled<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}

function rejection(message: string): RejectedError {
  return new RejectedError(500, 'illegal-state', message);
}

function fieldsOfForm(form: Readonly<Record<string, unknown>>): Omit<PlatformRecord, 'guid'> {
  return {
    name: String(form['name']),
    description: form['description'] as string | undefined,
    enabled: form['enabled'] === true,
    query: String(form['query']),
    triggerType: String(form['trigger_type']),
    cronSchedule: form['cron_schedule'] as string | undefined,
    precedingGuid: form['preceding_guid'] as string | undefined,
    precedingAction: form['preceding_action'] as string | undefined,
    nodeTypes: [],
    outputParameter: false,
  };
}

/** The work of a user: each edit leaves a number of its own in a text, a name or a schedule. */
export function numbersIn(text: string): readonly number[] {
  const found = text.matchAll(/(?<=\blimit |\bn)\d+|(?<=")\d+ \d+(?= 1 1 \*)/g);
  return [...found].map(([number]) =>
    number.split(' ').reduceRight((sum, part) => sum * 60 + Number(part), 0),
  );
}

/** Which query it is, whatever its name and file are: `table q7`. */
export function idOf(text: string): string {
  return /table (q\d+)/.exec(text)?.[1] ?? '';
}

export interface RunOptions {
  readonly overwrite: boolean;
  readonly prune: boolean;
  readonly isWanted: (path: string) => boolean;
}

/** A clone of the repository: the files, with the lock as one of them. */
export class Clone {
  /** Numbers that were ever in its files or its lock. */
  readonly seen = new Set<number>();
  /** Queries whose file a user deleted, or moved. */
  readonly deleted = new Set<string>();
  readonly moved = new Set<string>();

  constructor(readonly files = new Map<string, string>()) {}

  copy(): Clone {
    return new Clone(new Map(this.files));
  }

  note(): void {
    for (const text of this.files.values()) for (const number of numbersIn(text)) this.seen.add(number);
  }

  queries(): readonly string[] {
    return [...this.files.keys()].filter((path) => path !== lockName).sort();
  }

  read(): readonly QueryFile[] {
    return this.queries().map((path) => readQueryFile(path, this.files.get(path) ?? '', project));
  }

  problems(): readonly { readonly path: string; readonly message: string }[] {
    return checkFrontMatters(this.read(), project);
  }

  plan(platform: PlatformName, { records }: ModelPlatform): PlatformPlan {
    const named = project.platforms.find(({ name }) => name === platform);
    assert.ok(named);
    return planFolder(this.read(), this.#lock(), named, [...records.values()]);
  }

  async pull(
    platform: PlatformName,
    model: ModelPlatform,
    options: RunOptions,
    steps = new Steps(),
  ): Promise<number> {
    const plan = this.plan(platform, model);
    const edits = pullEdits({
      ...{ project, platform, files: this.read(), lock: this.#lock(), plan },
      isAccepted: resolvedBy(options),
      isWanted: options.isWanted,
    });
    await writeEdits(this.#folder(steps), plan, edits);
    // What only the lock notes is no visible change.
    return edits.filter(({ kind }) => kind !== 'skip' && kind !== 'adopt').length;
  }

  /** Resolves to the number of actions, and the reasons of those that failed. */
  async apply(
    platform: PlatformName,
    model: ModelPlatform,
    options: RunOptions,
    steps = new Steps(),
  ): Promise<{ readonly count: number; readonly failures: readonly string[] }> {
    const plan = this.plan(platform, model);
    const actions = actionsOf(plan, options, options.isWanted);
    const failures: string[] = [];
    for await (const { reason } of applyAndNote(model.client(steps), this.#folder(steps), plan, actions)) {
      if (reason !== undefined) failures.push(reason);
    }
    return { count: actions.length, failures };
  }

  #lock(): Lock {
    const text = this.files.get(lockName);
    return text === undefined ? new Lock() : parseLock(text);
  }

  #folder(steps: Steps): ProjectFolder {
    const write = (path: string, text: string): void => steps.take(() => void this.files.set(path, text));
    return {
      write: (path: string, text: string) => settled(() => write(path, text)),
      remove: (path: string) => settled(() => steps.take(() => void this.files.delete(path))),
      changeLock: (change: (lock: Lock) => void) =>
        settled(() => {
          const lock = this.#lock();
          change(lock);
          write(lockName, lock.print());
        }),
    } as unknown as ProjectFolder;
  }
}

/** Merges two clones as Git does: line by line in the lock, by file otherwise. `ours` resolves conflicts. */
export function mergeInto(ours: Clone, theirs: Clone, base: ReadonlyMap<string, string>): void {
  const lock = mergeEntries(linesOf(ours.files), linesOf(theirs.files), linesOf(base));
  const files = mergeEntries(ours.files, theirs.files, base);
  ours.files.clear();
  for (const [path, text] of files) ours.files.set(path, text);
  if (lock.size > 0)
    ours.files.set(lockName, `{\n${[...lock.values()].sort().join('\n')}\n  "version": 1\n}\n`);
  for (const key of ['deleted', 'moved'] as const) for (const id of theirs[key]) ours[key].add(id);
  ours.note();
}

function linesOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const lines = (files.get(lockName) ?? '').split('\n').filter((line) => line.endsWith(','));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(': {')), line]));
}

function mergeEntries(
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
  base: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const merged = new Map<string, string>();
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const value = ours.get(key) === base.get(key) ? theirs.get(key) : ours.get(key);
    if (value !== undefined) merged.set(key, value);
  }
  return merged;
}
