import { t } from '../../../core/base/localize';
import { ruledColumns } from '../../../core/base/columns';
import type { Connection } from '../connections/connection';
import { safeCsv } from '../../../core/base/csvLine';
import { connectionLabel } from '../connections/connection';
import { formatTimestamp } from '../format/formatTimestamp';
import {
  KeyRejectedError,
  PermissionError,
  UnreachableError,
  WritesLockedError,
} from '../../../core/api/errors';
import { isCancellation } from '../prompts/canceled';
import { describeFailure, withFullStop } from '../failures/failureText';
import { CanceledInFlight, isUnknownOutcome } from './sendAndLog';
import type { ProgressReport } from '../prompts/progress';

/** An object that an action applies to. */
export interface BulkTarget {
  /** Empty for objects that only have a name. */
  readonly guid: string;
  readonly name: string;
}

/**
 * `unchanged`: already in the requested state. `running`: skipped because it is running. `failed`: certainly
 * not done. `unknown`: sent, but the outcome is unknown. `unsent`: not sent.
 */
type Outcome = 'done' | 'unchanged' | 'running' | 'notFound' | 'failed' | 'unknown' | 'unsent';

export interface ItemResult<Target extends BulkTarget = BulkTarget> {
  readonly target: Target;
  readonly outcome: Outcome;
  readonly reason?: string | undefined;
}

export function ofOutcome<Target extends BulkTarget>(
  results: readonly ItemResult<Target>[],
  ...outcomes: readonly Outcome[]
): readonly Target[] {
  return results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ target }) => target);
}

export function guidsOf(targets: readonly BulkTarget[]): readonly string[] {
  return targets.map(({ guid }) => guid);
}

export type BulkAction =
  | 'stop'
  | 'delete'
  | 'recreate'
  | 'enable'
  | 'disable'
  | 'drop'
  | 'change'
  | 'publish';

/** In the order of a summary. */
const outcomeLabels: Readonly<Record<Outcome, (action: BulkAction) => string>> = {
  done: (action) => doneLabels[action](),
  unchanged: (action) => unchangedLabels[action]?.() ?? t('unchanged'),
  running: (action) => (action === 'stop' ? t('still running') : t('skipped because running')),
  notFound: () => t('not found'),
  failed: () => t('failed'),
  unknown: () => t('unknown'),
  unsent: () => t('not sent'),
};

const doneLabels: Readonly<Record<BulkAction, () => string>> = {
  stop: () => t('stopped'),
  delete: () => t('deleted'),
  recreate: () => t('re-created'),
  enable: () => t('enabled'),
  disable: () => t('disabled'),
  drop: () => t('dropped'),
  change: () => t('changed'),
  publish: () => t('published'),
};

const unchangedLabels: Partial<typeof doneLabels> = {
  stop: () => t('already stopped'),
  enable: () => t('already enabled'),
  disable: () => t('already disabled'),
};

export interface BulkReport {
  readonly action: BulkAction;
  readonly connection: Connection;
  readonly results: readonly ItemResult[];
}

/** A one-line summary: "Production: 3 deleted, 1 skipped because running." */
export function reportSentence({ action, connection, results }: BulkReport): string {
  const [only] = results;
  if (only !== undefined && results.length === 1) {
    const label = outcomeLabels[only.outcome](action);
    const text = only.reason === undefined ? label : `${label}: ${only.reason}`;
    return withFullStop(`${connection.name}: “${only.target.name}” ${text}`);
  }
  const counts = Object.entries(outcomeLabels).flatMap(([outcome, label]) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${label(action)}`];
  });
  return withFullStop(`${connection.name}: ${counts.join(', ')}`);
}

/** One row per object, in columns. Plain text, so that names are shown unchanged. */
export function reportText({ action, connection, results }: BulkReport, at: Date): string {
  const rows = results.map(({ target, outcome, reason }) => [
    outcomeLabels[outcome](action),
    target.name,
    target.guid,
    reason ?? '',
  ]);
  const [heading = [], ...cells] = withoutEmptyColumns([
    [t('Result'), t('Name'), t('GUID'), t('Reason')],
    ...rows,
  ]);
  return [
    `${connectionLabel(connection)} · ${formatTimestamp(at)}`,
    reportSentence({ action, connection, results }),
    '',
    ...ruledColumns(heading, cells),
    '',
  ].join('\n');
}

export function reportCsv({ action, connection, results }: BulkReport): string {
  return safeCsv([
    ['connection', 'environment', 'action', 'result', 'name', 'guid', 'reason'],
    ...results.map(({ target, outcome, reason }) => [
      ...[connection.name, connection.environment, action, outcomeLabels[outcome](action)],
      ...[target.name, target.guid, reason ?? ''],
    ]),
  ]);
}

/** Tables have no GUID, and most results no reason. */
function withoutEmptyColumns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isFilled = (column: number): boolean => rows.slice(1).some((cells) => cells[column] !== '');
  return rows.map((cells) => cells.filter((_, column) => isFilled(column)));
}

/** Applies the action to a chunk in one request. */
export type ChunkStep<Target extends BulkTarget = BulkTarget> = (
  chunk: readonly Target[],
  signal: AbortSignal,
) => Promise<readonly ItemResult<Target>[]>;

/**
 * Processes all targets in chunks and returns one result each. A failure that would affect the rest ends it:
 * it is thrown if nothing was done yet, otherwise reported on the remaining targets.
 */
export async function runInChunks<Target extends BulkTarget>(
  targets: readonly Target[],
  step: ChunkStep<Target>,
  { size, report }: { readonly size: number; readonly report: ProgressReport },
  signal: AbortSignal,
): Promise<readonly ItemResult<Target>[]> {
  const results: ItemResult<Target>[] = [];
  let ended = false;
  for (const [index, chunk] of chunksOf(targets, size).entries()) {
    if (ended || signal.aborted) {
      results.push(...chunk.map((target) => ({ target, outcome: 'unsent' as const })));
      continue;
    }
    report({ message: t('{0} of {1}', index * size, targets.length) });
    try {
      results.push(...(await step(chunk, signal)));
    } catch (error) {
      ended = failsAll(error);
      const result = resultOf(error);
      const isNothingDone = result.outcome === 'failed' || error instanceof WritesLockedError;
      if (ended && index === 0 && isNothingDone) throw error;
      results.push(...chunk.map((target) => ({ target, ...result })));
    }
  }
  return results;
}

function failsAll(error: unknown): boolean {
  return (
    isCancellation(error) ||
    error instanceof CanceledInFlight ||
    error instanceof KeyRejectedError ||
    error instanceof PermissionError ||
    error instanceof UnreachableError
  );
}

/** A step that was canceled before its write was sent has changed nothing. */
function resultOf(error: unknown): Pick<ItemResult, 'outcome' | 'reason'> {
  if (isCancellation(error)) return { outcome: 'unsent' };
  return { outcome: isUnknownOutcome(error) ? 'unknown' : 'failed', reason: describeFailure(error).sentence };
}

/** Splits values into chunks of at most `size`. */
export function chunksOf<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size));
}
