import { KeyRefusedError, PermissionError, UnreachableError } from '../../api/errors';
import { t } from '../../shared/localize';
import { isCancellation } from '../../ui/prompts/cancelled';
import { describeFailure } from '../../ui/failures/failureText';
import { CancelledInFlight, isUnknownOutcome } from '../../ui/writes/recordWrite';
import type { ProgressReport } from '../../ui/prompts/progress';
import type { ItemResult, Target } from './bulkResults';

/** Applies the action to a chunk in one request. */
export type ChunkStep = (chunk: readonly Target[], signal: AbortSignal) => Promise<readonly ItemResult[]>;

export interface ChunkOptions {
  readonly size: number;
  readonly report: ProgressReport;
}

/**
 * Processes all targets in chunks and returns one result each. A failure that would affect the rest ends it:
 * it is thrown if nothing was done yet, otherwise reported on the remaining targets.
 */
export async function runInChunks(
  targets: readonly Target[],
  step: ChunkStep,
  { size, report }: ChunkOptions,
  signal: AbortSignal,
): Promise<readonly ItemResult[]> {
  const results: ItemResult[] = [];
  let ended = false;
  for (let index = 0; index < targets.length; index += size) {
    const chunk = targets.slice(index, index + size);
    if (ended || signal.aborted) {
      results.push(...chunk.map((target) => ({ target, outcome: 'unsent' as const })));
      continue;
    }
    report({ message: t('{0} of {1}', index, targets.length) });
    try {
      results.push(...(await step(chunk, signal)));
    } catch (error) {
      ended = failsAll(error);
      const result = resultOf(error);
      if (ended && index === 0 && result.outcome === 'failed') throw error;
      results.push(...chunk.map((target) => ({ target, ...result })));
    }
  }
  return results;
}

function failsAll(error: unknown): boolean {
  return (
    isCancellation(error) ||
    error instanceof CancelledInFlight ||
    error instanceof KeyRefusedError ||
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
