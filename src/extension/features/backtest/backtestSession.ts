import type { QueryClient } from '../../../core/api/runningQuery';
import { countRows, hitsOf, withDueTimes } from '../../../core/backtest/backtestSummary';
import { estimateBacktest } from '../../../core/backtest/estimateBacktest';
import type { BacktestEstimate } from '../../../core/backtest/estimateBacktest';
import { planBacktest } from '../../../core/backtest/planBacktest';
import type { BacktestPlan } from '../../../core/backtest/planBacktest';
import { defaultMaxRows, runBacktest } from '../../../core/backtest/runBacktest';
import type { RunResult } from '../../../core/backtest/runBacktest';
import { fixedZone, readServerZone } from '../../../core/backtest/serverZone';
import type { Period, ServerZone } from '../../../core/backtest/serverZone';
import type { BacktestPhase, BacktestState, TriedText } from '../../../core/pages/backtest';
import type { Failure } from '../../../core/pages/common';
import { isCancellation } from '../../ui/prompts/canceled';
import { panelFailure } from '../../ui/panels/panelFailure';
import { compareRows } from '../../../core/backtest/compareRows';
import { sampleOf } from '../../../core/results/sampleRows';
import { rowMaskOf } from '../../../core/privacy/maskResults';
import type { RawRecord } from '../../../core/interface/optional';
import { formatWireTime } from '../../../core/interface/time';

/** The runs of one text and what they have found. */
export interface BacktestSide {
  readonly plan: BacktestPlan;
  readonly results: RunResult[];
}

export interface BacktestFacts {
  readonly phase: BacktestPhase;
  readonly problem: string | null;
  readonly failure: Failure | null;
  readonly estimate: BacktestEstimate | undefined;
  readonly zone: ServerZone | undefined;
  /** The text itself. */
  readonly own: BacktestSide | undefined;
  /** The published text, if it is compared. */
  readonly published: BacktestSide | undefined;
}

const nothing: BacktestFacts = {
  phase: 'planning',
  problem: null,
  failure: null,
  estimate: undefined,
  zone: undefined,
  own: undefined,
  published: undefined,
};

/** Plans a backtest, runs it, and continues it after a failure. Only the last request counts. */
export class BacktestSession {
  facts: BacktestFacts = nothing;
  #work = new AbortController();
  #isDisposed = false;

  constructor(
    private readonly client: QueryClient,
    private readonly changed: () => void,
  ) {}

  /** Discards what is known, and plans again. */
  async plan(subject: TriedText, period: Period, compare: boolean): Promise<void> {
    if (this.#isDisposed) return;
    const signal = this.#restart();
    this.#update({ ...nothing });
    await this.#attempt(signal, async () => {
      const { client } = this;
      const { from, to } = period;
      const zone = (await readServerZone(client, from, to)) ?? fixedZone(0, from, to);
      if (signal.aborted) return;
      const plans = plansOf(subject, period, compare, zone);
      if (typeof plans === 'string') {
        this.#update({ ...this.facts, zone, problem: plans, phase: 'ready' });
        return;
      }
      const [own, published] = plans.map((plan) => ({ plan, results: [] }));
      this.#update({ ...this.facts, zone, own, published, phase: 'ready' });
      if (own === undefined) return;
      const times = published === undefined ? 1 : 2;
      const read = own.plan.read * times;
      const estimate = await estimateBacktest(client, subject.text, { ...own.plan, read }, zone, signal);
      signal.throwIfAborted();
      this.#update({ ...this.facts, estimate });
    });
  }

  /** Runs what has not run yet. */
  async run(): Promise<void> {
    const { own, published } = this.facts;
    if (own === undefined || this.facts.phase === 'running' || this.#isDisposed) return;
    const signal = this.#restart();
    this.#update({ ...this.facts, phase: 'running', failure: null });
    await this.#attempt(signal, async () => {
      for await (const results of remaining(this.client, [own, published], signal)) {
        signal.throwIfAborted();
        own.results.push(results.own);
        if (results.published) published?.results.push(results.published);
        this.#update({ ...this.facts });
      }
      signal.throwIfAborted();
      this.#update({ ...this.facts, phase: 'done' });
    });
  }

  /** Keeps what was found so far. */
  cancel(): void {
    if (this.facts.phase !== 'running') return;
    this.#work.abort();
    this.#update({ ...this.facts, phase: 'canceled' });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#work.abort();
  }

  #restart(): AbortSignal {
    this.#work.abort();
    this.#work = new AbortController();
    return this.#work.signal;
  }

  async #attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      const phase = isCancellation(error) ? 'canceled' : 'failed';
      this.#update({ ...this.facts, phase, failure: phase === 'failed' ? panelFailure(error) : null });
    }
  }

  #update(facts: BacktestFacts): void {
    this.facts = facts;
    this.changed();
  }
}

/** Both texts run alike: if one has to be replayed, so is the other. */
function plansOf(
  { text, published, cron, cronOffset }: TriedText,
  period: Period,
  compare: boolean,
  zone: ServerZone,
): readonly BacktestPlan[] | string {
  const texts = [text, ...(compare && published !== null ? [published] : [])];
  const planAll = (asReplay: boolean): readonly ReturnType<typeof planBacktest>[] =>
    texts.map((one) =>
      planBacktest({ text: one, period, cron: cron ?? undefined, cronOffset, asReplay }, zone),
    );
  const first = planAll(false);
  const plans = new Set(first.map(({ kind }) => kind)).size > 1 ? planAll(true) : first;
  const possible: BacktestPlan[] = [];
  for (const plan of plans) {
    if (plan.kind === 'impossible') return plan.reason;
    possible.push(plan);
  }
  return possible;
}

