import type { PlatformClient } from '../../api/client';
import { UnreachableError } from '../../api/errors';
import type { Command } from '../../language/ast';
import { isRowwise } from '../../language/commandEffects';
import { setsField } from '../../language/services/fieldBindings';
import type {
  LiveTailState,
  ResultColumn,
  ResultRow,
  FromQueryResultsPage,
  ToQueryResultsPage,
} from '../../shared/protocol/queryResults';
import { describeFailure } from '../../ui/failures/failureText';
import type { Polled, PollScheduler } from '../../ui/panels/polling';
import { withOptions } from '../../results/refinements';
import { parseForRun, isRawLogs } from '../../results/rowShape';
import { cellsOf } from '../../results/resultTable';
import type { QueryRun } from './queryRun';
import { runOwnQuery } from '../../api/operations/queries';

/** The period of each poll: logs arrive late, and a poll takes time. */
const windowMinutes = 5;
const maxPerPoll = 500;
/** The maximum number of rows to keep. The rows of the query are discarded first, then the oldest new ones. */
const maxTailed = 10_000;
const pollInterval = 2000;

/** The query that finds the newest rows; undefined for a query that cannot be tailed. */
export function tailText(text: string, columns: readonly ResultColumn[]): string | undefined {
  const { commands } = parseForRun(text).query;
  if (!isRawLogs(text, columns) || !commands.every(isTailable)) return undefined;
  const bounds = ['duration', 'from', 'to', 'limit', 'offset', 'order'];
  const tail = withOptions(text.trimEnd(), bounds, `duration=${windowMinutes}m`);
  return tail && `${tail} | limit ${maxPerPoll}`;
}

/** New rows are recognized by their IDs, which `explode` copies and other commands may set. */
function isTailable(command: Command): boolean {
  if (command.kind === 'table' || command.kind === 'fulltext') return true;
  const setsId = command.kind === 'explode' || identity.some((field) => setsField(command, field));
  const isLimited = command.options.some(({ name }) => name.text === 'limit' || name.text === 'output');
  return isRowwise(command) && !setsId && !isLimited;
}

const identity = ['_table', '_id'];

export interface LiveTailDeps {
  readonly client: () => Promise<PlatformClient>;
  readonly columns: () => readonly ResultColumn[];
  readonly watched: () => boolean;
  /** Called with new rows, newest first; the state has changed too. */
  readonly found: (rows: readonly ResultRow[]) => void;
}

/** Polls for new rows of a query and keeps them above its result. */
export class LiveTail implements Polled {
  rows: readonly ResultRow[] = [];
  state: LiveTailState = { paused: false, rate: 0, kept: null, missed: false, failure: null };
  #known: Set<string> | undefined;
  #lastRefresh = 0;

  constructor(
    private readonly text: string,
    private readonly deps: LiveTailDeps,
    private readonly now: () => number = Date.now,
    private readonly maxRows = maxTailed,
  ) {}

  /** Rows must not move while the list is not scrolled to the top. */
  setAtTop(atTop: boolean): void {
    this.state = { ...this.state, paused: !atTop };
    this.deps.found([]);
  }

  async poll(signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    const since = this.now() - this.#lastRefresh;
    if (this.state.paused || since < pollInterval || !this.deps.watched()) return 'rest';
    this.#lastRefresh = this.now();
    try {
      const client = await this.deps.client();
      const found = await client.send(runOwnQuery(this.text, { limit: maxPerPoll }), signal);
      this.#add(found, since);
      return 'continue';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnreachableError) throw error;
      this.state = { ...this.state, rate: 0, failure: describeFailure(error).sentence };
      this.deps.found([]);
      return 'stop';
    }
  }

  /** The rows of the first poll are already in the result; only later ones are new. */
  #add(found: readonly Readonly<Record<string, unknown>>[], since: number): void {
    const known = this.#known;
    const fresh = known ? found.filter((row) => !known.has(identityOf(row))) : [];
    // After a gap, rows may have been missed.
    const missed = fresh.length >= maxPerPoll || (fresh.length > 0 && since > windowMinutes * 60_000);
    this.#known = new Set([...found.map(identityOf), ...(known ?? [])].slice(0, 4 * maxPerPoll));
    const rows = cellsOf(fresh, this.deps.columns());
    const all = [...rows, ...this.rows];
    if (rows.length > 0) this.rows = all.slice(0, this.maxRows);
    this.state = {
      ...this.state,
      kept: all.length > this.maxRows ? this.maxRows : this.state.kept,
      missed: this.state.missed || missed,
      rate: known ? (fresh.length * 1000) / Math.max(1, since) : 0,
    };
    this.deps.found(rows);
  }
}

function identityOf(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([row['_table'], row['_id']]);
}

export type NeedRows = Extract<FromQueryResultsPage, { kind: 'needRows' }>;

type PanelTailDeps = Omit<LiveTailDeps, 'columns'> & { readonly scheduler: () => PollScheduler };

const noRows: readonly ResultRow[] = [];

/** The rows of a panel: those of its run, preceded by those of a live tail if it is on. */
export class PanelTail {
  tail: LiveTail | undefined;

  constructor(private readonly deps: PanelTailDeps) {}

  start(run: QueryRun): void {
    const text = tailText(run.text, run.columns);
    this.end();
    if (text === undefined) return;
    this.tail = new LiveTail(text, { ...this.deps, columns: () => run.columns });
    this.deps.scheduler().add(this.tail);
  }

  end(): void {
    if (this.tail) this.deps.scheduler().remove(this.tail);
    this.tail = undefined;
  }

  /** The response to a request for rows; undefined if the query has ended and has no rows any more. */
  async respond(
    run: QueryRun,
    { resultId, offset, limit }: NeedRows,
  ): Promise<ToQueryResultsPage | undefined> {
    try {
      const rows = (await this.#rows(run, offset, limit)).map((row) => [...row]);
      return { kind: 'rows', resultId, offset, rows };
    } catch (error) {
      if (run.dropped) return undefined;
      return { kind: 'rowsFailed', resultId, offset, message: describeFailure(error).sentence };
    }
  }

  /** New rows precede the rows of the query. More can arrive during the wait, which shifts all of them. */
  async #rows(run: QueryRun, offset: number, limit: number): Promise<readonly ResultRow[]> {
    const tailed = this.tail?.rows ?? noRows;
    const first = tailed.slice(offset, offset + limit);
    const left = limit - first.length;
    if (left === 0 || this.#isAll(first, run)) return first;
    const received = await run.rows(Math.max(0, offset - tailed.length), left);
    const moved = (this.tail?.rows ?? noRows) !== tailed;
    return moved ? this.#rows(run, offset, limit) : [...first, ...received];
  }

  /** Whether no rows of the query follow these. */
  #isAll(found: readonly ResultRow[], run: QueryRun): boolean {
    return (this.tail?.state.kept ?? null) !== null || (found.length > 0 && run.rowCount === 0);
  }
}
