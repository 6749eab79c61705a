import type { QueryStatusState } from '../../src/shared/protocol/queryStatus';
import type { QueryPhase } from '../app/phaseBadge';

/** A requested cancel is not yet a cancelled query: the service completes it later. */
export function queryPhase(state: QueryStatusState): QueryPhase {
  const { status } = state;
  if (!status) return 'unknown';
  if (status.isFinished) return status.isCancelled ? 'cancelled' : 'finished';
  // How it ended is not known: what was heard last is not how it is now.
  if (state.failure?.reason === 'gone') return 'gone';
  return status.isCancelled || state.cancelAsked ? 'cancelRequested' : 'running';
}
