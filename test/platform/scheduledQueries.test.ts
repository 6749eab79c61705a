import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { rejection } from '../support/call';
import { suiteApp } from '../support/startApp';

const path = '/api/core/scheduled-queries';
const createdResponse = z.object({ guid: z.string() });
const oneResponse = z.object({ scheduled_query: z.record(z.string(), z.unknown()) });
const page = z.object({
  total_count: z.int(),
  scheduled_queries: z.array(z.looseObject({ name: z.string() })),
});

describe('scheduled queries', () => {
  const app = suiteApp();

  const fields = (changes: Record<string, string> = {}): Record<string, string> => ({
    name: `query ${randomUUID()}`,
    query: 'table duration=1h auth | stats count',
    trigger_type: 'cron',
    cron_schedule: '0 3 * * *',
    ...changes,
  });

  async function create(changes: Record<string, string> = {}): Promise<string> {
    const response = await app.call('admin', `POST ${path}`, { form: fields(changes) });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return createdResponse.parse(response.body).guid;
  }

  /** The total count of a list, and its names. */
  async function list(parameters: string): Promise<readonly unknown[]> {
    const { total_count, scheduled_queries } = page.parse(
      (await app.call('admin', `GET ${path}?${parameters}`)).body,
    );
    return [total_count, ...scheduled_queries.map(({ name }) => name)];
  }

  const after = (preceding_guid: string, preceding_action = 'finished'): Record<string, string> => ({
    trigger_type: 'workflow',
    preceding_guid,
    preceding_action,
  });

  async function read(guid: string): Promise<Record<string, unknown>> {
    return oneResponse.parse((await app.call('admin', `GET ${path}/${guid}`)).body).scheduled_query;
  }

  const without = (name: string, changes: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(fields(changes)).filter(([key]) => key !== name));

  async function rejectsUpdate(form: Record<string, string>, code: string, message: string, status = 400) {
    const guid = await create();
    const before = await read(guid);
    const response = await app.call('admin', `PUT ${path}/${guid}`, { form });
    assert.deepEqual(response, rejection(status, code, message));
    assert.deepEqual(await read(guid), before, 'a rejected update changes nothing');
  }

  describe('update', () => {
    it('returns an empty object and replaces the record', async () => {
      const more = { description: 'old', node_types: 'data', output_parameter: 'true' };
      const guid = await create({ enabled: 'true', ...more });
      const form = fields({ name: `renamed ${guid}`, cron_schedule: '*/5 * * * *' });
      assert.deepEqual(await app.call('admin', `PUT ${path}/${guid}`, { form }), { status: 200, body: {} });
      const { name, description, enabled, node_types, output_parameter, cron_schedule } = await read(guid);
      assert.deepEqual(
        { name, description, enabled, node_types, output_parameter, cron_schedule },
        {
          name: `renamed ${guid}`,
          description: null,
          enabled: false,
          node_types: null,
          output_parameter: false,
          cron_schedule: '*/5 * * * *',
        },
      );
    });

    it('accepts JSON with real booleans and lists', async () => {
      const guid = await create();
      const node_types = ['control', 'data', 'control'];
      const json = { ...fields(), enabled: true, node_types, output_parameter: true };
      assert.deepEqual(await app.call('admin', `PUT ${path}/${guid}`, { json }), { status: 200, body: {} });
      const record = await read(guid);
      assert.deepEqual([record['enabled'], record['output_parameter']], [true, true]);
      assert.deepEqual(record['node_types'], ['control', 'data']);
    });

    for (const name of ['name', 'query', 'trigger_type', 'cron_schedule']) {
      it(`rejects a missing ${name}`, () =>
        rejectsUpdate(without(name), 'null-argument', `${name} should be not null`));
    }

    for (const name of ['preceding_guid', 'preceding_action']) {
      it(`rejects a missing ${name} with trigger_type workflow`, async () =>
        rejectsUpdate(without(name, after(await create())), 'null-argument', `${name} should be not null`));
    }

    it('rejects an unknown preceding_action', async () => {
      const message = "preceding_action value must be one of 'finished', 'succeeded', 'failed'.";
      await rejectsUpdate(fields(after(await create(), 'done')), 'invalid-argument', message);
    });

    for (const action of ['finished', 'succeeded', 'failed']) {
      it(`accepts a workflow on ${action} and names the preceding query`, async () => {
        const preceding = await create({ name: `first ${action}` });
        const form = fields(after(preceding, action));
        const guid = await create();
        assert.equal((await app.call('admin', `PUT ${path}/${guid}`, { form })).status, 200);
        const { trigger_type, cron_schedule, preceding_guid, preceding_name, preceding_action } =
          await read(guid);
        assert.deepEqual(
          [trigger_type, cron_schedule, preceding_guid, preceding_name, preceding_action],
          ['workflow', null, preceding, `first ${action}`, action],
        );
      });
    }

    for (const [name, length] of [
      ['name', 255],
      ['description', 2000],
    ] as const) {
      it(`accepts a ${name} of ${length} characters, and rejects a longer one`, async () => {
        const longest = randomUUID().padEnd(length, 'é');
        assert.equal((await read(await create({ [name]: longest })))[name], longest);
        const message = `'${name}' must be shorter than or equal to ${length} characters.`;
        await rejectsUpdate(fields({ [name]: `${longest}x` }), 'invalid-argument', message);
      });
    }

    it('rejects the name of another scheduled query, and lets a query keep its own', async () => {
      const name = `taken ${randomUUID()}`;
      const guid = await create({ name });
      await rejectsUpdate(fields({ name }), 'illegal-state', `duplicated name: ${name}`, 500);
      assert.equal((await app.call('admin', `PUT ${path}/${guid}`, { form: fields({ name }) })).status, 200);
    });

    it('rejects an unknown GUID, and a path that is none', async () => {
      const guid = randomUUID();
      for (const [id, expected] of [
        ['abc', rejection(400, 'invalid-param-type', 'guid should be guid type.')],
        [guid, rejection(500, 'illegal-state', `scheduled query not found: ${guid}`)],
      ] as const) {
        assert.deepEqual(await app.call('admin', `PUT ${path}/${id}`, { form: fields() }), expected);
      }
    });

    for (const [name, value, message] of [
      ['trigger_type', 'clock', "trigger_type value must be one of 'cron', 'workflow'."],
      ['enabled', 'perhaps', "'enabled' parameter should be boolean type"],
      ['output_parameter', '2', "'output_parameter' parameter should be boolean type"],
      ['node_types', 'control,moon', "node_types value must be one of 'control', 'data'."],
      ['cron_schedule', '61 * * * *', "'cron_schedule' is not a valid cron expression."],
    ] as const) {
      it(`rejects ${name} ${value}`, () =>
        rejectsUpdate(fields({ [name]: value }), 'invalid-argument', message));
    }

    it('rejects the trigger type under the name type', async () => {
      const form = { ...without('trigger_type'), type: 'cron' };
      await rejectsUpdate(form, 'null-argument', 'trigger_type should be not null');
    });

    it('rejects a circular chain', async () => {
      const first = await create();
      const form = fields(after(await create(after(first))));
      assert.deepEqual(
        await app.call('admin', `PUT ${path}/${first}`, { form }),
        rejection(400, 'invalid-argument', 'preceding_guid should not lead back to the query itself.'),
      );
    });

    it('accepts a change of a query whose preceding query was deleted', async () => {
      const preceding = await create();
      const form = fields(after(preceding));
      const guid = await create(form);
      await app.call('admin', `DELETE ${path}`, { form: { guids: preceding } });
      assert.equal((await app.call('admin', `PUT ${path}/${guid}`, { form })).status, 200);
      assert.deepEqual((await read(guid))['preceding_name'], null);
    });
  });

  describe('create, list and read', () => {
    it('has no run state and is disabled by default before the first run', async () => {
      const record = await read(await create());
      for (const name of ['enabled', 'output_parameter']) assert.equal(record[name], false, name);
      for (const name of ['running_state', 'result_state', 'elapsed_time', 'last_run_time']) {
        assert.equal(record[name], null, name);
      }
      assert.match(String(record['created']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4}$/);
    });

    it('returns null for a query that does not exist', async () => {
      assert.deepEqual(await app.call('admin', `GET ${path}/${randomUUID()}`), {
        status: 200,
        body: { scheduled_query: null },
      });
    });

    it('lists the dependents of a query by its GUID in any case', async () => {
      const first = await create();
      for (const letter of ['b', 'a']) await create({ ...after(first), name: `${letter} ${first}` });
      const found = await list(`preceding_guid=${first.toUpperCase()}&limit=1`);
      assert.deepEqual(found, [2, `a ${first}`]);
      assert.equal((await app.call('admin', `GET ${path}?preceding_guid=x`)).status, 400);
    });

    it('lists by keyword in name, description and text, in pages', async () => {
      const mark = randomUUID();
      await create({ name: `b ${mark}` });
      await create({ name: `c ${randomUUID()}`, description: `about ${mark.toUpperCase()}` });
      await create({ name: `a ${randomUUID()}`, query: `table ${mark}` });
      assert.deepEqual(await list(`keywords=${mark}&offset=1&limit=1`), [3, `b ${mark}`]);
    });
  });

  describe('remove and stop', () => {
    for (const policy of [undefined, 'skip', 'force']) {
      it(`deletes a query that is not running with policy ${policy ?? 'left out'}`, async () => {
        const guid = await create();
        const form = { guids: guid, ...(policy ? { policy } : {}) };
        assert.deepEqual(await app.call('admin', `DELETE ${path}`, { form }), {
          status: 200,
          body: { succeeded: 1, failures: [] },
        });
        assert.deepEqual((await app.call('admin', `GET ${path}/${guid}`)).body, { scheduled_query: null });
      });
    }

    it('deletes those that exist and reports an unknown GUID', async () => {
      const [known, unknown] = [await create(), randomUUID()];
      const form = { guids: `${unknown}, ${known}` };
      assert.deepEqual((await app.call('admin', `DELETE ${path}`, { form })).body, {
        succeeded: 1,
        failures: [{ id: unknown, reason: 'scheduled-query-not-found' }],
      });
    });

    for (const operation of [`DELETE ${path}`, `POST ${path}/stop`]) {
      it(`returns 200 with succeeded 0 when no GUID is known: ${operation}`, async () => {
        const guid = randomUUID();
        assert.deepEqual(await app.call('admin', operation, { form: { guids: guid } }), {
          status: 200,
          body: { succeeded: 0, failures: [{ id: guid, reason: 'scheduled-query-not-found' }] },
        });
      });

      it(`rejects guids that are missing, or of which one is not a GUID: ${operation}`, async () => {
        const guid = await create();
        for (const [form, expected] of [
          [{}, rejection(400, 'null-argument', 'guids should be not null')],
          [{ guids: `${guid},x` }, rejection(400, 'invalid-param-type', 'guids should be guid type.')],
        ] as const) {
          assert.deepEqual(await app.call('admin', operation, { form }), expected);
        }
        assert.equal((await read(guid))['guid'], guid);
      });
    }

    it('rejects an unknown policy', async () => {
      assert.deepEqual(
        await app.call('admin', `DELETE ${path}`, { form: { guids: randomUUID(), policy: 'maybe' } }),
        rejection(400, 'invalid-argument', "policy value must be one of 'skip', 'force'."),
      );
    });

    it('does not count a query that is already stopped', async () => {
      for (const force of ['true', 'false']) {
        const form = { guids: await create(), force };
        assert.deepEqual(await app.call('admin', `POST ${path}/stop`, { form }), {
          status: 200,
          body: { succeeded: 0, failures: [] },
        });
      }
    });
  });
});