/**
 * Runs what has not run yet. A run of the published text comes before that of the draft, never both at once; a failed
 * one is repeated. Ends when one of them has more rows than the limit.
 */
async function* remaining(
  client: QueryClient,
  [own, published]: readonly [BacktestSide, BacktestSide | undefined],
  signal: AbortSignal,
): AsyncGenerator<{ readonly own: RunResult; readonly published: RunResult | undefined }, void> {
  const runs = remainingRuns(client, own, own.results.length, signal);
  const others = published && remainingRuns(client, published, own.results.length, signal);
  for (;;) {
    const other = await others?.next();
    const next = await runs.next();
    if (next.done === true) return;
    const result = { own: next.value, published: other?.done === false ? other.value : undefined };
    yield result;
    if (result.own.truncated || result.published?.truncated === true) return;
  }
}

function remainingRuns(
  client: QueryClient,
  { plan, results }: BacktestSide,
  done: number,
  signal: AbortSignal,
): AsyncGenerator<RunResult, void> {
  const maxRows = defaultMaxRows - countRows(results);
  return runBacktest(client, plan.runs.slice(done), { maxRows, signal });
}

type Shown = Omit<BacktestState, 'kind' | 'connection' | 'subject' | 'view'>;

/** What the page shows of a backtest. Statistics over all rows are computed only while it is not running. */
export function shownFacts(facts: BacktestFacts): Shown {
  const { own, published, estimate, phase, problem, failure } = facts;
  const results = own?.results ?? [];
  return {
    phase,
    problem,
    failure,
    plan: own === undefined ? null : planOf(own),
    estimate: estimate
      ? { tables: estimate.tables.length, rows: estimate.rows ?? null, bytes: estimate.bytes ?? null }
      : null,
    runs: results.map((result, index) => runOf(result, published?.results[index])),
    rows: countRows(results),
    isTruncated: [...results, ...(published?.results ?? [])].some(({ truncated }) => truncated),
    ...(results.length === 0 ? nothingFound : foundBy(facts)),
  };
}

type Found = Pick<Shown, 'hits' | 'sample' | 'comparison'>;

const nothingFound: Found = { hits: null, sample: null, comparison: null };

function foundBy({ own, published, zone, phase }: BacktestFacts): Found {
  if (own === undefined || zone === undefined) return nothingFound;
  const hits = hitsShown(own, zone);
  if (phase === 'running') return { ...nothingFound, hits };
  const found = withDueTimes(own.results, zone);
  const others = withDueTimes(published?.results ?? [], zone);
  const sample = sampleOf(
    shownRows(
      own,
      found.flatMap(({ rows }) => rows),
    ),
  );
  if (published === undefined) return { hits, sample, comparison: null };
  const { more, less, same } = comparisonOf(found, others);
  const moreSample = sampleOf(shownRows(own, more));
  const lessSample = sampleOf(shownRows(published, less));
  return { hits, sample, comparison: { same, more: more.length, less: less.length, moreSample, lessSample } };
}

function planOf({ plan }: BacktestSide): BacktestState['plan'] {
  const { kind, covered, runs, due, cut, isLimited } = plan;
  return { kind, ...covered, runs: runs.length, due: due ?? null, cut, isLimited };
}

function runOf({ run, rows, elapsed }: RunResult, published: RunResult | undefined): Shown['runs'][number] {
  return {
    from: run.from,
    to: run.to,
    due: run.due ?? null,
    rows: rows.length,
    publishedRows: published?.rows.length ?? null,
    elapsed: Math.round(elapsed + (published?.elapsed ?? 0)),
  };
}

function hitsShown({ plan, results }: BacktestSide, zone: ServerZone): BacktestState['hits'] {
  const { unit, buckets } = hitsOf(results, plan, zone);
  const dateOf = (at: number): string => formatWireTime(new Date(at), zone.offsetAt(at)).slice(5, 10);
  return {
    unit,
    from: buckets[0]?.from ?? plan.covered.from,
    to: buckets.at(-1)?.to ?? plan.covered.to,
    counts: buckets.map(({ count }) => count),
    names: unit === 'day' ? buckets.map(({ from }) => dateOf(from)) : null,
  };
}

/** Of what both have searched completely. */
function comparisonOf(
  own: readonly RunResult[],
  published: readonly RunResult[],
): ReturnType<typeof compareRows> {
  const isCut = (result: RunResult | undefined): boolean => result === undefined || result.truncated;
  const cut = own.findIndex((result, index) => isCut(result) || isCut(published[index]));
  const complete = cut < 0 ? own.length : cut;
  return compareRows(published.slice(0, complete), own.slice(0, complete));
}

/** Rows that a text has found, as users see them. */
export function shownRows({ plan }: BacktestSide, rows: readonly RawRecord[]): readonly RawRecord[] {
  const mask = rowMaskOf(plan.runs[0]?.text ?? '');
  return mask ? rows.map((row) => mask.renamedRow(row)) : rows;
}
