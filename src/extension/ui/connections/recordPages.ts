import type { ListQuery } from '../../../core/api/operations/scheduledQueries';
import { GuidMap } from '../../../core/interface/guid';
import type { Page } from '../../../core/interface/listPage';
import { recordLabel } from '../format/recordLabel';
import { nextPage } from './pageRotation';

/** The records of one response, and what differs from earlier ones. */
export interface Reading<Item> {
  readonly offset: number;
  readonly keywords: string | undefined;
  readonly page: Page<Item>;
  /** Records that are new or differ from the previous reading. */
  readonly changed: readonly Item[];
  /** The GUIDs of records that no page has any more. */
  readonly removed: readonly string[];
}

/** The visible rows: the first ones of the list, those that match keywords, and single records. */
export interface VisibleRecords {
  readonly rows?: number;
  readonly keywords?: string | undefined;
  readonly guids?: readonly string[];
}

export interface RecordPagesDeps<Item, Kept> {
  readonly request: (query: ListQuery, signal?: AbortSignal) => Promise<Page<Item>>;
  /** What is kept of a record. Returns the previous value if nothing has changed. */
  readonly keep: (item: Item, before: Kept | undefined) => Kept;
  readonly onDidRead: (reading: Reading<Item>) => void;
  readonly now?: () => number;
}

interface Position {
  /** Undefined for a record that is not as documented. */
  readonly guid: string | undefined;
  readonly readAt: number;
  /** Of a record that is not as documented. */
  readonly name?: string;
}

/** The records of a list that were not read or are not as documented. */
export interface UnknownRecords {
  readonly unread: number;
  readonly total: number;
  /** The names of those that are not as documented. */
  readonly malformed: readonly string[];
}

/** Records beyond these are not kept, so that a window has bounded memory. */
const maxRecords = 20_000;
const maxPageSize = 200;
/** Milliseconds between two reads while nothing is visible. */
const slot = 10_000;
/** Milliseconds after which visible records are read again. */
const seenFor = 50_000;

/**
 * The records of one list of a platform, shared by all views of a window. Lists have no notifications and records
 * carry their texts, so one page at a time is read again, the visible ones more often. Texts are not kept.
 */
export class RecordPages<Item extends { readonly guid: string }, Kept> {
  readonly #now: () => number;
  readonly #kept = new GuidMap<{ kept: Kept; position: number | undefined }>();
  /** By GUID: since when a record has no known position. It may have moved to another page. */
  readonly #lost = new GuidMap<number>();
  #positions: (Position | undefined)[] = [];
  #all: readonly Kept[] | undefined;
  #keywordsRead: { readonly keywords: string; readonly at: number } | undefined;
  /** When the list was found to be empty. */
  #emptyAt = -Infinity;
  #pageSize = maxPageSize;
  #nextSlot = 0;
  /** Changes by this window: responses to earlier requests do not include them. */
  #edits = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** The number of records on the platform; undefined until it is known. */
  total: number | undefined;

  constructor(private readonly deps: RecordPagesDeps<Item, Kept>) {
    this.#now = deps.now ?? Date.now;
  }

  /** What is known of all records; the same array until something changes. */
  all(): readonly Kept[] {
    this.#all ??= [...this.#kept.values()].map(({ kept }) => kept);
    return this.#all;
  }

  /** The number of records that are not kept because there are too many. */
  get leftOut(): number {
    return Math.max(0, (this.total ?? 0) - maxRecords);
  }

  /** What is missing in `all()`. */
  get unknown(): UnknownRecords {
    const read = this.#positions.slice(0, maxRecords).filter((position) => position !== undefined);
    const total = this.total ?? 0;
    return { unread: total - read.length, total, malformed: read.flatMap(({ name }) => name ?? []) };
  }

