import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SkippedTimes } from '../cronTimes';
import { illegalState } from '../errors';
import { precedingOf } from '../schedule';
import type {
  QueryFilter,
  RunResult,
  ScheduledQuery,
  ScheduledQueryFields,
  StoredScheduledQuery,
} from '../schedule';
import { Catalog } from './tableCatalog';
import { ScheduledQueryChanges } from './scheduledQueryChanges';
import {
  addPendingRuns,
  deletePendingRuns,
  isHandled,
  readPendingRuns,
  readScheduledQueries,
} from './scheduledQueryRows';
import type { OutputValues, PendingRun } from './scheduledQueryRows';
import { readScheduledRuns, skippedRun } from './scheduledRuns';
import type { RunEnd, ScheduledRun } from './scheduledRuns';
import type { InTransaction, Store, Transaction } from './store';

export interface ScheduledQueryPage {
  readonly total: number;
  readonly items: readonly ScheduledQuery[];
}

export interface Removal {
  readonly removed: readonly string[];
  readonly missing: readonly string[];
}

/** The fields of a query that a run uses. */
export type StartedQuery = Pick<ScheduledQuery, 'query' | 'owner' | 'outputParameter'>;

export interface RunStart {
  readonly due: Date;
  readonly started: Date;
  /** Earlier due times that will not run, because too many were waiting. */
  readonly skipped?: SkippedTimes | undefined;
}

/** A change that waits for its commit. */
interface PendingChange {
  /** Throws, without an effect, if the change is rejected. */
  readonly make: (changes: ScheduledQueryChanges) => MadeChange;
  readonly failed: (error: unknown) => void;
}

/**
 * The scheduled queries of the platform and the outcome of their last runs. Reads are served from memory. Pending
 * changes are committed together: a commit waits for the disk, which would dominate the latency with many clients.
 */
export class ScheduledQueries {
  #pending: PendingChange[] = [];
  #committing: Promise<void> | undefined;

  private constructor(
    private readonly database: Store,
    private readonly catalog: Catalog<StoredScheduledQuery>,
  ) {}

  static async load(database: Store): Promise<ScheduledQueries> {
    const searchedText = ({ name, description, query }: StoredScheduledQuery): string =>
      `${name}\n${description ?? ''}\n${query}`;
    return new ScheduledQueries(database, new Catalog(await readScheduledQueries(database), searchedText));
  }

