import { UnreachableError } from '../../../core/api/errors';
import type { QueryClient } from '../../../core/api/runningQuery';
import type { Command } from '../../../core/language/ast';
import { isRowwise } from '../../../core/language/commandEffects';
import { setsField } from '../../../core/language/services/fieldBindings';
import type { LiveTailState, ResultColumn, ResultRow } from '../../../core/pages/queryResults';
import type { RawRecord } from '../../../core/interface/optional';
import { describeFailure } from '../../ui/failures/failureText';
import type { Polled } from '../../ui/panels/polling';
import { withOptions } from '../../../core/results/refinements';
import { parseForRun, isRawLogs } from '../../../core/results/rowShape';
import { cellsOf } from '../../../core/results/resultTable';
import { runOwnQuery } from '../../../core/api/operations/queries';

/** How long before the last poll the next one begins: logs arrive late, and a poll takes time. */
const windowMinutes = 5;
/** More are read only if all of these are new. */
const usuallyRead = 500;
/** The maximum number of rows to keep. The rows of the query are discarded first, then the oldest new ones. */
const maxTailed = 10_000;
const pollInterval = 2000;

/** The query for the rows of the last minutes; undefined for a query that cannot be tailed. */
export function tailText(
  text: string,
  columns: readonly ResultColumn[],
  minutes = windowMinutes,
): string | undefined {
  const { commands } = parseForRun(text).query;
  if (!isRawLogs(text, columns) || !commands.every(isTailable)) return undefined;
  const bounds = ['duration', 'from', 'to', 'limit', 'offset', 'order'];
  return withOptions(text.trimEnd(), bounds, `duration=${minutes}m`);
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
  readonly client: QueryClient;
  readonly columns: () => readonly ResultColumn[];
  readonly watched: () => boolean;
  /** Called with new rows, newest first; the state has changed too. */
  readonly found: (rows: readonly ResultRow[]) => void;
}

/** Polls for new rows of a query and keeps them above its result. */
export class LiveTail implements Polled {
  rows: readonly ResultRow[] = [];
  state: LiveTailState = { paused: false, rate: 0, kept: null, failure: null };
  #known: Set<string> | undefined;
  /** The time of the last response: rows that came while there was none are read too. */
  #readAt = 0;

  constructor(
    private readonly text: string,
    private readonly deps: LiveTailDeps,
    private readonly now: () => number = Date.now,
    private readonly maxRows = maxTailed,
  ) {}

  /** Whether there were more rows than are kept, so that those of the query are not shown. */
  get isCut(): boolean {
    return this.state.kept !== null;
  }

  /** Rows must not move while the list is not scrolled to the top. */
  setAtTop(atTop: boolean): void {
    this.state = { ...this.state, paused: !atTop };
    this.deps.found([]);
  }

  async poll(signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    const now = this.now();
    const since = now - this.#readAt;
    if (this.state.paused || since < pollInterval || !this.deps.watched()) return 'rest';
    try {
      await this.#read(since, signal);
      this.#readAt = now;
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
  async #read(since: number, signal: AbortSignal): Promise<void> {
    const ids = this.#known;
    // After a pause or an outage, those of that time are read too.
    const minutes = windowMinutes + (ids ? Math.ceil(since / 60_000) : 0);
    const text = tailText(this.text, this.deps.columns(), minutes) ?? this.text;
    const newest = async (count: number, commands = ''): Promise<readonly RawRecord[]> =>
      this.deps.client.send(runOwnQuery(`${text} | limit ${count}${commands}`), signal);
    if (ids === undefined) {
      const found = await newest(maxTailed, ` | fields ${identity.join(', ')}`);
      this.#known = new Set(found.map(identityOf));
      return;
    }
    const isNew = (row: RawRecord): boolean => !ids.has(identityOf(row));
    let found = await newest(usuallyRead);
    if (found.length === usuallyRead && found.every(isNew)) found = await newest(maxTailed);
    this.#known = new Set([...found.map(identityOf), ...ids].slice(0, 2 * maxTailed));
    this.#add(found.filter(isNew), since);
  }

  #add(fresh: readonly RawRecord[], since: number): void {
    const rows = cellsOf(fresh, this.deps.columns());
    const all = [...rows, ...this.rows];
    if (rows.length > 0) this.rows = all.slice(0, this.maxRows);
    const isCut = all.length > this.maxRows || fresh.length === maxTailed;
    this.state = {
      ...this.state,
      kept: isCut ? this.maxRows : this.state.kept,
      rate: (fresh.length * 1000) / Math.max(1, since),
    };
    this.deps.found(rows);
  }
}

function identityOf(row: RawRecord): string {
  return JSON.stringify([row['_table'], row['_id']]);
}