  /** When the records were read that have not been read for longest; undefined until all of them were. */
  get oldest(): number | undefined {
    const oldest = Math.min(...this.#pages());
    return oldest === -Infinity ? undefined : oldest;
  }

  /** Reads any part of the list. */
  async read(query: ListQuery, signal?: AbortSignal): Promise<Page<Item>> {
    const edits = this.#edits;
    // At the beginning, so that what is requested now is not requested twice.
    this.#nextSlot = this.#now() + slot;
    const page = await this.deps.request(query, signal);
    if (edits === this.#edits) this.#note(query, page);
    return page;
  }

  /** Reads all pages that were not read within this many milliseconds, one after another. */
  async fill(signal: AbortSignal, maxAge = Infinity): Promise<void> {
    const since = this.#now() - maxAge;
    const next = (): number => this.#pages().findIndex((readAt) => readAt === -Infinity || readAt < since);
    // Records may move meanwhile, but a platform that ignores the offset would have no end.
    for (let reads = 0; next() >= 0 && reads < 2 * this.#pages().length + 2; reads++) {
      await this.#inTurn(async () => {
        const page = next();
        if (page >= 0) await this.#readPage(page, signal);
      });
    }
  }

  /** Reads one page if it is time to. Returns false if not. */
  async readNext(seen: readonly VisibleRecords[], signal: AbortSignal): Promise<boolean> {
    const now = this.#now();
    // After the clock was set back, everything seems to have been read in the future.
    if (this.#nextSlot - now > slot) this.expire();
    if (seen.length === 0 || now < this.#nextSlot) return false;
    const keywords = seen.flatMap((view) => view.keywords ?? [])[0];
    if (keywords !== undefined && this.#isKeywordsDue(keywords, now)) {
      this.#keywordsRead = { keywords, at: now };
      await this.read({ offset: 0, limit: maxPageSize, keywords }, signal);
      return true;
    }
    const page = nextPage(this.#pages(), this.#pagesSeen(seen), now, slot);
    if (page === undefined) return false;
    this.#nextSlot = now + slot;
    await this.#inTurn(async () => this.#readPage(page, signal));
    return true;
  }

  /** Takes in what this window has changed. */
  edit(changed: readonly Item[], removed: readonly string[] = []): void {
    this.#edits += 1;
    for (const guid of removed) {
      const { position } = this.#kept.get(guid) ?? {};
      if (position !== undefined) this.#positions[position] = undefined;
      this.#forget(guid);
    }
    for (const item of changed) {
      const guid = item.guid;
      if (!this.#kept.has(guid)) this.#lost.set(guid, this.#now());
      this.#keep(item);
    }
  }

  /** Something has changed, but it is not known what. */
  expire(): void {
    this.#edits += 1;
    this.#nextSlot = 0;
    this.#keywordsRead = undefined;
    this.#emptyAt = -Infinity;
    this.#positions = this.#positions.map((position) => position && { ...position, readAt: -Infinity });
  }

  /** One after another, so that several views share a reading. */
  async #inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.#turn.then(read);
    this.#turn = reading.catch(() => undefined);
    await reading;
  }

  async #readPage(page: number, signal: AbortSignal): Promise<void> {
    await this.read({ offset: page * this.#pageSize, limit: this.#pageSize }, signal);
  }

  #isKeywordsDue(keywords: string, now: number): boolean {
    const last = this.#keywordsRead;
    return last === undefined || last.keywords !== keywords || now - last.at >= seenFor;
  }

  /** When each page was read: that of its record that was not read for longest. */
  #pages(): readonly number[] {
    const count = Math.min(this.total ?? 0, maxRecords);
    if (count === 0) return [this.#emptyAt];
    return Array.from({ length: Math.ceil(count / this.#pageSize) }, (_, page) => {
      let oldest = Infinity;
      const end = Math.min(count, (page + 1) * this.#pageSize);
      for (let at = page * this.#pageSize; at < end; at++) {
        oldest = Math.min(oldest, this.#positions[at]?.readAt ?? -Infinity);
      }
      return oldest;
    });
  }

  #pagesSeen(seen: readonly VisibleRecords[]): ReadonlySet<number> {
    const pages = new Set<number>();
    for (const guid of seen.flatMap(({ guids = [] }) => guids)) {
      const position = this.#kept.get(guid)?.position;
      if (position !== undefined) pages.add(Math.floor(position / this.#pageSize));
    }
    const rows = Math.max(0, ...seen.map((view) => view.rows ?? 0));
    for (let page = 0; page * this.#pageSize < rows; page++) pages.add(page);
    return pages;
  }

  #note(query: ListQuery, page: Page<Item>): void {
    const { offset = 0, keywords } = query;
    const changed = page.items.filter((item) => this.#keep(item));
    const removed = keywords === undefined ? this.#position(offset, query.limit, page) : [];
    this.deps.onDidRead({ offset, keywords, page, changed, removed });
  }

  /** Assigns positions to the records of a page. Returns the records that were removed. */
  #position(offset: number, limit = Infinity, { items, malformed, total }: Page<Item>): readonly string[] {
    const readAt = this.#now();
    const read = [
      ...items.map(({ guid }) => ({ guid, readAt })),
      ...malformed.map(({ record }) => ({ guid: undefined, readAt, name: recordLabel(record) })),
    ];
    const end = offset + read.length;
    // An empty page ends the list, whatever total the platform returns.
    this.total = read.length === 0 ? Math.min(offset, Number(total)) : Math.max(end, Number(total));
    this.#emptyAt = this.total === 0 ? readAt : -Infinity;
    // A platform may return fewer records than requested.
    const isCut = end < Math.min(this.total, offset + limit);
    if (isCut) this.#pageSize = Math.min(this.#pageSize, read.length);
    for (const position of this.#positions.slice(offset, end)) this.#lose(position?.guid, readAt);
    for (const [index, position] of read.entries()) this.#put(offset + index, position);
    for (const position of this.#positions.slice(this.total)) this.#lose(position?.guid, readAt);
    this.#positions.length = Math.min(this.#positions.length, this.total);
    return this.#removeLost();
  }

  #lose(guid: string | undefined, since: number): void {
    const entry = guid === undefined ? undefined : this.#kept.get(guid);
    if (guid === undefined || entry === undefined) return;
    entry.position = undefined;
    this.#lost.set(guid, since);
  }

  #put(at: number, position: Position): void {
    const { guid } = position;
    const entry = guid === undefined ? undefined : this.#kept.get(guid);
    if (guid !== undefined && entry !== undefined) {
      // Which record is at its previous position now is unknown.
      const previous = entry.position === at ? undefined : this.#positions[entry.position ?? -1];
      if (entry.position !== undefined && previous !== undefined) {
        this.#positions[entry.position] = { guid: undefined, readAt: previous.readAt };
      }
      entry.position = at;
      this.#lost.delete(guid);
    }
    this.#positions[at] = position;
  }

  /** A record is removed once all pages were read since its position was lost. */
  #removeLost(): readonly string[] {
    const { oldest } = this;
    if (oldest === undefined) return [];
    const removed = [...this.#lost].filter(([, since]) => since <= oldest).map(([guid]) => guid);
    for (const guid of removed) this.#forget(guid);
    return removed;
  }

  /** Returns whether the record is new or has changed. */
  #keep(item: Item): boolean {
    const guid = item.guid;
    const before = this.#kept.get(guid);
    if (before === undefined && this.#kept.size >= maxRecords) return true;
    const kept = this.deps.keep(item, before?.kept);
    if (before?.kept === kept) return false;
    this.#kept.set(guid, { kept, position: before?.position });
    this.#all = undefined;
    return true;
  }

  #forget(guid: string): void {
    this.#lost.delete(guid);
    if (this.#kept.delete(guid)) this.#all = undefined;
  }
}
