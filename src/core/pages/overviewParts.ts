import type { Failure } from './common';
import type { OverviewState, OverviewUpdate } from './overview';

/** Merges an update into the state of the page. */
export function withUpdate(previous: OverviewState | undefined, update: OverviewUpdate): OverviewState {
  const before = previous ?? { attention: null, load: null, chains: null, tables: null };
  const {
    attention = before.attention,
    load = before.load,
    chains = before.chains,
    tables = before.tables,
  } = update;
  return { ...update, attention, load, chains, tables };
}

/** A failure that affects all sections, which the page shows once. */
export function wholeFailure({
  schedulesFailure,
  tablesFailure,
}: Pick<OverviewState, 'schedulesFailure' | 'tablesFailure'>): Failure | null {
  const isWhole = ({ reason }: Failure): boolean => reason === 'keyRejected' || reason === 'unreachable';
  return [schedulesFailure, tablesFailure].find((failure) => failure !== null && isWhole(failure)) ?? null;
}
