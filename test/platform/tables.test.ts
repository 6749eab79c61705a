import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { addShares } from '../../src/platform/store/logTableRows';
import { callPlatform, rejection } from '../support/call';
import { eventually } from '../support/eventually';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const record = z.record(z.string(), z.unknown());
const listing = z.object({ total_count: z.number(), tables: z.array(record) });
const details = z.object({ table: record });
const unknownGuid = '11111111-2222-4333-8444-555555555555';

describe('Get Tables', () => {
  const app = suiteApp();
  let group: string;

  before(async () => {
    group = (
      await app.parts.tableGroups.create({ name: 'Web', description: undefined, parentGuid: undefined })
    ).guid;
    await app.parts.references.add([{ kind: 'crypto_profile', guid: unknownGuid, name: 'At rest' }]);
    await addTable(app, 'web_access', { groupGuid: group, schemaCode: 'http' });
    await addTable(app, 'WEB_error', {
      groupGuid: group,
      layout: 'row',
      compression: 'deflate',
      retention: 30,
    });
    await addTable(app, 'firewall', { cryptoProfileGuid: unknownGuid });
    await addRows(
      app,
      'web_access',
      `SELECT TIMESTAMP '2026-03-01 10:00:00' + to_hours(i) AS _time, 'GET /' AS line, i AS bytes FROM range(50) r(i)`,
    );
  });

  async function list(query = ''): Promise<z.infer<typeof listing>> {
    const response = await callPlatform(app, `GET /tables${query}`, { key: app.keys.member });
    assert.equal(response.status, 200);
    return listing.parse(response.body);
  }

  it('lists a page of tables for a MEMBER by keywords in any case, name, schema or group, and counts all', async () => {
    for (const [query, total, ...names] of [
      ['', 3, 'WEB_error', 'firewall', 'web_access'],
      ['?offset=1&limit=1', 3, 'firewall'],
      ['?limit=0', 3],
      ['?offset=2147483647&limit=2147483647', 3],
      ['?keywords=web_', 2, 'WEB_error', 'web_access'],
      ['?keywords=nothing', 0],
      ['?table_name=firewall', 1, 'firewall'],
      ['?table_name=fire', 0],
      ['?schema_code=http', 1, 'web_access'],
      [`?group_guid=${group}&keywords=error`, 1, 'WEB_error'],
      [`?group_guid=${unknownGuid}`, 0],
    ] as const) {
      const { total_count, tables } = await list(query);
      assert.deepEqual(
        [total_count, ...tables.map((table) => table['table_name'])],
        [total, ...names],
        query,
      );
    }
  });

  it('returns a table as it was created, without a group, crypto profile or times that it does not have', async () => {
    const [error, firewall] = (await list()).tables;
    const sizes = { table_size: 0, index_size: 0, ratio: 0 };
    assert.deepEqual(error, {
      table_name: 'WEB_error',
      layout: 'row',
      compression: 'deflate',
      retention: 30,
      encrypted: false,
      group_guid: group,
      group_name: 'Web',
      ...sizes,
    });
    assert.deepEqual(firewall, {
      table_name: 'firewall',
      layout: 'columnar',
      compression: 'snappy',
      retention: 0,
      encrypted: true,
      crypto_profile_guid: unknownGuid,
      crypto_profile_name: 'At rest',
      ...sizes,
    });
  });

  it('returns the first and last log by _time, the sizes on disk, and the share of all tables as ratio', async () => {
    const [, , web] = (await list()).tables;
    using scan = app.parts.logTables.scan(['web_access']);
    const sizes = await Promise.all(scan.segments.map(async ({ path }) => (await stat(path)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.equal(web?.['table_size'], bytes);
    assert.ok(Number(web['index_size']) > 0 && Number(web['index_size']) < bytes);
    const { min_day, max_day, ratio } = web;
    assert.deepEqual([min_day, max_day, ratio], ['2026-03-01 10:00:00+0000', '2026-03-03 11:00:00+0000', 1]);
  });

  for (const name of ['offset', 'limit']) {
    for (const [value, reason] of [
      ...['x', '1.5', '0x10', '1e3'].map((text) => [text, 'parameter should be int type'] as const),
      ['%00', 'parameter should not contain invalid characters'],
      ['-1', 'must be greater than or equal to 0.'],
      ['2147483648', 'must be less than or equal to 2147483647.'],
      ['99999999999999999999', 'must be less than or equal to 2147483647.'],
    ] as const) {
      it(`rejects the ${name} ${value}`, async () => {
        const response = await callPlatform(app, `GET /tables?${name}=${value}`);
        assert.deepEqual(response, rejection(400, 'invalid-argument', `'${name}' ${reason}`));
      });
    }
  }

  it('rejects a group_guid that is not a GUID', async () => {
    assert.deepEqual(
      await callPlatform(app, 'GET /tables?group_guid=web'),
      rejection(400, 'invalid-param-type', 'group_guid should be guid type.'),
    );
  });

  it('returns one table with the fields that the list omits, and null for an unknown one', async () => {
    const { body } = await callPlatform(app, 'GET /tables/web_access', { key: app.keys.member });
    const { table } = details.parse(body);
    assert.deepEqual([table['shared_users'], table['shared_groups']], [[], []]);
    assert.deepEqual(table['node_stats'], [
      {
        node: 'local',
        min_day: table['min_day'],
        max_day: table['max_day'],
        table_size: table['table_size'],
        index_size: table['index_size'],
      },
    ]);
    for (const name of ['nothing', '..%2F..%2Fetc', '%20']) {
      assert.deepEqual(await callPlatform(app, `GET /tables/${name}`), {
        status: 200,
        body: { table: null },
      });
    }
  });
});

describe('changing tables', () => {
  const app = suiteApp();

  it('creates a table with the requested properties', async () => {
    const form = { table: 'proxy-1', compression: 'deflate', layout: 'row', retention: '36500' };
    assert.deepEqual(await callPlatform(app, 'POST /tables', { form }), { status: 200, body: {} });
    const { table } = details.parse((await callPlatform(app, 'GET /tables/proxy-1')).body);
    assert.deepEqual([table['compression'], table['layout'], table['retention']], ['deflate', 'row', 36_500]);

    await app.parts.references.add([{ kind: 'crypto_profile', guid: unknownGuid, name: 'At rest' }]);
    const profile = { crypto_profile_guid: unknownGuid };
    for (const [name, more, encrypted] of [
      ['e1', { ...profile, encryption: 'true' }, true],
      ['e2', profile, true],
      ['e3', { ...profile, encryption: 'false' }, false],
      ['e4', { encryption: 'false' }, false],
    ] as const) {
      await callPlatform(app, 'POST /tables', { form: { table: name, schema_code: 'http', ...more } });
      const made = app.parts.logTables.find(name);
      assert.deepEqual([made?.cryptoProfileGuid !== undefined, made?.schemaCode], [encrypted, 'http'], name);
    }
  });

  it('rejects an invalid table', async () => {
    const post = (form: Record<string, string>) => callPlatform(app, 'POST /tables', { form });
    assert.deepEqual(await post({}), rejection(400, 'null-argument', 'table should be not null'));
    const reason = "'table' must be 1 to 50 letters, digits, '_' or '-', a letter first.";
    for (const table of ['1st', '../x', 'a b', 'a'.repeat(51), 'tä', 'x'.repeat(1_000_000)]) {
      assert.deepEqual(await post({ table }), rejection(400, 'invalid-argument', reason));
    }
    for (const [field, value] of Object.entries({ compression: 'zip', layout: 'x', retention: '36501' })) {
      assert.equal((await post({ table: 'a', [field]: value })).status, 400, field);
    }
    assert.deepEqual(
      await post({ table: 'a', encryption: 'true' }),
      rejection(400, 'null-argument', 'crypto_profile_guid should be not null'),
    );
    assert.deepEqual(
      await post({ table: 'a', group_guid: unknownGuid }),
      rejection(500, 'illegal-state', `table group not found: ${unknownGuid}`),
    );
    const unknownProfile = unknownGuid.replace('1', '2');
    assert.deepEqual(
      await post({ table: 'a', crypto_profile_guid: unknownProfile }),
      rejection(500, 'illegal-state', `crypto profile not found: ${unknownProfile}`),
    );
    assert.equal((await post({ table: 'a', schema_code: 'x'.repeat(256) })).status, 400);
  });

  it('rejects a second table of the same name, also when both arrive at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => callPlatform(app, 'POST /tables', { form: { table: 'twin' } })),
    );
    assert.deepEqual(
      responses.map(({ status }) => status).sort((one, other) => one - other),
      [200, 500, 500, 500, 500],
    );
    assert.deepEqual(
      await callPlatform(app, 'POST /tables', { form: { table: 'twin' } }),
      rejection(500, 'illegal-state', 'duplicated table: twin'),
    );
  });

  it('drops a table with its files', async () => {
    await addTable(app, 'dropped');
    await addRows(app, 'dropped', 'SELECT 1 AS n');
    const { logTables, database } = app.parts;
    const scan = logTables.scan(['dropped']);
    const file = scan.segments[0]!.path;
    const otherGuid = unknownGuid.replace('1', '2');
    const sharedUsers = [
      { guid: otherGuid, name: 'ahn' },
      { guid: unknownGuid, name: 'kim' },
    ];
    await addShares(database, logTables.find('dropped')?.guid ?? '', [
      { kind: 'user', guid: unknownGuid, name: 'kim' },
      { kind: 'user', guid: otherGuid, name: 'ahn' },
      { kind: 'group', guid: unknownGuid, name: 'analysts' },
    ]);
    const { table } = details.parse((await callPlatform(app, 'GET /tables/dropped')).body);
    assert.deepEqual(
      [table['shared_users'], table['shared_groups']],
      [sharedUsers, [{ guid: unknownGuid, name: 'analysts' }]],
    );
    assert.deepEqual(await callPlatform(app, 'DELETE /tables/dropped'), { status: 200, body: {} });
    assert.deepEqual((await callPlatform(app, 'GET /tables/dropped')).body, { table: null });
    assert.ok((await stat(file)).size > 0, 'a running query keeps its files');
    scan[Symbol.dispose]();
    await eventually(() => !existsSync(file));
    const left = 'SELECT table_guid FROM segment UNION ALL SELECT table_guid FROM table_share';
    assert.deepEqual(await database.read(left), []);
    assert.deepEqual(
      await callPlatform(app, 'DELETE /tables/dropped'),
      rejection(500, 'illegal-state', 'table not found: dropped'),
    );
  });

  it('returns 200 with the loggers when a table to drop is in use', async () => {
    await addTable(app, 'fed');
    await app.parts.references.add([{ kind: 'logger', guid: unknownGuid, name: 'syslog', tableName: 'fed' }]);
    assert.deepEqual(await callPlatform(app, 'DELETE /tables/fed'), {
      status: 200,
      body: {
        failure: { loggers: [{ guid: unknownGuid, name: 'syslog' }], message: 'table used in loggers' },
      },
    });
    assert.ok(app.parts.logTables.find('fed'));
  });

  it('sets the retention within its bounds', async () => {
    await addTable(app, 'dated');
    const put = (period: string) => callPlatform(app, 'PUT /tables/dated/retention', { form: { period } });
    assert.deepEqual(await put('7'), { status: 200, body: {} });
    assert.equal(app.parts.logTables.find('dated')?.retention, 7);
    assert.deepEqual(await put(''), rejection(400, 'null-argument', 'period should be not null'));
    for (const period of ['-1', '36501', 'x']) assert.equal((await put(period)).status, 400, period);
  });

  it('lists table groups page by page', async () => {
    for (const name of ['b', 'a']) {
      await app.parts.tableGroups.create({ name, description: 'd', parentGuid: undefined });
    }
    const { body } = await callPlatform(app, 'GET /table-groups?offset=1&limit=1', { key: app.keys.member });
    const page = z.object({ total_count: z.number(), table_groups: z.array(record) }).parse(body);
    assert.equal(page.total_count, 2);
    const [second] = page.table_groups;
    assert.deepEqual([second?.['name'], second?.['description'], second?.['parent_guid']], ['b', 'd', null]);
  });
});
