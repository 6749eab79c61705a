import type { PlatformClient } from '../../../core/api/client';
import { PermissionError, UnreachableError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import { periodEnded } from '../../../core/pages/auditRanges';
import type { AuditLogsState, AuditSearch, ToAuditLogsPage } from '../../../core/pages/auditLogMessages';
import type { Failure, Histogram } from '../../../core/pages/common';
import { forListedFilters } from '../../../core/interface/auditFilters';
import { clockOffsetAt } from '../../../core/time/zones';
import { PlatformClock } from '../../ui/format/timeZones';
import { isCancellation } from '../../ui/prompts/canceled';
import { panelFailure } from '../../ui/panels/panelFailure';
import { answerNeedRows } from '../../ui/panels/needRows';
import type { NeedRows } from '../../ui/panels/needRows';
import type { Polled } from '../../ui/panels/polling';
import { resolveSearch } from './auditQuery';
import type { ResolvedSearch } from './auditQuery';
import { AuditResult, toAuditRow } from './auditResult';
import type { AskPage } from './auditResult';
import { withNewer, readOverTime } from './overTime';
import { listTables } from '../../../core/api/operations/tables';
import { searchAuditLogs } from '../../../core/api/operations/auditLogs';

/** Longer than for the status of a query, because a search reads the whole audit log. */
const followInterval = 5000;

/** More than fits into a window. The rest of the first page follows when these rows are visible. */
const firstShown = 40;
const pageSize = 200;

/** Milliseconds without a loading indicator, which would delay fast results. */
const quickResponse = 150;

export interface SessionDeps {
  readonly client: () => Promise<PlatformClient>;
  readonly post: (message: ToAuditLogsPage) => void;
  /** Called when the state, or also the first rows of a new result, must be posted. */
  readonly changed: (what: 'state' | 'result') => void;
  readonly now: () => number;
}

type SessionState = Pick<
  AuditLogsState,
  'search' | 'choices' | 'phase' | 'resultId' | 'total' | 'newRows' | 'failure' | 'histogram' | 'follow'
>;

/** A search and its result. It exists longer than the pages that show it. */
export class AuditSession implements Polled {
  #state: SessionState;
  #result: AuditResult | undefined;
  #resolved: ResolvedSearch;
  #searching = new AbortController();
  #counting = new AbortController();
  #lastAsked = 0;
  serverOffset: number | null = null;

  constructor(
    private readonly deps: SessionDeps,
    search: AuditSearch,
    private overTimeWanted: boolean,
  ) {
    this.#resolved = resolveSearch(search, deps.now());
    this.#state = {
      search,
      choices: forListedFilters(() => []),
      phase: 'loading',
      resultId: 0,
      total: 0,
      newRows: 0,
      failure: null,
      histogram: null,
      follow: { on: false, paused: false, lastResponse: null },
    };
  }

  get state(): SessionState {
    return this.#state;
  }

  get following(): boolean {
    const { follow, phase } = this.#state;
    return follow.on && !follow.paused && phase === 'ready';
  }

  /** Starts a new search; the previous results stay visible until the response arrives. */
  async run(search: AuditSearch): Promise<void> {
    this.#searching.abort();
    this.#counting.abort();
    const { signal } = (this.#searching = new AbortController());
    this.#resolved = resolveSearch(search, this.deps.now());
    const waitingTimer = this.#reportWaiting(search);
    try {
      const result = await AuditResult.read(this.#ask(), signal);
      signal.throwIfAborted();
      this.#use(result);
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      this.#change({ phase: 'failed', failure: searchFailure(error) });
    } finally {
      clearTimeout(waitingTimer);
    }
  }

  get firstRows(): AuditLogsState['firstRows'] {
    return this.#result?.firstRows.slice(0, firstShown).map(toAuditRow) ?? null;
  }

  async answerNeedRows(needed: NeedRows): Promise<void> {
    const { signal } = this.#searching;
    const result = this.#result;
    await answerNeedRows(
      needed,
      async (...range) => ((await result?.rows(...range, signal)) ?? []).map(toAuditRow),
      () => result !== undefined && !signal.aborted && needed.resultId === this.#state.resultId,
      this.deps.post,
    );
  }

  /** No entries can be added to a period that has ended. */
  setFollow(wanted: boolean): void {
    this.#lastAsked = 0;
    const on = wanted && !periodEnded(this.#state.search, this.deps.now());
    this.#change({ newRows: 0, follow: { ...this.#state.follow, on, paused: false } });
  }

  /** Rows must not move while the user is scrolled down; returning to the top marks new rows as seen. */
  setAtTop(atTop: boolean): void {
    const { follow } = this.#state;
    if (follow.on && follow.paused === atTop) {
      this.#change({ newRows: atTop ? 0 : this.#state.newRows, follow: { ...follow, paused: !atTop } });
    }
  }

  /** Counting over time costs requests, so it is done only while the chart is visible. */
  setOverTime(wanted: boolean): void {
    this.overTimeWanted = wanted;
    if (!wanted) this.#counting.abort();
    else void this.#countMissing();
  }

  /** Other requests wait until the rows are visible. */
  rowsDrawn(resultId: number): void {
    if (resultId !== this.#state.resultId) return;
    if (this.#state.total > firstShown) void this.answerNeedRows({ resultId, offset: 0, limit: pageSize });
    if (this.overTimeWanted) void this.#countMissing();
  }

  async poll(signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    if (this.deps.now() - this.#lastAsked < followInterval) return 'rest';
    if (!this.#result || !this.following) return 'rest';
    this.#lastAsked = this.deps.now();
    const { resultId, search } = this.#state;
    try {
      const rows = await this.#result.addNewer(signal);
      if (resultId !== this.#state.resultId) return 'continue';
      if (rows === undefined) await this.run(search);
      else this.#prepend(rows.map(toAuditRow));
      return 'continue';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnreachableError) throw error;
      this.#change({
        phase: 'failed',
        failure: searchFailure(error),
        follow: { ...this.#state.follow, on: false },
      });
      return 'stop';
    }
  }

  /** A separate result, so that the export does not depend on what the panel shows. */
  async readAgain(
    signal: AbortSignal,
  ): Promise<{ readonly result: AuditResult; readonly resolved: ResolvedSearch }> {
    const resolved = resolveSearch(this.#state.search, this.deps.now());
    return { result: await AuditResult.read(this.#ask(resolved), signal), resolved };
  }

  /** The interface does not return the time zone of the server, but the times of entries contain it. */
  async learnServerOffset(): Promise<void> {
    const client = await this.deps.client();
    const { items } = await client.send(listTables({ limit: 20 }));
    const platformClock = new PlatformClock();
    platformClock.note(...items.map(({ lastDay }) => lastDay));
    const clock = platformClock.clock();
    this.serverOffset = clock === undefined ? null : clockOffsetAt(clock, this.deps.now());
    if (this.serverOffset !== null) this.deps.changed('state');
  }

  dispose(): void {
    this.#searching.abort();
    this.#counting.abort();
  }

  /** Replaces the failure immediately, so that the user sees that the retry has started. */
  #reportWaiting(search: AuditSearch): NodeJS.Timeout {
    const failed = this.#state.phase === 'failed';
    this.#state = { ...this.#state, search, phase: 'loading', failure: null };
    const report = (): void => this.deps.changed('state');
    return setTimeout(report, failed ? 0 : quickResponse);
  }

  #use(result: AuditResult): void {
    this.#result = result;
    const { choices } = result.page;
    const { follow, search } = this.#state;
    const found: Partial<SessionState> = {
      phase: 'ready',
      resultId: this.#state.resultId + 1,
      total: result.total,
      newRows: 0,
      choices: forListedFilters((name) => choices[name] && [...choices[name]]),
      histogram: null,
      follow: {
        on: follow.on && !periodEnded(search, this.deps.now()),
        paused: false,
        lastResponse: this.deps.now(),
      },
    };
    this.#change(found, 'result');
  }

  #prepend(rows: ReturnType<typeof toAuditRow>[]): void {
    const follow = { ...this.#state.follow, lastResponse: this.deps.now() };
    if (rows.length === 0) {
      this.#change({ follow });
      return;
    }
    const { resultId, newRows, histogram } = this.#state;
    this.deps.post({ kind: 'prepended', resultId, rows });
    const grown =
      histogram &&
      withNewer(
        histogram,
        rows.map(({ time }) => time),
      );
    this.#change({
      follow,
      total: this.#result?.total ?? 0,
      newRows: newRows + rows.length,
      histogram: grown ?? histogram,
    });
    if (histogram && !grown && this.overTimeWanted) void this.#countOverTime();
  }

  async #countMissing(): Promise<void> {
    if (this.#state.histogram?.counts.includes(null) !== false) await this.#countOverTime();
  }

  async #countOverTime(): Promise<void> {
    this.#counting.abort();
    const { signal } = (this.#counting = new AbortController());
    if (!this.#result || this.#result.total === 0) return;
    const show = (histogram: Histogram): void => {
      if (!signal.aborted) this.#change({ histogram });
    };
    const search = { resolved: this.#resolved, result: this.#result, now: this.deps.now() };
    await readOverTime(search, this.deps.client, show, signal).catch((error: unknown) => {
      // The search succeeded even if the counts are missing.
      if (!signal.aborted && !(error instanceof UnreachableError)) this.#change({ histogram: null });
    });
  }

  #ask(resolved = this.#resolved): AskPage {
    return async (range, signal) => {
      const client = await this.deps.client();
      return client.send(searchAuditLogs({ ...resolved.filters, ...range }), signal);
    };
  }

  #change(changes: Partial<SessionState>, what: 'state' | 'result' = 'state'): void {
    this.#state = { ...this.#state, ...changes };
    this.deps.changed(what);
  }
}

function searchFailure(error: unknown): Failure {
  if (!(error instanceof PermissionError)) return panelFailure(error);
  const message = t(
    'Searching the audit log requires the role {0}, which the account of this API key does not have.',
    error.requiredRole,
  );
  return { reason: 'noPermission', message, detail: null, canRetry: false };
}
