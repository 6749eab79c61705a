import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { QueryRun } from '../../src/platform/engine/run/engineRun';
import { Scheduler } from '../../src/platform/scheduler';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { deleteRecords, suiteApp } from '../support/startApp';

const path = '/api/core/scheduled-queries';
const everySecond = '* * * * * *';
const never = '0 0 1 1 *';
const succeeding = `json "[{'n':1},{'n':42}]"`;
const failing = 'table no_such_table';
const slowQuery = `json "{'n':1}" | repeat count=100000 over=60s | stats count`;

const oneResponse = z.object({
  scheduled_query: z.looseObject({ last_failure_reason: z.nullable(z.string()) }),
});
type QueryRecord = z.infer<typeof oneResponse>['scheduled_query'];

describe('the scheduler', () => {
  const app = suiteApp();
  afterEach(() => deleteRecords(app));

  async function create(query: string, changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const schedule = { trigger_type: 'cron', cron_schedule: everySecond, enabled: 'true' };
    const form = { name: `query ${randomUUID()}`, query, ...schedule, ...changes };
    const { body } = await app.call('admin', `POST ${path}`, { form });
    return z.object({ guid: z.string() }).parse(body).guid;
  }

  const follow = (guid: string, action: string, query: string): Promise<string> =>
    create(query, { trigger_type: 'workflow', preceding_guid: guid, preceding_action: action });

  async function read(guid: string): Promise<QueryRecord> {
    return oneResponse.parse((await app.call('admin', `GET ${path}/${guid}`)).body).scheduled_query;
  }

  const hasRun = (guid: string): Promise<QueryRecord> =>
    eventually(async () => {
      const query = await read(guid);
      return query['result_state'] === null ? undefined : query;
    });

  async function running(changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const guid = await create(slowQuery, changes);
    await eventually(async () => (await read(guid))['running_state'] === 'running');
    return guid;
  }

  const bulk = async (operation: string, form: Readonly<Record<string, string>>): Promise<unknown> =>
    (await app.call('admin', operation, { form })).body;

  /** As if the platform had ended when these were due. */
  const addPending = async (...guids: string[]): Promise<unknown> =>
    app.parts.database.write(({ run }) =>
      run("INSERT INTO pending_run SELECT unnest(?), '{}', ?", [guids, new Date()]),
    );

  it('runs an enabled query at its time and records how it went', async () => {
    const record = await hasRun(await create(succeeding));
    assert.deepEqual(
      [record['running_state'], record['result_state'], record['last_failure_time']],
      ['stopped', 'succeeded', null],
    );
    assert.ok(Number.isInteger(record['elapsed_time']));
    assert.match(String(record['last_run_time']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4}$/);
  });

  it('records why a run failed', async () => {
    const record = await hasRun(await create(failing));
    assert.equal(record['result_state'], 'failed');
    assert.match(record.last_failure_reason ?? '', /^\(10605\) table-not-found: \w+$/);
    assert.notEqual(record['last_failure_time'], null);

    const orphan = await create(succeeding);
    const { accounts, scheduledQueries } = app.parts;
    await accounts.revoke('admin', () => undefined);
    await eventually(() => scheduledQueries.find(orphan)?.lastFailureReason === 'account not found: admin');
    await accounts.put('admin', 'ADMIN', app.keys.admin);
  });

  it('runs a query that was changed at its new times', async () => {
    const guid = await create(succeeding, { cron_schedule: never });
    const form = { name: 'changed', query: succeeding, trigger_type: 'cron', cron_schedule: everySecond };
    await app.call('admin', `PUT ${path}/${guid}`, { form: { ...form, enabled: 'true' } });

    assert.equal((await hasRun(guid))['result_state'], 'succeeded');
  });

  it('does not run a disabled query', async () => {
    const disabled = await create(succeeding, { enabled: 'false' });
    await hasRun(await create(succeeding));
    assert.equal((await read(disabled))['result_state'], null);
  });

  it('starts a workflow by the result of the preceding query', async () => {
    const succeeded = await create(succeeding);
    const failed = await create(failing);
    const disabled = { trigger_type: 'workflow', preceding_action: 'finished', enabled: 'false' };
    const silent = [
      await follow(succeeded, 'failed', succeeding),
      await follow(failed, 'succeeded', succeeding),
      await create(succeeding, { ...disabled, preceding_guid: succeeded }),
    ];
    const started = [
      await follow(succeeded, 'succeeded', succeeding),
      await follow(succeeded, 'finished', succeeding),
      await follow(failed, 'failed', succeeding),
      await follow(failed, 'finished', succeeding),
    ];
    for (const guid of started) assert.equal((await hasRun(guid))['result_state'], 'succeeded');
    for (const guid of silent) assert.equal((await read(guid))['result_state'], null);
  });

  it('passes the last row on as parameters when output_parameter is true', async () => {
    for (const [output_parameter, expected] of [
      ['true', 42],
      ['false', 0],
    ] as const) {
      const table = `handed_${output_parameter}`;
      await app.call('admin', 'POST /api/core/tables', { form: { table } });
      const preceding = await create(succeeding, { output_parameter });
      const dependent = await follow(
        preceding,
        'succeeded',
        `json "{}" | eval n = $("n", 0) | import ${table}`,
      );
      assert.equal((await hasRun(dependent))['result_state'], 'succeeded');
      const rows = await queryClient(app).rows(`table limit=1 ${table} | fields n`);
      assert.deepEqual(rows, [{ n: expected }]);
    }
  });

  it('runs what was due when the platform ended, unless it was disabled since', async () => {
    const { scheduledQueries } = app.parts;
    const store = (name: string, schedule: string, enabled = true): Promise<string> => {
      const trigger = { type: 'cron', schedule } as const;
      const fields = { name, query: succeeding, trigger, enabled, outputParameter: false };
      return scheduledQueries.create(fields, 'admin');
    };
    const [due, off] = [await store('due', never), await store('off', never, false)];
    const [timed, cut] = [await store('timed', everySecond), await store('cut', never)];
    await scheduledQueries.recordStart(cut, { due: new Date(), started: new Date() });
    await addPending(off, due);
    await using scheduler = new Scheduler(app.parts);
    await scheduler.start();
    const { runningState, resultState, lastFailureReason } = scheduledQueries.find(cut) ?? {};
    assert.deepEqual(
      [runningState, resultState, lastFailureReason],
      ['stopped', 'failed', 'interrupted by a restart of the platform'],
    );
    for (const guid of [due, timed]) assert.equal((await hasRun(guid))['result_state'], 'succeeded');
    assert.equal((await read(off))['result_state'], null);
    assert.deepEqual(await scheduledQueries.pendingRuns(), []);
  });

  it('starts no dependents after a run that was stopped', async () => {
    const guid = await running();
    const dependent = await follow(guid, 'finished', succeeding);
    await bulk(`POST ${path}/stop`, { guids: guid });
    await hasRun(await create(succeeding));
    assert.equal((await read(dependent))['result_state'], null);
  });

  it('stops a running query, counts it once and does not disable it', async () => {
    const guid = await running({ cron_schedule: everySecond });
    const form = { guids: guid };
    await app.call('admin', `PUT ${path}/${guid}`, {
      form: {
        name: 'stopped',
        query: slowQuery,
        trigger_type: 'cron',
        cron_schedule: never,
        enabled: 'true',
      },
    });
    assert.deepEqual(await bulk(`POST ${path}/stop`, form), { succeeded: 1, failures: [] });
    assert.deepEqual(await bulk(`POST ${path}/stop`, form), { succeeded: 0, failures: [] });
    const record = await read(guid);
    assert.deepEqual(
      [record['running_state'], record['result_state'], record['enabled'], record.last_failure_reason],
      ['stopped', 'failed', true, 'stopped by admin'],
    );
  });

  it('stops by force without waiting for the query to end', async () => {
    const { queries } = app.parts;
    const start = queries.start.bind(queries);
    let run: QueryRun | undefined;
    queries.start = (...args) => {
      queries.start = start;
      run = start(...args);
      run.cancel = () => undefined;
      return run;
    };
    const guid = await running();
    assert.deepEqual(await bulk(`POST ${path}/stop`, { guids: guid, force: 'true' }), {
      succeeded: 1,
      failures: [],
    });
    const record = await read(guid);
    assert.deepEqual([record['result_state'], record.last_failure_reason], ['failed', 'stopped by admin']);
    assert.ok(run);
    assert.equal(run.outcome, undefined);
    Reflect.deleteProperty(run, 'cancel');
    run.cancel();
  });

  it('keeps waiting runs due when the platform ends, and drops one that is stopped while it waits', async () => {
    const { scheduledQueries } = app.parts;
    const guids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      guids.push(await create(slowQuery, { name, cron_schedule: never }));
    }
    const [stopped = '', kept = ''] = guids.slice(3);
    await addPending(...guids);
    const due = async (): Promise<readonly string[]> =>
      (await scheduledQueries.pendingRuns()).map(({ guid }) => guid);
    {
      await using scheduler = new Scheduler(app.parts);
      await scheduler.start();
      await eventually(async () => (await due()).length === 2);
      const running = guids.map((guid) => scheduler.isRunning(guid));
      assert.deepEqual(running, [true, true, true, false, false]);
      assert.equal(await scheduler.stop(stopped, 'stopped by admin', false), true);
      assert.deepEqual(await due(), [kept]);
    }
    assert.deepEqual(await due(), [kept]);
    assert.equal((await read(stopped))['result_state'], null);
  });

  it('deletes a running query only when the policy is force, and stops it', async () => {
    const guid = await running();
    assert.deepEqual(await bulk(`DELETE ${path}`, { guids: guid }), { succeeded: 0, failures: [] });
    assert.equal((await read(guid))['running_state'], 'running');
    assert.deepEqual(await bulk(`DELETE ${path}`, { guids: guid, policy: 'force' }), {
      succeeded: 1,
      failures: [],
    });
    assert.deepEqual((await app.call('admin', `GET ${path}/${guid}`)).body, { scheduled_query: null });
    assert.equal(app.parts.scheduler.isRunning(guid), false);
  });
});
