import { illegalState, invalidArgument } from '../errors';
import { precedingOf } from '../schedule';
import type { ScheduledQueryFields, StoredScheduledQuery } from '../schedule';
import type { Catalog } from './tableCatalog';
import { insertScheduledQueries } from './scheduledQueryRows';
import { addScheduledRuns } from './scheduledRuns';
import type { RunEnd, ScheduledRun } from './scheduledRuns';
import type { Transaction } from './store';

/**
 * Changes that are committed together. Each sees the previous ones; the catalog sees none until they are
 * committed.
 */
export class ScheduledQueryChanges {
  readonly #changed = new Map<string, StoredScheduledQuery>();
  readonly #removed = new Set<string>();
  /** The owner of a name after the changes; undefined if it is free. */
  readonly #names = new Map<string, string | undefined>();
  readonly #runs: [guid: string, run: ScheduledRun][] = [];

  constructor(private readonly catalog: Catalog<StoredScheduledQuery>) {}

  find(guid: string): StoredScheduledQuery | undefined {
    if (this.#removed.has(guid)) return undefined;
    return this.#changed.get(guid) ?? this.catalog.find(guid);
  }

  put(query: StoredScheduledQuery): void {
    const before = this.find(query.guid);
    if (before) this.#names.set(before.name, undefined);
    this.#names.set(query.name, query.guid);
    this.#changed.set(query.guid, query);
  }

  remove(guid: string): void {
    const before = this.find(guid);
    if (before) this.#names.set(before.name, undefined);
    this.#changed.delete(guid);
    this.#removed.add(guid);
  }

  /** Ends the current run of a query. */
  end(query: StoredScheduledQuery, end: RunEnd): void {
    const finished = new Date();
    const failure = end.result === 'failed' ? end.reason : undefined;
    const { elapsedMilliseconds, rows, result } = end;
    this.put({
      ...query,
      ...(failure !== undefined && { lastFailureTime: finished, lastFailureReason: failure }),
      runningState: 'stopped',
      resultState: result,
      elapsedMilliseconds: BigInt(elapsedMilliseconds),
    });
    const { lastRunTime: started = finished, lastDue: due = started } = query;
    const run = { due, started, finished, elapsedMilliseconds, rows, resultState: result, failure };
    this.addRun(query.guid, run);
  }

  addRun(guid: string, run: ScheduledRun): void {
    this.#runs.push([guid, run]);
  }

  /** Throws if the fields are rejected. */
  check(guid: string, { name, trigger }: ScheduledQueryFields): void {
    const owner = this.#names.has(name) ? this.#names.get(name) : this.catalog.findByName(name)?.guid;
    if (owner !== undefined && owner !== guid) throw illegalState(`duplicated name: ${name}`);
    if (trigger.type === 'workflow') this.#checkPreceding(guid, trigger.precedingGuid);
  }

  async write(transaction: Transaction): Promise<void> {
    const replaced = [...this.#changed.keys(), ...this.#removed];
    if (replaced.length === 0) return;
    await transaction.run('DELETE FROM scheduled_query WHERE list_contains(?, guid)', [replaced]);
    await insertScheduledQueries(transaction, [...this.#changed.values()]);
    if (this.#runs.length > 0) await addScheduledRuns(transaction, this.#runs);
    if (this.#removed.size === 0) return;
    for (const table of ['scheduled_run', 'pending_run']) {
      await transaction.run(`DELETE FROM ${table} WHERE list_contains(?, guid)`, [[...this.#removed]]);
    }
  }

  /** Called after the commit. */
  apply(): void {
    this.catalog.apply([...this.#changed.values()], this.#removed);
  }

  /** A circular chain would run forever. */
  #checkPreceding(guid: string, precedingGuid: string): void {
    const met = new Set<string>();
    for (let next: string | undefined = precedingGuid; next !== undefined && !met.has(next);) {
      if (next === guid) throw invalidArgument('preceding_guid should not lead back to the query itself.');
      met.add(next);
      next = precedingOf(this.find(next)?.trigger);
    }
    // A query whose preceding query was deleted can still be disabled or edited.
    if (this.find(precedingGuid) || precedingOf(this.find(guid)?.trigger) === precedingGuid) return;
    throw illegalState(`scheduled query not found: ${precedingGuid}`);
  }
}
