import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlatformRecord } from '../../../../src/core/project/definition';
import {
  Clone,
  idOf,
  Killed,
  mergeInto,
  ModelPlatform,
  numbersIn,
  platformNames,
  Steps,
} from '../../../support/codeModel';
import type { PlatformName, RunOptions } from '../../../support/codeModel';
import { scheduledQueryFields } from '../../../support/scheduledQueries';

const edits = ['create', 'text', 'name', 'schedule', 'chain', 'swap', 'delete'] as const;
const kinds = [...edits, 'move', 'pull', 'pull', 'apply', 'apply', 'apply', 'merge'] as const;

/** One step of somebody: numbers select what it is about. */
interface Step {
  readonly kind: (typeof kinds)[number];
  /** Who edits a file, a record of a platform, or runs a command. */
  readonly who: 0 | 1;
  readonly isOnPlatform: boolean;
  readonly platform: PlatformName;
  readonly one: number;
  readonly other: number;
  readonly overwrite: boolean;
  readonly prune: boolean;
  readonly isPartial: boolean;
  /** At which write the process ends; an odd number ends it after the write. */
  readonly killAt: number | undefined;
}

const rarely = fc.nat(4).map((number) => number === 0);
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.constantFrom(0, 1),
  isOnPlatform: fc.boolean(),
  platform: fc.constantFrom(...platformNames, 'lab' as const),
  one: fc.nat(20),
  other: fc.nat(20),
  overwrite: rarely,
  prune: fc.boolean(),
  isPartial: rarely,
  killAt: fc.option(fc.nat(11), { nil: undefined, freq: 3 }),
});

/** Two people with one repository, and two platforms that others edit too. */
class World {
  readonly clones = [new Clone(), new Clone()] as const;
  readonly platforms = { lab: new ModelPlatform(), live: new ModelPlatform() };
  #common: ReadonlyMap<string, string> = new Map();
  #number = 0;
  #ids = 0;

  /** A chain of two and two others, the same everywhere. */
  static async start(): Promise<World> {
    const world = new World();
    const [clone] = world.clones;
    const bare = { one: 0, other: 1, prune: false };
    for (let count = 0; count < 4; count++) world.#editFile(clone, { ...bare, kind: 'create' });
    world.#editFile(clone, { ...bare, kind: 'chain' });
    const options = { overwrite: false, prune: false, isWanted: () => true };
    for (const name of platformNames) await clone.apply(name, world.platforms[name], options);
    world.#merge();
    return world;
  }

  async run(step: Step): Promise<void> {
    const clone = this.clones[step.who];
    if (step.kind === 'merge') this.#merge();
    else if (step.kind === 'pull' || step.kind === 'apply') {
      this.#repair(clone);
      await (step.kind === 'pull' ? this.#pull(clone, step) : this.#apply(clone, step));
    } else if (step.isOnPlatform && step.kind !== 'move') {
      try {
        this.#editRecord(this.platforms[step.platform], step.kind, step);
      } catch (error) {
        // As in the user interface of the platform, which shows the reason.
        if (error instanceof assert.AssertionError) throw error;
      }
    } else this.#editFile(clone, step);
    for (const one of this.clones) one.note();
  }

  #merge(): void {
    const [one, other] = this.clones;
    mergeInto(one, other, this.#common);
    mergeInto(other, one, other.files);
    other.files.clear();
    for (const [path, text] of one.files) other.files.set(path, text);
    this.#common = new Map(one.files);
  }

  async #pull(clone: Clone, step: Step): Promise<void> {
    const { platform, overwrite, prune } = step;
    const model = this.platforms[platform];
    const other = platform === 'lab' ? 'live' : 'lab';
    const options = optionsOf(step);
    const before = clone.copy();
    await this.#untilDone(clone, model, step, async (on, at, steps) => on.pull(platform, at, options, steps));

    const kept = numbersOf(clone, platform);
    const lost = numbersOf(before, platform).filter((number) => !kept.includes(number));
    if (!overwrite)
      assert.deepEqual(
        lost.filter((number) => !this.#isPublished(number)),
        [],
        'lost edits',
      );
    const removed = before.queries().filter((path) => !clone.files.has(path));
    const ids = removed.map((path) => idOf(before.files.get(path) ?? ''));
    assert.deepEqual(
      ids.filter((id) => !prune || !model.deleted.has(id)),
      [],
      'removed files',
    );
    // Accepting a deletion is intended, also after a merge with a clone in which the query was created again.
    for (const { path, on } of before.read()) {
      const isExcluded =
        on(platform) !== undefined &&
        clone
          .read()
          .find((file) => file.path === path)
          ?.on(platform) === undefined;
      if (isExcluded) clone.deleted.add(idOf(before.files.get(path) ?? ''));
    }
    const elsewhere = (one: Clone): unknown =>
      one.read().flatMap((file) => (file.on(other) ? [[file.path, file.on(other)]] : []));
    assert.deepEqual(elsewhere(clone), elsewhere(before), `a pull from ${platform} changes ${other}`);
    if (clone.problems().length > 0)
      assert.fail(`a pull makes problems: ${JSON.stringify(clone.problems())}`);
    const again = await clone.pull(platform, model, options);
    assert.equal(again, 0, 'a second pull has edits');
  }

  async #apply(clone: Clone, step: Step): Promise<void> {
    const { platform, overwrite, prune } = step;
    const model = this.platforms[platform];
    const options = optionsOf(step);
    const before = model.copy();
    const { failures } = await this.#untilDone(clone, model, step, async (on, at, steps) =>
      on.apply(platform, at, options, steps),
    );

