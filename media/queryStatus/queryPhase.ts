import type { QueryStatusState } from '../../src/shared/protocol/queryStatus';
import { t } from '../../src/shared/localize';

export type QueryPhase = 'unknown' | 'running' | 'cancelRequested' | 'cancelled' | 'finished';

/** A requested cancel is not yet a cancelled query: the service completes it later. */
export function queryPhase(state: QueryStatusState): QueryPhase {
  const { status } = state;
  if (!status) return 'unknown';
  if (status.isFinished) return status.isCancelled ? 'cancelled' : 'finished';
  return status.isCancelled || state.cancelAsked ? 'cancelRequested' : 'running';
}

export function phaseWord(phase: QueryPhase): string {
  switch (phase) {
    case 'unknown':
      return t('Waiting for the first answer');
    case 'running':
      return t('Running');
    case 'cancelRequested':
      return t('Cancel requested');
    case 'cancelled':
      return t('Cancelled');
    case 'finished':
      return t('Finished');
  }
}

export const phaseIcons: Readonly<Record<QueryPhase, string>> = {
  unknown: 'circle-large',
  running: 'play-circle',
  cancelRequested: 'stop-circle',
  cancelled: 'circle-slash',
  finished: 'pass',
};
