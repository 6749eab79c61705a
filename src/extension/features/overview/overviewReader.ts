import type { PlatformClient } from '../../../core/api/client';
import { noPermission } from '../../../core/api/response';
import { languageTag } from '../../../core/base/localize';
import type { AuditLog, AuditLogPage } from '../../../core/interface/auditLog';
import { formatWireTime } from '../../../core/interface/time';
import type { QueryRecords, QuerySummary } from '../../ui/connections/queryRecords';
import type { Polled } from '../../ui/panels/polling';
import { day } from '../../../core/time/durations';
import { knownTable } from './knownTable';
import type { KnownTable } from './knownTable';
import { listedQueries } from '../../../core/interface/listedQuery';
import type { ListedQuery } from '../../../core/interface/listedQuery';
import { ArrivalIntervals } from './readArrivalIntervals';
import type { LearnedIntervals } from './readArrivalIntervals';
import { UnreachableError } from '../../../core/api/errors';
import type { Failure } from '../../../core/pages/common';
import { isCancellation } from '../../ui/prompts/canceled';
import { panelFailure } from '../../ui/panels/panelFailure';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { listTables } from '../../../core/api/operations/tables';
import { searchAuditLogs } from '../../../core/api/operations/auditLogs';

const often = 30_000;
const slowInterval = 60_000;
const tablesAtOnce = 20_000;
/** The maximum number of audit log entries to read. */
const maxAudits = 500;