    const lost = numbersOn(before).filter((number) => !numbersOn(model).includes(number));
    if (!overwrite)
      assert.deepEqual(
        lost.filter((number) => !clone.seen.has(number)),
        [],
        'lost edits',
      );
    const isInFiles = (id: string): boolean =>
      clone.queries().some((path) => idOf(clone.files.get(path) ?? '') === id);
    // A moved file is found by its name, which a user may have given to another query.
    const isAsked = (id: string): boolean =>
      clone.moved.size > 0 ? clone.deleted.has(id) || isInFiles(id) : prune && clone.deleted.has(id);
    // With --overwrite, a file may replace the content of a record that has its name.
    const deleted = [...before.records.values()].flatMap(({ guid, query }) => {
      const isDeleted = !idsOn(model).includes(idOf(query)) && !(overwrite && model.records.has(guid));
      return isDeleted ? idOf(query) : [];
    });
    assert.deepEqual(
      deleted.filter((id) => !isAsked(id)),
      [],
      'deleted records',
    );
    for (const id of deleted) model.deleted.add(id);
    assert.deepEqual(
      withoutPredecessor(model).filter((link) => !withoutPredecessor(before).includes(link)),
      [],
      'chains cut',
    );
    if (failures.length > 0) return;
    assert.equal((await clone.apply(platform, model, options)).count, 0, 'a second apply has actions');
    if (!overwrite || !prune || step.isPartial) return;
    const left = clone.plan(platform, model).items.filter(({ kind }) => kind !== 'unchanged');
    assert.deepEqual(left, [], 'the plan is not empty');
  }

  /** Runs a command that is killed, and again to its end: both together are one run. */
  async #untilDone<Result>(
    clone: Clone,
    model: ModelPlatform,
    { killAt }: Step,
    command: (clone: Clone, model: ModelPlatform, steps: Steps) => Promise<Result>,
  ): Promise<Result> {
    if (killAt === undefined) return command(clone, model, new Steps());
    const [before, otherClone, otherModel] = [clone.copy(), clone.copy(), model.copy()];
    const whole = await command(otherClone, otherModel, new Steps());
    await command(clone, model, new Steps(killAt / 2 + 1)).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    // Files name each other: a user discards what an interrupted pull wrote that renames or removes some of them.
    if (namesOf(before) !== namesOf(otherClone) || clone.problems().length > 0) {
      for (const [path, text] of before.files) clone.files.set(path, text);
    }
    const result = await command(clone, model, new Steps());
    if (typeof whole === 'object' && JSON.stringify(whole).includes('"failures":["')) return result;
    assert.deepEqual(contentOf(model), contentOf(otherModel), 'two runs are not one');
    assert.deepEqual(
      clone.queries().map((path) => clone.files.get(path)),
      otherClone.queries().map((path) => otherClone.files.get(path)),
    );
    return result;
  }

  #isPublished(number: number): boolean {
    return platformNames.some((name) => this.platforms[name].published.has(number));
  }

  /** What a user does when a merge or an edit leaves problems. */
  #repair(clone: Clone): void {
    for (let [problem] = clone.problems(); problem !== undefined; [problem] = clone.problems()) {
      const text = clone.files.get(problem.path) ?? '';
      const body = text.slice(text.lastIndexOf('---\n') + 4);
      clone.files.set(problem.path, this.#source(`n${this.#next()}`, body));
    }
  }

  #next(): number {
    return ++this.#number;
  }

  #schedule(): string {
    const number = this.#next();
    return `${number % 60} ${Math.floor(number / 60)} 1 1 *`;
  }

  #source(name: string, body: string): string {
    return `---\nname: ${name}\nenabled: true\nschedule: "${this.#schedule()}"\n---\n${body}`;
  }

  #body(id = `q${++this.#ids}`): string {
    return `table ${id}\n| limit ${this.#next()}\n`;
  }

  #editFile(
    clone: Clone,
    { kind, one, other, prune: alsoOthers }: Pick<Step, 'kind' | 'one' | 'other' | 'prune'>,
  ): void {
    const paths = clone.queries();
    const [path = '', second = ''] = [paths[one % paths.length], paths[other % paths.length]];
    if (kind !== 'create' && path === '') return;
    const source = clone.files.get(path) ?? '';
    const nameOf = (file: string): string => /^name: (.*)$/m.exec(clone.files.get(file) ?? '')?.[1] ?? '';
    const set = (file: string, pattern: RegExp, text: string): void =>
      void clone.files.set(file, (clone.files.get(file) ?? '').replace(pattern, text));
    const trigger = /^(schedule: .*\n|after:.*\n( {2}.*\n)*)/m;
    const remove = (set: Set<string>): void => {
      clone.files.delete(path);
      set.add(idOf(source));
    };
    const work: Readonly<Partial<Record<Step['kind'], () => void>>> = {
      create: () => clone.files.set(`f${this.#next()}.lq`, this.#source(`n${this.#next()}`, this.#body())),
      text: () =>
        set(path, /(?<=---\n)table [^]*$/, this.#body(idOf(source.slice(source.lastIndexOf('---'))))),
      schedule: () => set(path, trigger, `schedule: "${this.#schedule()}"\n`),
      chain: () => set(path, trigger, `after: ${nameOf(second)}\n`),
      name: () => {
        const [before, after] = [nameOf(path), `n${this.#next()}`];
        set(path, /^name: .*$/m, `name: ${after}`);
        const link = new RegExp(`^(after: |  query: )${before}$`, 'm');
        if (alsoOthers) for (const file of paths) set(file, link, `$1${after}`);
      },
      swap: () => {
        const [first, last] = [nameOf(path), nameOf(second)];
        set(path, /^name: .*$/m, `name: ${last}`);
        set(second, /^name: .*$/m, `name: ${first}`);
      },
      move: () => {
        clone.files.set(`f${this.#next()}.lq`, source);
        remove(clone.moved);
      },
      delete: () => remove(clone.deleted),
    };
    work[kind]?.();
  }

  #editRecord(model: ModelPlatform, kind: (typeof edits)[number], { one, other }: Step): void {
    const records = [...model.records.values()];
    const [record, second] = [records[one % records.length], records[other % records.length]];
    const put = (input: PlatformRecord, changes: Partial<PlatformRecord>): void =>
      void model.put(input.guid, { ...input, ...changes });
    if (kind === 'create') {
      const fields = { name: `n${this.#next()}`, query: this.#body(), cronSchedule: this.#schedule() };
      model.put(undefined, scheduledQueryFields(fields));
    }
    if (record === undefined || second === undefined) return;
    const work: Readonly<Partial<Record<Step['kind'], () => void>>> = {
      text: () => put(record, { query: this.#body(idOf(record.query)) }),
      name: () => put(record, { name: `n${this.#next()}` }),
      schedule: () => {
        const byCron = { triggerType: 'cron', precedingGuid: undefined, precedingAction: undefined };
        put(record, { ...byCron, cronSchedule: this.#schedule() });
      },
      chain: () => {
        const link = { precedingGuid: second.guid, precedingAction: 'succeeded', cronSchedule: undefined };
        put(record, { triggerType: 'workflow', ...link });
      },
      swap: () => {
        if (record === second) return;
        put(record, { name: `n${this.#next()}` });
        put(second, { name: record.name });
        put({ ...record, name: second.name }, {});
      },
      delete: () => {
        model.records.delete(record.guid);
        model.deleted.add(idOf(record.query));
      },
    };
    work[kind]?.();
  }
}

function optionsOf({ overwrite, prune, isPartial, one }: Step): RunOptions {
  const isWanted = (path: string): boolean => !isPartial || path.length % 2 === one % 2;
  return { overwrite, prune, isWanted };
}

function namesOf({ files }: Clone): string {
  return [...files]
    .flatMap(([path, text]) => (path.endsWith('.lq') ? text.match(/^ *name: .*$/gm) : []))
    .join();
}

/** In what the files say for a platform. */
function numbersOf(clone: Clone, platform: PlatformName): readonly number[] {
  return clone.read().flatMap((file) => numbersIn(JSON.stringify(file.on(platform) ?? '')));
}

function numbersOn({ records }: ModelPlatform): readonly number[] {
  return [...records.values()].flatMap((record) => numbersIn(JSON.stringify(record)));
}

function idsOn({ records }: ModelPlatform): readonly string[] {
  return [...records.values()].map(({ query }) => idOf(query));
}

/** Queries that run after one that does not exist. */
function withoutPredecessor({ records }: ModelPlatform): readonly string[] {
  return [...records.values()].flatMap(({ guid, precedingGuid }) =>
    precedingGuid === undefined || records.has(precedingGuid) ? [] : `${guid} after ${precedingGuid}`,
  );
}

/** Without the GUIDs, which depend on the order. */
function contentOf({ records }: ModelPlatform): readonly string[] {
  return [...records.values()]
    .map((record) => {
      const after = record.precedingGuid && records.get(record.precedingGuid)?.name;
      return JSON.stringify({ ...record, guid: '', precedingGuid: after });
    })
    .sort();
}

describe('Scheduled queries as code', () => {
  it('lose no edit, delete nothing unasked, and change nothing in a second run', async function () {
    const runs = Number(process.env['LOGBENCH_CODE_RUNS'] ?? 40);
    // As long as that many take.
    this.timeout(0);
    const sequences = fc.array(step, { minLength: 1, maxLength: 30, size: 'max' });
    const property = fc.asyncProperty(sequences, async (steps) => {
      const world = await World.start();
      for (const one of steps) await world.run(one);
    });
    await fc.assert(property, { numRuns: runs, seed: Number(process.env['LOGBENCH_CODE_SEED'] ?? 38) });
  });
});
