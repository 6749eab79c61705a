import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { Database } from '../../src/platform/store/database';
import { migrate } from '../../src/platform/store/migrations';
import { call } from '../support/call';
import { startPlatform } from '../support/platform';
import { startPlatformInProcess } from '../support/platformInProcess';
import { temporaryFolder } from '../support/temporaryFolder';

const path = '/api/core/scheduled-queries';
const list = z.object({
  scheduled_queries: z.array(z.looseObject({ guid: z.string(), description: z.nullable(z.string()) })),
});

/** Enough for several commits that many updates shared. */
const killedAfter = 300;

describe('An acknowledged change', () => {
  it('is kept after a kill while 20 clients update', async function () {
    this.timeout(120_000);
    await using folder = await temporaryFolder();
    const guids = await fill(folder.path, 1000);
    await using platform = await startPlatform({ data: folder.path });

    const acknowledged = new Set<string>();
    const waiting = [...guids];
    const update = async (guid: string): Promise<void> => {
      const form = {
        name: `renamed ${guid}`,
        description: `updated ${guid}`,
        query: 'table a',
        trigger_type: 'cron',
        cron_schedule: '0 0 * * *',
      };
      const response = await call(platform.baseUrl, `PUT ${path}/${guid}`, { key: platform.key, form });
      assert.equal(response.status, 200);
      acknowledged.add(guid);
      if (acknowledged.size === killedAfter) await platform.kill('SIGKILL');
    };
    const client = async (): Promise<void> => {
      for (let guid = waiting.shift(); guid !== undefined; guid = waiting.shift()) await update(guid);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, client));
    assert.ok(acknowledged.size >= killedAfter);
    assert.ok(
      outcomes.some(({ status }) => status === 'rejected'),
      'the kill came while updates were under way',
    );

    await using again = await startPlatformInProcess({ data: folder.path });
    const { body } = await call(again.baseUrl, `GET ${path}`, { key: again.key });
    const kept = new Map(list.parse(body).scheduled_queries.map((query) => [query.guid, query.description]));
    assert.equal(kept.size, guids.length);
    for (const guid of acknowledged) assert.equal(kept.get(guid), `updated ${guid}`);
    const audit = await call(again.baseUrl, 'GET /api/core/audit-logs?actions=Update&limit=0', {
      key: again.key,
    });
    const updated = [...kept.values()].filter((description) => description?.startsWith('updated '));
    assert.ok(updated.length >= acknowledged.size);
    assert.equal(z.looseObject({ total: z.int() }).parse(audit.body).total, updated.length);
  });

  it('is kept after a signal that arrived during the request', async function () {
    this.timeout(60_000);
    await using folder = await temporaryFolder();
    const guids = await fill(folder.path, 20);
    await using platform = await startPlatform({ data: folder.path });
    const removals = guids.map(async (guid) => {
      const response = await call(platform.baseUrl, `DELETE ${path}`, {
        key: platform.key,
        form: { guids: guid },
      });
      return response.status === 200 ? guid : undefined;
    });
    await Promise.race(removals);
    assert.equal(await platform.kill('SIGTERM'), 0);
    const outcomes = await Promise.allSettled(removals);
    const removed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await using again = await startPlatformInProcess({ data: folder.path });
    const { body } = await call(again.baseUrl, `GET ${path}`, { key: again.key });
    const kept = list.parse(body).scheduled_queries.map(({ guid }) => guid);
    assert.ok(removed.length > 0);
    for (const guid of removed) assert.equal(kept.includes(guid ?? ''), false);
  });
});

/** A store with so many scheduled queries, made in one go. */
async function fill(folder: string, count: number): Promise<string[]> {
  await using database = await Database.open(folder);
  await migrate(database);
  await database.write(({ run }) =>
    run(
      `INSERT INTO scheduled_query
         (guid, name, enabled, query, trigger_type, cron_schedule, output_parameter, owner, created, updated)
       SELECT uuid()::VARCHAR, 'query ' || i, false, 'table a', 'cron', '0 0 * * *', false, 'admin', now(), now()
       FROM range(?) numbers(i)`,
      [count],
    ),
  );
  const rows = await database.read('SELECT guid FROM scheduled_query');
  return rows.map(({ guid }) => String(guid));
}
