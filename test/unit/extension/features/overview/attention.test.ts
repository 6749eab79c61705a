import assert from 'node:assert/strict';
import { attentionIssues } from '../../../../../src/extension/features/overview/attention';
import { groupIssues } from '../../../../../src/extension/features/overview/groupIssues';
import type { Known } from '../../../../../src/extension/features/overview/attention';
import { ownQuery } from '../../../../../src/core/interface/ownQueries';
import type { AttentionItem } from '../../../../../src/core/pages/overview';
import { listedQueries } from '../../../../../src/core/interface/listedQuery';
import type { AuditLog } from '../../../../../src/core/interface/auditLog';
import { day, failed, dependent, hour, hoursBefore, minute, now, schedule, table, written } from './support';
import { auditEntry } from '../../../../support/auditEntries';

function attentionList(known: Partial<Known>): readonly AttentionItem[] {
  return groupIssues(attentionIssues({ ...nothing, ...known }));
}

function linesOf(known: Partial<Known>): readonly string[] {
  return attentionList(known).map(({ kind, subject, sentence }) => `${kind} ${subject}: ${sentence}`);
}

const utc = { kind: 'offset', minutes: 0 } as const;
const seoul = { kind: 'offset', minutes: 540 } as const;

const nothing: Known = {
  now,
  schedules: [],
  serverClock: utc,
  tables: [],
  arrivalIntervals: new Map(),
  running: [],
  audits: [],
};

