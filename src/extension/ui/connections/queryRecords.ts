import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GuidSet, isSameGuid } from '../../../core/interface/guid';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { PlatformClock } from '../format/timeZones';
import { RecordPages } from './recordPages';
import type { Reading, RecordPagesDeps } from './recordPages';

/** A scheduled query without the parts that are as long as a user likes. */
export type QueryState = Omit<ScheduledQuery, 'query' | 'description' | 'raw'>;

/** What is kept of a scheduled query. Its text is read when it is needed. */
export interface QuerySummary extends QueryState {
  readonly textHash: string;
  /** Undefined until the users of a table are requested. */
  readonly tables: UsedTables | undefined;
}

/** The tables that a query names; a name may contain `*`. */
export interface UsedTables {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

export type TablesIn = (text: string) => UsedTables;

/** Milliseconds. */
const minStaleAfter = 60_000;
const rotationPerRecord = 100;

/** The scheduled queries of one connection, shared by all views of a window. */
export class QueryRecords {
  readonly pages: RecordPages<ScheduledQuery, QuerySummary>;
  /** The clock of the platform, from the times of all records that were read. */
  readonly clock = new PlatformClock();
  #tablesIn: TablesIn | undefined;
  /** The queries whose dependents were requested; undefined if the platform ignores such requests. */
  #requested: GuidSet | undefined = new GuidSet();

  constructor(
    private readonly request: RecordPagesDeps<ScheduledQuery, QuerySummary>['request'],
    onDidRead: (reading: Reading<ScheduledQuery>) => void = () => undefined,
    now?: () => number,
  ) {
    const keep = (query: ScheduledQuery, before: QuerySummary | undefined): QuerySummary => {
      this.clock.note(query.lastRunTime, query.updated, query.created);
      const summary = summaryOf(query, this.#tablesIn, before);
      return isDeepStrictEqual(summary, before) ? (before ?? summary) : summary;
    };
    this.pages = new RecordPages({ request, keep, onDidRead, ...(now && { now }) });
  }

  /** All of them, read again if no view has kept them up to date. */
  async all(signal: AbortSignal): Promise<readonly QuerySummary[]> {
    // Twice as long as a rotation takes, so that nothing is read here while one is under way.
    const rotation = (this.pages.total ?? 0) * rotationPerRecord;
    await this.pages.fill(signal, Math.max(minStaleAfter, rotation));
    return this.pages.all();
  }

  /** All of them with the tables that they use. */
  async withTables(tablesIn: TablesIn, signal: AbortSignal): Promise<readonly QuerySummary[]> {
    // The texts that were read before are no longer known.
    if (this.#tablesIn === undefined) this.pages.expire();
    this.#tablesIn = tablesIn;
    return this.all(signal);
  }

  /**
   * Requests the queries that run after this one, once, if it would take minutes until all records are read. Returns
   * whether there are some that were not known.
   */
  async readDependents(guid: string, signal: AbortSignal): Promise<boolean> {
    const isKnown = this.pages.total === undefined || this.pages.oldest !== undefined;
    if (isKnown || this.#requested === undefined || this.#requested.has(guid)) return false;
    this.#requested.add(guid);
    const query = { offset: 0, limit: 200, precedingGuid: guid };
    // They appear later then, when their page is read.
    const { items } = await this.request(query, signal).catch(() => ({ items: [] }));
    if (items.some(({ precedingGuid }) => !isSameGuid(precedingGuid, guid))) this.#requested = undefined;
    const known = new GuidSet(this.dependentsOf(guid).map((query) => query.guid));
    const others = items.filter((query) => isSameGuid(query.precedingGuid, guid) && !known.has(query.guid));
    if (others.length > 0) this.pages.edit(others);
    return others.length > 0;
  }

  /** The queries that run after this one, as far as they are known. */
  dependentsOf(guid: string): readonly QuerySummary[] {
    return this.pages.all().filter(({ precedingGuid }) => isSameGuid(precedingGuid, guid));
  }
}

export function summaryOf(
  { query, description: _description, raw: _raw, ...state }: ScheduledQuery,
  tablesIn?: TablesIn,
  before?: QuerySummary,
): QuerySummary {
  const textHash = textHashOf(query);
  const isKnown = before?.textHash === textHash && before.tables !== undefined;
  return { ...state, textHash, tables: isKnown ? before.tables : tablesIn?.(query) };
}

export function textHashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
