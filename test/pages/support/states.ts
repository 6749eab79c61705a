import type { AuditLogsState, AuditRow } from '../../../src/core/pages/auditLogMessages';
import type { ShownConnection } from '../../../src/core/pages/common';
import type { QueryResultsState, ResultRow } from '../../../src/core/pages/queryResults';
import type { QueryStatusState, WatchedStatus } from '../../../src/core/pages/queryStatusMessages';
import { forEachFilter, forListedFilters } from '../../../src/core/interface/auditFilters';
import type { Message } from './pageUnderTest';

/** 2026-11-15 09:00:00 in Seoul. */
export const noon = Date.UTC(2026, 10, 15, 0, 0, 0);

export const connection: ShownConnection = {
  name: 'SOC Seoul',
  environment: 'production',
  readOnly: true,
  serverOffset: 540,
};

export function watchedStatus(change: Partial<WatchedStatus> = {}): WatchedStatus {
  return {
    id: 4711,
    source: 'rest-api',
    loginName: 'analyst',
    remoteIp: '10.20.30.40',
    rows: 1280,
    elapsed: 12_400,
    isFinished: false,
    isCanceled: false,
    isScheduledQuery: false,
    background: true,
    constants: { since: '20261101', watchlist: ['10.0.0.1', '10.0.0.2'] },
    queryString:
      'table duration=1d firewall\n| search action == "deny"\n| join src_ip [ table duration=7d assets | fields ip, owner ]\n| stats count by owner\n| sort -count',
    startTime: noon,
    finishTime: null,
    lastStarted: '2026-11-15 09:00:00+0900',
    stamp: 12,
    tags: { page: 1 },
    commands: [
      { command: 'table duration=1d firewall', status: 'Running', pushCount: 1_204_331 },
      { command: 'search action == "deny"', status: 'Running', pushCount: 48_210 },
      {
        command: 'join src_ip [ table duration=7d assets | fields ip, owner ]',
        status: 'Running',
        pushCount: 48_198,
      },
      { command: 'stats count by owner', status: 'Waiting', pushCount: 0 },
      { command: 'sort -count', status: 'Waiting', pushCount: 0 },
    ],
    subQueries: [
      {
        id: 4712,
        commands: [
          { command: 'table duration=7d assets', status: 'End', pushCount: 9_120 },
          { command: 'fields ip, owner', status: 'End', pushCount: 9_120 },
        ],
      },
    ],
    more: { is_eof: false },
    ...change,
  };
}

export function queryStatusState(change: Partial<QueryStatusState> = {}): QueryStatusState {
  const status = change.status === undefined ? watchedStatus() : change.status;
  return {
    kind: 'state',
    connection,
    queryId: 4711,
    samples: status ? samplesOf(status) : [],
    lastResponse: Date.now(),
    watching: 'active',
    cancelAsked: false,
    failure: null,
    view: { zone: 'local', detailsOpen: false, textOpen: false },
    ...change,
    status,
  };
}

/** Twenty responses, one a second, each a twentieth more than the last. */
function samplesOf(status: WatchedStatus): QueryStatusState['samples'] {
  const counts = [...status.commands, ...status.subQueries.flatMap(({ commands }) => commands)];
  return Array.from({ length: 20 }, (_, index) => ({
    at: noon + index * 1000,
    rows: Math.round((status.rows * (index + 1)) / 20 + (index % 3) * 9),
    pushCounts: counts.map(({ pushCount }) => Math.round((pushCount * (index + 1)) / 20)),
  }));
}

export const noPermission = {
  reason: 'noPermission' as const,
  message: 'Your API key does not have permission for this. It requires the role ADMIN or higher.',
  detail: null,
  canRetry: true,
};

const actions = [
  ['Scheduled query', 'Update scheduled query', 'ScheduledQueryPlugin', 'updateScheduledQuery'],
  ['Account', 'Sign in', 'AuthPlugin', 'login'],
  ['Detection rule', 'Restore batch rule version', 'BatchRulePlugin', 'restoreVersion'],
  ['Table', 'Drop table', 'TablePlugin', 'dropTable'],
] as const;

export function auditRow(index: number): AuditRow {
  const [category, action, module, method] = actions[index % actions.length]!;
  const failed = index % 7 === 3;
  return {
    id: 900_000_000 - index,
    time: noon - index * 37_000,
    user: ['kim.minji', 'root', 'analyst', '이서연'][index % 4]!,
    userGuid: index % 2 === 0 ? 'a1e3c6f0-0000-4000-8000-000000000001' : null,
    remoteIp: `10.20.${index % 200}.${(index * 7) % 250}`,
    module,
    method,
    category,
    action,
    message: `${action}: nightly summary of denied connections (${index})`,
    result: failed ? 'Failed' : 'Succeeded',
    failed,
    error: failed ? 'no-permission' : null,
    params: { guid: 'b2d4', names: ['one', 'two'], nested: { enabled: true, retries: 3, note: null } },
    messageParams: { name: 'nightly summary' },
  };
}