/** The data of the overview. It exists longer than the pages that show it. */
export class OverviewReader implements Polled {
  readonly schedules: Part<readonly QuerySummary[]>;
  readonly running: Part<readonly ListedQuery[]>;
  readonly tables: Part<readonly KnownTable[]>;
  readonly audits: Part<ReadAudits>;
  readonly arrivalIntervals: Part<LearnedIntervals>;
  /** When the platform last responded. */
  asOf: number | null = null;
  #pendingReport: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: () => Promise<PlatformClient>,
    readonly records: () => QueryRecords,
    private readonly changed: () => void,
    private readonly now: () => number = Date.now,
    /** Responses within this many milliseconds are reported together, because each report renders the page. */
    private readonly together = 150,
  ) {
    const learnt = new ArrivalIntervals();
    // Sends requests only at first, or if they were not kept up to date.
    this.schedules = new Part(slowInterval, async (_client, signal) => records().all(signal), now);
    this.running = new Part(
      often,
      async (client, signal) => {
        const rows = await client.send(runOwnQuery('system queries', {}), signal);
        return listedQueries(rows).filter(({ isOver }) => !isOver);
      },
      now,
    );
    this.tables = new Part(slowInterval, readTables, now);
    this.audits = new Part(slowInterval, async (client, signal) => readAudits(client, now(), signal), now);
    this.arrivalIntervals = new Part(
      0,
      async (client, signal) => learnt.learn(client, this.tables.value ?? [], now(), signal),
      now,
    );
  }

  /** How many sections have a result or a failure. */
  get responded(): 'nothing' | 'some' | 'all' {
    const sections = [...this.#parts, ...(this.tables.value === undefined ? [] : [this.arrivalIntervals])];
    const unread = sections.filter(({ value, failure }) => value === undefined && failure === null);
    if (unread.length === sections.length) return 'nothing';
    return unread.length === 0 ? 'all' : 'some';
  }

  /** Requests everything again in the next round, including what was rejected. */
  renew(): void {
    for (const part of this.#parts) part.renew();
    this.arrivalIntervals.renew();
  }

  /** Called when scheduled queries were read again for any view. */
  recordsChanged(): void {
    if (this.schedules.value === undefined) return;
    this.schedules.value = this.records().pages.all();
    this.asOf = this.now();
    this.#pendingReport ??= setTimeout(() => this.#report(), this.together);
  }

  async poll(signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    const due = this.#parts.filter((part) => part.isDue());
    if (due.length === 0) return 'rest';
    const client = await this.client();
    try {
      await Promise.all(due.map(async (part) => this.#read(part, client, signal)));
    } finally {
      this.#report();
    }
    const silent = due.map(({ unreachable }) => unreachable);
    const failure = silent.find((each) => each !== undefined);
    if (failure !== undefined && !silent.includes(undefined)) throw failure;
    // With another key meanwhile, it is due again.
    if (due.every((part) => part.failure?.reason === 'keyRejected' && !part.isDue())) return 'stop';
    return 'continue';
  }

  /** Each section is shown when it arrives, without waiting for the slowest. */
  async #read(part: Part<unknown>, client: PlatformClient, signal: AbortSignal): Promise<void> {
    await part.read(client, signal);
    // Schedules may have been read earlier, for another view.
    if (part.unreachable === undefined && part !== this.schedules) this.asOf = this.now();
    this.#pendingReport ??= setTimeout(() => this.#report(), this.together);
    // Arrival intervals are read with each list of tables, unless they were rejected.
    if (part === this.tables && part.failure === null && this.arrivalIntervals.isDue()) {
      await this.#read(this.arrivalIntervals, client, signal);
    }
  }

  #report(): void {
    clearTimeout(this.#pendingReport);
    this.#pendingReport = undefined;
    this.changed();
  }

  get #parts(): readonly Part<unknown>[] {
    return [this.schedules, this.running, this.tables, this.audits];
  }
}

async function readTables(client: PlatformClient, signal: AbortSignal): Promise<readonly KnownTable[]> {
  const tables: KnownTable[] = [];
  for (let offset = 0; ; offset += tablesAtOnce) {
    const page = await client.send(listTables({ offset, limit: tablesAtOnce }), signal);
    for (const table of page.items) tables.push(knownTable(table));
    if (offset + tablesAtOnce >= Number(page.total) || page.items.length === 0) return tables;
  }
}

/** The newest audit log entries of the last day, and those of the others that were found. */
interface ReadAudits {
  readonly items: readonly AuditLog[];
  /** The number of the others. */
  readonly older: number;
  /** Whether the others were searched for rejections. */
  readonly isSearched: boolean;
}

/**
 * Only failures, so that the thousands of queries of a backtest do not count; a platform that cannot filter by result
 * returns all entries. If there are too many to read, rejections are searched for.
 */
async function readAudits(client: PlatformClient, now: number, signal: AbortSignal): Promise<ReadAudits> {
  const from = formatWireTime(new Date(now - day));
  const locale = languageTag().startsWith('ko') ? 'ko' : 'en';
  const search = async (keywords: readonly string[]): Promise<AuditLogPage> =>
    client.send(searchAuditLogs({ from, limit: maxAudits, locale, keywords, results: ['Failure'] }), signal);
  const newest = await search([]);
  const older = Math.max(0, Number(newest.total) - newest.items.length);
  if (older === 0) return { items: newest.items, older, isSearched: false };
  const found = await search([noPermission]).catch((error: unknown) => {
    if (signal.aborted || isCancellation(error)) throw error;
  });
  const all = [...newest.items, ...(found?.items ?? [])];
  const items = [...new Map(all.map((entry) => [`${entry.id} ${entry.time}`, entry])).values()];
  return { items, older, isSearched: found !== undefined };
}

type Read<Value> = (client: PlatformClient, signal: AbortSignal) => Promise<Value>;

/** A section that is polled independently: a rejected request does not affect the other sections. */
export class Part<Value> {
  /** The last result, kept while the platform does not respond. */
  value: Value | undefined;
  failure: Failure | null = null;
  /** Why the platform did not respond last time. */
  unreachable: UnreachableError | undefined;
  #askAt = 0;
  #renewals = 0;

  constructor(
    private readonly interval: number,
    private readonly ask: Read<Value>,
    private readonly now: () => number,
  ) {}

  isDue(): boolean {
    return this.now() >= this.#askAt;
  }

  /** Requests it in the next round, even if it was rejected. */
  renew(): void {
    this.#askAt = 0;
    this.#renewals += 1;
  }

  /** Rejects only if it is canceled. */
  async read(client: PlatformClient, signal: AbortSignal): Promise<void> {
    this.#askAt = this.now() + this.interval;
    this.unreachable = undefined;
    const renewals = this.#renewals;
    try {
      this.value = await this.ask(client, signal);
      this.failure = null;
    } catch (error) {
      if (signal.aborted || isCancellation(error)) {
        this.renew();
        throw error;
      }
      this.failure = panelFailure(error);
      if (error instanceof UnreachableError) this.unreachable = error;
      // A rejected request is not repeated until the user retries, which may have been meanwhile.
      else if (renewals === this.#renewals) this.#askAt = Infinity;
    }
  }
}
