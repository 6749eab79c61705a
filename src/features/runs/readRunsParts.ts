import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { changesBeforeFailure, newestFailures, readRuns } from '../../api/scheduledRuns';
import type { FailureStreak, KnownRuns } from '../../api/scheduledRuns';
import { parseQuery } from '../../language/parseQuery';
import { readTables } from '../../language/services/namedTables';
import { epochOf } from '../../shared/format';
import { t } from '../../shared/localize';
import type { RunsState } from '../../shared/protocol/runs';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
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

type ReadCommits = (before: number) => Promise<readonly Commit[] | undefined>;

/** Reads the runs, then what was changed before the first failure, and reports both when they arrive. */
export async function readRunsParts(
  client: PlatformClient,
  guid: string,
  readCommits: ReadCommits,
  tell: (parts: Partial<RunsParts>) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const record = await findScheduledQuery(client, guid, signal);
    if (record === undefined) throw new ExplainedError(t('The scheduled query no longer exists.'));
    const known = await readRuns(client, record, signal);
    const failures = newestFailures(known.runs);
    tell({ ...partsOf(record, known), rejection: failures?.first.failure });
    if (failures !== undefined) await readChanges(client, record, failures, readCommits, tell, signal);
  } catch (error) {
    if (!signal.aborted && !isCancellation(error)) tell({ failure: panelFailure(error) });
  }
}

function partsOf({ name, updated = '' }: ScheduledQuery, known: KnownRuns): Partial<RunsParts> {
  const serverOffset = wireTimeOffset(known.runs[0]?.due ?? updated) ?? null;
  return { ...runsShown(known), name, failure: null, serverOffset };
}

/** Git, which is only an addition, may still be searching for repositories when the audit log was read. */
async function readChanges(
  client: PlatformClient,
  { guid, query }: ScheduledQuery,
  failures: FailureStreak,
  readCommits: ReadCommits,
  tell: (parts: Partial<RunsParts>) => void,
  signal: AbortSignal,
): Promise<void> {
  const reading = readCommits(epochOf(failures.first.started) ?? Date.now()).catch(() => undefined);
  const tables = readTables(parseQuery(query));
  const logs = await changesBeforeFailure(client, { guid, tables }, failures, signal);
  tell({ changes: changesShown(logs, undefined) });
  const commits = await reading;
  if (commits !== undefined) tell({ changes: changesShown(logs, commits), commits });
}
