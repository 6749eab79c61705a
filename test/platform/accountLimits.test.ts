import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { isCronSchedule } from '../../src/core/time/cron';
import { rejection } from '../support/call';
import { eventually } from '../support/eventually';
import { parseLines, queryClient } from '../support/queryClient';
import { startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

/** An expression of 200 KB, about the longest text that a function returns. */
const longText = `replace(lpad("-", 10000, "-"), "-", "12345678901234567890")`;

describe('The limits of an account', () => {
  const app = suiteApp();

  it('keep the results of another account readable after 105 queries', async () => {
    const [one, other] = [queryClient(app, 'member'), queryClient(app, 'admin')];
    const { id } = await other.finish(`json "{'n':1}"`);
    const own: number[] = [];
    for (let count = 0; count < 105; count++) own.push((await one.finish('json "{}"')).id);
    assert.equal((await one.get(`/cursors/${own[0]}`)).status, 403);
    assert.equal(await (await other.get(`/cursors/${id}`)).text(), '{"n":1}\n');
  });

  it('keep the result of a query that ran for longer than results are kept', async () => {
    const client = queryClient(app, 'member');
    const id = await client.start(`json "{'n':1}" | repeat count=2 over=1s`);
    const run = app.parts.queries.findAny(id);
    assert.ok(run);
    run.lastAccess -= 31 * 60 * 1000;
    await run.done;
    await client.rows('json "{}"');
    assert.equal(await (await client.get(`/cursors/${id}`)).text(), '{"n":1}\n{"n":1}\n');
  });

  it('leave the results of another account readable after results of many bytes', async () => {
    await using app = await startApp();
    // As if results could take only little, because gigabytes take long.
    Reflect.set(Reflect.get(app.parts.queries, 'options') as object, 'resultBytes', 20_000_000);
    const [one, other] = [queryClient(app, 'member'), queryClient(app, 'admin')];
    const { id } = await other.finish(`json "{'n':1}"`);
    const large = `json "{'n':1}" | repeat count=100000 | eval t = concat(lpad("x", 90, "-"), guid())`;
    const own = await one.finish(large);
    for (let count = 1; count < 4; count++) await one.finish(large);
    await one.finish('json "{}"');
    assert.equal((await one.get(`/cursors/${own.id}`)).status, 403);
    assert.equal(await (await other.get(`/cursors/${id}`)).text(), '{"n":1}\n');
  });

  it('reject a memory lookup when all of them together are too large', async () => {
    await using app = await startApp();
    // As if they could take only little.
    const { runner } = Reflect.get(app.parts.queries, 'options') as { readonly runner: object };
    const lookups = Reflect.get(runner, 'lookups') as object;
    Reflect.set(lookups, 'maxBytes', 2_000_000);
    const client = queryClient(app, 'member');
    const wide = `json "{'n':1}" | repeat count=12 | eval k = guid(), t = ${longText}`;
    const build = (name: string): Promise<Response> =>
      client.get(`/query?q=${encodeURIComponent(`${wide} | memlookup op=build name=${name} key=k`)}`);
    assert.equal((await build('large')).status, 400);
    const names = await client.rows('memlookup op=list');
    assert.deepEqual(names, []);
  });

  it('let rows with long texts be read in parts, all of them and in order', async () => {
    const client = queryClient(app, 'member');
    // More than fit into one part, which has 32 MB.
    const rows = Array.from({ length: 180 }, (_, n) => `{'n':${n}}`).join(',');
    const query = `json "[${rows}]" | eval t = if(n < 10, "short", ${longText})`;
    const { id } = await client.finish(query);
    const read = async (range: string): Promise<readonly number[]> => {
      const text = await (await client.get(`/cursors/${id}?${range}`)).text();
      return parseLines(text).map((row) => {
        const { n, t } = z.object({ n: z.int(), t: z.string() }).parse(row);
        assert.equal(t.length, n < 10 ? 5 : 200_000);
        return n;
      });
    };
    const numbers = (from: number, to: number): readonly number[] =>
      Array.from({ length: to - from }, (_, index) => from + index);
    assert.deepEqual(await read('limit=1000'), numbers(0, 180));
    assert.deepEqual(await read('offset=8&limit=4'), numbers(8, 12));
    assert.deepEqual(await read('offset=179&limit=5'), [179]);
    assert.deepEqual(await read('offset=180&limit=5'), []);
  });

  it('reject more than 64 KB of tags of a query', async () => {
    const run = (bytes: number): ReturnType<RunningApp['call']> => {
      const tags = JSON.stringify({ t: 'x'.repeat(bytes - '{"t":""}'.length) });
      return app.call('member', 'POST /api/core/cursors', { form: { q: 'json "{}"', tags } });
    };
    assert.equal((await run(65_536)).status, 200);
    const tooLong = "'tags' must be shorter than or equal to 65536 bytes.";
    assert.deepEqual(await run(65_537), rejection(400, 'invalid-argument', tooLong));
  });

  it('count the parameters that a query sets as part of its result', async () => {
    await using app = await startApp();
    const client = queryClient(app, 'member');
    const sets = `setq [ json "{}" | eval ${Array.from({ length: 40 }, (_, n) => `p${n} = ${longText}`).join(', ')} ]`;
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push((await client.finish(`${sets} | json "{}"`)).id);
    await client.start('json "{}"');
    await eventually(async () => (await client.get(`/queries/${ids[0]}`)).status === 403);
    assert.equal((await client.get(`/queries/${ids[2]}`)).status, 200);
  });

  it('reject long cron expressions before they fill the memory', async () => {
    const long = `${Array.from({ length: 100_000 }, () => '1').join(',')} * * * *`;
    assert.equal(isCronSchedule(long), false);
    const form = { name: 'a', query: 'json "{}"', trigger_type: 'cron', cron_schedule: long };
    const { status, body } = await app.call('admin', 'POST /api/core/scheduled-queries', { form });
    const { error_msg } = z.looseObject({ error_msg: z.string() }).parse(body);
    assert.deepEqual([status, error_msg], [400, "'cron_schedule' is not a valid cron expression."]);
    const every = Array.from({ length: 60 }, (_, n) => n);
    assert.equal(
      isCronSchedule(`${every.join(',')} ${every.join(',')} ${every.slice(0, 24).join(',')} * * *`),
      true,
    );
  });
});
