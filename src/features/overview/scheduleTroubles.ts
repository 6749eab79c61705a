import { refusalInWords } from '../../language/problem';
import { t } from '../../shared/localize';
import type { AttentionItem, OverviewAction } from '../../shared/protocol/overview';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isFailure } from '../../shared/wire/scheduledQueryStates';
import { followersByGuid, blockReasonOf } from './chainModel';
import type { BlockReason } from './chainModel';
import { momentOf } from './knownTable';

/** Enabled schedules whose last run failed. */
export function failedSchedules(all: readonly ScheduledQuery[]): readonly AttentionItem[] {
  return all.filter(isFailing).map((query) => ({
    id: `failed ${query.guid}`,
    kind: 'failed',
    subject: query.name,
    sentence:
      query.lastFailureReason === undefined
        ? t('The last run failed. The platform gave no reason.')
        : t('The last run failed: {0}', refusalInWords(query.lastFailureReason)),
    since: momentOf(query.lastFailureTime ?? query.lastRunTime),
    actions: [
      { kind: 'openQuery', guid: query.guid, name: query.name },
      { kind: 'editQuery', guid: query.guid, name: query.name },
    ],
  }));
}

/** Followers that cannot run. Only the first of a chain is listed, with the number of its followers. */
export function waitingSchedules(all: readonly ScheduledQuery[]): readonly AttentionItem[] {
  const byGuid = new Map(all.map((query) => [query.guid, query]));
  const behindEach = followersByGuid(all);
  return all.flatMap((query): readonly AttentionItem[] => {
    const hold = query.enabled ? blockReasonOf(query, byGuid) : undefined;
    if (hold === undefined || hold === 'waiting') return [];
    const preceding = byGuid.get(query.precedingGuid ?? '');
    const others = behindEach(query.guid).length;
    const rest = others === 0 ? '' : ` ${t('Queries that run after it: {0}.', others)}`;
    return [
      {
        id: `waiting ${query.guid}`,
        kind: 'waiting',
        subject: query.name,
        sentence: holdSentence(hold, nameOfPreceding(query, preceding)) + rest,
        since: hold === 'failed' ? momentOf(preceding?.lastFailureTime) : null,
        actions: [...helpFor(hold, preceding), { kind: 'editQuery', guid: query.guid, name: query.name }],
      },
    ];
  });
}

function nameOfPreceding(query: ScheduledQuery, preceding: ScheduledQuery | undefined): string {
  return preceding?.name ?? query.precedingName ?? query.precedingGuid ?? '?';
}

/** The actions apply to the preceding schedule, if it still exists. */
function helpFor(hold: BlockReason, preceding: ScheduledQuery | undefined): readonly OverviewAction[] {
  if (preceding === undefined) return [];
  const { guid, name } = preceding;
  return [{ kind: hold === 'disabled' ? 'enableQuery' : 'openQuery', guid, name }];
}

function holdSentence(hold: 'missing' | 'disabled' | 'failed', name: string): string {
  switch (hold) {
    case 'missing':
      return t('It never runs because it runs after {0}, which no longer exists.', name);
    case 'disabled':
      return t('It waits for {0}, which is disabled.', name);
    case 'failed':
      return t('It waits for {0}, whose last run failed.', name);
  }
}

function isFailing(query: Pick<ScheduledQuery, 'enabled' | 'resultState'>): boolean {
  return query.enabled && isFailure(query.resultState);
}
