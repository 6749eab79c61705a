import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { changesBeforeFailure, newestFailures, readRuns } from '../../api/scheduledRuns';
import { epochOf } from '../../shared/format';
import { t } from '../../shared/localize';
import type { RunsState } from '../../shared/protocol/runs';
import { wireTimeOffset } from '../../shared/wire/time';
import { ExplainedError } from '../../ui/failures/failureText';
import { panelFailure } from '../../ui/panels/panelFailure';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Commit } from './fileCommits';
import { changesShown, runsShown } from './runsShown';

/** What is known of the runs of a scheduled query. */
export interface RunsParts extends Pick<
  RunsState,
  'runs' | 'isFromRecord' | 'failures' | 'changes' | 'failure'
> {
  /** The current name. */
  readonly name: string | undefined;
  /** What the platform reported for the first failure. */
  readonly rejection: string | undefined;
  readonly commits: readonly Commit[] | undefined;
  readonly serverOffset: number | null;
}

export const nothingRead: RunsParts = {
  name: undefined,
  runs: null,
  isFromRecord: false,
  failures: null,
  rejection: undefined,
  changes: null,
  commits: undefined,
  failure: null,
  serverOffset: null,
};

/** Reads the runs, then what was changed before the first failure, and reports both when they arrive. */
export async function readRunsParts(
  client: PlatformClient,
  guid: string,
  readCommits: (before: number) => Promise<readonly Commit[] | undefined>,
  tell: (parts: Partial<RunsParts>) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const record = await findScheduledQuery(client, guid, signal);
    if (record === undefined) throw new ExplainedError(t('The scheduled query no longer exists.'));
    const known = await readRuns(client, record, signal);
    const failures = newestFailures(known.runs);
    tell({
      ...runsShown(known),
      name: record.name,
      rejection: failures?.first.failure,
      failure: null,
      serverOffset: wireTimeOffset(known.runs[0]?.due ?? record.updated ?? '') ?? null,
    });
    if (failures === undefined) return;
    const [logs, commits] = await Promise.all([
      changesBeforeFailure(client, record.guid, failures, signal),
      // Git is only an addition.
      readCommits(epochOf(failures.first.started) ?? Date.now()).catch(() => undefined),
    ]);
    tell({ changes: changesShown(logs, commits), commits });
  } catch (error) {
    if (!signal.aborted && !isCancellation(error)) tell({ failure: panelFailure(error) });
  }
}
