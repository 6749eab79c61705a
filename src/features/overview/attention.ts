import { attentionKinds } from '../../shared/protocol/overview';
import type { AuditLog } from '../../shared/wire/auditLog';
import type { Clock } from '../../ui/format/platformClock';
import type { QuerySummary } from '../../ui/connections/queryRecords';
import type { ArrivalInterval } from './tableIssues';
import type { KnownTable } from './knownTable';
import type { Issue } from './groupIssues';
import { lateSchedules, failedSchedules, waitingSchedules } from './scheduleIssues';
import { longQueries } from './longQueries';
import type { RunningQuery } from './longQueries';
import { rejectedWrites } from './rejectedWrites';
import { expiringTables, silentTables } from './tableIssues';

/** The data of the checks; empty where it could not be read, which is reported separately. */
export interface Known {
  readonly now: number;
  readonly schedules: readonly QuerySummary[];
  /** By which cron expressions are evaluated. */
  readonly serverClock: Clock;
  readonly tables: readonly KnownTable[];
  /** By table name. */
  readonly arrivalIntervals: ReadonlyMap<string, ArrivalInterval>;
  readonly running: readonly RunningQuery[];
  /** Of the last day, newest first. */
  readonly audits: readonly AuditLog[];
}

/** Everything that requires attention, most urgent first; within a kind, newest first. */
export function attentionIssues(known: Known): readonly Issue[] {
  const issues = [
    ...failedSchedules(known.schedules),
    ...lateSchedules(known.schedules, known.serverClock, known.now),
    ...waitingSchedules(known.schedules),
    ...silentTables(known.tables, known.arrivalIntervals, known.now),
    ...expiringTables(known.tables, known.now),
    ...longQueries(known.running, known.schedules, known.now),
    ...rejectedWrites(known.audits, known.schedules),
  ];
  return issues.toSorted(
    (one, other) =>
      attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
      (other.since ?? 0) - (one.since ?? 0),
  );
}
