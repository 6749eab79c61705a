import { t } from '../../shared/localize';
import { parseWireTime } from '../../shared/wire/time';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isFailure, runStateOf } from '../../shared/wire/scheduledQueryStates';
import { formatBriefly } from '../../ui/format';
import type { Change } from './lastChange';

/** One lens: what it says, and the command it runs, if any. */
export interface LensText {
  readonly title: string;
  /** The name of a codicon. */
  readonly icon?: string;
  readonly command?: string;
  readonly commandArguments?: readonly unknown[];
}

export interface LensFacts {
  /** The file of a project in which the query is kept. */
  readonly file: { readonly uri: unknown; readonly path: string } | undefined;
  readonly hasDraft: boolean;
  /** Undefined while the platform has not answered. */
  readonly record: ScheduledQuery | undefined;
  readonly schedule: string | undefined;
  readonly nextRun: Date | undefined;
  readonly change: Change | undefined;
  /** Queries that run after this one. */
  readonly followers: readonly ScheduledQuery[];
}

/** The lenses above a query's text, from the acts to the facts. */
export function lensTexts(
  facts: LensFacts,
  open: (guid: string, name: string) => unknown,
): readonly LensText[] {
  return [
    ...fileLens(facts.file),
    { icon: 'play', title: t('Run'), command: 'logbench.query.run' },
    ...draftLenses(facts.hasDraft),
    ...(facts.record === undefined ? [] : recordLenses(facts, facts.record, open)),
  ];
}

/** First of all: whoever edits here should know that there is another place. */
function fileLens(file: LensFacts['file']): readonly LensText[] {
  if (file === undefined) return [];
  return [
    {
      icon: 'go-to-file',
      title: t('kept in {0}', file.path),
      command: 'vscode.open',
      commandArguments: [file.uri],
    },
  ];
}

function draftLenses(hasDraft: boolean): readonly LensText[] {
  if (!hasDraft) return [{ icon: 'check', title: t('Published') }];
  return [
    { icon: 'cloud-upload', title: t('Publish'), command: 'logbench.scheduledQuery.publish' },
    { title: t('Compare'), command: 'logbench.scheduledQuery.compare' },
  ];
}

function recordLenses(
  facts: LensFacts,
  record: ScheduledQuery,
  open: (guid: string, name: string) => unknown,
): readonly LensText[] {
  return [
    scheduleLens(facts, record, open),
    ...resultLens(record),
    ...facts.followers.map((follower) => ({
      title: t('triggers {0}', follower.name),
      command: 'logbench.scheduledQuery.open',
      commandArguments: [open(follower.guid, follower.name)],
    })),
    ...changeLens(facts.change),
  ];
}

function scheduleLens(
  facts: LensFacts,
  record: ScheduledQuery,
  open: (guid: string, name: string) => unknown,
): LensText {
  const words = facts.schedule ?? record.triggerType;
  if (record.triggerType === 'workflow' && record.precedingGuid !== undefined) {
    const preceding = open(record.precedingGuid, record.precedingName ?? record.precedingGuid);
    return {
      title: t('runs {0}', words),
      command: 'logbench.scheduledQuery.open',
      commandArguments: [preceding],
    };
  }
  if (!record.enabled) return { title: t('disabled ({0})', words), command: 'logbench.scheduledQuery.edit' };
  const next = facts.nextRun === undefined ? '' : ` · ${t('next {0}', formatBriefly(facts.nextRun))}`;
  return { icon: 'clock', title: `${words}${next}`, command: 'logbench.scheduledQuery.edit' };
}

function resultLens(record: ScheduledQuery): readonly LensText[] {
  if (runStateOf(record.runningState) === 'running') return [{ icon: 'sync', title: t('running') }];
  if (isFailure(record.resultState)) {
    const reason = record.lastFailureReason ?? t('no reason given');
    return [{ icon: 'error', title: t('last run failed: {0}', reason) }];
  }
  if (record.lastRunTime === undefined) return [];
  return [{ title: t('last run {0}', localTime(record.lastRunTime)) }];
}

/** The service writes its own zone; people read theirs. */
function localTime(wireTime: string): string {
  const moment = parseWireTime(wireTime);
  return moment === undefined ? wireTime : formatBriefly(moment);
}

function changeLens(change: Change | undefined): readonly LensText[] {
  if (change === undefined) return [];
  return [{ title: t('changed by {0}, {1}', change.user, formatBriefly(new Date(change.time))) }];
}