  /** Sorted by name. Each keyword must occur in the name, description or text. */
  list({ keywords, precedingGuid }: QueryFilter, offset: number, limit: number): ScheduledQueryPage {
    const all = this.catalog.search(keywords);
    const found = precedingGuid ? all.filter(({ trigger }) => precedingOf(trigger) === precedingGuid) : all;
    const items = found.slice(offset, offset + limit).map((query) => this.#withPrecedingName(query));
    return { total: found.length, items };
  }

  find(guid: string): ScheduledQuery | undefined {
    const query = this.catalog.find(guid);
    return query && this.#withPrecedingName(query);
  }

  all(): readonly StoredScheduledQuery[] {
    return this.catalog.all();
  }

  async create(
    fields: ScheduledQueryFields,
    owner: string,
    onCommit?: InTransaction<string>,
  ): Promise<string> {
    const guid = randomUUID();
    const now = new Date();
    return this.#change((changes) => {
      changes.check(guid, fields);
      changes.put({ ...fields, guid, owner, created: now, updated: now });
      return guid;
    }, onCommit);
  }

  async update(
    guid: string,
    fields: ScheduledQueryFields,
    owner: string,
    onCommit?: InTransaction,
  ): Promise<void> {
    const now = new Date();
    await this.#change(
      (changes) => {
        const present = changes.find(guid);
        if (!present) throw illegalState(`scheduled query not found: ${guid}`);
        changes.check(guid, fields);
        const isSame =
          present.enabled === fields.enabled && isDeepStrictEqual(present.trigger, fields.trigger);
        const until = isSame ? present.handledUntil : now;
        changes.put({ ...present, ...fields, owner, updated: now, handledUntil: until });
        return isSame;
      },
      async (transaction, isSame) => {
        if (!isSame) await deletePendingRuns(transaction, guid, now);
        await onCommit?.(transaction);
      },
    );
  }

  /** Deletes those that exist and that `mayRemove` allows. Both results are in the requested order. */
  async remove(
    guids: readonly string[],
    mayRemove: (guid: string) => boolean,
    onCommit?: InTransaction<Removal>,
  ): Promise<Removal> {
    return this.#change((changes) => {
      const missing = guids.filter((guid) => !changes.find(guid));
      const removed = guids.filter((guid) => changes.find(guid) && mayRemove(guid));
      for (const guid of removed) changes.remove(guid);
      return { removed, missing };
    }, onCommit);
  }

  /** Returns the current query; undefined if it must not run: deleted, disabled, stopped or changed meanwhile. */
  async recordStart(guid: string, { due, started, skipped }: RunStart): Promise<StartedQuery | undefined> {
    return this.#change(
      (changes) => {
        const query = changes.find(guid);
        if (!query?.enabled || isHandled(query, due)) return undefined;
        changes.put({
          ...query,
          runningState: 'running',
          lastRunTime: started,
          lastDue: due,
          handledUntil: due,
        });
        if (skipped) changes.addRun(guid, skippedRun(skipped, started));
        return query;
      },
      // Those before it were skipped.
      (transaction) => deletePendingRuns(transaction, guid, due),
    );
  }

  /**
   * If output values are given, even empty ones, also stores and returns the runs that are due now because of
   * this end.
   */
  async recordEnd(guid: string, end: RunEnd, output?: OutputValues): Promise<readonly PendingRun[]> {
    return this.#change((changes) => {
      const query = changes.find(guid);
      if (query) changes.end(query, end);
      return output ? this.#dueAfter(guid, end.result, output) : [];
    }, addPendingRuns);
  }

  /** The runs that were due when the platform ended, in the order in which they were due. */
  pendingRuns(): Promise<readonly PendingRun[]> {
    return readPendingRuns(this.database);
  }

  /** What was due until now will not run. */
  async discardStarts(guid: string): Promise<void> {
    const now = new Date();
    await this.#change(
      (changes) => {
        const query = changes.find(guid);
        if (query) changes.put({ ...query, handledUntil: now });
      },
      (transaction) => deletePendingRuns(transaction, guid, now),
    );
  }

  /** Marks runs that were running when the platform ended as failed, and stores the runs that are due after them. */
  async failInterruptedRuns(reason: string): Promise<void> {
    const interrupted = this.all().filter(({ runningState }) => runningState === 'running');
    if (interrupted.length === 0) return;
    await this.#change((changes) => {
      for (const query of interrupted) {
        changes.end(query, { result: 'failed', reason, elapsedMilliseconds: 0, rows: 0 });
      }
      return interrupted.flatMap(({ guid }) => this.#dueAfter(guid, 'failed', {}));
    }, addPendingRuns);
  }

  /** The ended runs, newest first. */
  runs(guid: string): Promise<readonly ScheduledRun[]> {
    return readScheduledRuns(this.database, guid);
  }

  /** The runs that are due now because a run has ended. */
  #dueAfter(guid: string, result: RunResult, constants: OutputValues): readonly PendingRun[] {
    const now = new Date();
    const dependents = this.all().filter(
      ({ enabled, trigger }) =>
        enabled &&
        trigger.type === 'workflow' &&
        trigger.precedingGuid === guid &&
        (trigger.action === 'finished' || trigger.action === result),
    );
    return dependents.map((query) => {
      // The clock may have been set back since the last run.
      const until = isHandled(query, now) ? query.handledUntil : undefined;
      return { guid: query.guid, constants, due: until ? new Date(until.getTime() + 1) : now };
    });
  }

  #withPrecedingName(query: StoredScheduledQuery): ScheduledQuery {
    return { ...query, precedingName: this.catalog.find(precedingOf(query.trigger) ?? '')?.name };
  }

  /** Resolves when the change and `onCommit` are on disk and in the catalog. */
  #change<Result>(
    make: (changes: ScheduledQueryChanges) => Result,
    onCommit?: InTransaction<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pending.push({
        make: (changes) => {
          const result = make(changes);
          return {
            onCommit: (transaction) => onCommit?.(transaction, result),
            committed: () => resolve(result),
          };
        },
        failed: reject,
      });
      this.#committing ??= this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#pending.length > 0) await this.#commitWaiting();
    this.#committing = undefined;
  }

  /** A rejected change is skipped; if the commit fails, all of them fail and none is applied. */
  async #commitWaiting(): Promise<void> {
    let waiting: readonly PendingChange[] | undefined;
    try {
      const [changes, accepted] = await this.database.write(async (transaction) => {
        waiting = this.#pending.splice(0);
        const group = new ScheduledQueryChanges(this.catalog);
        const made = waiting.flatMap((change) => makeUnlessRejected(change, group));
        await group.write(transaction);
        for (const { onCommit } of made) await onCommit(transaction);
        return [group, made];
      });
      changes.apply();
      for (const { committed } of accepted) committed();
    } catch (error) {
      for (const { failed } of waiting ?? this.#pending.splice(0)) failed(error);
    }
  }
}

interface MadeChange {
  readonly onCommit: (transaction: Transaction) => unknown;
  readonly committed: () => void;
}

function makeUnlessRejected(change: PendingChange, group: ScheduledQueryChanges): MadeChange[] {
  try {
    return [change.make(group)];
  } catch (error) {
    change.failed(error);
    return [];
  }
}
