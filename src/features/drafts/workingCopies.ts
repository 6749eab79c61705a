import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import type { QueryAddress } from '../../shared/queryAddress';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isSameService } from '../../ui/connections/connection';
import type { Service } from '../../ui/connections/connection';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { folderOf } from './draftStore';
import type { DraftStore, StoredDraft } from './draftStore';
import { isDraft, withDraft, withoutDraft, withRecord, withSchedule, withFinishedDraft } from './storedQuery';
import type { QueryOrigin, FinishedDraft, StoredQuery } from './storedQuery';

/** The services behind addresses, looked up each time: connections come, go and lead elsewhere. */
export interface DraftPlatforms {
  clientOf(address: QueryAddress): Promise<PlatformClient>;
  /** Where the connection of this name leads, or led when it was there. */
  serviceOf(connection: string): Service | undefined;
  /** The names of the connections that lead there now. */
  namesOf(service: Service): readonly string[];
}

/**
 * The scheduled queries that are open in editors: what the platform has, what the person has typed, and what
 * is kept of both when the platform cannot be reached.
 */
export class WorkingCopies {
  readonly #records = new Map<string, ScheduledQuery>();
  /** By key: the schedule that a draft has instead of the platform's, if any. */
  readonly #drafts = new Map<string, string | undefined>();
  readonly #gone = new Set<string>();
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly store: DraftStore,
    private readonly services: DraftPlatforms,
    /** The text, or whether it is a draft, is not what it was. */
    private readonly changed: (address: QueryAddress) => void,
  ) {}

  /**
   * What is kept, or else what the platform has: an editor comes back at once, also without a network, and
   * `refresh` brings it up to date. Undefined: there is no such query.
   */
  async open(address: QueryAddress): Promise<StoredQuery | undefined> {
    const stored = await this.#stored(address);
    this.#note(address, stored);
    return stored ?? (await this.refresh(address));
  }

  /** Reads the record again. A draft keeps the base it started from: publishing compares with that. */
  async refresh(address: QueryAddress, signal?: AbortSignal): Promise<StoredQuery | undefined> {
    const client = await this.services.clientOf(address);
    const record = await findScheduledQuery(client, address.guid, signal);
    this.#noteRecord(address, record);
    return this.#inTurn(address, async () => {
      const stored = await this.#stored(address);
      if (record === undefined) return stored;
      return this.#keep(address, stored, withRecord(stored, record, this.#homeOf(address)));
    });
  }

  /** Takes in what this window has changed on the platform. Undefined: it has deleted the query. */
  async take(address: QueryAddress, record: ScheduledQuery | undefined): Promise<void> {
    this.#noteRecord(address, record);
    await this.#inTurn(address, async () => {
      const stored = await this.#stored(address);
      if (record === undefined || stored === undefined) return;
      await this.#keep(address, stored, withRecord(stored, record, this.#homeOf(address)));
    });
    this.#tell(address);
  }

  /** The record as it was last read in this window, states included. */
  recordOf(address: QueryAddress): ScheduledQuery | undefined {
    return this.#records.get(this.keyOf(address));
  }

  /** Whether the platform was found to have no such query any more. */
  isGone(address: QueryAddress): boolean {
    return this.#gone.has(this.keyOf(address));
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
      const stored = (await this.#stored(address)) ?? opened;
      await this.#keep(address, stored, withDraft(stored, text));
    });
  }

  /** Keeps another cron expression as a draft, on the newest record there is. */
  async propose(address: QueryAddress, cronSchedule: string): Promise<void> {
    const opened = await this.refresh(address);
    if (opened === undefined) throw new Error(`There is no scheduled query ${address.guid}.`);
    await this.#inTurn(address, async () => {
      const stored = (await this.#stored(address)) ?? opened;
      await this.#keep(address, stored, withSchedule(stored, cronSchedule));
    });
  }

  async discard(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async () => {
      const stored = await this.#stored(address);
      if (stored !== undefined) await this.#keep(address, stored, withoutDraft(stored));
    });
    // The platform may have moved on while the draft was there.
    await this.refresh(address).catch(() => undefined);
  }

  /** Takes a draft that was started on another service along to where its connection leads now. */
  async moveToConnection(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async () => {
      const stored = await this.#stored(address);
      if (stored === undefined || this.isAtHome(address, stored)) return;
      await this.store.write(address.guid, { ...stored, ...this.#homeOf(address) });
      await this.store.removeDraft(stored.service, address.guid);
    });
  }

  /** Whether the connection of the address leads to the service that the query is from. */
  isAtHome({ connection }: QueryAddress, { service }: StoredQuery): boolean {
    const current = this.services.serviceOf(connection);
    return current !== undefined && isSameService(current, service);
  }

  /** Whether any connection leads to the service that the query is from. */
  isReached({ service }: QueryOrigin): boolean {
    return this.services.namesOf(service).length > 0;
  }

  /** The platform now has this record, and this draft was published; newer edits are kept. */
  async settle(address: QueryAddress, record: ScheduledQuery, settled: FinishedDraft): Promise<void> {
    this.#noteRecord(address, record);
    await this.#inTurn(address, async () => {
      const stored = await this.#stored(address);
      await this.#keep(address, stored, withFinishedDraft(stored, record, settled, this.#homeOf(address)));
    });
  }

  async forget(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async () => this.store.remove(this.#homeOf(address).service, address.guid));
    this.#records.delete(this.keyOf(address));
    this.#note(address, undefined);
    this.#tell(address);
  }

  hasDraft(address: QueryAddress): boolean {
    return this.#drafts.has(this.keyOf(address));
  }

  /** The cron expression of its draft, where that is not the platform's. */
  proposedSchedule(address: QueryAddress): string | undefined {
    return this.#drafts.get(this.keyOf(address));
  }

  /** All drafts there are, of services that no connection leads to as well. */
  async drafts(): Promise<readonly StoredDraft[]> {
    return this.store.drafts();
  }

  /** Takes in what this or another window has written to a folder of the store. */
  async reload(folder: string, guid: string, connections: readonly string[]): Promise<void> {
    for (const connection of connections) {
      const service = this.services.serviceOf(connection);
      if (service === undefined || folderOf(service) !== folder) continue;
      const address = { connection, guid };
      this.#note(address, await this.#stored(address));
      this.changed(address);
    }
  }

  /** Learns which queries have drafts, of earlier sessions too and under whatever name they are reached now. */
  async loadMarks(): Promise<void> {
    const marked = (await this.store.drafts()).flatMap(({ guid, query }) =>
      this.addressesOf(guid, query).map((address) => ({
        address,
        key: this.keyOf(address),
        schedule: query.schedule,
      })),
    );
    const keys = new Set(marked.map(({ key }) => key));
    for (const known of this.#drafts.keys()) if (!keys.has(known)) this.#drafts.delete(known);
    for (const { address, key, schedule } of marked) {
      this.#drafts.set(key, schedule);
      this.changed(address);
    }
  }

  /** Where a kept query is reached: through every connection to its service, else by the name that it had. */
  addressesOf(guid: string, { service, connection }: QueryOrigin): readonly QueryAddress[] {
    const names = this.services.namesOf(service);
    return (names.length > 0 ? names : [connection]).map((name) => ({ connection: name, guid }));
  }

  /** The same for all addresses of one query: connections of two names may lead to one service. */
  keyOf({ connection, guid }: QueryAddress): string {
    const service = this.services.serviceOf(connection);
    return `${service === undefined ? connection : folderOf(service)}/${guid.toLowerCase()}`;
  }

  /** A draft that no other connection leads to is shown where its own leads now, and published only when told so. */
  async #stored({ connection, guid }: QueryAddress): Promise<StoredQuery | undefined> {
    const service = this.services.serviceOf(connection);
    const here = service && (await this.store.read(service, guid));
    if (isDraft(here)) return here;
    const elsewhere = await this.store.readElsewhere(connection, guid, service);
    const isLost = elsewhere !== undefined && this.services.namesOf(elsewhere.service).length === 0;
    return isLost ? elsewhere : here;
  }

  #homeOf({ connection }: QueryAddress): QueryOrigin {
    const service = this.services.serviceOf(connection);
    if (service === undefined) throw new Error(`There is no connection ${connection}.`);
    return { service, connection };
  }

  /** One change of a query after the other: each builds on what the one before has left. */
  async #inTurn<Result>(address: QueryAddress, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.take(this.keyOf(address), work);
  }

  async #keep(
    address: QueryAddress,
    before: StoredQuery | undefined,
    after: StoredQuery,
  ): Promise<StoredQuery> {
    if (before === after) return after;
    await this.store.write(address.guid, after);
    if (before !== undefined && isDraft(before) && !isDraft(after)) {
      await this.store.removeDraft(before.service, address.guid);
    }
    this.#note(address, after);
    if (before?.changedAt !== after.changedAt) this.#tell(address);
    return after;
  }

  /** Under every name that leads to the query, and under the one that an open tab may still have. */
  #tell({ connection, guid }: QueryAddress): void {
    const service = this.services.serviceOf(connection);
    const names = new Set([connection, ...(service === undefined ? [] : this.services.namesOf(service))]);
    for (const name of names) this.changed({ connection: name, guid });
  }

  #noteRecord(address: QueryAddress, record: ScheduledQuery | undefined): void {
    const key = this.keyOf(address);
    if (record === undefined) {
      this.#records.delete(key);
      this.#gone.add(key);
    } else {
      this.#records.set(key, record);
      this.#gone.delete(key);
    }
  }

  #note(address: QueryAddress, stored: StoredQuery | undefined): void {
    if (isDraft(stored)) this.#drafts.set(this.keyOf(address), stored?.schedule);
    else this.#drafts.delete(this.keyOf(address));
  }
}
