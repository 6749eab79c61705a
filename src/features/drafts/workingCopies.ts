import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { DraftStore } from './draftStore';
import { keyOf, type QueryAddress } from '../../shared/queryAddress';
import { withDraft, withoutDraft, withRecord, withSettled, type StoredQuery } from './storedQuery';

/** Looks the client up each time: connections come and go. */
export type ClientOf = (address: QueryAddress) => Promise<PlatformClient>;

/**
 * The scheduled queries that are open in editors: what the platform has, what the person has typed, and what
 * is kept of both when the platform cannot be reached.
 */
export class WorkingCopies {
  readonly #records = new Map<string, ScheduledQuery>();
  readonly #drafts = new Set<string>();
  readonly #turns = new Map<string, Promise<void>>();

  constructor(
    private readonly store: DraftStore,
    private readonly clientOf: ClientOf,
    /** The text, or whether it is a draft, is not what it was. */
    private readonly changed: (address: QueryAddress) => void,
  ) {}

  /**
   * What is kept, or else what the platform has: an editor comes back at once, also without a network, and
   * `refresh` brings it up to date. Undefined: there is no such query.
   */
  async open(address: QueryAddress): Promise<StoredQuery | undefined> {
    const stored = await this.store.read(address);
    this.#note(address, stored);
    return stored ?? (await this.refresh(address));
  }

  /** Reads the record again. A draft keeps the base it started from: publishing compares with that. */
  async refresh(address: QueryAddress, signal?: AbortSignal): Promise<StoredQuery | undefined> {
    const client = await this.clientOf(address);
    const record = await findScheduledQuery(client, address.guid, signal);
    if (record === undefined) this.#records.delete(keyOf(address));
    else this.#records.set(keyOf(address), record);
    return this.#inTurn(address, async () => {
      const stored = await this.store.read(address);
      if (record === undefined || stored?.draft !== undefined) return stored;
      return this.#keep(address, stored, withRecord(stored, record));
    });
  }

  /** The record as it was last read in this window, states included. */
  recordOf(address: QueryAddress): ScheduledQuery | undefined {
    return this.#records.get(keyOf(address));
  }

  /** The text that the platform has now; undefined when the query is gone. */
  async readPlatformText(address: QueryAddress): Promise<string | undefined> {
    await this.refresh(address);
    return this.recordOf(address)?.query;
  }

  async save(address: QueryAddress, text: string): Promise<void> {
    const opened = await this.open(address);
    if (opened === undefined) throw new Error(`There is no scheduled query ${address.guid}.`);
    await this.#inTurn(address, async () => {
      const stored = (await this.store.read(address)) ?? opened;
      await this.#keep(address, stored, withDraft(stored, text));
    });
  }

  async discard(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async () => {
      const stored = await this.store.read(address);
      if (stored !== undefined) await this.#keep(address, stored, withoutDraft(stored));
    });
    // The platform may have moved on while the draft was there.
    await this.refresh(address).catch(() => undefined);
  }

  /** The platform now has this record, and the draft with this text is done with; a newer one is not. */
  async settle(address: QueryAddress, record: ScheduledQuery, text: string): Promise<void> {
    this.#records.set(keyOf(address), record);
    await this.#inTurn(address, async () => {
      const stored = await this.store.read(address);
      await this.#keep(address, stored, withSettled(stored, record, text));
    });
  }

  async forget(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async () => this.store.remove(address));
    this.#records.delete(keyOf(address));
    this.#note(address, undefined);
    this.changed(address);
  }

  hasDraft(address: QueryAddress): boolean {
    return this.#drafts.has(keyOf(address));
  }

  /** Takes in what this or another window has written to the store. */
  async reload(address: QueryAddress): Promise<void> {
    this.#note(address, await this.store.read(address));
    this.changed(address);
  }

  /** Learns of the drafts of earlier sessions, for their marks. */
  async loadMarks(): Promise<void> {
    for (const address of await this.store.drafts()) {
      this.#note(address, await this.store.read(address));
      if (this.hasDraft(address)) this.changed(address);
    }
  }

  /** One change of a query after the other: each builds on what the one before has left. */
  async #inTurn<Result>(address: QueryAddress, work: () => Promise<Result>): Promise<Result> {
    const key = keyOf(address);
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    const over = turn.then(nothing, nothing);
    this.#turns.set(key, over);
    return turn;
  }

  async #keep(
    address: QueryAddress,
    before: StoredQuery | undefined,
    after: StoredQuery,
  ): Promise<StoredQuery> {
    if (before === after) return after;
    await this.store.write(address, after);
    if (after.draft === undefined && before?.draft !== undefined) await this.store.removeDraft(address);
    this.#note(address, after);
    if (before?.changedAt !== after.changedAt) this.changed(address);
    return after;
  }

  #note(address: QueryAddress, stored: StoredQuery | undefined): void {
    if (stored?.draft === undefined) this.#drafts.delete(keyOf(address));
    else this.#drafts.add(keyOf(address));
  }
}

function nothing(): void {
  // Whoever asked for the work hears of its failure; the next in turn does not care.
}
