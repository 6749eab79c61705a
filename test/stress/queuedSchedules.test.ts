import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

/** The full measure is ten thousand, see `npm run test:load`; the suite makes do with less. */
const dependentCount = Number(process.env['LOGBENCH_LOAD_SCHEDULES'] ?? 40);
const path = '/api/core/scheduled-queries';
const never = '0 0 1 1 *';
/** What others wait at most on a busy machine, in milliseconds; alone it is some tens. */
const maxWait = 10_000;
const maxGrowth = 512 * 1024 * 1024;

const list = z.object({ scheduled_queries: z.array(z.object({ result_state: z.nullable(z.string()) })) });

describe('many schedules that are due at once', function () {
  this.timeout(1_800_000);

  it(`run once and in order, while other requests succeed: ${dependentCount} of them`, async () => {
    await using app = await startApp();
    const asked = await app.call('member', 'POST /api/core/cursors', { form: { q: queryNamed('asked') } });
    const started = watchStarts(app);
    const leader = await create(app, 'leader', { trigger_type: 'cron', cron_schedule: never });
    const other = await create(app, 'other', { trigger_type: 'cron', cron_schedule: never });
    await createDependents(app, leader);
    const before = process.memoryUsage().rss;

    await change(app, leader, 'leader', soonOnce());
    await eventually(async () => (await ended(app)) > 0, { within: 60_000 });
    const begun = performance.now();
    const waits: number[] = [];
    await eventually(
      async () => {
        waits.push(await timeToResponse(app, other));
        return (await ended(app)) === dependentCount + 1;
      },
      { within: 1_700_000, every: 250 },
    );
    const seconds = (performance.now() - begun) / 1000;

    const texts = Array.from({ length: dependentCount }, (_, index) => queryNamed(nameOf(index)));
    assert.deepEqual(started(), [queryNamed('leader'), ...texts]);
    const { body } = await app.call('admin', `GET ${path}`);
    const results = list.parse(body).scheduled_queries.map((query) => query.result_state);
    assert.equal(results.filter((result) => result === 'succeeded').length, dependentCount + 1);
    assert.equal(results.filter((result) => result === null).length, 1);
    const { id } = z.object({ id: z.int() }).parse(asked.body);
    const rows = await app.call('member', `GET /api/core/cursors/${id}`);
    assert.deepEqual([rows.status, rows.body], [200, { name: 'asked' }]);
    const maxLength = Math.max(...waits);
    assert.ok(maxLength < maxWait, `a request waited ${maxLength.toFixed(0)} ms`);
    const growth = process.memoryUsage().rss - before;
    assert.ok(growth < maxGrowth, `memory grew by ${growth} bytes`);
    assert.deepEqual(app.logged, []);
    if (process.env['LOGBENCH_LOAD_SCHEDULES'] !== undefined) {
      console.log(
        `      ${seconds.toFixed(1)} s for ${dependentCount} runs, others waited ${maxLength.toFixed(0)} ms at most, ` +
          `memory grew by ${(growth / 1024 / 1024).toFixed(0)} MB`,
      );
    }
  });

  it('are not running while they wait: they can be stopped and deleted, and are kept at the end', async () => {
    await using app = await startApp();
    const leader = await create(app, 'leader', { trigger_type: 'cron', cron_schedule: never });
    const slowQuery = `json "{'n':1}" | repeat count=100000 over=600s | stats count`;
    const guids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      guids.push(await create(app, name, { ...dependentOf(leader), query: slowQuery }));
    }
    await change(app, leader, 'leader', soonOnce());
    await eventually(async () => (await running(app)) === 3, { within: 60_000 });
    const [, , , stopped = '', deleted = ''] = guids;

    const stop = await app.call('admin', `POST ${path}/stop`, { form: { guids: stopped } });
    const remove = await app.call('admin', `DELETE ${path}`, { form: { guids: deleted } });
    const again = await app.call('admin', `POST ${path}/stop`, { form: { guids: stopped } });

    const succeeded = [stop, remove, again].map(({ body }) => body);
    assert.deepEqual(succeeded, [
      { succeeded: 1, failures: [] },
      { succeeded: 1, failures: [] },
      { succeeded: 0, failures: [] },
    ]);
    assert.equal(await running(app), 3);
    const due = (await app.parts.scheduledQueries.pendingRuns()).map(({ guid }) => guid);
    assert.deepEqual(due, guids.slice(5), 'what was stopped is not due at the next start');
  });
});

const nameOf = (index: number): string => `dependent ${String(index).padStart(5, '0')}`;
const queryNamed = (name: string): string => `json "{'name':'${name}'}"`;

/** The texts of all queries that begin from now on, in their order. */
function watchStarts(app: RunningApp): () => readonly string[] {
  const { queries } = app.parts;
  const texts: string[] = [];
  const start = queries.start.bind(queries);
  queries.start = (request, tags) => {
    texts.push(request.text);
    return start(request, tags);
  };
  return () => texts;
}

/** A schedule for one time, a few seconds from now. */
function soonOnce(): string {
  const timestamp = new Date(Date.now() + 3000);
  return `${timestamp.getUTCSeconds()} ${timestamp.getUTCMinutes()} ${timestamp.getUTCHours()} * * *`;
}

async function create(
  app: RunningApp,
  name: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const fields = { name, query: queryNamed(name), enabled: 'true', ...form };
  const { body } = await app.call('admin', `POST ${path}`, { form: fields });
  return z.object({ guid: z.string() }).parse(body).guid;
}

function dependentOf(leader: string): Readonly<Record<string, string>> {
  return { trigger_type: 'workflow', preceding_guid: leader, preceding_action: 'succeeded' };
}

async function createDependents(app: RunningApp, leader: string): Promise<void> {
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < dependentCount) await create(app, nameOf(made++), dependentOf(leader));
  };
  await Promise.all(Array.from({ length: 20 }, work));
}

async function change(app: RunningApp, guid: string, name: string, cron_schedule: string): Promise<void> {
  const form = { name, query: queryNamed(name), enabled: 'true', trigger_type: 'cron', cron_schedule };
  const { status } = await app.call('admin', `PUT ${path}/${guid}`, { form });
  assert.equal(status, 200);
}

/** A client lists a page, and another saves a change: both continue while the others run. */
async function timeToResponse(app: RunningApp, guid: string): Promise<number> {
  const start = performance.now();
  const { status } = await app.call('admin', `GET ${path}?limit=20`);
  assert.equal(status, 200);
  await change(app, guid, 'other', never);
  return performance.now() - start;
}

/** Counted in the store: to list ten thousand several times a second would be a load of its own. */
async function ended(app: RunningApp): Promise<number> {
  return count(app, 'result_state IS NOT NULL');
}

async function running(app: RunningApp): Promise<number> {
  return count(app, "running_state = 'running'");
}

async function count(app: RunningApp, condition: string): Promise<number> {
  const [row] = await app.parts.database.read(`SELECT count(*) AS n FROM scheduled_query WHERE ${condition}`);
  return Number(row?.['n']);
}
