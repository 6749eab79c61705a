import type { CommandKind } from '../../../core/language/ast';
import { isRowwise } from '../../../core/language/commandEffects';
import { commandsToConfirm } from '../../../core/language/services/structure';
import { histogramOf } from '../../../core/results/histogramOf';
import type { Histogram } from '../../../core/pages/common';
import type { QueryResultsState, ResultColumn } from '../../../core/pages/queryResults';
import { parseWireTime, readWrittenTime } from '../../../core/interface/time';
import { describeFailure } from '../../ui/failures/failureText';
import { isCancellation } from '../../ui/prompts/canceled';
import type { QueryRun } from './queryRun';
import { parseForRun } from '../../../core/results/rowShape';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { day, hour, minute, second, week } from '../../../core/time/durations';

/** About as many as can be told apart. */
const maxBars = 100;

const spans: readonly (readonly [text: string, length: number])[] = [
  ...[1, 2, 5, 10, 30].map((count) => [`${count}s`, count * second] as const),
  ...[1, 2, 5, 10, 30].map((count) => [`${count}m`, count * minute] as const),
  ...[1, 2, 4, 12].map((count) => [`${count}h`, count * hour] as const),
  ['1d', day],
];

/** The shortest interval that divides a period into at most a hundred bars. */
export function spanFor(period: number): readonly [text: string, length: number] {
  const weeks = Math.ceil(period / (maxBars * week));
  return spans.find(([, length]) => period <= maxBars * length) ?? [`${weeks}w`, weeks * week];
}

/** Commands whose rows are no longer events, or of which nobody here knows. */
const notEvents: ReadonlySet<CommandKind> = new Set<CommandKind>([
  ...(['stats', 'timechart', 'pivot', 'other', 'memlookup', 'import'] as const),
]);
/** Sources whose rows are in the order of time, and other commands that keep it. */
const keepsOrder: ReadonlySet<CommandKind> = new Set<CommandKind>([
  ...(['table', 'fulltext', 'limit', 'setq'] as const),
]);

/** Whether the rows are events that can be counted over time by a second, reading query. */
export function areEvents(text: string, columns: readonly ResultColumn[]): boolean {
  const parsed = parseForRun(text);
  const kinds = parsed.query.commands.map(({ kind }) => kind);
  const { writing, unknown } = commandsToConfirm(parsed);
  return (
    columns.some(({ name, type }) => name === '_time' && type === 'time') &&
    kinds.some((kind) => kind === 'table' || kind === 'fulltext') &&
    !kinds.some((kind) => notEvents.has(kind)) &&
    writing.length + unknown.length === 0
  );
}

type Counted = NonNullable<QueryResultsState['overTime']>;

const nothing: Counted = { histogram: null, failure: null };

/** Counts the events of one run over time, once, while it is shown. */
export class PanelHistogram {
  #run: QueryRun | undefined;
  #end = new AbortController();
  #counted = nothing;

  /** @param changed is called after the events were counted, or could not be. */
  constructor(private readonly changed: () => void) {}

  /** Null if the rows of the run are not events, or not all of them are there. */
  of(run: QueryRun | undefined): Counted | null {
    if (run?.phase !== 'finished' || run.rowCount === 0 || !areEvents(run.text, run.columns)) return null;
    return run === this.#run ? this.#counted : nothing;
  }

  /** Starts counting if it is shown and was not counted; hiding it cancels that. */
  follow(run: QueryRun | undefined, open: boolean): void {
    const wanted = open && this.of(run) !== null ? run : undefined;
    const isDone = this.#counted.histogram !== null && run === this.#run;
    if (wanted === this.#run || isDone) return;
    this.#end.abort();
    this.#run = wanted;
    this.#counted = nothing;
    if (wanted) void this.#count(wanted, (this.#end = new AbortController()).signal);
  }

  stop(): void {
    this.follow(undefined, false);
  }

  async #count(run: QueryRun, signal: AbortSignal): Promise<void> {
    try {
      const histogram = await countEvents(run, signal);
      if (!signal.aborted) this.#counted = { histogram: histogram ?? null, failure: null };
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      this.#counted = { histogram: null, failure: describeFailure(error).sentence };
    }
    if (!signal.aborted) this.changed();
  }
}

/** Counts the events of a finished run over time; undefined if none has a time. */
async function countEvents(run: QueryRun, signal: AbortSignal): Promise<Histogram | undefined> {
  const query = run.text.trimEnd();
  const [span, length] = spanFor(await periodOf(run, signal));
  const rows = await run.client.send(runOwnQuery(`${query} | timechart span=${span} count`), signal);
  return histogramOf(rows, length);
}

/** From the first to the last event. It only selects the interval, so that newer events do no harm. */
async function periodOf(run: QueryRun, signal: AbortSignal): Promise<number> {
  const isInOrder = parseForRun(run.text).query.commands.every(
    (command) => keepsOrder.has(command.kind) || isRowwise(command),
  );
  if (isInOrder) {
    const time = run.columns.findIndex(({ name }) => name === '_time');
    const ends = [...(await run.rows(0, 1)), ...(await run.rows(run.rowCount - 1, 1))];
    const [newest = 0, oldest = 0] = ends.map((row) => readWrittenTime(row[time])?.timestamp);
    return Math.abs(newest - oldest);
  }
  const text = `${run.text.trimEnd()} | stats min(_time) as oldest, max(_time) as newest`;
  const [ends] = await run.client.send(runOwnQuery(text), signal);
  const [oldest, newest] = [ends?.['oldest'], ends?.['newest']].map((time) =>
    typeof time === 'string' ? (parseWireTime(time.replace(/\.\d+/, ''))?.getTime() ?? 0) : 0,
  );
  return (newest ?? 0) - (oldest ?? 0);
}
