import { countRows, hitsOf, withDueTimes } from '../../backtest/backtestSummary';
import type { BacktestEstimate } from '../../backtest/estimateBacktest';
import { compareRows } from '../../backtest/compareRows';
import type { RunResult } from '../../backtest/runBacktest';
import type { ServerZone } from '../../backtest/serverZone';
import { sampleOf } from '../../shared/fieldStatistics';
import { hidingMasker } from '../../shared/privacy/hiddenValues';
import type { BacktestState } from '../../shared/protocol/backtest';
import type { TableSample } from '../../shared/protocol/table';
import type { RawRecord } from '../../shared/wire/optional';
import { formatWireTime } from '../../shared/wire/time';
import type { BacktestFacts, BacktestSide } from './backtestSession';

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
    estimate: estimate === undefined ? null : estimateOf(estimate),
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
  const sample = shownSample(found.flatMap(({ rows }) => rows));
  return { hits, sample, comparison: published === undefined ? null : comparisonOf(found, others) };
}

function estimateOf({ tables, rows, bytes }: BacktestEstimate): BacktestState['estimate'] {
  return { tables: tables.length, rows: rows ?? null, bytes: bytes ?? null };
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
): BacktestState['comparison'] {
  const isCut = (result: RunResult | undefined): boolean => result === undefined || result.truncated;
  const cut = own.findIndex((result, index) => isCut(result) || isCut(published[index]));
  const complete = cut < 0 ? own.length : cut;
  const { more, less, same } = compareRows(published.slice(0, complete), own.slice(0, complete));
  return {
    same,
    more: more.length,
    less: less.length,
    moreSample: shownSample(more),
    lessSample: shownSample(less),
  };
}

function shownSample(rows: readonly RawRecord[]): TableSample {
  const masker = hidingMasker();
  return sampleOf(masker ? rows.map((row) => masker.row(row)) : rows);
}
