import type { QueryStatusState } from '../../src/shared/protocol/queryStatus';
import type { QueryPhase } from '../app/phaseBadge';

/** A requested cancellation is not complete: the platform confirms it later. */
export function queryPhase(state: QueryStatusState): QueryPhase {
  const { status } = state;
  if (!status) return 'unknown';
  if (status.isFinished) return status.isCancelled ? 'cancelled' : 'finished';
  // The result is unknown: the last response is outdated.
  if (state.failure?.reason === 'gone') return 'gone';
  return status.isCancelled || state.cancelAsked ? 'cancelRequested' : 'running';
}