export function auditState(change: Partial<AuditLogsState> = {}): AuditLogsState {
  return {
    kind: 'state',
    connection,
    search: {
      ...forEachFilter(() => []),
      range: '24h',
      from: null,
      to: null,
      locale: 'en',
    },
    choices: {
      ...forListedFilters(() => []),
      categories: ['Account', 'Detection rule', 'Scheduled query', 'Table'],
      actions: ['Drop table', 'Restore batch rule version', 'Sign in', 'Update scheduled query'],
      results: ['Success', 'Failure'],
      users: ['analyst', 'kim.minji', 'root', '이서연'],
    },
    phase: 'ready',
    resultId: 1,
    total: 1_000_000,
    firstRows: null,
    newRows: 0,
    failure: null,
    histogram: {
      from: noon - 86_400_000,
      to: noon,
      counts: Array.from({ length: 48 }, (_, index) =>
        Math.round(900 + 700 * Math.sin(index / 5) + (index % 5) * 60),
      ),
    },
    zoomed: false,
    follow: { on: false, paused: false, lastResponse: null },
    saved: [],
    exporting: null,
    view: { zone: 'local', widths: {}, histogramOpen: true, firstRow: 0 },
    ...change,
  };
}

/** A host that has the given state and makes rows as they are asked for. */
export function auditHost(state: AuditLogsState): Host {
  return rowsHost(state, state.total, auditRow);
}

export function resultsState(change: Partial<QueryResultsState> = {}): QueryResultsState {
  return {
    kind: 'state',
    connection,
    queryId: 4711,
    name: 'denied by owner.lq',
    document: 'file:///queries/denied%20by%20owner.lq',
    title: 'denied by owner.lq',
    queryText: 'table duration=1d firewall | timechart span=1h count',
    phase: 'finished',
    resultId: 1,
    columns: [
      { name: '_time', type: 'time' },
      { name: 'count', type: 'number' },
      { name: 'owner', type: 'text' },
      { name: 'allowed', type: 'boolean' },
      { name: 'detail', type: 'json' },
    ],
    rowCount: 1_000_000,
    elapsed: 4_210,
    failure: null,
    chart: null,
    highlights: [],
    overTime: null,
    time: null,
    hint: null,
    rawLogs: false,
    areEvents: true,
    canTail: false,
    tail: null,
    exporting: null,
    view: {
      zone: 'local',
      widths: {},
      chartOpen: false,
      chartShape: null,
      chartSeries: null,
      firstRow: 0,
      sort: null,
      filter: '',
      histogramOpen: false,
      pinned: [],
    },
    ...change,
  };
}

function resultRow(index: number): ResultRow {
  return [
    noon + index * 3_600_000,
    Math.round(500 + 300 * Math.sin(index / 4)),
    `team ${(index * 7919) % 1000}`,
    index % 2 === 0,
    { host: `web-${index}`, ports: [80, 443] },
  ];
}

export function resultsHost(
  state: QueryResultsState,
  makeRow: (index: number) => ResultRow = resultRow,
): Host {
  return rowsHost(state, state.rowCount, (index) => [...makeRow(index)]);
}

function rowsHost(
  state: { readonly resultId: number },
  total: number,
  makeRow: (index: number) => unknown,
): Host {
  const { resultId } = state;
  return hostOfRows(state, (offset, limit) => {
    const count = Math.max(0, Math.min(limit, total - offset));
    const rows = Array.from({ length: count }, (_, index) => makeRow(offset + index));
    return { kind: 'rows', resultId, offset, rows };
  });
}

/** A host that has the state, and none of its rows. */
export function hostWithoutRows(state: { readonly resultId: number }): Host {
  const message = 'The platform does not respond.';
  const { resultId } = state;
  return hostOfRows(state, (offset) => ({ kind: 'rowsFailed', resultId, offset, message }));
}

type Host = (message: Message) => readonly unknown[];

function hostOfRows(state: unknown, respond: (offset: number, limit: number) => unknown): Host {
  return ({ kind, offset, limit }) => {
    if (kind === 'ready') return [state];
    return kind === 'needRows' ? [respond(Number(offset), Number(limit))] : [];
  };
}
