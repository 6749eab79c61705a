import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import { rejectedWrites } from '../../../../../src/extension/features/overview/attention';
import { resultsMask } from '../../../../../src/core/privacy/maskResults';
import { hideValues, withValues } from '../../../../../src/core/privacy/hiddenValues';
import { maskMessage } from '../../../../../src/core/privacy/maskMessage';
import { Masker } from '../../../../../src/core/privacy/masker';
import { toAuditLogsPage } from '../../../../../src/core/pages/auditLogMessages';
import { toOverviewPage } from '../../../../../src/core/pages/overview';
import { toQueryResultsPage } from '../../../../../src/core/pages/queryResults';
import type { ResultRow, ToQueryResultsPage } from '../../../../../src/core/pages/queryResults';
import { queryStatusState as queryStatusMessage } from '../../../../../src/core/pages/queryStatusMessages';
import { toSigmaImportPage } from '../../../../../src/core/pages/sigmaImport';
import { tableState as tableMessage } from '../../../../../src/core/pages/tableMessages';
import { readAuditLog } from '../../../../../src/core/interface/auditLog';
import { overviewState, storedTable } from '../../../../pages/support/overviewStates';
import { importedRule, sigmaImportState } from '../../../../pages/support/sigmaImport';
import {
  auditRow,
  auditState,
  queryStatusState,
  resultsState,
  watchedStatus,
} from '../../../../pages/support/states';
import { tableState } from '../../../../pages/support/tableStates';

/** Every sensitive value of the messages below; none is part of an ordinary word in them. */
const values = [
  'kim.minji',
  'lee@corp.example',
  '10.20.30.40',
  'fe80::1',
  'siem.corp.local',
  'web-07',
  'case-99',
];

const connection = {
  name: 'siem.corp.local',
  environment: 'production',
  readOnly: true,
  serverOffset: 540,
} as const;
const failure = {
  reason: 'unreachable',
  message: 'siem.corp.local does not answer.',
  detail: 'connect ECONNREFUSED 10.20.30.40:443',
  canRetry: true,
} as const;

/** Sends the messages as a panel does; each has to be of the shape that the page expects. */
function masked<Message>(
  schema: z.ZodMiniType<Message>,
  messages: readonly Message[],
  masker = new Masker({ columns: ['case*'] }),
  mask = (message: Message): Message => maskMessage(schema, message, masker),
): readonly Message[] {
  return messages.map((message) => {
    const shown = mask(message);
    assert.deepEqual(schema.parse(shown), shown);
    const text = JSON.stringify(shown);
    for (const value of values) assert.ok(!text.includes(value), `${value} is in ${text}`);
    return shown;
  });
}

