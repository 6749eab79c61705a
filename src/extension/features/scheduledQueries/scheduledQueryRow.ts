import { t } from '../../../core/base/localize';
import { pathOf } from '../../ui/queryAddress';
import { hasFailed, runStateOf } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Row, RowIcon } from '../../ui/explorer/explorerSection';
import { isRunning, ScheduledQueryItem } from './scheduledQueryItem';
import { describeTrigger, nextRuns } from './describeTrigger';
import { rejectionText } from '../../../core/language/problem';
import { formatRuns, formatPlatformTime } from '../../ui/format/formatTimestamp';
import type { Clock } from '../../../core/time/zones';
import type { PlatformClock } from '../../ui/format/timeZones';
import { codeBlock, fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import type { Markdown } from '../../ui/format/markdown';
import { ellipsized } from '../../../core/privacy/plainText';

/** Loaded with the first rows, not at activation, because describing schedules needs a library. */
export function scheduledQueryRow(
  query: ScheduledQuery,
  connection: Connection,
  platformClock?: PlatformClock,
): Row {
  const runState = runStateOf(query.runningState);
  // Unknown states are shown unchanged.
  const labels =
    runState === 'other' ? [describeTrigger(query), query.runningState] : [describeTrigger(query)];
  const state = stateOf(query);
  return {
    id: query.guid.toLowerCase(),
    label: query.name,
    description: labels.join(' · '),
    icon: icons[state],
    contextValue: contextValueOf(query),
    accessibleLabel: [query.name, stateLabel(state), ...labels].join(', '),
    tooltip: () => scheduledQueryTooltip(query, platformClock?.clock()),
    file: pathOf({ connection: connection.name, guid: query.guid }, query.name),
    deleteCommand: 'logbench.scheduledQuery.delete',
    value: new ScheduledQueryItem(query),
  };
}

type ScheduledQueryState = 'running' | 'failed' | 'orphaned' | 'unused' | 'enabled' | 'disabled';

/** The state that the icon shows, the most important first. */
export function stateOf(query: ScheduledQuery): ScheduledQueryState {
  if (isRunning(query)) return 'running';
  if (!query.enabled) return 'disabled';
  if (hasFailed(query.resultState, query.lastFailureReason)) return 'failed';
  if (isOrphaned(query)) return 'orphaned';
  return hasNeverRun(query) ? 'unused' : 'enabled';
}

/** Some platforms do not send when a query has run. */
function hasNeverRun({ lastRunTime, resultState, raw }: ScheduledQuery): boolean {
  return lastRunTime === undefined && resultState === undefined && 'last_run_time' in raw;
}

/** It never runs: a platform that sends names has none for a preceding query that was deleted. */
function isOrphaned({ triggerType, precedingName, raw }: ScheduledQuery): boolean {
  return triggerType === 'workflow' && precedingName === undefined && 'preceding_name' in raw;
}

export function stateLabel(state: ScheduledQueryState): string {
  const labels = {
    running: t('running'),
    failed: t('last run failed'),
    orphaned: t('enabled, but the query that it runs after no longer exists'),
    unused: t('enabled, has not run yet'),
    enabled: t('enabled'),
    disabled: t('disabled'),
  };
  return labels[state];
}

const icons: Readonly<Record<ScheduledQueryState, RowIcon>> = {
  running: { name: 'play-circle', color: 'charts.blue' },
  // Not `list.errorForeground` or `testing.iconFailed`, which have no color in high contrast.
  failed: { name: 'error', color: 'errorForeground' },
  orphaned: { name: 'warning', color: 'list.warningForeground' },
  unused: { name: 'circle-outline' },
  enabled: { name: 'pass', color: 'testing.iconPassed' },
  disabled: { name: 'circle-slash', color: 'disabledForeground' },
};

function contextValueOf(query: ScheduledQuery): string {
  return [
    'scheduledQuery',
    query.enabled ? 'enabled' : 'disabled',
    runStateOf(query.runningState),
    ...(hasFailed(query.resultState, query.lastFailureReason) ? ['failed'] : []),
  ].join('.');
}

const shownRuns = 3;
const maxQueryLength = 600;

export function scheduledQueryTooltip(query: ScheduledQuery, clock?: Clock): Markdown {
  return paragraphs([
    inMarkdown`**${query.name}**`,
    ...(query.description === undefined ? [] : [inMarkdown`${query.description}`]),
    fieldList(fieldsOf(query, clock)),
    codeBlock(ellipsized(query.query, maxQueryLength)),
  ]);
}

type Field = readonly [label: string, value: string | undefined];

function fieldsOf(query: ScheduledQuery, clock: Clock | undefined): readonly Field[] {
  const runs = query.enabled ? nextRuns(query.cronSchedule ?? '', shownRuns, new Date(), clock) : [];
  return [
    [t('State'), query.enabled ? t('enabled') : t('disabled')],
    [t('Runs'), describeTrigger(query)],
    [t('Cron schedule'), query.cronSchedule],
    [t('Next runs'), runs.length === 0 ? undefined : formatRuns(runs, clock)],
    [t('Running state'), stateText(query.runningState)],
    [t('Last run'), formatPlatformTime(query.lastRunTime)],
    [t('Result'), stateText(query.resultState)],
    [t('Elapsed'), query.elapsedTime === undefined ? undefined : t('{0} ms', String(query.elapsedTime))],
    [t('Last failure'), formatPlatformTime(query.lastFailureTime)],
    [t('Reason'), query.lastFailureReason && rejectionText(query.lastFailureReason)],
    [t('Node types'), query.nodeTypes.length === 0 ? undefined : query.nodeTypes.join(', ')],
    [t('Passes on its last row'), query.outputParameter ? t('yes') : undefined],
    [t('Created'), formatPlatformTime(query.created)],
    [t('Updated'), formatPlatformTime(query.updated)],
    ['GUID', query.guid],
  ];
}

/** Unknown values of the platform are shown unchanged. */
function stateText(word: string | undefined): string | undefined {
  return stateLabels.get(word)?.() ?? word;
}

const stateLabels: ReadonlyMap<string | undefined, () => string> = new Map([
  ['running', () => t('running')],
  ['stopped', () => t('stopped')],
  ['succeeded', () => t('succeeded')],
  ['failed', () => t('failed')],
]);
