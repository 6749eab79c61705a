import { rejectionText } from '../../../core/language/problem';
import { t } from '../../../core/base/localize';
import { shownUser } from '../../../core/privacy/hiddenValues';
import { parseWireTime } from '../../../core/interface/time';
import { hasFailed, runStateOf } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { formatBriefly, formatRuns } from '../../ui/format/formatTimestamp';
import type { DescribeSchedule } from '../../ui/access';
import type { LensText } from '../../ui/documents/registerLenses';
import { minutesLeft } from '../../ui/connections/connection';
import { versionChange, isRule } from './storedQuery';
import type { Change, EditableRecord, RuleRecord } from './storedQuery';

export interface LensFacts {
  /** The project file of the query. */
  readonly file: { readonly uri: unknown; readonly path: string } | undefined;
  readonly hasDraft: boolean;
  /** Whether the query no longer exists on the platform. */
  readonly isDeleted: boolean;
  readonly lock: Lock;
  /** The cron expression of the draft, if it differs from the platform's. */
  readonly proposedSchedule: string | undefined;
  /** Undefined until the platform has responded. */
  readonly record: EditableRecord | undefined;
  /** Whether there is a query that can be run. */
  readonly hasQuery: boolean;
  readonly schedule: DescribeSchedule | undefined;
  readonly change: Change | undefined;
  /** Queries that run after this one. */
  readonly dependents: readonly Pick<ScheduledQuery, 'guid' | 'name'>[];
}

/** Whether publishing requires *Unlock Writes…*, or the remaining unlocked minutes. */
export type Lock = 'open' | 'locked' | { readonly minutes: number };

/** The code lenses of a query: actions first, then information. */
export function lensTexts(
  facts: LensFacts,
  open: (guid: string, name: string) => unknown,
): readonly LensText[] {
  const { file } = facts;
  return [
    // Shown first: the user should know that the query is also stored in a file.
    ...(file
      ? [
          {
            icon: 'go-to-file',
            title: t('stored in {0}', file.path),
            command: 'vscode.open',
            commandArguments: [file.uri],
          },
        ]
      : []),
    ...(facts.hasQuery ? [{ icon: 'play', title: t('Run'), command: 'logbench.query.run' }] : []),
    ...draftLenses(facts),
    ...lockLens(facts),
    ...(facts.record === undefined ? [] : recordLenses(facts, facts.record, open)),
  ];
}

function draftLenses(facts: LensFacts): readonly LensText[] {
  const { hasDraft, isDeleted, record, proposedSchedule, hasQuery } = facts;
  const publish = { icon: 'cloud-upload', command: 'logbench.scheduledQuery.publish' };
  if (isDeleted) {
    return [
      { icon: 'trash', title: t('Deleted on the platform') },
      { ...publish, title: t('Re-create') },
    ];
  }
  if (!hasDraft) return record === undefined ? [] : [{ icon: 'check', title: t('Published') }];
  return [
    { ...publish, title: t('Publish') },
    { title: t('Compare'), command: 'logbench.scheduledQuery.compare' },
    ...(hasQuery ? [{ icon: 'history', title: t('Backtest…'), command: 'logbench.query.backtest' }] : []),
    ...(proposedSchedule === undefined
      ? []
      : [
          {
            icon: 'calendar',
            title: t('draft of the schedule: {0}', proposedSchedule),
            command: 'logbench.scheduledQuery.showRequest',
          },
        ]),
  ];
}

/** A draft is stored locally, so a lock only affects publishing. */
function lockLens({ lock, hasDraft }: LensFacts): readonly LensText[] {
  if (lock === 'open') return [];
  const command = 'logbench.connection.unlockWrites';
  // Without a draft, the lock is irrelevant here; the tree and the status bar show it.
  if (lock === 'locked') {
    return hasDraft ? [{ icon: 'lock', title: t('locked: unlock to publish'), command }] : [];
  }
  return [{ icon: 'unlock', title: minutesLeft(lock.minutes), command }];
}

function recordLenses(
  facts: LensFacts,
  record: EditableRecord,
  open: (guid: string, name: string) => unknown,
): readonly LensText[] {
  if (isRule(record)) return ruleLenses(record);
  // A narrow editor cuts off the end of the line, so whether the query works comes first.
  return [
    ...resultLens(record),
    scheduleLens(facts, record, open),
    ...facts.dependents.map(({ guid, name }) => openLens(t('triggers {0}', name), open(guid, name))),
    ...changeLens(facts.change),
  ];
}

function ruleLenses(record: RuleRecord): readonly LensText[] {
  const { enabled, version } = record;
  return [
    enabled ? { icon: 'shield', title: t('enabled') } : { icon: 'circle-slash', title: t('disabled') },
    ...(version === undefined ? [] : [{ icon: 'history', title: t('Version {0}', version) }]),
    ...changeLens(versionChange(record)),
  ];
}

function openLens(title: string, query: unknown): LensText {
  return { title, command: 'logbench.scheduledQuery.open', commandArguments: [query] };
}

function scheduleLens(
  { schedule }: LensFacts,
  record: ScheduledQuery,
  open: (guid: string, name: string) => unknown,
): LensText {
  const text = schedule?.text ?? record.triggerType;
  const { triggerType, precedingGuid: guid, precedingName = guid } = record;
  if (triggerType === 'workflow' && guid !== undefined) {
    return openLens(t('runs {0}', text), open(guid, precedingName ?? guid));
  }
  if (!record.enabled) return { title: t('disabled ({0})', text), command: 'logbench.scheduledQuery.edit' };
  const next =
    schedule?.nextRun === undefined
      ? ''
      : ` · ${t('next {0}', formatRuns([schedule.nextRun], schedule.clock))}`;
  return { icon: 'clock', title: `${text}${next}`, command: 'logbench.scheduledQuery.edit' };
}

function resultLens(record: ScheduledQuery): readonly LensText[] {
  if (runStateOf(record.runningState) === 'running') return [{ icon: 'sync', title: t('running') }];
  const command = 'logbench.scheduledQuery.runs';
  const { lastFailureReason: reason } = record;
  if (hasFailed(record.resultState, reason)) {
    const text = reason === undefined ? t('no reason given') : rejectionText(reason);
    return [{ icon: 'error', title: t('last run failed: {0}', text), command }];
  }
  if (record.lastRunTime === undefined) return [];
  return [{ title: t('last run {0}', localTime(record.lastRunTime)), command }];
}

/** The platform returns server time; it is shown in the time zone of the user. */
function localTime(wireTime: string): string {
  const timestamp = parseWireTime(wireTime);
  return timestamp === undefined ? wireTime : formatBriefly(timestamp);
}

function changeLens(change: Change | undefined): readonly LensText[] {
  if (change === undefined) return [];
  return [{ title: t('changed by {0}, {1}', shownUser(change.user), formatBriefly(new Date(change.time))) }];
}
