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
import { readAuditLog } from '../../../../../src/core/interface/auditLog';
import { overviewState } from '../../../../pages/support/overviewStates';
import { auditRow, auditState, resultsState } from '../../../../pages/support/states';

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

  it('mask the ids of the lines of the overview, which are made of names', () => {
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
    const attention = { isChecking: false, items, gaps: [] };
    masked(toOverviewPage, [overviewState({ connection, attention })], masker);
  });
});