describe('The messages to a page while sensitive values are hidden', () => {
  it('mask the audit log, and replies of the page are unmasked', () => {
    const search = {
      ...auditState().search,
      users: ['kim.minji'],
      keywords: ['kim.minji', '10.20.30.40', 'denied'],
    };
    const choices = { ...auditState().choices, users: ['kim.minji', 'root'] };
    const row = {
      ...auditRow(0),
      remoteIp: '10.20.30.40',
      message: 'kim.minji signed in at siem.corp.local',
      error: 'no answer of fe80::1',
      params: { login_name: 'kim.minji', nested: { mails: ['lee@corp.example'], case_no: 'case-99' } },
    };
    const saved = [{ name: 'kim.minji', search }];
    const state = auditState({ connection, search, choices, saved, failure, firstRows: [row] });
    const masker = new Masker({ columns: ['case*'] });
    const [shown] = masked(
      toAuditLogsPage,
      [
        state,
        { kind: 'rows', resultId: 1, offset: 0, rows: [row] },
        { kind: 'prepended', resultId: 1, rows: [row] },
        { kind: 'rowsFailed', resultId: 1, offset: 0, message: failure.message },
      ],
      masker,
    );
    assert.ok(shown?.kind === 'state');
    const { user, message, time, method } = shown.firstRows![0]!;
    assert.equal(message, `${user} signed in at ${shown.connection.name}`);
    assert.deepEqual([time, method], [row.time, row.method]);
    hideValues(masker);
    assert.deepEqual(withValues(shown.search), search);
    hideValues(undefined);
  });

  it('mask results: rows, statistics, columns named like values, and charts', () => {
    const columns = [
      { name: '_time', type: 'time' },
      { name: 'u', type: 'text' },
      { name: 'line', type: 'text' },
      { name: 'case_no', type: 'number' },
      { name: 'bytes', type: 'number' },
      { name: 'detail', type: 'json' },
    ] as const;
    const row: ResultRow = [
      '2026-11-15 08:59:59+0900',
      'kim.minji',
      'kim.minji sent mail to lee@corp.example from 10.20.30.40',
      99,
      512,
      { host: 'web-07', ports: [80] },
    ];
    const top = [{ value: 'kim.minji', count: 3 }];
    const statistics = {
      ...{ column: 'u', read: 3, total: 3, done: true, failure: failure.message, filled: 3, distinct: 1 },
      ...{ distinctCut: false, least: 'kim.minji', greatest: 'kim.minji', top },
    };
    const state = resultsState({
      ...{ connection, failure, columns: [...columns] },
      ...{ queryText: 'table duration=1d mail | rename user as u | search line == "*10.20.30.40*"' },
    });
    // What somebody typed is known to be a name by the rows.
    const typed = { ...state, highlights: ['kim.minji'], view: { ...state.view, filter: 'kim.minji' } };
    const mask = resultsMask();
    const masker = new Masker({ columns: ['case*'] });
    const maskedResults = (messages: readonly ToQueryResultsPage[]): readonly ToQueryResultsPage[] =>
      masked(toQueryResultsPage, messages, masker, (message) => mask(message, masker));
    const [, second] = maskedResults([
      state,
      { kind: 'rows', resultId: 1, offset: 0, rows: [[...row]] },
      { kind: 'tailed', resultId: 1, offset: 0, rows: [[...row]] },
      { kind: 'rowsFailed', resultId: 1, offset: 0, message: failure.message },
      { kind: 'statistics', resultId: 1, statistics },
      typed,
    ]);
    assert.ok(second?.kind === 'rows');
    const [cells] = second.rows;
    assert.deepEqual([cells?.[0], cells?.[4]], [row[0], row[4]]);
    assert.match(JSON.stringify(cells?.[1]), /^"user\d+-masked"$/);

    const turned = resultsState({
      queryText: 'table duration=1d mail | timechart span=1h count by user',
      columns: [
        { name: '_time', type: 'time' },
        { name: 'kim.minji', type: 'number' },
      ],
      chart: { shape: 'line', x: ['_time'], series: ['kim.minji'] },
    });
    const [chart, numbers] = maskedResults([
      turned,
      { kind: 'rows', resultId: 1, offset: 0, rows: [['2026-11-15 08:59:59+0900', 4]] },
    ]);
    assert.ok(chart?.kind === 'state' && numbers?.kind === 'rows');
    assert.deepEqual(chart.chart?.series, [chart.columns[1]?.name]);
    assert.deepEqual(numbers.rows, [['2026-11-15 08:59:59+0900', 4]]);
  });

  it('mask the status of a query', () => {
    const status = watchedStatus({
      ...{ loginName: 'kim.minji', queryString: 'table mail | search src == "10.20.30.40"' },
      ...{ constants: { user: 'kim.minji' }, tags: { host: 'web-07' }, more: { node: 'siem.corp.local' } },
      commands: [{ command: 'search src == "10.20.30.40"', status: 'Running', pushCount: 3 }],
      subQueries: [{ id: 1, commands: [{ command: 'search a == "fe80::1"', status: 'End', pushCount: 1 }] }],
    });
    masked(queryStatusMessage, [queryStatusState({ connection, failure, status })]);
  });

  it('mask the overview, also the ids of its lines', () => {
    const masker = new Masker({ columns: ['case*'] });
    hideValues(masker);
    const items = rejectedWrites(
      [
        readAuditLog({
          ...{ id: 1, user: 'kim.minji', user_name: 'kim.minji', remote_ip: '10.20.30.40', module: 'table' },
          ...{ method: 'drop', time: 1, created_at: 1, result: 'Failed', error: 'no-permission' },
        }),
      ],
      [],
    );
    hideValues(undefined);
    const name = 'logins of 10.20.30.40';
    const actions = [
      { kind: 'openQuery', guid: 'g', name },
      { kind: 'showTable', table: 'siem.corp.local' },
    ] as const;
    const failed = { id: 'failed g', kind: 'failed', subject: name, since: null, actions } as const;
    const node = { guid: 'g', name, state: 'ok', preceding: null, action: null, held: false } as const;
    const rows = [{ ...storedTable(1), name: 'siem.corp.local', group: 'web.corp.local' }];
    const before = overviewState();
    masked(
      toOverviewPage,
      [
        overviewState({
          ...{ connection, schedulesFailure: failure, tablesFailure: failure },
          attention: {
            isChecking: false,
            items: [
              ...items,
              { ...failed, sentence: failure.message, members: [{ subject: name, action: actions[0] }] },
            ],
            gaps: [failure.message],
          },
          load: before.load && { ...before.load, unread: [name] },
          schedules: before.schedules && { ...before.schedules, longest: { guid: 'g', name, elapsed: 1 } },
          chains: { nodes: [{ ...node, trigger: `after ${name}` }], alone: 0 },
          tables: before.tables && { ...before.tables, first: { offset: 0, rows } },
        }),
        { kind: 'rows', resultId: 1, offset: 0, rows },
        {
          kind: 'cell',
          week: 0,
          day: 0,
          hour: 0,
          entries: [{ guid: 'g', name, minutes: [0], skipped: false }],
        },
        {
          kind: 'spread',
          before: 2,
          after: 1,
          changes: [{ guid: 'g', name, from: '0 2 * * *', to: '1 2 * * *' }],
        },
      ],
      masker,
    );
  });

  it('mask the page of a table', () => {
    const { facts } = tableState();
    const node = { node: 'web-07', size: 1, indexSize: 1, firstLog: null, lastLog: null };
    const shown = masked(tableMessage, [
      tableState({
        ...{ connection, table: 'siem.corp.local', failure, volumeFailure: failure, sampleFailure: failure },
        facts: facts && {
          ...facts,
          ...{ fields: [{ label: 'Group', value: 'web.corp.local' }], nodes: [node], sharedWith: 'nobody' },
        },
        // The sample is made of rows that are masked before.
        sample: null,
        users: {
          items: [{ kind: 'batchRule', guid: 'g', name: 'scan of 10.20.30.40', use: 'reads' }],
          gaps: [failure.message],
          asOf: 1,
        },
      }),
    ]);
    assert.equal(shown[0]?.facts?.nodes?.[0]?.node, 'host1-masked');
  });

  it('mask the page of imported rules', () => {
    const rules = [
      importedRule(0, {
        ...{ file: '/home/kim.minji/rule.yml', title: 'Logins of 10.20.30.40', reason: failure.message },
        description: 'Written by lee@corp.example for web.corp.local.',
      }),
    ];
    const progress = [
      {
        ...{ rule: 0, trial: { state: 'failed' as const, message: failure.message } },
        result: { state: 'failed' as const, message: failure.message },
      },
    ];
    masked(toSigmaImportPage, [
      sigmaImportState({
        ...{ connection, folder: '/home/kim.minji/rules', mapping: '/home/kim.minji/map.yaml' },
        failure: failure.message,
      }),
      { kind: 'rules', rulesId: 1, rules, progress },
      { kind: 'progress', changes: progress },
    ]);
  });
});
