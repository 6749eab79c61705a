import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually';
import { type RunningApp, startApp } from '../support/startApp';

/** The full measure is ten thousand; the suite makes do with less. */
const followers = Number(process.env['LOGBENCH_LOAD_SCHEDULES'] ?? 300);
const path = '/api/core/scheduled-queries';
const everySecond = '* * * * * *';
const never = '0 0 1 1 *';

const list = z.object({ scheduled_queries: z.array(z.object({ result_state: z.nullable(z.string()) })) });

describe('many schedules that are due at once', function () {
  this.timeout(600_000);

  it(`${followers} of them all run, and the service answers meanwhile`, async () => {
    await using app = await startApp();
    const leader = await create(app, { name: 'leader', trigger_type: 'cron', cron_schedule: never });
    await createFollowers(app, leader);

    await setSchedule(app, leader, everySecond);
    await eventually(async () => (await ended(app)) > 0, { within: 60_000 });
    await setSchedule(app, leader, never);
    // Each look is itself a request in the middle of the work.
    await eventually(async () => (await ended(app)) === followers + 1, { within: 500_000, every: 250 });

    const { body } = await app.call('admin', `GET ${path}`);
    const results = list.parse(body).scheduled_queries.map((query) => query.result_state);
    assert.deepEqual([...new Set(results)], ['succeeded']);
    assert.deepEqual(app.logged, []);
  });
});

const fields = { query: `json "{'n':1}"`, enabled: 'true' };

async function create(app: RunningApp, form: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await app.call('admin', `POST ${path}`, { form: { ...fields, ...form } });
  return z.object({ guid: z.string() }).parse(body).guid;
}

async function createFollowers(app: RunningApp, leader: string): Promise<void> {
  const trigger = { trigger_type: 'workflow', preceding_guid: leader, preceding_action: 'succeeded' };
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < followers) {
      made += 1;
      await create(app, { name: `follower ${made}`, ...trigger });
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
}

async function setSchedule(app: RunningApp, guid: string, schedule: string): Promise<void> {
  const form = { ...fields, name: 'leader', trigger_type: 'cron', cron_schedule: schedule };
  const { status } = await app.call('admin', `PUT ${path}/${guid}`, { form });
  assert.equal(status, 200);
}

async function ended(app: RunningApp): Promise<number> {
  const { status, body } = await app.call('admin', `GET ${path}`);
  assert.equal(status, 200);
  return list.parse(body).scheduled_queries.filter((query) => query.result_state !== null).length;
}
