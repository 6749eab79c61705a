import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listScheduledRuns } from '../../src/core/api/operations/scheduledQueries';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { Scheduler } from '../../src/platform/scheduler';
import type { Trigger } from '../../src/platform/schedule';
import type { ScheduledRun } from '../../src/platform/store/scheduledRuns';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { queryClient } from '../support/queryClient';
import { clientFor, deleteRecords, startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';

const path = '/api/core/scheduled-queries';
const everyFive: Trigger = { type: 'cron', schedule: '*/5 * * * *' };
const never: Trigger = { type: 'cron', schedule: '0 0 1 1 *' };
const short = `json "[{'n':1},{'n':2}]"`;
const slowQuery = `json "{'n':1}" | repeat count=100000 over=600s | stats count`;

/** Minutes after a time in the past, at which every schedule below has run last. */
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1) + minute * 60_000);

describe('runs of scheduled queries', () => {
  const app = suiteApp();
  beforeEach(() => deleteRecords(app));

  /** Only the scheduler of the test knows it, whose clock the test sets. */
  async function add(query: string, trigger = everyFive, from = app): Promise<string> {
    const { scheduledQueries } = from.parts;
    const name = `query ${randomUUID()}`;
    const fields = { name, query, trigger, enabled: true, outputParameter: false };
    const guid = await scheduledQueries.create(fields, 'admin');
    await scheduledQueries.recordStart(guid, { due: at(0), started: at(0) });
    await scheduledQueries.recordEnd(guid, { result: 'succeeded', elapsedMilliseconds: 0, rows: 0 });
    return guid;
  }

  const follow = (
    guid: string,
    action: 'finished' | 'failed' | 'succeeded',
    query = short,
  ): Promise<string> => add(query, { type: 'workflow', precedingGuid: guid, action });

  async function change(guid: string, changes: object, user = 'admin'): Promise<void> {
    const { scheduledQueries } = app.parts;
    const query = scheduledQueries.find(guid);
    assert.ok(query);
    await scheduledQueries.update(guid, { ...query, ...changes }, user);
  }

  async function startedAt(now: Date): Promise<Scheduler> {
    const scheduler = new Scheduler(app.parts);
    await scheduler.startAt(now);
    return scheduler;
  }

  /** The ended runs, oldest first, without the one of the setup. */
  const runsOf = async (guid: string, from = app): Promise<readonly ScheduledRun[]> =>
    (await from.parts.scheduledQueries.runs(guid)).toReversed().slice(1);

  const whenEnded = (guid: string, count: number, from = app): Promise<readonly ScheduledRun[]> =>
    eventually(async () => {
      const runs = await runsOf(guid, from);
      return runs.length >= count && runs;
    });

  const dueMinutes = (runs: readonly ScheduledRun[]): readonly number[] =>
    runs.map(({ due }) => (due.getTime() - at(0).getTime()) / 60_000);

  const isRunning = (guid: string, from = app): boolean =>
    from.parts.scheduledQueries.find(guid)?.runningState === 'running';

  /** Ends all running queries as if they had failed by themselves. A run is recorded before its query starts. */
  const endRuns = (): Promise<void> =>
    holds(() => {
      const running = app.parts.queries.all().filter(({ outcome }) => outcome === undefined);
      assert.ok(running.length > 0);
      for (const run of running) run.cancel('failure');
    });

  it('read every minute once, also after a late start or a restart', async () => {
    await addTable(app, 'minutes');
    await addRows(
      app,
      'minutes',
      `SELECT range AS m, TIMESTAMPTZ '2026-01-01 00:00:00+00' + range * INTERVAL 1 MINUTE AS _time FROM range(1000)`,
    );
    let made = 0;
    const step = fc.record({ ticks: fc.integer({ min: 1, max: 3 }), late: fc.nat(4), restart: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const table = `seen_${made++}`;
        await addTable(app, table);
        const guid = await add(`table duration=5m minutes | fields m | import ${table}`);
        let scheduler = await startedAt(at(0));
        let ticks = 0;
        for (const { ticks: more, late, restart } of steps) {
          ticks += more;
          const now = at(ticks * 5 + late);
          if (restart) {
            await scheduler[Symbol.asyncDispose]();
            scheduler = await startedAt(now);
          } else {
            scheduler.runDue(now);
          }
          await whenEnded(guid, ticks);
        }
        await scheduler[Symbol.asyncDispose]();
        const read = await queryClient(app).rows(`table ${table} | stats count by m | sort m`);
        const expected = Array.from({ length: ticks * 5 }, (_, m) => ({ m, count: 1 }));
        assert.deepEqual(read, expected);
        await change(guid, { enabled: false });
      }),
      { seed: 37, numRuns: 6 },
    );
  });

  it('count now(), ago() and parameters from the due time', async () => {
    await addTable(app, 'seen');
    const format = '"yyyyMMddHHmmssSSS"';
    const guid = await add(
      `set start = string(ago("5m"), ${format}) | json "{}" | eval s = $("start"), n = string(now(), ${format}) | import seen`,
    );
    await using _ = await startedAt(new Date(at(7).getTime() + 12_345));
    const [run] = await whenEnded(guid, 1);
    assert.deepEqual(run?.due, at(5));
    const rows = await queryClient(app).rows('table seen | fields s, n');
    assert.deepEqual(rows, [{ s: '20260101000000000', n: '20260101000500000' }]);
  });

  it('wait with their due time while another one runs', async () => {
    const guid = await add(slowQuery);
    await using scheduler = await startedAt(at(5));
    await eventually(() => isRunning(guid));
    for (const minute of [10, 15, 20]) scheduler.runDue(at(minute));
    for (const count of [1, 2, 3, 4]) {
      await eventually(() => isRunning(guid));
      await endRuns();
      await whenEnded(guid, count);
    }
    assert.deepEqual(dueMinutes(await runsOf(guid)), [5, 10, 15, 20]);
  });

  it('are skipped and counted when three later ones wait', async () => {
    const logged = app.logged.length;
    const guid = await add(slowQuery);
    await using scheduler = await startedAt(at(5));
    await eventually(() => isRunning(guid));
    for (const minute of [10, 15, 20, 25, 30]) scheduler.runDue(at(minute));
    await endRuns();
    const [, skipped] = await whenEnded(guid, 2);
    assert.ok(skipped);
    const { resultState, failure, due } = skipped;
    assert.deepEqual(
      [resultState, due, failure],
      ['skipped', at(10), 'skipped 2 due times, because 3 later ones were already waiting'],
    );
    await eventually(() => isRunning(guid));
    assert.deepEqual(app.parts.scheduledQueries.find(guid)?.lastDue, at(20));
    const message = 'scheduled queries: skipped 1 due times ';
    assert.deepEqual(app.logged.slice(logged), [message, message]);
  });

  it('are skipped and counted after a long time without the platform, except for the last three', async () => {
    const guid = await add(short);
    const year = 60 * 24 * 365;
    await using _ = await startedAt(at(year));
    const runs = await whenEnded(guid, 4);
    const reason = 'skipped 100 or more due times, because 3 later ones were already waiting';
    assert.deepEqual(
      runs.map((run) => run.failure),
      [reason, undefined, undefined, undefined],
    );
    assert.deepEqual(dueMinutes(runs), [5, year - 10, year - 5, year]);
  });

  it('that wait are discarded by a stop, also for the next start', async () => {
    const guid = await add(slowQuery);
    await using scheduler = await startedAt(at(5));
    await eventually(() => isRunning(guid));
    scheduler.runDue(at(10));
    assert.equal(await scheduler.stop(guid, 'stopped by admin', false), true);
    assert.equal(await scheduler.stop(guid, 'stopped by admin', false), false);
    await using again = await startedAt(at(15));
    assert.equal(await again.stop(guid, 'stopped by admin', false), false);
    assert.deepEqual(
      (await runsOf(guid)).map(({ failure }) => failure),
      ['stopped by admin'],
    );
  });

  for (const [title, ...changes] of [
    ['is disabled', { enabled: false }],
    ['is disabled and enabled again', { enabled: false }, { enabled: true }],
    ['gets another schedule', { trigger: never }],
    ['is deleted'],
  ] as const) {
    it(`do not start when the query ${title} while they wait for a slot`, async () => {
      const blocking = await Promise.all([add(slowQuery), add(slowQuery), add(slowQuery)]);
      await using scheduler = await startedAt(at(5));
      for (const guid of blocking) await eventually(() => isRunning(guid));
      if (!app.parts.logTables.find('unseen')) await addTable(app, 'unseen');
      const guid = await add('json "{}" | import unseen');
      scheduler.refresh(guid);
      scheduler.runDue(at(9));
      for (const one of changes) await change(guid, one);
      if (changes.length > 0) scheduler.refresh(guid);
      else await app.parts.scheduledQueries.remove([guid], () => true);
      const later = await add(short);
      scheduler.refresh(later);
      scheduler.runDue(at(9));
      for (const one of blocking) await scheduler.stop(one, 'stopped by admin', false);
      await whenEnded(later, 1);
      assert.deepEqual(await queryClient(app).rows('table unseen | stats count'), [{ count: 0 }]);
    });
  }

  it('do not start when the query is disabled while they wait, although the clock was ahead when they became due', async () => {
    const blocking = await Promise.all([add(slowQuery), add(slowQuery), add(slowQuery)]);
    await using scheduler = await startedAt(at(5));
    for (const guid of blocking) await eventually(() => isRunning(guid));
    const guid = await add(short);
    scheduler.refresh(guid);
    scheduler.runDue(new Date(Date.now() + 600_000));
    const { waiting } = scheduler.counts();
    await change(guid, { enabled: false });
    scheduler.refresh(guid);
    assert.equal(scheduler.counts().waiting, waiting - 3, 'they wait no more');
    for (const running of blocking) await scheduler.stop(running, 'stopped by admin', false);
    await eventually(() => scheduler.counts().waiting === 0 && scheduler.counts().running === 0);
    assert.deepEqual(await runsOf(guid), []);
  });

  it('of a query that was running when its preceding one ended start once, also after a restart', async () => {
    for (const restart of [false, true]) {
      const leader = await add(short, { type: 'cron', schedule: '0 * * * *' });
      const dependent = await follow(leader, 'finished', slowQuery);
      let scheduler = await startedAt(at(60));
      await eventually(() => isRunning(dependent));
      scheduler.runDue(at(120));
      await whenEnded(leader, 2);
      if (restart) {
        await scheduler[Symbol.asyncDispose]();
        scheduler = await startedAt(at(120));
      } else {
        await endRuns();
      }
      await whenEnded(dependent, 1);
      await eventually(() => isRunning(dependent));
      await endRuns();
      await whenEnded(dependent, 2);
      await eventually(async () => !(await scheduler.stop(dependent, 'over', false)));
      assert.equal((await runsOf(dependent)).length, 2, `restart: ${restart}`);
      assert.deepEqual(await app.parts.scheduledQueries.pendingRuns(), []);
      await scheduler[Symbol.asyncDispose]();
      await change(leader, { enabled: false });
    }
  });

  it('after another query start although the clock was set back', async () => {
    const leader = await add(short);
    const dependent = await follow(leader, 'finished');
    const ahead = new Date(Date.now() + 60_000);
    await app.parts.scheduledQueries.recordStart(dependent, { due: ahead, started: ahead });
    const end = { result: 'succeeded', elapsedMilliseconds: 0, rows: 0 } as const;
    await app.parts.scheduledQueries.recordEnd(dependent, end);
    await using _ = await startedAt(at(5));
    await whenEnded(leader, 1);
    await whenEnded(dependent, 2);
  });

  for (const how of ['killed', 'stopped'] as const) {
    it(`that were interrupted when the platform was ${how} are followed by those after a failure`, async () => {
      await using folder = await temporaryFolder();
      let guids: readonly string[];
      {
        await using first = await startApp({ dataFolder: folder.path });
        const leader = await add(slowQuery, everyFive, first);
        const after = (action: 'finished' | 'failed' | 'succeeded'): Promise<string> =>
          add(short, { type: 'workflow', precedingGuid: leader, action }, first);
        guids = [await after('finished'), await after('failed'), await after('succeeded'), leader];
        if (how === 'killed') {
          await first.parts.scheduledQueries.recordStart(leader, { due: new Date(), started: new Date() });
        } else {
          const scheduler = new Scheduler(first.parts);
          await scheduler.startAt(at(5));
          await eventually(() => isRunning(leader, first));
          await scheduler[Symbol.asyncDispose]();
        }
        await first.parts.scheduledQueries.discardStarts(leader);
      }
      const [finished = '', failed = '', succeeded = '', leader = ''] = guids;
      await using again = await startApp({ dataFolder: folder.path });
      await whenEnded(finished, 1, again);
      await whenEnded(failed, 1, again);
      assert.deepEqual(await runsOf(succeeded, again), []);
      const [interrupted] = await runsOf(leader, again);
      assert.equal(interrupted?.resultState, 'failed');
      await using third = new Scheduler(again.parts);
      await third.startAt(new Date());
      assert.equal((await runsOf(failed, again)).length, 1);
    });
  }

  it('leave a slot to schedules of an account that has no run', async () => {
    const blocking = await Promise.all([add(slowQuery), add(slowQuery), add(slowQuery), add(slowQuery)]);
    const other = await add(short);
    await change(other, {}, 'master');
    await using scheduler = await startedAt(at(5));
    await whenEnded(other, 1);
    const running = (): number => blocking.filter((guid) => isRunning(guid)).length;
    await eventually(() => running() === 3);
    scheduler.runDue(at(10));
    await whenEnded(other, 2);
    assert.equal(running(), 3);
  });

  it('are listed with their due time, newest first, at most 200, and also after a restart', async () => {
    await using folder = await temporaryFolder();
    const list = z.object({ total_count: z.int(), runs: z.array(z.record(z.string(), z.unknown())) });
    const read = async (from: RunningApp, guid: string, query = ''): Promise<z.infer<typeof list>> =>
      list.parse((await from.call('admin', `GET ${path}/${guid}/runs${query}`)).body);
    let guid: string;
    let kept: z.infer<typeof list>;
    {
      await using first = await startApp({ dataFolder: folder.path });
      guid = await add(short, everyFive, first);
      await using scheduler = new Scheduler(first.parts);
      await scheduler.startAt(at(5));
      await whenEnded(guid, 1, first);
      const { scheduledQueries } = first.parts;
      const { total_count, runs } = await read(first, guid);
      const [newest = {}] = runs;
      assert.equal(total_count, 2);
      assert.deepEqual(
        { ...newest, started: '', finished: '', elapsed: 0 },
        {
          due: '2026-01-01 00:05:00+0000',
          started: '',
          finished: '',
          elapsed: 0,
          rows: 2,
          result_state: 'succeeded',
          failure: null,
        },
      );
      for (const name of ['started', 'finished']) {
        assert.match(String(newest[name]), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/);
      }
      await first.parts.database.write(({ run }) =>
        run(
          `INSERT INTO scheduled_run
           SELECT ?, TIMESTAMPTZ '2026-01-02 00:00:00+00', now() + range * INTERVAL 1 MILLISECOND, now(), 7, 0, 'failed',
             'reason ' || range FROM range(210)`,
          [guid],
        ),
      );
      kept = await read(first, guid);
      assert.deepEqual([kept.total_count, kept.runs.length], [200, 200]);
      assert.equal(kept.runs[0]?.['failure'], 'reason 209');
      await scheduledQueries.recordStart(guid, { due: at(300), started: new Date() });
      const running = await read(first, guid);
      assert.deepEqual([running.total_count, running.runs[0]?.['finished']], [200, null]);
      assert.equal(running.runs[0]?.['result_state'], 'running');
      await scheduledQueries.recordEnd(guid, { result: 'succeeded', elapsedMilliseconds: 1, rows: 3 });
      await scheduledQueries.discardStarts(guid);
      kept = await read(first, guid);
    }
    await using again = await startApp({ dataFolder: folder.path });
    assert.deepEqual(await read(again, guid), kept);
    await using client = clientFor(again, 'admin');
    const { total, items, malformed } = await client.send(listScheduledRuns(guid, {}));
    assert.deepEqual([total, items.length, malformed], [200, 200, []]);
    assert.deepEqual(
      [items[0]?.resultState, items[1]?.failure],
      [kept.runs[0]?.['result_state'], kept.runs[1]?.['failure']],
    );
    const page = await read(again, guid, '?offset=1&limit=2');
    assert.deepEqual(page, { total_count: 200, runs: kept.runs.slice(1, 3) });
    const { status, body } = await again.call('member', `GET ${path}/${guid}/runs`);
    assert.deepEqual([status, body], [500, { error_code: 'illegal-state', error_msg: 'no-permission' }]);
    await again.call('admin', `DELETE ${path}`, { form: { guids: guid } });
    assert.deepEqual(await read(again, guid), { total_count: 0, runs: [] });
  });
});
