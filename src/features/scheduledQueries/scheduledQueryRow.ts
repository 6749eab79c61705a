import { t } from '../../shared/localize';
import { pathOf } from '../../shared/queryAddress';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isFailure, runStateOf } from '../../shared/wire/scheduledQueryStates';
import type { Connection } from '../../ui/connections/connection';
import type { Row, RowIcon } from '../../ui/explorer/explorerSection';
import { isRunning, ScheduledQueryItem } from './scheduledQueryItem';
import { scheduledQueryTooltip } from './scheduledQueryTooltip';
import { describeTrigger } from './describeTrigger';

/** Loaded with the first rows, not at activation, because describing schedules needs a library. */
export function scheduledQueryRow(query: ScheduledQuery, connection: Connection): Row {
  const runState = runStateOf(query.runningState);
  // Unknown states are shown unchanged.
  const words =
    runState === 'other' ? [describeTrigger(query), query.runningState] : [describeTrigger(query)];
  const state = stateOf(query);
  return {
    id: query.guid,
    label: query.name,
    description: words.join(' · '),
    icon: icons[state],
    contextValue: contextValueOf(query),
    accessibleLabel: [query.name, stateLabel(state), ...words].join(', '),
    tooltip: () => scheduledQueryTooltip(query),
    file: pathOf({ connection: connection.name, guid: query.guid }, query.name),
    deleteCommand: 'logbench.scheduledQuery.delete',
    value: new ScheduledQueryItem(query),
  };
}

export type ScheduledQueryState = 'running' | 'failed' | 'enabled' | 'disabled';

/** The state that the icon shows, the most important first. */
export function stateOf(query: ScheduledQuery): ScheduledQueryState {
  if (isRunning(query)) return 'running';
  if (!query.enabled) return 'disabled';
  return isFailure(query.resultState) ? 'failed' : 'enabled';
}

export function stateLabel(state: ScheduledQueryState): string {
  const labels = {
    running: t('running'),
    failed: t('last run failed'),
    enabled: t('enabled'),
    disabled: t('disabled'),
  };
  return labels[state];
}

const icons: Readonly<Record<ScheduledQueryState, RowIcon>> = {
  running: { name: 'play-circle', color: 'charts.blue' },
  // Not `list.errorForeground` or `testing.iconFailed`, which have no color in high contrast.
  failed: { name: 'error', color: 'errorForeground' },
  enabled: { name: 'pass', color: 'testing.iconPassed' },
  disabled: { name: 'circle-slash', color: 'disabledForeground' },
};

function contextValueOf(query: ScheduledQuery): string {
  return [
    'scheduledQuery',
    query.enabled ? 'enabled' : 'disabled',
    runStateOf(query.runningState),
    ...(isFailure(query.resultState) ? ['failed'] : []),
  ].join('.');
}
