import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { startApp } from '../support/startApp';

const clients = 200;
/** The full measure is 30 seconds; the suite makes do with less. */
const seconds = Number(process.env['LOGBENCH_LOAD_SECONDS'] ?? 1);
const path = '/api/core/scheduled-queries';

describe('under load', function () {
  this.timeout((seconds + 90) * 1000);

  it(`${clients} clients at once get only correct responses`, async () => {
    await using app = await startApp();
    const deadline = Date.now() + seconds * 1000;
    let rounds = 0;

    /** Creates a query, reads it back, deletes it, and checks that it is not found. */
    async function work(): Promise<void> {
      do {
        const name = randomUUID();
        const form = { name, query: 'table a', trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
        const created = await app.call('admin', `POST ${path}`, { form });
        assert.equal(created.status, 200, JSON.stringify(created.body));
        const { guid } = z.object({ guid: z.string() }).parse(created.body);
        const found = await app.call('admin', `GET ${path}/${guid}`);
        const { scheduled_query } = z
          .object({ scheduled_query: z.looseObject({ name: z.string() }) })
          .parse(found.body);
        assert.equal(scheduled_query.name, name);
        assert.deepEqual(await app.call('admin', `DELETE ${path}`, { form: { guids: guid } }), {
          status: 200,
          body: { succeeded: 1, failures: [] },
        });
        assert.deepEqual((await app.call('admin', `GET ${path}/${guid}`)).body, { scheduled_query: null });
        rounds += 1;
      } while (Date.now() < deadline);
    }

    await Promise.all(Array.from({ length: clients }, work));
    assert.ok(rounds >= clients);
    assert.deepEqual(app.logged, []);
  });
});
