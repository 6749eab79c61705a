import type { PlatformClient } from '../../../core/api/client';
import { addressOf, idOf } from '../../ui/queryAddress';
import type { QueryAddress } from '../../ui/queryAddress';
import { plainText } from '../../../core/privacy/plainText';
import { isSamePlatform, platformOf } from '../../ui/connections/connection';
import type { Platforms, PlatformIdentity } from '../../ui/connections/connection';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { folderOf } from './draftStore';
import type { DraftStore, StoredDraft } from './draftStore';
import {
  currentText,
  isDraft,
  withBase,
  withDraft,
  withoutDraft,
  withRecord,
  withSchedule,
  withFinishedDraft,
} from './storedQuery';
import type { EditableRecord, QueryOrigin, DraftContent, StoredQuery } from './storedQuery';

/**
 * The scheduled queries and rules in editors: the record of the platform, the draft, and a stored copy for when the
 * platform cannot be reached.
 */
export class WorkingCopies {
  /** What this window has read last, by key; undefined if the query no longer exists on the platform. */
  readonly #records = new Map<string, EditableRecord | undefined>();
  /** By key: the schedule of the draft, if it has one. */
  readonly #drafts = new Map<string, string | undefined>();
  readonly #saveInterceptors = new Map<string, (text: string) => boolean>();
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly store: DraftStore,
    private readonly platforms: Pick<Platforms, 'all' | 'find' | 'platformOf' | 'clientFor'>,
    /** Called when the text has changed, or whether it is a draft. */
    private readonly changed: (address: QueryAddress) => void,
  ) {}

  /**
   * The stored query, otherwise that of the platform: editors are restored immediately, even offline, and
   * `refresh` updates them. Undefined if the query does not exist.
   */
  async open(address: QueryAddress): Promise<StoredQuery | undefined> {
    const stored = await this.#stored(address);
    this.#note(address, stored);
    return stored ?? (await this.refresh(address));
  }

  /** Reads the record again. A draft keeps its base, because publishing compares with it. */
  async refresh(address: QueryAddress, signal?: AbortSignal): Promise<StoredQuery | undefined> {
    const client = await this.#clientOf(address);
    // Loaded with the first record, because of the format of rules.
    const { kindOf } = await import('./textKinds');
    const record = await kindOf(address).read(client, address.guid, signal);
    this.#records.set(this.keyOf(address), record);
    return this.#change(address, (stored) => record && withRecord(stored, record, this.#homeOf(address)));
  }

  /** Applies a change by this window. Undefined if it has deleted the query. */
  async applyChange(address: QueryAddress, record: EditableRecord | undefined): Promise<void> {
    this.#records.set(this.keyOf(address), record);
    await this.#change(
      address,
      (stored) => record && stored && withRecord(stored, record, this.#homeOf(address)),
    );
    this.#fire(address);
  }

  /** The last record that this window has read, including its state. */
  recordOf(address: QueryAddress): EditableRecord | undefined {
    return this.#records.get(this.keyOf(address));
  }

  /** Whether the query no longer exists on the platform. */
  isDeleted(address: QueryAddress): boolean {
    return this.#records.has(this.keyOf(address)) && this.recordOf(address) === undefined;
  }

  /** The current text on the platform; undefined if the query no longer exists. */
  async readPlatformText(address: QueryAddress): Promise<string | undefined> {
    await this.refresh(address);
    return this.recordOf(address)?.query;
  }

  /** Passes texts that are saved to a function first, which returns whether it has kept them. Undefined ends that. */
  interceptSaves(address: QueryAddress, keeps: ((text: string) => boolean) | undefined): void {
    if (keeps === undefined) this.#saveInterceptors.delete(this.keyOf(address));
    else this.#saveInterceptors.set(this.keyOf(address), keeps);
  }

  async save(address: QueryAddress, text: string): Promise<void> {
    if (this.#saveInterceptors.get(this.keyOf(address))?.(text) === true) return;
    await this.#edit(address, await this.open(address), (stored) => withDraft(stored, text));
  }

  /** Saves another cron expression as a draft on the newest record. */
  async propose(address: QueryAddress, cronSchedule: string): Promise<void> {
    await this.#edit(address, await this.refresh(address), (stored) => withSchedule(stored, cronSchedule));
  }

  /** Bases a draft on a newer record, with which the user has merged it. */
  async rebase(address: QueryAddress, record: EditableRecord): Promise<void> {
    await this.#edit(address, await this.open(address), (stored) => withBase(stored, record));
  }

  /** The same without a decision of the user. Returns whether the texts could be merged. */
  async merge(address: QueryAddress, record: EditableRecord): Promise<boolean> {
    const { mergeTexts } = await import('./mergeTexts');
    let isMerged = false;
    await this.#edit(address, await this.open(address), (stored) => {
      const draft = mergeTexts(stored.base.query, currentText(stored), record.query);
      isMerged = draft !== undefined;
      return isMerged ? withBase({ ...stored, draft }, record) : stored;
    });
    return isMerged;
  }

  async #edit(
    address: QueryAddress,
    opened: StoredQuery | undefined,
    edit: (stored: StoredQuery) => StoredQuery,
  ): Promise<void> {
    if (opened === undefined) throw new Error(`There is no ${idOf(address)}.`);
    await this.#change(address, (stored = opened) => edit(stored));
  }

  /** Discards what the user has seen; what was saved since then stays a draft. */
  async discard(address: QueryAddress, seen: DraftContent): Promise<void> {
    await this.#change(address, (stored) =>
      stored && stored.draft === seen.draft && stored.schedule === seen.schedule
        ? withoutDraft(stored)
        : stored,
    );
    // The platform's record may have changed since the draft was created.
    await this.refresh(address).catch(() => undefined);
  }

  /** Moves a draft from another platform to the current platform of its connection. */
  async moveToConnection(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async (stored) => {
      if (stored === undefined || this.isOnCurrentPlatform(address, stored)) return;
      await this.store.write(idOf(address), { ...stored, ...this.#homeOf(address) });
      await this.store.removeDraft(stored.service, idOf(address));
    });
  }

  /** Whether the connection of the address has the platform of the query. */
  isOnCurrentPlatform({ connection }: QueryAddress, { service }: StoredQuery): boolean {
    const current = this.platforms.platformOf(connection);
    return current !== undefined && isSamePlatform(current, service);
  }

  /** Whether any connection has the platform of the query. */
  isReached({ service }: QueryOrigin): boolean {
    return this.#namesOf(service).length > 0;
  }

  /** Called when this draft was published as this record; newer edits are kept. */
  async finishDraft(address: QueryAddress, record: EditableRecord, finished: DraftContent): Promise<void> {
    this.#records.set(this.keyOf(address), record);
    await this.#change(address, (stored) =>
      withFinishedDraft(stored, record, finished, this.#homeOf(address)),
    );
  }

  async forget(address: QueryAddress): Promise<void> {
    await this.#inTurn(address, async () => this.store.remove(this.#homeOf(address).service, idOf(address)));
    if (!this.isDeleted(address)) this.#records.delete(this.keyOf(address));
    this.#note(address, undefined);
    this.#fire(address);
  }

  hasDraft(address: QueryAddress): boolean {
    return this.#drafts.has(this.keyOf(address));
  }

  /** The cron expression of the draft, if it differs from the platform's. */
  proposedSchedule(address: QueryAddress): string | undefined {
    return this.#drafts.get(this.keyOf(address));
  }

  /** All drafts, including those without a connection. */
  async drafts(): Promise<readonly StoredDraft[]> {
    return this.store.drafts();
  }

  /** Applies changes that any window has made in a folder of the store. */
  async reload(folder: string, id: string): Promise<void> {
    for (const connection of this.platforms.all()) {
      if (folderOf(platformOf(connection)) !== folder) continue;
      const address = addressOf(connection.name, id);
      this.#note(address, await this.#stored(address));
      this.changed(address);
    }
  }

  /** Finds all queries with drafts, including those of earlier sessions. */
  async loadMarks(): Promise<void> {
    const marked = (await this.store.drafts()).flatMap(({ id, query }) =>
      this.addressesOf(id, query).map((address) => ({ address, schedule: query.schedule })),
    );
    this.#drafts.clear();
    for (const { address, schedule } of marked) this.#drafts.set(this.keyOf(address), schedule);
    for (const { address } of marked) this.changed(address);
  }

  /** The addresses of a stored query: one per connection to its platform, otherwise under its previous name. */
  addressesOf(id: string, { service, connection }: QueryOrigin): readonly QueryAddress[] {
    const names = this.#namesOf(service);
    return (names.length > 0 ? names : [connection]).map((name) => addressOf(name, id));
  }

  /** The same for all addresses of a query, because several connections can have the same platform. */
  keyOf(address: QueryAddress): string {
    const service = this.platforms.platformOf(address.connection);
    return `${service === undefined ? address.connection : folderOf(service)}/${idOf(address)}`;
  }

  /**
   * A draft without another connection is shown at the current platform of its connection, and published
   * there only after a confirmation.
   */
  async #stored(address: QueryAddress): Promise<StoredQuery | undefined> {
    const service = this.platforms.platformOf(address.connection);
    const here = service && (await this.store.read(service, idOf(address)));
    if (isDraft(here)) return here;
    const elsewhere = await this.store.readElsewhere(address.connection, idOf(address), service);
    const isLost = elsewhere !== undefined && this.#namesOf(elsewhere.service).length === 0;
    return isLost ? elsewhere : here;
  }

  async #clientOf({ connection: name }: QueryAddress): Promise<PlatformClient> {
    const connection = this.platforms.find(name);
    if (connection === undefined) throw new Error(plainText(name));
    return this.platforms.clientFor(connection);
  }

  /** The names of the connections to this platform. */
  #namesOf(service: PlatformIdentity): readonly string[] {
    const all = this.platforms.all().filter((connection) => isSamePlatform(platformOf(connection), service));
    return all.map(({ name }) => name);
  }

  #homeOf({ connection }: QueryAddress): QueryOrigin {
    const service = this.platforms.platformOf(connection);
    if (service === undefined) throw new Error(`There is no connection ${connection}.`);
    return { service, connection };
  }

  /** Changes of a query run one after another, because each depends on the previous one. */
  async #inTurn<Result>(
    address: QueryAddress,
    change: (stored: StoredQuery | undefined) => Promise<Result>,
  ): Promise<Result> {
    return this.#queue.run(this.keyOf(address), async () => change(await this.#stored(address)));
  }

  /** Stores what the stored query becomes; undefined keeps it. */
  async #change(
    address: QueryAddress,
    change: (stored: StoredQuery | undefined) => StoredQuery | undefined,
  ): Promise<StoredQuery | undefined> {
    return this.#inTurn(address, async (before) => {
      const after = change(before);
      if (after === undefined || before === after) return before;
      await this.store.write(idOf(address), after);
      if (before !== undefined && isDraft(before) && !isDraft(after)) {
        await this.store.removeDraft(before.service, idOf(address));
      }
      this.#note(address, after);
      if (before?.changedAt !== after.changedAt) this.#fire(address);
      return after;
    });
  }

  /** Notifies all addresses of the query, including the one that an open tab may still have. */
  #fire(address: QueryAddress): void {
    const { connection } = address;
    const service = this.platforms.platformOf(connection);
    const names = new Set([connection, ...(service === undefined ? [] : this.#namesOf(service))]);
    for (const name of names) this.changed({ ...address, connection: name });
  }

  #note(address: QueryAddress, stored: StoredQuery | undefined): void {
    if (isDraft(stored)) this.#drafts.set(this.keyOf(address), stored?.schedule);
    else this.#drafts.delete(this.keyOf(address));
  }
}