describe('The attention list', () => {
  it('is empty when nothing needs attention', () => {
    assert.deepEqual(linesOf({ schedules: [schedule('hourly')], tables: [table('web')] }), []);
  });

  it('names a schedule whose last run failed, with the reason and since when', () => {
    const [item, ...others] = attentionList({ schedules: [failed('hourly')] });
    assert.deepEqual(others, []);
    assert.equal(item?.sentence, 'The last run failed: The table does not exist. (10605)');
    assert.equal(item.since, now - 30 * minute);
    const query = { guid: 'guid of hourly', name: 'hourly' };
    assert.deepEqual(item.actions[0], { kind: 'openQuery', ...query });
    assert.deepEqual(item.actions.at(-1), { kind: 'notebookOfQuery', ...query });
  });

  it('ignores a schedule that somebody has stopped', () => {
    const stopped = { ...failed('hourly'), lastFailureReason: 'stopped by kim' };
    assert.deepEqual(linesOf({ schedules: [stopped] }), []);
  });

  it('ignores a schedule that failed and was disabled', () => {
    assert.deepEqual(linesOf({ schedules: [{ ...failed('hourly'), enabled: false }] }), []);
  });

  it('names a schedule that was due and did not run, and how often', () => {
    const late = schedule('hourly', { lastRunTime: written(now - 3.5 * hour) });
    assert.deepEqual(linesOf({ schedules: [late] }), ['late hourly: It missed 3 runs.']);
    const once = schedule('hourly', { lastRunTime: written(now - 31 * minute - 1000) });
    assert.deepEqual(linesOf({ schedules: [once] }), ['late hourly: It missed a run.']);
    const justNow = schedule('daily', { cronSchedule: '24 9 * * *', lastRunTime: written(now - day) });
    assert.deepEqual(linesOf({ schedules: [justNow] }), ['late daily: It missed a run.']);
    const longAgo = schedule('hourly', { lastRunTime: written(now - 3 * day) });
    assert.deepEqual(linesOf({ schedules: [longAgo] }), ['late hourly: It missed 10 or more runs.']);
    const never = schedule('hourly', { lastRunTime: undefined });
    assert.deepEqual(linesOf({ schedules: [never] }), ['late hourly: It was due but has never run.']);
  });

  it('does not call a schedule late that was just due, was changed since, runs, or is disabled', () => {
    const notLate = [
      schedule('just due', { cronSchedule: '28 9 * * *', lastRunTime: written(now - day) }),
      schedule('changed', { lastRunTime: written(now - day), updated: written(now - 10 * minute) }),
      schedule('running', { lastRunTime: written(now - day), runningState: 'running' }),
      schedule('in a state of its own', { lastRunTime: written(now - day), runningState: 'queued' }),
      schedule('off', { lastRunTime: written(now - day), enabled: false }),
      schedule('by a clock that is slow', { lastRunTime: written(now - 30.5 * minute) }),
    ];
    assert.deepEqual(linesOf({ schedules: notLate }), []);
  });

  it('reads a cron expression by the clock of the platform', () => {
    // 18:00 in Seoul is 09:00 UTC: due half an hour ago.
    const evening = schedule('evening', {
      cronSchedule: '0 18 * * *',
      lastRunTime: written(now - 15 * hour, 540),
    });
    assert.equal(linesOf({ schedules: [evening], serverClock: seoul }).length, 1);
    assert.equal(linesOf({ schedules: [evening], serverClock: utc }).length, 0);
  });

  it('names the first dependent of a failure, with the number of those after it', () => {
    const chain = [
      failed('one'),
      dependent('two', 'one'),
      dependent('three', 'two'),
      dependent('four', 'three'),
    ];
    assert.deepEqual(linesOf({ schedules: chain }).slice(1), [
      'waiting two: It waits for one, whose last run failed. Queries that run after it: 2.',
    ]);
  });

  it('does not name dependents that run after a failure or after any end', () => {
    const schedules = [
      failed('one'),
      dependent('after failure', 'one', { precedingAction: 'failed' }),
      dependent('after completion', 'one', { precedingAction: 'finished' }),
    ];
    assert.deepEqual(linesOf({ schedules }), [
      'failed one: The last run failed: The table does not exist. (10605)',
    ]);
  });

  it('names dependents of disabled or deleted queries, and offers to enable the disabled one', () => {
    const schedules = [
      schedule('off', { enabled: false }),
      dependent('two', 'off'),
      dependent('orphan', 'deleted'),
    ];
    assert.deepEqual(linesOf({ schedules }), [
      'waiting two: It waits for off, which is disabled.',
      'waiting orphan: It never runs because it runs after deleted, which no longer exists.',
    ]);
    const [disabled] = attentionList({ schedules });
    assert.deepEqual(disabled?.actions[0], { kind: 'enableQuery', guid: 'guid of off', name: 'off' });
  });

  it('names a table that is silent by its own arrival intervals', () => {
    const last = now - 5 * hour;
    const since = now - 28 * day;
    const hours = hoursBefore(last);
    const arrivalIntervals = new Map([['web', { hours, since }]]);
    const tables = [table('web', { last })];
    const [item, ...others] = attentionList({ tables, arrivalIntervals });
    assert.deepEqual(others, []);
    assert.deepEqual(item, {
      id: 'silent web',
      kind: 'silent',
      subject: 'web',
      sentence: 'No logs for 5 hours. In 3 of the last 3 weeks, logs arrived at this time.',
      since: last,
      actions: [
        { kind: 'showTable', table: 'web' },
        { kind: 'queryTable', table: 'web' },
        { kind: 'notebookOfTable', table: 'web' },
      ],
    });
    const young = new Map([['web', { hours: hours.slice(-20), since: now - day }]]);
    assert.deepEqual(linesOf({ tables, arrivalIntervals: young }), [
      'silent web: No logs for 5 hours. The longest gap before was 60 minutes.',
    ]);
    const without = [table('web', { last: null }), table('other')];
    assert.deepEqual(linesOf({ tables: without, arrivalIntervals }), []);
  });

  it('names a table that retention empties because no logs arrive', () => {
    const tables = [table('old', { retention: 30, first: now - 29 * day, last: now - 27 * day })];
    assert.deepEqual(linesOf({ tables }), [
      'emptying old: All of its logs will be deleted within 3 days: the retention is 30 days, and no logs have arrived for 27 days.',
    ]);
  });

  it('names a table that is about to lose logs for the first time', () => {
    const tables = [
      table('young', { retention: 30, first: now - 26 * day }),
      table('full', { retention: 30, first: now - 29.5 * day }),
      table('far from it', { retention: 300, first: now - 26 * day }),
      table('kept forever', { first: now - 2000 * day }),
    ];
    assert.deepEqual(linesOf({ tables }), [
      'losing young: Its oldest logs will be deleted for the first time in 4 days: the retention is 30 days.',
    ]);
  });

  it('names a query that runs far longer than its last run, or for ten minutes when that is unknown', () => {
    const rows = [
      { id: 1, query_string: 'table hourly', login_name: 'kim', is_finished: false, elapsed: 4 * minute },
      { id: 2, query_string: 'table other', login_name: 'kim', is_finished: false, elapsed: 4 * minute },
      { id: 3, query_string: 'table other', login_name: 'kim', is_finished: false, elapsed: 12 * minute },
      { id: 4, query_string: 'table other', login_name: 'kim', is_finished: true, elapsed: 90 * minute },
      { id: 5, query_string: ownQuery('system queries'), is_finished: false, elapsed: 90 * minute },
      { id: 'six', query_string: 'table other', elapsed: 90 * minute },
      { id: 7, query_string: 'table other', elapsed: 'long' },
      { id: 8, query: 'table other', login_name: null, elapsed: 10 * minute },
      { id: 9, query_string: 9, login_name: 'kim' },
    ];
    const running = listedQueries(rows).filter(({ isOver }) => !isOver);
    const schedules = [schedule('hourly', { elapsedTime: minute })];
    assert.deepEqual(linesOf({ running, schedules }), [
      'longRunning hourly: It has been running for 4 minutes; its last run took 1 minute.',
      'longRunning Query 8: It has been running for 10 minutes, started by .',
      'longRunning Query 3: It has been running for 12 minutes, started by kim.',
    ]);
    const [item] = attentionList({ running: running.slice(0, 1), schedules });
    assert.deepEqual(
      [item?.since, item?.actions.map(({ kind }) => kind)],
      [now - 4 * minute, ['showStatus', 'openQuery', 'notebookOfQuery']],
    );
  });

  it('counts rejected writes by user, action and reason, and ignores reads and other failures', () => {
    const audits = [
      entry('kim', 'remove', 'no-permission', now - hour),
      entry('kim', 'remove', 'no-permission', now - 2 * hour),
      entry('lee', 'create', 'duplicated name: a', now - 3 * hour),
      entry('lee', 'run', '(10605) table-not-found', now - 3 * hour),
      entry('lee', 'create', 'no-permission', now - 3 * hour),
      entry('lee', 'list', 'no-permission', now),
      entry('lee', 'create', undefined, now),
    ];
    assert.deepEqual(linesOf({ audits }), [
      'rejected kim: Rejected 2 times: table.remove (no-permission)',
      'rejected lee: Rejected: table.create (no-permission)',
    ]);
    const keyless = { ...entry('', 'remove', 'invalid api-key', now), action: 'Delete a table' };
    assert.deepEqual(linesOf({ audits: [keyless] }), [
      'rejected 10.0.0.1: Rejected: Delete a table (invalid api-key)',
    ]);
  });

  it('names what a rejected write would have changed, by name if the platform knows it', () => {
    const rejected = (params: Record<string, unknown>): AuditLog => ({
      ...entry('kim', 'remove', 'no-permission', now),
      ...{ params, category: 'Scheduled Query', action: 'Remove' },
    });
    const schedules = [schedule('hourly')];
    assert.deepEqual(
      linesOf({ audits: [rejected({ guids: 'guid of hourly, 4d7b', policy: 'skip' })], schedules }),
      ['rejected kim: Rejected: Scheduled Query · Remove · hourly, 4d7b (no-permission)'],
    );
    assert.deepEqual(linesOf({ audits: ['a', 'b', 'c', 'd', 'd'].map((name) => rejected({ name })) }), [
      'rejected kim: Rejected 5 times: Scheduled Query · Remove · a, b, c and 1 more (no-permission)',
    ]);
    assert.deepEqual(linesOf({ audits: [rejected({ table: 'web', period: 3 })] }), [
      'rejected kim: Rejected: Scheduled Query · Remove · web (no-permission)',
    ]);
  });

  it('is one item with a count when many queries fail for the same reason', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `report ${index}`);
    const other = { ...failed('other'), lastFailureReason: 'disk full' };
    const items = attentionList({ schedules: [...names.map(failed), other] });
    const lines = items.map(({ subject, sentence }) => `${subject}: ${sentence}`);
    assert.deepEqual(lines, [
      '2,000 scheduled queries: The last run failed: The table does not exist. (10605)',
      'other: The last run failed: disk full',
    ]);
    const [group] = items;
    assert.deepEqual(group?.actions, [{ kind: 'showItems', id: group?.id, count: 2000 }]);
    assert.deepEqual(group.members?.[0], {
      subject: 'report 0',
      action: { kind: 'openQuery', guid: 'guid of report 0', name: 'report 0' },
    });
    assert.equal(group.members.length, 5);
  });

  it('offers one action for all dependents of the same disabled query', () => {
    const names = ['a', 'b', 'c'];
    const schedules = [schedule('off', { enabled: false }), ...names.map((name) => dependent(name, 'off'))];
    const [item, ...others] = attentionList({ schedules });
    assert.deepEqual(others, []);
    assert.equal(item?.sentence, 'They wait for off, which is disabled.');
    assert.deepEqual(item.actions, [
      { kind: 'enableQuery', guid: 'guid of off', name: 'off' },
      { kind: 'showItems', id: item.id, count: 3 },
    ]);
  });

  it('lists what has stopped working first', () => {
    const schedules = [failed('one'), schedule('late', { lastRunTime: written(now - day) })];
    const kinds = attentionList({
      schedules,
      tables: [table('young', { retention: 30, first: now - 26 * day })],
      audits: [entry('kim', 'remove', 'no-permission', now)],
    }).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['failed', 'late', 'losing', 'rejected']);
  });
});

function entry(user: string, method: string, error: string | undefined, time: number): AuditLog {
  const where = { remote_ip: '10.0.0.1', module: 'table' };
  return auditEntry({ user, user_name: user, ...where, method, error, time, created_at: time });
}
