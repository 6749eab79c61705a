import type { Outcome, WriteResult } from '../../../core/api/guardedWrite';
import { t } from '../../../core/base/localize';
import type { Connection } from '../connections/connection';
import { safeCsv } from '../../../core/base/csvLine';
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

/** `deleted`: it no longer exists. `notAttempted`: because of a cancellation or of a failure of all. */
type Cause = 'deleted' | 'notAttempted';

export interface ItemResult<Target extends BulkTarget = BulkTarget> extends WriteResult<Target> {
  /** Of a conflict or a rejection. */
  readonly cause?: Cause;
}

export function ofOutcome<Target extends BulkTarget>(
  results: readonly ItemResult<Target>[],
  ...outcomes: readonly Outcome[]
): readonly Target[] {
  return results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ item }) => item);
}

/** Those that may be done by another attempt. */
export function retriable<Target extends BulkTarget>(
  results: readonly ItemResult<Target>[],
): readonly Target[] {
  const others = results.filter(({ cause }) => cause !== 'deleted');
  return ofOutcome(others, 'rejected', 'conflict', 'unknown');
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
const labels: Readonly<Record<Outcome | Cause, (action: BulkAction) => string>> = {
  done: (action) => doneLabels[action](),
  unchanged: (action) => unchangedLabels[action]?.() ?? t('unchanged'),
  skipped: (action) => (action === 'stop' ? t('still running') : t('skipped because running')),
  deleted: () => t('not found'),
  rejected: () => t('failed'),
  conflict: () => t('failed'),
  unknown: () => t('unknown'),
  notAttempted: () => t('not sent'),
};

function labelOf(action: BulkAction, { outcome, cause }: ItemResult): string {
  return labels[cause ?? outcome](action);
}

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
    const label = labelOf(action, only);
    const text = only.reason === undefined ? label : `${label}: ${only.reason}`;
    return withFullStop(`${connection.name}: “${only.item.name}” ${text}`);
  }
  const shown = results.map((result) => labelOf(action, result));
  const counts = [...new Set(Object.values(labels).map((label) => label(action)))].flatMap((label) => {
    const count = shown.filter((other) => other === label).length;
    return count === 0 ? [] : [`${count} ${label}`];
  });
  return withFullStop(`${connection.name}: ${counts.join(', ')}`);
}

export function reportRows({ action, results }: BulkReport): readonly (readonly string[])[] {
  const rows = results.map((result) => [
    labelOf(action, result),
    result.item.name,
    result.item.guid,
    result.reason ?? '',
  ]);
  return [[t('Result'), t('Name'), t('GUID'), t('Reason')], ...rows];
}

export function reportCsv({ action, connection, results }: BulkReport): string {
  return safeCsv([
    ['connection', 'environment', 'action', 'result', 'name', 'guid', 'reason'],
    ...results.map((result) => [
      ...[connection.name, connection.environment, action, labelOf(action, result)],
      ...[result.item.name, result.item.guid, result.reason ?? ''],
    ]),
  ]);
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
      results.push(...chunk.map((item) => ({ item, ...notAttempted })));
      continue;
    }
    report({ message: t('{0} of {1}', index * size, targets.length) });
    try {
      results.push(...(await step(chunk, signal)));
    } catch (error) {
      ended = failsAll(error);
      const result = resultOf(error);
      const isNothingDone =
        (result.outcome === 'rejected' && result.cause === undefined) || error instanceof WritesLockedError;
      if (ended && index === 0 && isNothingDone) throw error;
      results.push(...chunk.map((item) => ({ item, ...result })));
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

const notAttempted = { outcome: 'rejected', cause: 'notAttempted' } as const;

/** A step that was canceled before its write was sent has changed nothing. */
function resultOf(error: unknown): Omit<ItemResult, 'item'> {
  if (isCancellation(error)) return notAttempted;
  return {
    outcome: isUnknownOutcome(error) ? 'unknown' : 'rejected',
    reason: describeFailure(error).sentence,
  };
}

/** Splits values into chunks of at most `size`. */
export function chunksOf<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size));
}
